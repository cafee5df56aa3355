"""Signatures: functions from named tensors to named tensors, which servers call."""

from __future__ import annotations

import collections.abc as abc

from runtime.core import nest
from runtime.core.tensor import Tensor
from runtime.core.trackable import Trackable
from runtime.function.concrete import ConcreteFunction
from runtime.function.function_type import sanitize
from runtime.function.polymorphic import Function, function
from runtime.function.tensor_spec import TensorSpec, VariableSpec

DEFAULT_KEY = "serving_default"


class SignatureMap(abc.Mapping, Trackable):
    """What a loaded object has as ``signatures``: name → ConcreteFunction."""

    def __init__(self):
        self._signatures = {}

    def __getitem__(self, key):
        return self._signatures[key]

    def __iter__(self):
        return iter(self._signatures)

    def __len__(self):
        return len(self._signatures)

    def __repr__(self):
        return f"_SignatureMap({self._signatures})"


def concrete_of(candidate):
    """The ConcreteFunction that a function with an input signature, or a ConcreteFunction, stands for; else None."""
    if isinstance(candidate, Function) and candidate.input_signature is not None:
        candidate = candidate.get_concrete_function()
    return candidate if isinstance(candidate, ConcreteFunction) else None


def find_default(functions):
    """The one function among `functions` that makes a signature by itself, or None."""
    possible = [concrete for concrete in map(concrete_of, functions) if concrete is not None and _is_valid(concrete)]
    return possible[0] if len(possible) == 1 else None


def _is_valid(concrete):
    if not concrete.outputs:
        return False
    try:
        _validate_inputs(concrete)
        _named_outputs(concrete.structured_outputs, concrete.name, DEFAULT_KEY)
    except ValueError:
        return False
    return True


def _validate_inputs(concrete):
    if any(isinstance(item, VariableSpec) for item in nest.flatten(concrete.structured_input_signature)):
        raise ValueError(f"Unable to serialize concrete_function '{concrete.name}'with tf.Variable input. Functions that expect "
                         "tf.Variable inputs cannot be exported as signatures.")


def _named_outputs(outputs, function_name, key):
    """`outputs` as a dict of tensors. Raises ValueError where there is something else in it."""
    function_name = function_name.decode()
    if not isinstance(outputs, abc.Mapping):
        if hasattr(outputs, "_asdict"):
            outputs = outputs._asdict()
        else:
            outputs = outputs if isinstance(outputs, abc.Sequence) else [outputs]
            outputs = {f"output_{index}": value for index, value in enumerate(outputs)}
    for name, value in outputs.items():
        if not isinstance(name, str):
            raise ValueError(f"Got a dictionary with a non-string key {name!r} in the output of the function {function_name} used "
                             f"to generate the SavedModel signature {key!r}.")
        if not isinstance(value, (Tensor, TensorSpec)):  # a spec in a loaded function
            raise ValueError(f"Got a non-Tensor value {value!r} for key {name!r} in the output of the function {function_name} used "
                             f"to generate the SavedModel signature {key!r}. Outputs for functions used as signatures must be a "
                             "single Tensor, a sequence of Tensors, or a dictionary from string to Tensor.")
    return dict(outputs)


def wrap(signatures):
    """A SignatureMap of functions that take keywords and return dicts, for what a user gave as ``signatures=``.

    Raises:
        ValueError: something is no function with an input signature, or takes or returns what signatures cannot.
    """
    wrapped = SignatureMap()
    if signatures is None:
        return wrapped
    if not isinstance(signatures, abc.Mapping):
        signatures = {DEFAULT_KEY: signatures}
    for key, candidate in signatures.items():
        if not isinstance(key, str):
            raise ValueError(f"The keys of `signatures` are names of signatures, strings. Got {key!r}.")
        concrete = concrete_of(candidate)
        if concrete is None:
            raise ValueError(f"Expected a TensorFlow function for which to generate a signature, but got {candidate}. Only "
                             "`tf.functions` with an input signature or concrete functions can be used as a signature.")
        _validate_inputs(concrete)
        wrapped._signatures[key] = _wrapped(candidate, concrete, key)
    return wrapped


def _wrapped(candidate, concrete, key):
    def signature_wrapper(**kwargs):
        return _named_outputs(concrete(**kwargs), concrete.name, key)

    if hasattr(candidate, "__name__"):
        signature_wrapper.__name__ = f"signature_wrapper_{candidate.__name__}"
    names = [sanitize(name) for name in concrete._flat_names]
    if len(set(names)) < len(names):
        raise ValueError("Name collision after sanitization. Please rename tf.function input parameters. Original: "
                         f"{concrete._flat_names}, Sanitized: {list(dict.fromkeys(names))}")
    specs = {sanitize(name): TensorSpec(tensor._dims, tensor.dtype, sanitize(name))
             for name, tensor in zip(concrete._flat_names, concrete.inputs)}
    return function(signature_wrapper).get_concrete_function(**specs)
