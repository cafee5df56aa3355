"""The runtime under a name of its own, for programs that have a module called `runtime` themselves.

Its sources are loaded as they are, but for the name of the package: in imports, and in strings that name its modules.
"""
from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

PUBLIC, PRIVATE = "runtime", "_graphlint_runtime"
_HOME = str(Path(os.path.realpath(__file__)).parents[3] / PUBLIC)


def install(paths: Sequence[str]) -> str:
    """The name that the runtime can be imported by, in a program that imports from these paths."""
    spec = importlib.machinery.PathFinder.find_spec(PUBLIC, list(paths))
    if spec is None or all(os.path.realpath(place) == _HOME for place in _places(spec)):
        return PUBLIC
    sys.meta_path.insert(0, _Finder())
    return PRIVATE


def _places(spec):
    """The file or the folders that a module is loaded from; folders without an `__init__` only if they have code."""
    if spec.submodule_search_locations is None:
        return [spec.origin or ""]
    return [folder for folder in spec.submodule_search_locations if spec.origin or any(
        name.endswith(".py") for _, _, names in os.walk(folder) for name in names)]


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname != PRIVATE and not fullname.startswith(PRIVATE + "."):
            return None
        base = os.path.join(_HOME, *fullname.split(".")[1:])
        package = os.path.join(base, "__init__.py")
        if os.path.isfile(package):
            return importlib.util.spec_from_file_location(
                fullname, package, loader=_Loader(fullname, package), submodule_search_locations=[base])
        file = base + ".py"
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(fullname, file)) if os.path.isfile(
            file) else None


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)  # neither from nor to the cache: that has the public name

    def source_to_code(self, data, path, *, _optimize=-1):
        return compile(_Renamer().visit(ast.parse(data, path)), path, "exec", dont_inherit=True, optimize=_optimize)


class _Renamer(ast.NodeTransformer):
    def visit_Import(self, node):
        for alias in node.names:
            if alias.name == PUBLIC:
                alias.asname = alias.asname or PUBLIC
            alias.name = _renamed(alias.name)
        return node

    def visit_ImportFrom(self, node):
        if node.module and not node.level:
            node.module = _renamed(node.module)
        return node

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            return ast.copy_location(ast.Constant(_renamed(node.value)), node)
        return node


def _renamed(name: str) -> str:
    return PRIVATE + name[len(PUBLIC):] if name == PUBLIC or name.startswith(PUBLIC + ".") else name
