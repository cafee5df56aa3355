"""`tf.nest`: nested structures of lists, tuples, dicts, named tuples, attrs and data classes, in TensorFlow's order."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
from collections import deque


def _is_namedtuple(value):
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _is_attrs(value):
    return hasattr(type(value), "__attrs_attrs__")


def _is_nested_dataclass(value):
    return dataclasses.is_dataclass(value) and not isinstance(value, type) and hasattr(value, "__tf_flatten__")


def is_nested(structure):
    """Whether `structure` is a container that `flatten` opens."""
    if isinstance(structure, (str, bytes)):
        return False
    return isinstance(structure, (list, tuple, range, deque, abc.Mapping, abc.MappingView)) or _is_attrs(structure) or \
        _is_nested_dataclass(structure)


def _sorted_keys(mapping):
    return sorted(mapping)


def children(structure):
    """The direct children of a container, in flattening order."""
    if isinstance(structure, abc.Mapping):
        return [structure[key] for key in _sorted_keys(structure)]
    if _is_attrs(structure):
        return [getattr(structure, a.name) for a in type(structure).__attrs_attrs__]
    if _is_nested_dataclass(structure):
        return list(structure.__tf_flatten__()[1])
    return list(structure)


def rebuild(structure, items):
    """A container like `structure` with other children."""
    if isinstance(structure, abc.Mapping):
        values = dict(zip(_sorted_keys(structure), items))
        pairs = [(key, values[key]) for key in structure]
        if type(structure) is dict:
            return dict(pairs)
        if hasattr(structure, "default_factory"):
            return type(structure)(structure.default_factory, pairs)
        try:
            return type(structure)(pairs)
        except TypeError:
            return dict(pairs)
    if _is_namedtuple(structure):
        return structure.__class__(*items)  # of what a module's wrapper holds, if it is one
    if _is_attrs(structure):
        return type(structure)(*items)
    if _is_nested_dataclass(structure):
        return type(structure).__tf_unflatten__(structure.__tf_flatten__()[0], tuple(items))
    if isinstance(structure, abc.MappingView):
        return list(items)
    try:
        return type(structure)(items)
    except TypeError:
        return list(items)


def _components(value, expand_composites):
    """(components, rebuild function) of a composite tensor, or of the spec of one; None for anything else."""
    if not expand_composites:
        return None
    if hasattr(value, "_components"):
        return value._components(), value._from_components
    return (value.parts, value.from_components) if hasattr(value, "from_components") else None


def flatten(structure, expand_composites=False):
    """The leaves of `structure`, dicts in the order of their sorted keys."""
    result = []
    _flatten(structure, expand_composites, result)
    return result


def _flatten(structure, expand, result):
    composite = _components(structure, expand)
    if composite is not None:
        for item in composite[0]:
            _flatten(item, expand, result)
    elif is_nested(structure):
        for item in children(structure):
            _flatten(item, expand, result)
    else:
        result.append(structure)


def pack_sequence_as(structure, flat_sequence, expand_composites=False):
    """`structure` with its leaves replaced by `flat_sequence`.

    Raises:
        TypeError: `flat_sequence` is no sequence.
        ValueError: the number of leaves differs.
    """
    if not is_nested(flat_sequence):
        raise TypeError(f"Attempted to pack value:\n  {flat_sequence}\ninto a structure, but found incompatible type "
                        f"`{type(flat_sequence)}` instead.")
    flat = list(flat_sequence)
    if not is_nested(structure) and _components(structure, expand_composites) is None:
        if len(flat) != 1:
            raise ValueError(f"The target structure is of type `{type(structure)}`\n  {structure}\nHowever the input is a "
                             f"sequence ({type(flat_sequence)}) of length {len(flat)}.\n  {flat_sequence}\nnest cannot "
                             "guarantee that it is safe to map one to the other.")
        return flat[0]
    expected = len(flatten(structure, expand_composites))
    if expected != len(flat):
        raise ValueError(f"Could not pack sequence. Structure had {expected} atoms, but flat_sequence had {len(flat)} "
                         f"items.  Structure: {structure}, flat_sequence: {flat_sequence}.")
    return _pack(structure, iter(flat), expand_composites)


def _pack(structure, items, expand):
    composite = _components(structure, expand)
    if composite is not None:
        return composite[1]([_pack(item, items, expand) for item in composite[0]])
    if is_nested(structure):
        return rebuild(structure, [_pack(item, items, expand) for item in children(structure)])
    return next(items)


def assert_same_structure(nest1, nest2, check_types=True, expand_composites=False):
    """Raise ValueError if the number of leaves or the nesting differs, TypeError if the container types do."""
    try:
        _same(nest1, nest2, check_types, expand_composites)
    except (ValueError, TypeError) as error:
        first, second = (str(map_structure(lambda _: DOT, n)) for n in (nest1, nest2))
        raise type(error)("The two structures don't have the same nested structure.\n\n"
                          f"First structure: {_described(nest1)}\n\nSecond structure: {_described(nest2)}\n\n"
                          f"More specifically: {error}\n"
                          f"Entire first structure:\n{first}\nEntire second structure:\n{second}") from None


def _described(value):
    return f"type={type(value).__name__} str={value!s}"


class _Dot:
    def __repr__(self):
        return "."


DOT = _Dot()


def _same(first, second, check_types, expand):
    nested = [is_nested(x) or _components(x, expand) is not None for x in (first, second)]
    if nested[0] != nested[1]:
        holder, leaf = (first, second) if nested[0] else (second, first)
        raise ValueError(f'Substructure "{_described(holder)}" is a sequence, while substructure "{_described(leaf)}" is not')
    if not nested[0]:
        return
    if check_types:
        _same_type(first, second)
    left, right = flatten_once(first, expand), flatten_once(second, expand)
    if len(left) != len(right):
        raise ValueError("The two structures don't have the same number of elements. First structure: "
                         f"{_described(first)}. Second structure: {_described(second)}")
    for one, other in zip(left, right):
        _same(one, other, check_types, expand)


def flatten_once(structure, expand=False):
    composite = _components(structure, expand)
    return composite[0] if composite is not None else children(structure)


def _same_type(first, second):
    if isinstance(first, abc.Mapping) and isinstance(second, abc.Mapping):
        if set(first) != set(second):
            raise ValueError("The two dictionaries don't have the same set of keys. First structure has keys "
                             f"{_described(list(first))}, while second structure has keys {_described(list(second))}")
        return
    if type(first) is type(second) or isinstance(first, list) and isinstance(second, list):
        return
    if _is_namedtuple(first) and _is_namedtuple(second) and type(first).__name__ == type(second).__name__ and \
            first._fields == second._fields:
        return
    raise TypeError(f"The two namedtuples don't have the same sequence type. First structure {_described(first)} has type "
                    f"{type(first).__name__}, while second structure {_described(second)} has type {type(second).__name__}")


def map_structure(func, *structure, check_types=True, expand_composites=False, **unknown):
    """Apply `func` to the leaves of structures of the same shape; the result has the first one's containers."""
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    if unknown:
        raise ValueError("Only valid keyword arguments are `check_types` and `expand_composites`, not: "
                         f"`{'`, `'.join(unknown)}`")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types, expand_composites)
    flat = [flatten(one, expand_composites) for one in structure]
    return pack_sequence_as(structure[0], [func(*items) for items in zip(*flat)], expand_composites)


def flatten_with_paths(structure, path=()):
    """[(path of keys and indices, leaf)] in flattening order."""
    if not is_nested(structure):
        return [(path, structure)]
    if isinstance(structure, abc.Mapping):
        keys = _sorted_keys(structure)
    elif _is_namedtuple(structure):
        keys = structure._fields
    elif _is_attrs(structure):
        keys = [a.name for a in type(structure).__attrs_attrs__]
    elif _is_nested_dataclass(structure):
        keys = range(len(children(structure)))
    else:
        keys = range(len(structure))
    return [leaf for key, item in zip(keys, children(structure)) for leaf in flatten_with_paths(item, path + (key,))]
