"""`OpDef`: all that is known of an op, in one place, and the table of them.

An op is declared as TensorFlow's registry does, in one line of signature:

    add_v2 = op("AddV2", "x: T, y: T -> z: T", kernel=np.add, infer=infer.broadcast, types={"T": NUMERIC})

Argument types are an attribute's name (``T``), a dtype's name (``int32``), ``N*T`` for a list of one type or
``[Tin]`` for a list of any types. Attributes that the inputs determine (T, N, Tin) are filled in by `resolve`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from runtime.core import dtypes, errors

OPS: dict[str, "OpDef"] = {}

OF_UFUNC: dict[np.ufunc, "OpDef"] = {}  # the op that computes a NumPy function and nothing else

ROLES = {
    "constant": "its value is the attribute `value`",
    "variable": "it makes the resource of a variable of a plain graph",
    "placeholder": "its value is given from outside the graph",
    "identity": "its output is its input",
    "nothing": "it only waits for others",
    "pack": "it stacks its inputs, one below the other",
    "read": "its output is the value of the variable behind its input",
    "write": "it sets the variable behind its first input to the second",
    "update": "it sets the variable behind its first input to what the function `updates` gives of the old value and the second input",
    "call": "it runs the graph in the attribute `f`",
    "branch": "it runs one of the graphs in `then_branch` and `else_branch`",
    "case": "it runs one of the graphs in `branches`",
    "loop": "it runs the graphs in `cond` and `body`",
}

COMPUTED = object()  # see `OpDef.static`

LIGHT = 1  # the weight of an addition, and of what takes no longer

REQUIRED = object()  # the default of an attribute that has none


class TypeList(frozenset):
    """The dtypes that an op accepts; `names` keeps the order in which error texts list them."""

    def __new__(cls, names):
        names = tuple(names.split() if isinstance(names, str) else names)
        self = super().__new__(cls, (dtypes.BY_NAME[name] for name in names if name in dtypes.BY_NAME))
        self.names = names
        return self


def _type_list(allowed):
    """A `TypeList` of names in TensorFlow's order, or of DTypes."""
    if isinstance(allowed, TypeList):
        return allowed
    names = allowed.split() if isinstance(allowed, str) else [getattr(item, "name", item) for item in allowed]
    return TypeList(names)


class Arg(NamedTuple):
    """One input or output of an op. `dtype` is set if the type is fixed, else `type_attr` names the attribute."""

    name: str
    dtype: dtypes.DType | None
    type_attr: str | None
    number_attr: str | None  # N*T
    is_list: bool            # N*T or [Tin]


def _parse_args(text):
    args = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, kind = (s.strip() for s in part.split(":"))
        number = None
        is_list = kind.startswith("[")
        kind = kind.strip("[]")
        if "*" in kind:
            number, kind = kind.split("*")
            is_list = True
        dtype = dtypes.BY_NAME.get(kind) if not kind[0].isupper() else None
        args.append(Arg(name, dtype, None if dtype else kind, number, is_list))
    return tuple(args)


def attr_text(value):
    """An attribute's value as TensorFlow prints it inside ``{{node …}}`` texts."""
    if isinstance(value, dtypes.DType):
        return value.proto_name
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, bytes)):
        return '"' + (value if isinstance(value, str) else value.decode("utf-8", "replace")) + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(attr_text, value)) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


