"""Records what TensorFlow's op registry says of the ops that the runtime has.

    python -m tests.runtime.record_ops    # where TensorFlow 2.21 is installed

One line an op: name | inputs ("any" for a list of any types) | dtypes that it allows | allowed dtypes that no kernel serves on a CPU | its gradient. Of the
dtypes without a kernel only those of HELD are kept. The gradient is "function", "none" (registered as not differentiable) or "missing".
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

RECORDED = Path(__file__).parent / "saved" / "op_registry.txt"
HELD = ("bfloat16", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "string",
        "complex64", "complex128")


def table():
    """The runtime's ops by name, those of all its modules."""
    import runtime
    from runtime.core.op_def import OPS
    for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return OPS


def line(name):
    """What TensorFlow says of one op."""
    from tensorflow.python.framework import dtypes, kernels, op_def_registry
    op_def = op_def_registry.get(name)
    inputs = [f"{arg.name}:{arg.type_list_attr and 'any' or arg.type_attr or dtypes.as_dtype(arg.type).name}" for arg in op_def.input_arg]
    served = [{item.name: [dtypes.as_dtype(number).name for number in item.allowed_values.list.type] for item in kernel.constraint}
              for kernel in kernels.get_registered_kernels_for_op(name).kernel
              if kernel.device_type in ("CPU", "DEFAULT") and not kernel.label]
    allowed, unserved = [], []
    for attr in op_def.attr:
        if attr.type in ("type", "list(type)"):
            names = [dtypes.as_dtype(number).name for number in attr.allowed_values.list.type]
            allowed += [f"{attr.name}={','.join(names)}"] if names else []
            known = {name for kernel in served for name in kernel.get(attr.name, HELD)}
            missing = [name for name in names or HELD if name in HELD and name not in known]
            unserved += [f"{attr.name}={','.join(missing)}"] if missing else []
    return " | ".join((name, " ".join(inputs), " ".join(allowed), " ".join(unserved), _gradient(name)))


def _gradient(name):
    from tensorflow.python.framework import ops
    try:
        function = ops.gradient_registry.lookup(name)
    except LookupError:
        return "missing"
    return "none" if function is None else "function"


if __name__ == "__main__":
    RECORDED.write_text("\n".join(map(line, sorted(table()))) + "\n")
