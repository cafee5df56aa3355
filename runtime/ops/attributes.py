"""Checks of attributes that TensorFlow makes before an op runs, with its error of the current mode."""

from __future__ import annotations

from runtime.core import dtypes, errors
from runtime.core.context import context


def _eager(op_name, message):
    return errors.InvalidArgumentError(None, None, f"{message}\n\t; NodeDef: {{{{node {op_name}}}}}; Op<name={op_name}> "
                                       f"[Op:{op_name}]")


def one_of(op_name, attr, value, allowed):
    """Raise InvalidArgumentError, or ValueError while tracing, unless the text `value` is one of `allowed`."""
    if value in allowed:
        return
    listed = ", ".join(f'"{item}"' for item in allowed)
    if context.graph is not None:
        raise ValueError(f"Attr '{attr}' of '{op_name}' Op passed string '{value}' not in: {listed}.")
    raise _eager(op_name, f"Value for attr '{attr}' of \"{value}\" is not in the list of allowed values: {listed}")


def one_of_types(op_name, attr, dtype, allowed):
    """Raise InvalidArgumentError, or TypeError while tracing, unless `dtype` is in the TypeList `allowed`."""
    if dtype in allowed:
        return
    if context.graph is not None:
        raise TypeError(f"Value passed to parameter '{attr}' has DataType {dtype.name} not in list of allowed values: "
                        + ", ".join(allowed.names))
    listed = ", ".join(dtypes.BY_NAME[name].kernel_name if name in dtypes.BY_NAME else name for name in allowed.names)
    raise _eager(op_name, f"Value for attr '{attr}' of {dtype.kernel_name} is not in the list of allowed values: {listed}")


def at_least(op_name, attr, value, minimum):
    """Raise InvalidArgumentError, or ValueError while tracing, if the number `value` is below `minimum`."""
    if value >= minimum:
        return
    if context.graph is not None:
        raise ValueError(f"Attr '{attr}' of '{op_name}' Op passed {value} less than minimum {minimum}.")
    raise _eager(op_name, f"Value for attr '{attr}' of {value} must be at least minimum {minimum}")


def length_at_least(op_name, attr, value, minimum):
    """Raise InvalidArgumentError, or ValueError while tracing, if the list `value` is shorter than `minimum`."""
    if len(value) >= minimum:
        return
    if context.graph is not None:
        raise ValueError(f"List argument '{attr}' to '{op_name.lower()}' Op with length {len(value)} shorter than minimum length "
                         f"{minimum}.")
    raise _eager(op_name, f"Length for attr '{attr}' of {len(value)} must be at least minimum {minimum}")
