"""The elements of `Dataset.from_generator`: what a Python function yields, checked against the signature."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.composite import CompositeTensor
from runtime.core.context import graph_mode
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor_shape import is_compatible
from runtime.data import structure
from runtime.data.encoded import encode
from runtime.ops.control_flow.py_function import _USER_ERRSTATE, _failure


class Elements:
    """An iterator over flat tuples of arrays, made anew for each iteration of the dataset.

    Raises, where an element does not fit, InvalidArgumentError with the text of the Python exception that TensorFlow raises.
    """

    def __init__(self, generator, signature):
        self._generator = generator
        self._signature = signature
        self._specs = structure.flatten(signature)
        self._expected = structure.map_leaves(lambda spec: spec.dtype, signature)

    def __call__(self, args, output_types, output_shapes):
        try:
            with graph_mode(None):
                values = iter(self._generator(*(np.array(arg)[()] for arg in args)))
        except Exception as error:
            raise _in_node(_failure(error)) from error
        while True:
            try:
                with graph_mode(None), np.errstate(**_USER_ERRSTATE):
                    value = next(values)
                row = self._row(value)
            except StopIteration:
                return
            except errors.OpError:
                raise
            except Exception as error:
                raise _in_node(_failure(error)) from error
            yield row

    def _row(self, value):
        row = []
        try:
            leaves = _leaves(self._signature, value)
        except (TypeError, ValueError):
            raise TypeError("`generator` yielded an element that did not match the expected structure. The expected structure was "
                            f"{self._expected}, but the yielded element was {value}.") from None
        for leaf, spec in zip(leaves, self._specs):
            if hasattr(type(spec), "layout"):
                row.append(encode(spec, self._composite(leaf, spec))._value)
                continue
            try:
                array = structure.as_kernel_array(leaf, spec.dtype)
            except (TypeError, ValueError):
                raise TypeError("`generator` yielded an element that could not be converted to the expected type. The expected type "
                                f"was {spec.dtype.name}, but the yielded element was {leaf}.") from None
            if not is_compatible(spec._dims, array.shape):
                raise TypeError(f"`generator` yielded an element of shape {array.shape} where an element of shape {spec.shape} was "
                                "expected.")
            row.append(array)
        return tuple(row)

    def _composite(self, value, spec):
        """`value` as one of the type `spec`. Raises TypeError where it is none."""
        if not isinstance(value, CompositeTensor):
            try:
                value = convert_to_tensor(value, spec.dtype)
            except (TypeError, ValueError):
                raise TypeError("`generator` yielded an element that did not match the expected structure. The expected structure was "
                                f"{self._signature}, but the yielded element was {value}.") from None
        found = structure.spec_of(value)
        if not spec.is_compatible_with(found):
            raise TypeError(f"`generator` yielded an element of {found} where an element of {spec} was expected.")
        return value


def _in_node(error):
    error.message += "\n\t [[{{node PyFunc}}]]"
    return error


def _leaves(signature, value):
    """The leaves of `value` in the order of those of `signature`. Raises TypeError or ValueError if it has another structure."""
    if not structure.is_structure(signature):
        return [value]
    if isinstance(signature, dict):
        if not isinstance(value, dict) or sorted(signature) != sorted(value):
            raise ValueError
        pairs = [(signature[key], value[key]) for key in sorted(signature)]
    else:
        if isinstance(value, (str, bytes, dict)) or len(value) != len(signature):
            raise ValueError
        pairs = zip(signature, value)
    return [leaf for one, part in pairs for leaf in _leaves(one, part)]