class OpDef:
    """A kind of operation.

    Attributes:
        name: TensorFlow's op name, such as ``"AddV2"``.
        inputs, outputs: tuples of `Arg`.
        attrs: attributes given by the caller, name → default (`REQUIRED` if none). They are the kernel's keywords.
        types: allowed dtypes of type attributes, name → `TypeList`.
        unserved: dtypes that `types` allows and TensorFlow has no kernel for on a CPU, name → `TypeList`.
        kernel: ``kernel(*arrays, **attrs)`` → an array, or a tuple of arrays unless there is exactly one output.
            It must not change its inputs, nor return a view of storage that may change later.
        infer: ``infer(inputs, attrs)`` → static shape (a tuple with None for unknown sizes, or None), or a list of
            these unless there is exactly one output. Raises ValueError with TensorFlow's text on a contradiction.
        grad: ``grad(op, *output_gradients)`` → one gradient (or None) for each input; written with public ops, so that
            it runs eagerly, is recorded in graphs and can be differentiated again. None: see `differentiable`.
        differentiable: whether TensorFlow's registry has a gradient for the op: True if `grad` is there; False if it says that
            there is none (`not_differentiable`: gradients are None); None if it says nothing (asking for one raises LookupError).
        stateful: it has an effect or reads state: never folded, shared or reordered.
        reads_only: it uses its resource input without changing it.
        prunable: it may be dropped when nobody needs the output, though stateful (random numbers, reads).
        commutative: the order of its two inputs does not matter.
        elementwise: each element of the output depends on the elements at its place in the inputs alone, so the kernel may
            be given the arrays in parts; what it returns is new memory. True by default for kernels that are ufuncs.
        reads_bits: the kernel looks at the memory of its inputs: bfloat16 and its like must come as they are (see `narrow`).
        lower: the kernel as an expression of simpler functions (`runtime.ops.kernels.expressions`), elementwise. It serves as the
            kernel if none is given; compiled graphs run its steps among those of other ops.
        role: what the op is to those who build, run and save graphs, if it is more than a kernel; see `ROLES`.
        updates: of an op with the role "update", the function of the old value and the input.
        calls_python: the kernel runs Python code of the program.
        files: it reads or writes files.
        random: it draws random numbers; stateful for that alone, and not kept in order with other effects.
        table: what the op does to a lookup table: "make" it or "fill" it.
        takes_none: whether `grad` takes None for an output without a gradient; others are given zeros. See `gradient`.
        static: ``static(operation, index)`` → the value of an output as far as it is known before the graph runs, or None;
            `COMPUTED`: the kernel's, where those of all inputs are known. See `static`.
        told: whether `tf.get_static_value` tells that value too.
        by_shape: the output follows from the static shapes of the inputs, where these are known.
        sizes: ``sizes(operation, value_of, sizes_of)`` → the sizes that the output means when it is taken as a shape, None for
            those unknown; None if nothing is known. `value_of` and `sizes_of` give the same of the inputs.
        weight: what one element costs, in additions; 16 for a function of which nothing is said.
        instance: ``instance(**attrs)`` → a kernel with a memory of its own, which a compiled graph makes once for each
            node (random number generators). Eagerly `kernel` serves.
    """

    __slots__ = ("name", "inputs", "outputs", "attrs", "types", "kernel", "infer", "grad", "stateful", "reads_only",
                 "prunable", "single", "list_input", "_checks", "unserved", "checked_attrs", "commutative", "elementwise",
                 "instance", "_has_no_gradient", "reads_bits", "lower", "role", "weight",
                 "updates", "calls_python", "files", "random", "table", "takes_none",
                 "static", "told", "by_shape", "sizes")

    def __init__(self, name, signature, kernel=None, infer=None, grad=None, attrs=None, types=None, stateful=False,
                 reads_only=False, prunable=False, commutative=False, elementwise=None, instance=None, unserved=None,
                 reads_bits=False, lower=None, role=None, weight=16, updates=None, calls_python=False,
                 files=False, random=False, table=None, by_shape=False):
        self.name = name
        left, right = signature.split("->")
        self.inputs = _parse_args(left)
        self.outputs = _parse_args(right)
        self.attrs = dict(attrs or {})
        self.types = {attr: _type_list(allowed) for attr, allowed in (types or {}).items()}
        self.unserved = {attr: TypeList(names) for attr, names in (unserved or {}).items() if names}
        self.kernel = kernel = lower if kernel is None else kernel
        self.lower = lower
        self.role = role
        self.updates = updates
        self.calls_python = calls_python
        self.files = files
        self.random = random
        self.table = table
        self.by_shape = by_shape
        self.takes_none = self.told = False
        self.static = self.sizes = None
        self.weight = weight
        self.infer = infer
        self.grad = grad
        self._has_no_gradient = False
        self.stateful = stateful
        self.reads_only = reads_only
        self.prunable = prunable or reads_only
        self.commutative = commutative
        if elementwise is None:
            elementwise = lower is not None or isinstance(kernel, np.ufunc) and kernel.signature is None
        self.elementwise = elementwise
        self.instance = instance
        self.reads_bits = reads_bits
        self.single = len(self.outputs) == 1 and not self.outputs[0].is_list
        self.list_input = next((i for i, arg in enumerate(self.inputs) if arg.is_list), None)
        self._checks = self._eager_checks()
        self.checked_attrs = tuple(attr for attr in self.attrs if attr in self.types or attr in self.unserved)

    is_constant = property(lambda self: self.role == "constant")
    is_placeholder = property(lambda self: self.role == "placeholder")

    @property
    def differentiable(self):
        if self.grad is not None:
            return True
        return False if self._has_no_gradient else None

    def _eager_checks(self):
        """[(input index, dtype or None, index of the input it must agree with or None, allowed or None)] for `check`."""
        if self.list_input is not None:
            return None
        checks, first = [], {}
        for index, arg in enumerate(self.inputs):
            if arg.dtype is not None:
                checks.append((index, arg.dtype, None, None))
            elif arg.type_attr in first:
                checks.append((index, None, first[arg.type_attr], None))
            else:
                first[arg.type_attr] = index
                if (served := self._served(arg.type_attr)) is not None:
                    checks.append((index, None, None, served))
        return tuple(checks)

    def _served(self, attr):
        """The dtypes that an eager op takes for a type attribute; None for all."""
        if attr not in self.unserved:
            return self.types.get(attr)
        return self.types.get(attr, frozenset(dtypes.ALL)) - self.unserved[attr]

    def list_lengths(self, count, attrs=None):
        """For each input the number of the `count` flat inputs that it takes: lists are as long as `attrs` says, else all the same."""
        said = [(attrs or {}).get(arg.number_attr or arg.type_attr) if arg.is_list else 1 for arg in self.inputs]
        said = [value if value is None or isinstance(value, int) else len(value) for value in said]
        unsaid = said.count(None)
        shared = (count - sum(value for value in said if value is not None)) // unsaid if unsaid else 0
        return [shared if value is None else value for value in said]

    def input_args(self, count, attrs=None):
        """The `Arg` of each of `count` flat inputs."""
        if self.list_input is None:
            return self.inputs
        return tuple(arg for each, length in zip(self.inputs, self.list_lengths(count, attrs)) for arg in (each,) * length)

    def check(self, inputs, attrs=None):
        """Eager type check of `inputs`. Raises InvalidArgumentError or NotFoundError as TensorFlow's kernels do."""
        checks = self._checks
        if checks is None:
            checks = self._list_checks(len(inputs), attrs)
        for index, dtype, like, allowed in checks:
            actual = inputs[index].dtype
            if allowed is not None:
                if actual not in allowed:
                    raise self._refused(self.input_args(len(inputs), attrs)[index].type_attr, actual, inputs, attrs)
            else:
                expected = dtype if like is None else inputs[like].dtype
                if actual is not expected:
                    raise errors.InvalidArgumentError(
                        None, None, f"cannot compute {self.name} as input #{index}(zero-based) was expected to be a "
                        f"{expected.kernel_name} tensor but is a {actual.kernel_name} tensor [Op:{self.name}]")

    def _list_checks(self, count, attrs):
        checks, first = [], {}
        for index, arg in enumerate(self.input_args(count, attrs)):
            if arg.dtype is not None:
                checks.append((index, arg.dtype, None, None))
            elif arg.is_list and arg.number_attr is None:
                continue
            elif arg.type_attr in first:
                checks.append((index, None, first[arg.type_attr], None))
            else:
                first[arg.type_attr] = index
                if (served := self._served(arg.type_attr)) is not None:
                    checks.append((index, None, None, served))
        return checks

    def check_attrs(self, attrs):
        """Eager check of the dtypes that are given as attributes. Raises as `check` does."""
        for attr in self.checked_attrs:
            value = attrs.get(attr) if attrs else None
            for dtype in value if isinstance(value, (list, tuple)) else (value,):
                if isinstance(dtype, dtypes.DType) and dtype not in self._served(attr):
                    raise self._refused(attr, dtype, (), attrs)

    def _refused(self, attr, dtype, inputs, attrs):
        """TensorFlow's error for a dtype that its registry does not allow, or has no kernel for."""
        allowed = self.types.get(attr)
        if allowed is not None and dtype not in allowed:
            listed = ", ".join(dtypes.BY_NAME[name].kernel_name if name in dtypes.BY_NAME else name for name in allowed.names)
            return errors.InvalidArgumentError(
                None, None, f"Value for attr '{attr}' of {dtype.kernel_name} is not in the list of allowed values: {listed}\n\t; NodeDef: "
                f"{{{{node {self.name}}}}}; Op<name={self.name}> [Op:{self.name}]")
        known = {arg.type_attr: tensor.dtype for arg, tensor in zip(self.input_args(len(inputs), attrs), inputs) if arg.type_attr} if inputs else {}
        values = {**known, attr: dtype, **self.full_attrs(attrs)}
        listed = ", ".join(f"{name}={attr_text(value)}" for name, value in sorted(values.items()) if value is not REQUIRED)
        if any(arg.dtype is dtypes.resource for arg in self.inputs):  # its device is known, so TensorFlow looks for a kernel there
            return errors.InvalidArgumentError(None, None, self.no_kernel(self.name, listed) + f" [Op:{self.name}]")
        return errors.NotFoundError(None, None, f"Could not find device for node: {{{{node {self.name}}}}} = {self.name}[{listed}]\n"
                                    f" [Op:{self.name}]")

    def no_kernel(self, node, attrs):
        """TensorFlow's text for the node `node` of a graph, or one on a resource, whose dtypes no kernel serves."""
        return (f"No OpKernel was registered to support Op '{self.name}' used by {{{{node {node}}}}} with these attrs: [{attrs}]\n"
                f"Registered devices: [CPU]\n\t [[{{{{node {node}}}}}]]")

    def check_allowed(self, arg, dtype):
        """Raises TypeError, in the words of TensorFlow's graph building, if the op does not take `dtype` for `arg`."""
        self._check_allowed(arg.name, arg.type_attr, dtype)

    def _check_allowed(self, parameter, attr, dtype):
        allowed = self.types.get(attr)
        if allowed is not None and dtype not in allowed:
            raise TypeError(f"Value passed to parameter '{parameter}' has DataType {dtype.name} not in list of allowed values: "
                            + ", ".join(allowed.names))

    def resolve(self, inputs, attrs):
        """All attributes of a node with these inputs, those that follow from the inputs included.

        Raises:
            TypeError: an input's dtype does not fit, in the words of TensorFlow's graph building.
        """
        resolved = {}
        owner = {}
        args = self.input_args(len(inputs), attrs)
        for arg, tensor in zip(args, inputs):
            dtype = tensor.dtype
            if arg.dtype is not None:
                if dtype is not arg.dtype:
                    raise TypeError(f"Input '{arg.name}' of '{self.name}' Op has type {dtype.name} that does not match "
                                    f"expected type of {arg.dtype.name}.")
            elif arg.is_list and arg.number_attr is None:
                resolved.setdefault(arg.type_attr, []).append(dtype)
            elif arg.type_attr not in resolved:
                self.check_allowed(arg, dtype)
                resolved[arg.type_attr] = dtype
                owner[arg.type_attr] = arg.name
            elif resolved[arg.type_attr] is not dtype:
                if arg.is_list:
                    found = ", ".join(t.dtype.name for a, t in zip(args, inputs) if a is arg)
                    raise TypeError(f"Tensors in list passed to '{arg.name}' of '{self.name}' Op have types "
                                    f"[{found}] that don't all match.")
                raise TypeError(f"Input '{arg.name}' of '{self.name}' Op has type {dtype.name} that does not match type "
                                f"{resolved[arg.type_attr].name} of argument '{owner[arg.type_attr]}'.")
        if self.list_input is not None and self.inputs[self.list_input].number_attr:
            resolved[self.inputs[self.list_input].number_attr] = self.list_lengths(len(inputs), attrs)[self.list_input]
        for name, default in self.attrs.items():
            value = attrs.get(name, default) if attrs else default
            if value is REQUIRED:
                raise TypeError(f"{self.name} needs the attribute '{name}'")
            if name in self.types:
                for dtype in value if isinstance(value, (list, tuple)) else (value,):
                    self._check_allowed(name, name, dtype)
            resolved.setdefault(name, value)
        return resolved

    def output_dtypes(self, resolved):
        """The dtype of each output, given all attributes."""
        result = []
        for arg in self.outputs:
            if arg.dtype is not None:
                one = arg.dtype
            else:
                one = resolved[arg.type_attr]
            if arg.number_attr:
                result.extend([one] * resolved[arg.number_attr])
            elif arg.is_list:
                result.extend(one)
            else:
                result.append(one)
        return result

    def full_attrs(self, attrs):
        """`attrs` with the defaults filled in: the kernel's keywords."""
        return {**self.attrs, **attrs} if attrs else self.attrs

    def __repr__(self):
        return f"OpDef({self.name})"


