"""Conditions of branches and loops as Python's booleans, with the errors of the Switch nodes that TensorFlow runs in their place."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors

_NO_BOOL = {
    "If": "Input 'pred' passed {} expected bool while building NodeDef 'cond/switch_pred/_2' using Op<name=Switch; "
          "signature=data:T, pred:bool -> output_false:T, output_true:T; attr=T:type>",
    "While": "Input 'input' passed {} expected bool while building NodeDef 'while/LoopCond/_8' using Op<name=LoopCond; "
             "signature=input:bool -> output:bool>"}
_SWITCH = {"If": "switch_pred/_2", "While": "loop_counter_switch/_9", "Case": "branch_index/_1"}


def truth(value, kind="If"):
    """The Python bool of the condition of an If or While.

    Raises:
        InvalidArgumentError: it is no boolean scalar; in the words of the Switch nodes that TensorFlow runs in their place.
    """
    if getattr(value, "dtype", None) != np.bool_:
        dtype = dtypes.FROM_NUMPY[np.asarray(value, object if isinstance(value, bytes) else None).dtype].kernel_name
        error = errors.InvalidArgumentError(None, None, _NO_BOOL[kind].format(dtype))
        error.where = ""
        raise error
    return bool(scalar(value, kind))


def scalar(value, kind):
    """`value`, which must be one."""
    if np.ndim(value):
        sizes = ",".join(map(str, np.shape(value)))
        error = errors.InvalidArgumentError(None, None, f"The second input must be a scalar, but it has shape [{sizes}]")
        error.where = _SWITCH[kind]
        raise error
    return value
