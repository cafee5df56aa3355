"""Weights of models in HDF5 files, with the groups that Keras gives them. Needs h5py, which is imported when it is used."""

from __future__ import annotations

import contextlib
import os
import warnings
from functools import lru_cache

import numpy as np

from runtime.keras import hooks
from runtime.keras.naming import to_snake_case

_OF_H5PY = (OSError, RuntimeError, LookupError, OverflowError, MemoryError)  # what it raises for damaged files
_LEAST_BOUND = 1 << 26  # bytes of one dataset that any file may have; larger ones only in proportion to the file


def import_h5py(what):
    """h5py. Raises ImportError, which names `what` needs it and the way out, where it is missing."""
    try:
        import h5py
    except ImportError:
        raise ImportError(f"{what} needs h5py, which is not installed; install it with `pip install pylint-graphlint[keras]`") from None
    return h5py


def write_weights(model, target, what):
    """Write the state of `model`, and of what is inside it, to a path or a binary file object."""
    h5py = import_h5py(what)
    with h5py.File(target, "w") as file:
        for path, saveable in saveables(model):
            group = file.create_group(f"{path}/vars" if path else "vars")
            group.attrs["name"] = saveable.name
            saveable.save_own_variables(_Writer(group))


def read_weights(model, source, name, what, skip_mismatch=False):
    """Assign the state that `write_weights` or Keras wrote.

    Args:
        source: a path, or a binary file object with the contents of the file `name`.
        skip_mismatch: leave what does not fit as it is.

    Raises:
        ValueError: no HDF5 file, one that is cut off or has links to other places, or state that the model does not have.
    """
    failed = []
    with opened(source, name, what) as (file, bound):
        for path, saveable in saveables(model):
            try:
                store = _Reader(file, f"{path}/vars" if path else "vars", name, bound)
                saveable.load_own_variables(store)
            except ValueError as error:
                failed.append((saveable, error))
            except _OF_H5PY as error:
                raise ValueError(f"{name} is damaged at {path or '/'}: {error}") from error
    if failed:
        told = (f"A total of {len(failed)} objects could not be loaded from {name}. Example error message for object {failed[0][0]}:\n\n"
                f"{failed[0][1]}\n\nList of objects that could not be loaded:\n{[saveable for saveable, _ in failed]}")
        if not skip_mismatch:
            raise ValueError(told)
        warnings.warn(told, stacklevel=3)


@contextlib.contextmanager
def opened(source, name, what):
    """An HDF5 file that is read, and how many bytes a dataset in it may have. Raises ValueError where the file is damaged."""
    h5py = import_h5py(what)
    size = os.path.getsize(source) if isinstance(source, (str, os.PathLike)) else source.seek(0, os.SEEK_END)
    try:
        file = h5py.File(source, "r")
    except _OF_H5PY as error:
        raise ValueError(f"{name} is no HDF5 file, or it is damaged: {error}") from None
    with file:
        yield file, max(_LEAST_BOUND, size * 1100)


def member(group, path, name, kind="Group"):
    """A group, or dataset, that lies in this very file: links may name other files of the machine. Raises ValueError for others."""
    h5py = import_h5py(name)
    *above, last = path.split("/")
    for part in above:
        group = member(group, part, name)
    try:
        link = group.get(last, getlink=True)
        if isinstance(link, h5py.HardLink) and isinstance(group[last], getattr(h5py, kind)):
            return group[last]
    except _OF_H5PY as error:
        raise ValueError(f"{name} is damaged at {group.name}/{last}: {error}") from error
    raise ValueError(f"{name} is no file of weights: {group.name}/{last} is a link, or not what it should be")


def numbers(group, path, name, bound):
    """The array of a dataset. Raises ValueError where it lies in other files, is too large or holds no numbers."""
    dataset = member(group, path, name, "Dataset")
    if dataset.is_virtual or dataset.external or dataset.dtype.hasobject or dataset.nbytes > bound:
        raise ValueError(f"{name} is no file of weights: {dataset.name} lies in other files, is too large for this file or holds no numbers")
    return np.asarray(dataset[()])


def saveables(model):
    """(path, object) of `model` and of everything in it that has a state of its own."""
    return _saveables(model, "", set())


class _Writer:
    """What `save_own_variables` writes to: name → array."""

    def __init__(self, group):
        self._group = group

    def __setitem__(self, key, value):
        self._group[key] = np.asarray(value)


class _Reader:
    """What `load_own_variables` reads: name → array; empty where the file has no such group."""

    def __init__(self, file, path, name, bound):
        self._name, self._bound, self._path = name, bound, path
        group = file
        for part in path.split("/"):
            group = member(group, part, name) if group is not None and part in group else None
        self._group = group

    def keys(self):
        return self._group.keys() if self._group is not None else ()

    def __len__(self):
        return len(self.keys())

    def __contains__(self, key):
        return key in self.keys()

    def __getitem__(self, key):
        if key not in self:
            raise ValueError(f"{self._name} has no {self._path}/{key}")
        return numbers(self._group, key, self._name, self._bound)


# -- the order and the names of what is stored -------------------------------------------------------------------------
def _saveables(saveable, path, visited):
    """(path, object) of everything with a state of its own, in the order of Keras: public attributes by name, then private ones."""
    if id(saveable) in visited:
        return
    visited.add(id(saveable))
    if hasattr(saveable, "save_own_variables"):
        yield path, saveable
    for name, child in _children(saveable):
        inner = f"{path}/{name}" if path else name
        if _is_saveable(child):
            yield from _saveables(child, inner, visited)
        elif isinstance(child, (list, dict, tuple)):
            yield from _of_container(child, inner, visited, set())


def _of_container(container, path, visited, seen):
    if id(container) in seen:
        return
    seen.add(id(container))
    used = {}
    for item in container.values() if isinstance(container, dict) else container:
        if _is_saveable(item):
            yield from _saveables(item, f"{path}/{_unique(to_snake_case(type(item).__name__), used)}", visited)
        elif isinstance(item, (list, dict, tuple)):
            yield from _of_container(item, f"{path}/{_unique('container', used)}", visited, seen)


def _unique(name, used):
    used[name] = used.get(name, -1) + 1
    return f"{name}_{used[name]}" if used[name] else name


def _is_saveable(value):
    return isinstance(value, hooks.classes_with_weights())


@lru_cache(maxsize=None)
def _names_of_all(is_model):
    """The attributes that every layer, or every model, has: they hold no state of its own."""
    names = set(dir(hooks.layer_class()(name="reference")))
    if is_model:
        _, *in_order = hooks.model_classes()
        names |= {*(name for cls in in_order for name in dir(cls)), "_tracked", "_chain", "_operations", "operations", "_own_nodes",
                  "nodes_by_depth", "loss", "_settings", "history"}
    return names


def _children(saveable):
    if not isinstance(saveable, hooks.layer_class()):  # an optimizer may hold another one
        yield from ((name, child) for name, child in sorted(vars(saveable).items()) if not name.startswith("_") and _is_saveable(child))
        return
    model, *in_order = hooks.model_classes()
    is_model = isinstance(saveable, model)
    skipped = _names_of_all(is_model)
    if isinstance(saveable, tuple(in_order)):
        yield "layers", saveable.layers
    elif is_model:
        skipped = skipped - {"layers"}
    for name in sorted(dir(saveable), key=lambda name: f"~{name}" if name.startswith("_") else name):
        if name.startswith("__") or name in skipped:
            continue
        try:
            yield name, getattr(saveable, name)
        except Exception:  # noqa: BLE001 - properties of the user's may fail; they are no state then
            continue
