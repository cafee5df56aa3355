"""Functions for single ops, made of their signatures."""

from __future__ import annotations

import collections
import functools
import inspect
import json
from pathlib import Path
from typing import NamedTuple

from runtime.core import dtypes, errors
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED
from runtime.core.tensor_shape import as_dims
from runtime.saved_model.import_graph import all_ops

_RECORDED = Path(__file__).parent / "signatures.txt"
_KINDS = {"bool": bool, "int": int, "float": (int, float), "string": (str, bytes)}


class Parameter(NamedTuple):
    """A parameter of a raw op: an input, which has a position, or an attribute, which has a type, and maybe another name in the op."""

    name: str
    attr: str
    position: int | None
    is_list: bool
    type: str
    default: object


@functools.cache
def signatures():
    """Name of an op → its line in the record."""
    return dict(line.split(" ", 1) for line in _RECORDED.read_text(encoding="utf-8").splitlines())


def names():
    return sorted(signatures())


def _parameter(word):
    if "@" in word.partition("=")[0] and ":" not in word.partition("@")[0]:
        name, _, position = word.partition("@")
        return Parameter(name, name, int(position.rstrip("*")), position.endswith("*"), "", inspect.Parameter.empty)
    head, has_default, default = word.partition("=")
    names, _, kind = head.partition(":")
    name, _, attr = names.partition(">")
    return Parameter(name, attr or name, None, False, kind, json.loads(default) if has_default else inspect.Parameter.empty)


@functools.cache
def function(name):
    """The function for an op; None if TensorFlow has no op of this name."""
    line = signatures().get(name)
    if line is None:
        return None
    public, *words = line.split()
    parameters = [_parameter(word) for word in words]

    def call(*args, **kwargs):
        if args:
            keys = [parameter.name for parameter in parameters] + ["name"]
            raise TypeError(f"{public} only takes keyword args (possible keys: {keys}). Please pass these args as kwargs instead.")
        return _run(name, public, parameters, dict(kwargs))
    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"The op `{name}` by itself."
    call.__signature__ = inspect.Signature([
        inspect.Parameter(parameter.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=_shown(parameter)) for parameter in parameters]
        + [inspect.Parameter("name", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)])
    return call


def _shown(parameter):
    """The default as the signature shows it."""
    return dtypes.as_dtype(parameter.default) if parameter.type == "type" and isinstance(parameter.default, str) else parameter.default


def _run(name, public, parameters, given):
    node_name = given.pop("name", None)
    known = {parameter.name for parameter in parameters}
    for key in given:
        if key not in known:
            raise TypeError(f"{public}() got an unexpected keyword argument '{key}'")
    missing = [parameter.name for parameter in parameters if parameter.name not in given and parameter.default is inspect.Parameter.empty]
    if missing:
        listed = ", ".join(f"'{one}'" for one in missing[:-1]) + ("," if len(missing) > 2 else "") + (" and " if missing[1:] else "") + f"'{missing[-1]}'"
        raise TypeError(f"{public}() missing {len(missing)} required positional argument{'s' if missing[1:] else ''}: {listed}")
    op_def = all_ops().get(name)
    if op_def is None:
        raise errors.MissingOpError(f"the runtime has no operation {name}, so tf.raw_ops.{name} cannot be called")
    inputs, attrs = [], {}
    for parameter in sorted((one for one in parameters if one.position is not None), key=lambda one: one.position):
        value = given[parameter.name]
        if parameter.is_list and not isinstance(value, (list, tuple)):
            raise TypeError(f"Expected list for '{parameter.name}' argument to '{public}' Op, not {value!r}.")
        inputs.extend(value if parameter.is_list else [value])
    for parameter in parameters:
        if parameter.position is None:
            _add_attribute(attrs, op_def, public, parameter, given)
    lacking = [attr for attr, default in op_def.attrs.items() if default is REQUIRED and attr not in attrs]
    if lacking:
        raise errors.MissingOpError(f"tf.raw_ops.{name} cannot be called in the runtime, where its attribute {lacking[0]} is no plain value")
    return _packed(op_def, dispatch(op_def, inputs, attrs or None, node_name))


def _add_attribute(attrs, op_def, public, parameter, given):
    """Put an attribute into `attrs` as the table has it. Raises MissingOpError if the table does not have it and it is not the default."""
    is_default = parameter.name not in given
    attr = parameter.attr if parameter.attr in op_def.attrs else parameter.name
    value = parameter.default if is_default else given[parameter.name]
    if value is None and is_default and attr not in op_def.attrs:
        return
    value = _converted(value, parameter, public)
    if attr in op_def.attrs:
        if not is_default or op_def.attrs[attr] is REQUIRED:
            attrs[attr] = value
    elif not is_default and value != _converted(parameter.default, parameter, public):
        raise errors.MissingOpError(f"the operation {op_def.name} of the runtime has not the attribute {parameter.name}")


def _converted(value, parameter, public):
    if value is inspect.Parameter.empty:
        return value
    kind = parameter.type
    if kind.startswith("list("):
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"Expected list for '{parameter.name}' argument to '{public}' Op, not {value!r}.")
        return [_single(item, kind[5:-1], parameter.name) for item in value]
    return _single(value, kind, parameter.name)


def _single(value, kind, name):
    if kind == "type":
        try:
            return dtypes.as_dtype(value)
        except TypeError:
            raise TypeError(f"Expected DataType for argument '{name}' not {value!r}.") from None
    if kind == "shape":
        return as_dims(value)
    if kind in _KINDS and not isinstance(value, _KINDS[kind]) and not hasattr(value, "__index__"):
        raise TypeError(f"Expected {kind} for argument '{name}' not {value!r}.")
    if kind == "bool" and not isinstance(value, bool):
        raise TypeError(f"Expected bool for argument '{name}' not {value!r}.")
    return value.decode() if isinstance(value, bytes) else value


def _packed(op_def, result):
    """The outputs as TensorFlow's function returns them: a tensor, a list, or a named tuple of such."""
    if op_def.single or not op_def.outputs:
        return result
    if len(op_def.outputs) == 1:
        return list(result)
    lists = sum(arg.is_list for arg in op_def.outputs)
    length = (len(result) - len(op_def.outputs) + lists) // lists if lists else 0
    values, given = [], iter(result)
    for arg in op_def.outputs:
        values.append([next(given) for _ in range(length)] if arg.is_list else next(given))
    return _tuple_class(op_def.name, tuple(arg.name for arg in op_def.outputs))(*values)


@functools.cache
def _tuple_class(name, fields):
    return collections.namedtuple(name, fields)
