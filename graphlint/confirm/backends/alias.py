"""`import tensorflow` served by another package: the same module objects under both names."""
from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable

from graphlint.confirm.lines import user_path


class Awaited(importlib.abc.MetaPathFinder):
    """Calls a function with a module once that is imported: what a program never imports is not imported for it."""

    def __init__(self, name: str, then: Callable[[types.ModuleType], object]):
        self._name = name
        self._then = then
        if name in sys.modules:
            then(sys.modules[name])
        else:
            sys.meta_path.insert(0, self)

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self._then(module)

        spec.loader.exec_module = exec_module
        return spec


class Alias(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves the imports of one package, and of everything in it, from another."""

    def __init__(self, name: str, target: str):
        self._name = name
        self._target = target
        self._specs: dict[str, object] = {}

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._name and not fullname.startswith(self._name + "."):
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=True)

    def create_module(self, spec):
        real = self._target + spec.name[len(self._name):]
        module = self._find(real)
        if module is None:
            raise ModuleNotFoundError(
                f"No module named {spec.name!r} in the runtime backend; try --backend tensorflow", name=spec.name)
        self._specs[spec.name] = getattr(module, "__spec__", None)
        return module

    def exec_module(self, module):
        name = module.__spec__.name
        module.__spec__ = self._specs.pop(name)  # the import system has put its own there

    @staticmethod
    def _find(real):
        """The module of that name, or the namespace that is an attribute of the package above it."""
        try:
            return importlib.import_module(real)
        except ModuleNotFoundError as error:
            if error.name is None or not real.startswith(error.name):
                raise
        above, _, name = real.rpartition(".")
        space = getattr(Alias._find(above), name, None) if above else None
        if space is None or isinstance(space, types.ModuleType):
            return space
        module = types.ModuleType(real)
        module.__getattr__ = lambda attribute: getattr(space, attribute)
        return module


class Keras(Alias):
    """Serves `keras` on TensorFlow: not where the program chooses another backend, or has a `keras` of its own."""

    _serves = False

    def find_spec(self, fullname, path=None, target=None):
        if fullname == self._name:
            self._serves = os.environ.get("KERAS_BACKEND", "tensorflow") == "tensorflow" and not _is_own(fullname)
        return super().find_spec(fullname, path, target) if self._serves else None


def _is_own(name):
    spec = importlib.machinery.PathFinder.find_spec(name)
    return spec is not None and spec.origin is not None and user_path(spec.origin) is not None