def op(name, signature, **properties) -> OpDef:
    """Declare an op and enter it into the table. Raises ValueError if the name is taken."""
    if name in OPS:
        raise ValueError(f"op {name} is declared twice")
    OPS[name] = op_def = OpDef(name, signature, **properties)
    if isinstance(op_def.kernel, np.ufunc):
        OF_UFUNC.setdefault(op_def.kernel, op_def)
    return op_def


def gradient(*names, takes_none=False):
    """Decorator: the function below is the gradient of the ops with these names."""
    def register(function):
        for name in names:
            OPS[name].grad = function
            OPS[name].takes_none = takes_none
        return function
    return register


def static(*names, value=COMPUTED, told=False):
    """Say how outputs of the ops with these names may be known before the graph runs; see `OpDef.static` and `OpDef.told`."""
    for name in names:
        OPS[name].static, OPS[name].told = value, told


def sizes(name):
    """Decorator: the function below gives the sizes that the output of the op means as a shape; see `OpDef.sizes`."""
    def register(function):
        OPS[name].sizes = function
        return function
    return register


def not_differentiable(*names):
    """Say that the ops with these names have no gradient by design, as ``tf.no_gradient`` does: it is None."""
    for name in names:
        OPS[name]._has_no_gradient = True


REGISTERED: dict[str, object] = {}  # gradients that programs have registered, by the name of the op or by one of their own


def register_gradient(name, function):
    """Let `function` be the gradient called `name`, or say that there is none (None). Raises KeyError if there is one."""
    op_def = OPS.get(name)
    if name in REGISTERED or op_def is not None and op_def.differentiable is not None:
        raise KeyError(f"Registering two gradient with name '{name}'!")
    REGISTERED[name] = function
    if op_def is not None:
        op_def.grad, op_def._has_no_gradient = function, function is None


def find(name) -> OpDef:
    """The op called `name`. Raises MissingOpError if the runtime does not have it."""
    try:
        return OPS[name]
    except KeyError:
        raise errors.MissingOpError(f"the runtime has no operation {name}") from None


_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(name):
    """``MatMul`` → ``mat_mul``."""
    return _SNAKE.sub("_", name).lower()
