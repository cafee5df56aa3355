"""`keras.tree`: nests of lists, tuples and dicts."""

from __future__ import annotations

from runtime.core.absent import absent_from
from runtime.core.nest import assert_same_structure, flatten, is_nested, map_structure, pack_sequence_as


class MAP_TO_NONE:  # noqa: N801 - Keras's name
    """What a function of `traverse` gives for a part that is to become None."""


def flatten_with_path(structure):
    """(path, leaf) of each leaf; a path has keys and indices."""
    if not is_nested(structure):
        return [((), structure)]
    parts = sorted(structure.items()) if isinstance(structure, dict) else enumerate(structure)
    return [((key, *path), leaf) for key, value in parts for path, leaf in flatten_with_path(value)]


def assert_same_paths(a, b):
    """Raises ValueError where one has a path that the other has not."""
    first, second = ({path for path, _ in flatten_with_path(structure)} for structure in (a, b))
    if first != second:
        text = "`a` and `b` don't have the same paths."
        for name, left, right in (("a", first, second), ("b", second, first)):
            if left - right:
                text += f"\nPaths in `{name}` missing in `{'b' if name == 'a' else 'a'}`:\n{left - right}"
        raise ValueError(text)


def traverse(func, structure, top_down=True):
    """The nest in which what `func` gives stands for each part; where it gives None, the part itself is gone through."""
    if top_down:
        found = func(structure)
        if found is MAP_TO_NONE:
            return None
        return _inside(func, structure, top_down) if found is None else found
    structure = _inside(func, structure, top_down)
    found = func(structure)
    return None if found is MAP_TO_NONE else structure if found is None else found


def _inside(func, structure, top_down):
    if isinstance(structure, dict):
        return type(structure)((key, traverse(func, value, top_down)) for key, value in structure.items())
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        return type(structure)(*(traverse(func, value, top_down) for value in structure))
    if isinstance(structure, (list, tuple)):
        return type(structure)(traverse(func, value, top_down) for value in structure)
    return structure


def map_structure_up_to(shallow_structure, func, *structures):
    """`func` of the parts of the structures that stand where `shallow_structure` has leaves."""
    if not structures:
        raise ValueError("Must provide at least one structure")
    if not is_nested(shallow_structure):
        return func(*structures)
    if isinstance(shallow_structure, dict):
        return type(shallow_structure)((key, map_structure_up_to(value, func, *(structure[key] for structure in structures)))
                                       for key, value in shallow_structure.items())
    parts = [map_structure_up_to(value, func, *(structure[i] for structure in structures)) for i, value in enumerate(shallow_structure)]
    return type(shallow_structure)(*parts) if hasattr(shallow_structure, "_fields") else type(shallow_structure)(parts)


def lists_to_tuples(structure):
    """The nest with tuples for lists."""
    def as_tuple(part):
        return tuple(part) if isinstance(part, list) else None
    return traverse(as_tuple, structure, top_down=False)


def map_shape_structure(func, structure):
    """`func` of each shape, a tuple or list of sizes and Nones, in a nest."""
    def is_shape(part):
        return isinstance(part, (list, tuple)) and all(size is None or isinstance(size, int) for size in part)

    def mapped(part):
        return func(part) if is_shape(part) else None
    return traverse(mapped, structure)


__getattr__ = absent_from("tf.keras.tree")
