"""Expressions: kernels that are written once, with NumPy's elementwise functions, and can be written down as steps.

    ELU = op("Elu", ..., lower=expression(lambda x: np.where(x < 0, np.exp(np.minimum(x, 0)) - 1, x)))

The function is called with stand-ins for arrays, one for each input. What it does to them is noted: the steps. The op's kernel
is compiled from these, and so are the plans of graphs, which mix the steps of many ops. So both give the same bits.

An expression may look at the `dtype` of its inputs, not at their shapes or elements. Python's numbers take the dtype of what they
are combined with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.ops.kernels.select import select

_MAX_KEPT = 256  # compiled forms of one expression: there is one for each combination of dtypes and attributes


class Step(NamedTuple):
    """``function(*inputs)``, elementwise. An input is a `Value`, or a NumPy scalar."""

    function: object
    inputs: tuple
    output: "Value"


class Value(np.lib.mixins.NDArrayOperatorsMixin):
    """Stands for an array while an expression is written down in `steps`."""

    __slots__ = ("dtype", "steps")

    def __init__(self, dtype, steps):
        self.dtype = dtype
        self.steps = steps

    def astype(self, dtype, copy=True):
        return self if np.dtype(dtype) == self.dtype else self._note(Cast(np.dtype(dtype)), (self,))

    def _note(self, function, inputs, like=None):
        known = next((value.dtype for value in like or inputs if hasattr(value, "dtype")), self.dtype)
        inputs = tuple(value if isinstance(value, Value) else _constant(value, known) for value in inputs)
        samples = [np.ones(1, value.dtype) if isinstance(value, Value) else value for value in inputs]
        with np.errstate(all="ignore"):
            output = Value(function(*samples).dtype, self.steps)
        self.steps.append(Step(function, inputs, output))
        return output

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if method != "__call__" or options or ufunc.nout != 1:
            return NotImplemented
        return self._note(ufunc, inputs)

    def __array_function__(self, function, types, args, options):
        if function is not np.where or len(args) != 3 or options:
            return NotImplemented
        return self._note(select, args, like=args[1:])

    def __bool__(self):
        raise TypeError("an expression cannot depend on the elements of an array")

    __iter__ = None


def _constant(value, dtype):
    return dtype.type(value) if type(value) in (bool, int, float, complex) else value


class Cast:
    """The function that casts arrays to `dtype`."""

    def __init__(self, dtype):
        self.dtype = dtype

    def __call__(self, x, out=None):
        if out is None:
            return x.astype(self.dtype)
        np.copyto(out, x, casting="unsafe")
        return out

    def __eq__(self, other):
        return isinstance(other, Cast) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)

    def __repr__(self):
        return f"cast to {self.dtype}"


class Expression:
    """A kernel that is written as an expression."""

    def __init__(self, function):
        self.function = function
        self._compiled = {}

    def __call__(self, *arrays, **attrs):
        if attrs:
            key = (*[array.dtype for array in arrays], *attrs.values())
        else:  # the common cases, and worth their lines
            key = arrays[0].dtype if len(arrays) == 1 else tuple([array.dtype for array in arrays])
        compiled = self._compiled.get(key)
        if compiled is None:
            if len(self._compiled) >= _MAX_KEPT:
                self._compiled.clear()
            compiled = self._compiled[key] = _compile(*self.steps([array.dtype for array in arrays], attrs))
        return compiled(*arrays)

    def steps(self, dtypes, attrs=()):
        """The expression on arrays of these dtypes: (the values that stand for them, the steps); the last one gives the result.

        None if the function says by `NotImplemented` that on these dtypes it is no expression.
        """
        steps = []
        inputs = [Value(dtype, steps) for dtype in dtypes]
        result = self.function(*inputs, **dict(attrs))
        if result is NotImplemented:
            return None
        if not steps or steps[-1].output is not result:  # an input, or something on the way to what is not used
            result._note(np.positive, (result,))
        return inputs, steps


def expression(function):
    """`function` as the `Expression` of a kernel."""
    return Expression(function)


def takes_out(function):
    """Whether ``function(..., out=array)`` writes the result there."""
    return isinstance(function, (np.ufunc, Cast)) or function is select


def _compile(inputs, steps):
    """A function of arrays that takes the steps; where all are of one shape, a step may take the memory of what is not needed any more."""
    namespace, names = {}, {id(value): f"x{i}" for i, value in enumerate(inputs)}
    last = {id(value): step for step in steps for value in step.inputs}
    fresh, reusing, owned = [], [], {}
    for step in steps:
        args = ", ".join(names.get(id(value)) or _bind(namespace, "c", value) for value in step.inputs)
        name = names[id(step.output)] = f"t{len(names)}"
        call = f"{_bind(namespace, 'f', step.function)}({args}"
        fresh.append(f"{name} = {call})")
        dying = [value for value in step.inputs if id(value) in owned and last[id(value)] is step and value.dtype == step.output.dtype]
        reusing.append(f"{name} = {call}, out={names[id(dying[0])]})" if dying and takes_out(step.function) else fresh[-1])
        owned[id(step.output)] = True
    parameters = ", ".join(f"x{i}" for i in range(len(inputs)))
    same = " == ".join(f"x{i}.shape" for i in range(len(inputs))) if len(inputs) > 1 else "True"
    lines = [f"def run({parameters}):"]
    if reusing != fresh:
        lines += [f"    if x0.ndim and {same}:", *("        " + line for line in reusing), f"        return {name}"]
    lines += ["    " + line for line in fresh] + [f"    return {name}"]
    exec(compile("\n".join(lines), "<expression>", "exec"), namespace)
    return namespace["run"]


def _bind(namespace, prefix, value):
    name = f"{prefix}{len(namespace)}"
    namespace[name] = value
    return name
