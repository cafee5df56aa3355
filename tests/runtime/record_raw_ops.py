"""Records the signatures of `tf.raw_ops`.

    python -m tests.runtime.record_raw_ops    # where TensorFlow 2.21 is installed

One line an op: its name, that of the function, and its parameters in their order. An input is ``name@position``, with ``*`` behind it if it is a list.
An attribute is ``name:type``, with ``=`` and its default as JSON if it has one; a dtype is its name. ``name>other:type`` is called `other` in the op.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path

RECORDED = Path(__file__).parent.parent.parent / "runtime" / "raw_ops" / "signatures.txt"


def line(name, function, op_def):
    """The line of one op."""
    parameters = [parameter for parameter in inspect.signature(function).parameters.values() if parameter.name != "name"]
    attrs = {attr.name: attr.type for attr in op_def.attr}
    taken = [parameter.name for parameter in parameters]
    renamed = [one for one in taken if one not in attrs and one not in {arg.name for arg in op_def.input_arg}]
    names = [arg.name if arg.name in taken else renamed.pop(0) for arg in op_def.input_arg]
    inferred = {attr for arg in op_def.input_arg for attr in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    left = [attr for attr in attrs if attr not in taken and attr not in inferred]
    own = {one: left.pop(0) for one in renamed}
    words = [name, function.__name__]
    for parameter in parameters:
        if parameter.name in names:
            position = names.index(parameter.name)
            arg = op_def.input_arg[position]
            words.append(f"{parameter.name}@{position}{'*' if arg.number_attr or arg.type_list_attr else ''}")
        else:
            attr = own.get(parameter.name, parameter.name)
            shown = parameter.name if attr == parameter.name else f"{parameter.name}>{attr}"
            words.append(f"{shown}:{attrs[attr]}{_default(parameter.default)}")
    return " ".join(words)


def _default(value):
    if value is inspect.Parameter.empty:
        return ""
    return "=" + json.dumps(_plain(value), separators=(",", ":")).replace(" ", "\\u0020")


def _plain(value):
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if value is None or isinstance(value, (bool, int, float, str)) else getattr(value, "name", str(value))


if __name__ == "__main__":
    import tensorflow
    from tensorflow.python.framework import op_def_registry
    found = sorted(name for name in dir(tensorflow.raw_ops) if name[0].isupper())
    RECORDED.write_text("\n".join(line(name, getattr(tensorflow.raw_ops, name), op_def_registry.get(name)) for name in found) + "\n")
