"""Dtypes that an op's signature allows and no kernel of TensorFlow's serves."""

from __future__ import annotations

import functools

from runtime.core import dtypes, errors
from runtime.core.graph_text import attr_text


def no_kernel(op_name, array, type_attr="T", **attrs):
    """TensorFlow's error for an op on elements of the dtype of `array`."""
    attrs = {type_attr: dtypes.FROM_NUMPY[array.dtype], **attrs}
    listed = ", ".join(f"{name}={attr_text(value)}" for name, value in sorted(attrs.items()))
    return errors.NotFoundError(None, None, f"Could not find device for node: {{{{node {op_name}}}}} = {op_name}[{listed}]\n"
                                f" [Op:{op_name}]")


def unserved(op_name, refused, kernel):
    """`kernel`, but for first arguments of the NumPy kinds (``"c"``) or types (``"f2"``) in the set `refused`."""
    @functools.wraps(kernel)
    def checked(x, *rest, **attrs):
        if x.dtype.kind in refused or x.dtype.str[1:] in refused:
            raise no_kernel(op_name, x, **attrs)
        return kernel(x, *rest, **attrs)
    return checked
