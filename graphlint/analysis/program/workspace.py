"""What outlasts one run of pylint: syntax trees of files that are as they were, and the configuration."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from astroid import context, nodes
from astroid.inference_tip import clear_inference_tip_cache
from astroid.manager import AstroidManager

from graphlint.analysis.program.files import Files, Stamp, stamp
from graphlint.analysis.program.outlines import Outline, outline
from graphlint.analysis.program.renewal import Shape, is_unread, renew, shape

#: astroid's own, which everything refers to.
_BUILTINS = "builtins"
#: More trees than this are not kept: the program is another one by now.
_MAX_TREES = 3000
#: Nor what the texts of more files than this show.
_MAX_TEXTS = 20_000


class Workspace:
    """The trees of one program, from one run to the next; astroid has them only while `lent` lasts."""

    def __init__(self) -> None:
        self.linters: dict[tuple, Any] = {}
        """What pylint is run with, by what it was configured with."""
        #: By the name that astroid has for it, or apart from these by its file.
        self._trees: dict[tuple[str, str], nodes.Module] = {}
        self._stamps: dict[str, Stamp | None] = {}
        #: Of each tree: the names of what it imports, and its classes.
        self._shown: dict[nodes.Module, tuple[frozenset[str], list[nodes.Module | nodes.ClassDef]]] = {}
        self._shown_by_texts: dict[str, tuple[object, dict[Any, Any]]] = {}
        #: Of the trees of texts that are being edited: what of these is in a tree.
        self._shapes: dict[nodes.Module, Shape | None] = {}

    @contextlib.contextmanager
    def lent(self, files: Files) -> Iterator[None]:
        """astroid knows the trees that are kept, and no others; those that it makes are kept, too."""
        cache = AstroidManager().astroid_cache
        if len(self._shown_by_texts) > _MAX_TEXTS:
            self._shown_by_texts.clear()
        files.lasting = self._shown_by_texts
        self._drop_changed(files)
        theirs = {name: module for name, module in cache.items() if name != _BUILTINS}
        _replace(cache, {name: module for (name, path), module in self._trees.items() if not path})
        files.apart = {path: module for (_, path), module in self._trees.items() if path}
        try:
            yield
        except BaseException:
            self._trees.clear()  # what was interrupted is there by half
            raise
        else:
            made = {(name, ""): module for name, module in cache.items() if name != _BUILTINS}
            made |= {(module.name, path): module for path, module in files.apart.items()}
            self._trees = made if len(made) <= _MAX_TREES else {}
            files_read = (module.file for module in self._trees.values() if module.file)
            self._stamps = {path: self._stamps.get(path) or stamp(path) for path in files_read}
        finally:
            _replace(cache, theirs)
            _forget_inferred()

    def _drop_changed(self, files: Files) -> None:
        """Gives up the trees of what has changed, and those that may have been made with it."""
        changed = {key for key, module in self._trees.items() if os.path.isabs(module.file or "") and self._is_changed(module, files)}
        if not changed:
            return
        shown = any(_outline(self._trees[key]) != outline(_text(self._trees[key], files)) for key in changed)
        dropped = {key for key in changed if not self._renew(self._trees[key], files)}
        if shown:
            dropped |= self._importers(changed)
        gone = {self._trees.pop(key) for key in dropped}
        for module in gone:
            self._stamps.pop(module.file, None)
            self._shown.pop(module, None)
            self._shapes.pop(module, None)
        if gone:
            self._forget_assigned(gone)

    def _renew(self, module: nodes.Module, files: Files) -> bool:
        """Makes a tree that of the text as it is now, if an edit has changed no more of it than comments and docstrings."""
        if module.file_bytes is None or os.path.realpath(module.file) not in files.unsaved:
            return False
        text = _text(module, files)
        if not is_unread(module, text):
            return False
        if module not in self._shapes:
            self._shapes[module] = shape(module.file_bytes)
        before = self._shapes[module]
        after = None if before is None else renew(module, before, text)
        if after is not None:
            self._shapes[module] = after
        return after is not None

    def _is_changed(self, module: nodes.Module, files: Files) -> bool:
        real = os.path.realpath(module.file)
        if real in files.unsaved or module.file_bytes is not None:
            return real not in files.unsaved or module.file_bytes != files.read(real)
        return self._stamps.get(module.file) != stamp(module.file)

    def _importers(self, keys: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """The trees of what imports some modules, at any remove."""
        importing: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for key, module in self._trees.items():
            for target in self._of(module)[0]:
                importing[target].add(key)
        found: set[tuple[str, str]] = set()
        queue = list(keys)
        while queue:
            for importer in importing.get(_short(queue.pop()[0]), ()):
                if importer not in found:
                    found.add(importer)
                    queue.append(importer)
        return found

    def _forget_assigned(self, gone: set[nodes.Module]) -> None:
        """Takes from classes and modules what astroid has seen others assign that are gone now."""
        names = {node.attrname for module in gone for node in module.nodes_of_class(nodes.AssignAttr)}
        for scope in (scope for module in self._trees.values() for scope in self._of(module)[1]):
            for table in (scope.locals, scope.instance_attrs) if isinstance(scope, nodes.ClassDef) else (scope.locals,):
                for name in names & table.keys():
                    table[name] = [node for node in table[name] if node.root() not in gone]
                    if not table[name]:
                        del table[name]

    def _of(self, module: nodes.Module) -> tuple[frozenset[str], list[nodes.Module | nodes.ClassDef]]:
        known = self._shown.get(module)
        if known is None:
            imported: set[str] = set()
            scopes: list[nodes.Module | nodes.ClassDef] = [module]
            for node in module.nodes_of_class((nodes.Import, nodes.ImportFrom, nodes.ClassDef)):
                if isinstance(node, nodes.ClassDef):
                    scopes.append(node)
                    continue
                imported.update(_short(name) for name, _ in node.names)
                if isinstance(node, nodes.ImportFrom):
                    imported.add(_short(node.modname))
            known = self._shown[module] = frozenset(imported), scopes
        return known


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _replace(cache: dict[str, nodes.Module], trees: dict[str, nodes.Module]) -> None:
    for name in set(cache) - {_BUILTINS}:
        del cache[name]
    cache.update(trees)


def _text(module: nodes.Module, files: Files) -> bytes:
    """The text of a module's file as it is now."""
    return files.read(os.path.realpath(module.file)) or b""


def _outline(module: nodes.Module) -> Outline | None:
    """What a module shows others, as far as trees are made with it."""
    stream = module.stream()
    if stream is None:
        return None
    with stream:
        return outline(stream.read())


def _forget_inferred() -> None:
    """What astroid has inferred holds trees that may be gone by now."""
    context._INFERENCE_CACHE.clear()
    clear_inference_tip_cache()
