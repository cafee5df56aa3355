"""The modules of the program that is linted: found on disk as Python would import them, read, and never run.

A module belongs to the program if it lies under an import root: the folder of the linted file's top package, pylint's
``source-roots``, the other folders of ``sys.path`` that hold no libraries, and the folder of the project. What is installed
in ``site-packages`` is a library, unless it is the package that is linted.
"""

from __future__ import annotations

import codecs
import hashlib
import itertools
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from astroid import nodes
from astroid.manager import AstroidManager

from graphlint import frameworks
from graphlint.analysis.program import outlines
from graphlint.analysis.program.dependencies import Dependencies, Kept, question
from graphlint.analysis.program.files import Files
from graphlint.analysis.program.outlines import Outline
from graphlint.analysis.program.trees import tree

#: Files larger than this are data: they are not followed.
_MAX_BYTES = 2_000_000
_MAX_DOTS = 12
#: Texts of files are kept up to so many bytes.
_MAX_KEPT = 8_000_000
#: Re-exports of one name from module to module.
_MAX_HOPS = 8
#: What lies in the top folder of a project, and how far above a file that is looked for.
_OF_PROJECTS = frozenset({"pyproject.toml", "setup.py", "setup.cfg", ".git"})
_MAX_UP = 8
_LIBRARY_FOLDERS = frozenset({"site-packages", "dist-packages"})
#: In memory before any file is looked for: a file of the same name does not shadow them.
_ALWAYS_PYTHONS = frozenset(sys.builtin_module_names) | {"abc", "codecs", "io", "os", "site", "stat"}

#: What these do while they trace is their own business: of their functions the tables tell, also where they are linted themselves.
_TRACERS = frozenset({"tensorflow", "tensorflow_core", "keras", "tf_keras"})


_Shown = TypeVar("_Shown")


class Modules:
    """Files and folders of the program. Kept for one run of pylint: each folder is listed and each file read once."""

    def __init__(self, source_roots: Iterable[str] = (), files: Files | None = None) -> None:
        self.files = Files() if files is None else files
        self.dependencies = Dependencies()
        #: What questions were answered, by the question's name and what it is about.
        self.answers: dict[str, dict[tuple, Any]] = {}
        self._source_roots = tuple(map(os.path.realpath, source_roots))
        self._standard = frozenset(
            os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")
        )
        self._own = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
        self._found: dict[tuple[str, str], str | None] = {}
        self._nodes: dict[str, nodes.Module | None] = {}
        #: The paths and names that pylint gives the files that it lints, by the real paths.
        self.named: dict[str, tuple[str, str]] = {}
        self._loaded: Kept = Kept(self.dependencies)
        self._paths: dict[nodes.Module, str] = {}
        #: What astroid has parsed, by file, and how many modules of its cache that is.
        self._files: dict[str, nodes.Module] = {}
        self._looked_at = 0
        #: Those that were read last.
        self._sources: dict[str, bytes] = {}
        self._kept = 0
        self._search: tuple[tuple[str, ...], list[str]] = ((), [])

    # Files

    def add(self, module: nodes.Module) -> bool:
        """Makes a linted module known: imports of its file lead to this very node. Whether another node of that file was known."""
        if module.file is None:
            return False
        path = os.path.realpath(module.file)
        known = self._nodes.get(path)
        self._nodes[path] = module
        self._paths[module] = path
        return known is not None and known is not module

    def path(self, module: nodes.Module) -> str | None:
        """The file of a module; None for one that was made of a string."""
        if module not in self._paths:
            self.add(module)
        return self._paths.get(module)

    def load(self, path: str) -> nodes.Module | None:
        """The module in a file; None for a folder, and for what does not parse."""
        self._loaded.find(path, lambda: self._load(path))
        return self._nodes[path]

    def _load(self, path: str) -> bool:
        """Makes the module in a file known, if there is one."""
        if path.endswith(".py"):
            self.tree(path)
        if path not in self._nodes:
            self._nodes[path] = None
            module = self._parsed(path)
            if module is not None:
                self._nodes[path] = module
                self._paths[module] = path
        return True

    def _parsed(self, path: str) -> nodes.Module | None:
        if not path.endswith(".py"):
            return None
        manager = AstroidManager()
        if path in self.named:
            try:
                return tree(self.files, *self.named[path]) if (self.files.size(path) or 0) <= _MAX_BYTES else None
            except MemoryError:
                raise
            except Exception:
                return None
        name = self._dotted(path)
        parsed = self._parsed_before(manager).get(path) or self.files.apart.get(path)
        if parsed is not None and (path not in self.files.unsaved or parsed.file_bytes == self.files.read(path)):
            return parsed
        known = manager.astroid_cache.get(name)
        try:
            size = self.files.size(path)
            module = tree(self.files, path, name) if size is not None and size <= _MAX_BYTES else None
        except MemoryError:
            raise
        except Exception:  # whatever astroid stumbles over: where this file is linted, pylint says it
            module = None
        if known is None and name in manager.astroid_cache and not self._is_importable(path):
            self.files.apart[path] = manager.astroid_cache.pop(name)  # pylint would find another file by this name
        return module

    def _parsed_before(self, manager: AstroidManager) -> dict[str, nodes.Module]:
        """The modules that pylint has parsed, by their files: it may call a module otherwise than those who import it."""
        cache = manager.astroid_cache
        if len(cache) < self._looked_at:
            self._looked_at = 0
        for module in itertools.islice(cache.values(), self._looked_at, None):
            if module.file is not None:
                self._files.setdefault(os.path.realpath(module.file), module)
        self._looked_at = len(cache)
        return self._files

    def _dotted(self, path: str) -> str:
        """The name by which a file is imported."""
        relative = os.path.relpath(path, self.root(path)).removesuffix(".py").removesuffix(os.sep + "__init__")
        return relative.replace(os.sep, ".")

    def _is_importable(self, path: str) -> bool:
        """Whether the import root of a file comes first on ``sys.path`` for its name."""
        root = self.root(path)
        top = self._dotted(path).partition(".")[0]
        for folder in sys.path:
            folder = os.path.realpath(folder)
            if folder == root:
                return True
            if self._regular(folder, top) is not None:
                return False
        return False

    @question
    def written(self, path: str) -> str:
        """What tells the texts of a file apart."""
        return self.shown(path, "written", lambda source: hashlib.blake2b(source, digest_size=16).hexdigest())

    @question
    def tree(self, path: str) -> tuple[str, ...]:
        """What tells the syntax trees of a file apart: its text, and what of others astroid puts into a tree.

        Those are the names that a star brings, and what the bases and decorators of classes are: of dataclasses and enumerations.
        """
        found = {path: self.written(path)}
        queue = [path]
        for one in queue:
            shown = self.outline(one)
            stars = (self.resolve(one, imported.module, imported.level) for imported in shown.imports if imported.name == "*")
            for star in stars:
                if star is not None and star not in found:
                    found[star] = self.written(star)
                    queue.append(star)
            written = {base for bases in shown.classes.values() for base in bases}
            written |= self.shown(one, "decorators", outlines.class_decorators) if found[one] == self.written(one) else set()
            for base in sorted(written):
                file, _ = self.definer_of(one, base)
                if file not in found:
                    found[file] = repr(self.outline(file))
                    queue.append(file)
        return tuple(itertools.chain.from_iterable(sorted(found.items())))

    def is_as_read(self, path: str) -> bool:
        """Whether a file still has the text that was read."""
        text = (self.files.read(path, _MAX_BYTES) or b"").removeprefix(codecs.BOM_UTF8)
        return hashlib.blake2b(text, digest_size=16).hexdigest() == self.written(path)

    def source(self, path: str) -> bytes:
        """The text of a file, or nothing where it cannot be read."""
        self.written(path)
        return self._source(path)

    def shown(self, path: str, what: object, find: Callable[[bytes], _Shown]) -> _Shown:
        """What the text of a file shows by itself, which is found out once for each text."""
        known = self.files.shown(path)
        if what not in known:
            known[what] = find(self._source(path))
        return known[what]

    def _source(self, path: str) -> bytes:
        source = self._sources.get(path)
        if source is None:
            source = (self.files.read(path, _MAX_BYTES) or b"").removeprefix(codecs.BOM_UTF8)
            self._kept += len(source)
            while self._kept > _MAX_KEPT and self._sources:
                self._kept -= len(self._sources.pop(next(iter(self._sources))))
            self._sources[path] = source
        return source

    def text(self, module: nodes.Module) -> bytes | None:
        """The text of a module that pylint lints, if it can be read. That of an editor's buffer is newer than its file, and stands for it."""
        stream = module.stream()
        if stream is None:
            return None
        with stream:
            source = stream.read().removeprefix(codecs.BOM_UTF8)
        path = self.path(module)
        if module.file_bytes is not None and path is not None:
            if self.files.unsaved.get(path) != module.file_bytes:
                self.files.edited(path, module.file_bytes)
                self._sources.pop(path, None)
                for answers in self.answers.values():
                    answers.pop((path,), None)
        return source

    @question
    def outline(self, path: str) -> Outline:
        return self.shown(path, "outline", outlines.outline) if self.files.is_module(path) else Outline()

    @question
    def definer(self, path: str, name: str) -> tuple[str, str]:
        """The file that defines what a module exports by a name, and the name there, as far as imports tell."""
        for _ in range(_MAX_HOPS):
            further = self._exported(path, name)
            if further is None:
                break
            path, name = further
        return path, name

    @question
    def definer_of(self, path: str, written: str) -> tuple[str, str]:
        """The file and name of what is written ``Base`` or ``module.Base`` in a file; the name is "" where it is not found."""
        first, _, rest = written.rpartition(".")
        if not first:
            return self.definer(path, written)
        for imported in self.outline(path).imports:
            if imported.local == first and imported.name is None:
                target = self.resolve(path, imported.module, 0)
                return self.definer(target, rest) if target is not None else (path, "")
        file, name = self.definer(path, first)
        return self.definer(file, rest) if file != path and not name else (path, "")

    @question
    def imported(self, path: str) -> frozenset[str]:
        """The files of the program that a file imports, or imports names from."""
        found: set[str] = set()
        for imported in self.outline(path).imports:
            target = self.resolve(path, imported.module, imported.level)
            if target is not None:
                found.add(target)
                if imported.name is not None:
                    found.add(self.definer(target, imported.name)[0])
        return frozenset(found)

    def _exported(self, path: str, name: str) -> tuple[str, str] | None:
        for imported in self.outline(path).imports:
            if imported.local == name and imported.name is not None:
                target = self.resolve(path, imported.module, imported.level)
                if target is not None and target != path:
                    return target, imported.name
        inner = self.submodule(path, name)
        return self._aliased(path, name) if inner is None else (inner, "")

    def _aliased(self, path: str, name: str) -> tuple[str, str] | None:
        """What a module gives another name: ``jit = wrappers.jit``."""
        first, _, rest = self.outline(path).aliases.get(name, "").rpartition(".")
        for imported in self.outline(path).imports:
            if first and imported.local == first:
                target = self.resolve(path, imported.module, imported.level)
                if target is not None and imported.name is not None:
                    target = self.submodule(target, imported.name)
                return None if target is None else (target, rest)
        return None

    # Folders

    def _holds(self, folder: str, name: str) -> bool:
        return name in self.listed(folder)

    @question
    def listed(self, folder: str) -> frozenset[str]:
        """The names of what is in a folder."""
        return self.files.listed(folder)

    @question
    def around(self, folder: str) -> list[str]:
        """A folder and those that it lies in, up to the top one of its project."""
        found = []
        for _ in range(_MAX_UP):
            found.append(folder)
            if self._is_of_project(folder):
                break
            folder = os.path.dirname(folder)
        return found

    @question
    def project_files(self, path: str) -> tuple[str, list[str]]:
        """Where the scripts and tests lie that use a file: the folder of its project, and the modules of folders right above it."""
        root = self.root(path)
        if self._is_library(root):
            return "", []
        *_, project = self.around(root)
        if self._is_of_project(project) and project != self._own:
            return project, []
        above, folder = [], root
        for _ in range(_MAX_UP):  # a package without ``__init__.py``, beside the scripts that import it
            folder = os.path.dirname(folder)
            modules = [os.path.join(folder, name) for name in sorted(self.listed(folder)) if name.endswith(".py")]
            if not modules:
                break
            above += modules
        return "", above

    def _is_of_project(self, folder: str) -> bool:
        return not self.listed(folder).isdisjoint(_OF_PROJECTS)

    def _regular(self, folder: str, name: str) -> str | None:
        """The file of a package or module in a folder."""
        package = os.path.join(folder, name)
        if self._holds(folder, name) and self._holds(package, "__init__.py"):
            return os.path.join(package, "__init__.py")
        return package + ".py" if self._holds(folder, name + ".py") else None

    def root(self, path: str) -> str:
        """The folder from which the package of a file is imported."""
        return self._root(os.path.dirname(path))

    @question
    def _root(self, folder: str) -> str:
        for source_root in self._source_roots:
            if folder == source_root or folder.startswith(source_root + os.sep):
                return source_root
        while self._holds(folder, "__init__.py") and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        return folder

    def _package_around(self, root: str) -> str | None:
        """The folder of the package that an import root lies in: the folders between have no ``__init__.py``."""
        folder = root
        for _ in range(_MAX_UP):
            folder = os.path.dirname(folder)
            if self._holds(folder, "__init__.py"):
                outer = self._root(folder)
                return os.path.join(outer, os.path.relpath(folder, outer).split(os.sep)[0])
        return None

    @question
    def top(self, path: str) -> str:
        """The folder that holds the program of a file: its import root, but of a library no more than its package."""
        root = self.root(path)
        return os.path.join(root, os.path.relpath(path, root).split(os.sep)[0]) if self._is_library(root) else root

    def _is_library(self, folder: str) -> bool:
        return folder in self._standard or not _LIBRARY_FOLDERS.isdisjoint(folder.split(os.sep))

    def _search_path(self) -> list[str]:
        """The folders, besides that of the importing file, that modules are found in."""
        if self._search[0] != tuple(sys.path):
            folders = [*self._source_roots, *(os.path.realpath(folder) for folder in sys.path)]
            mine = [folder for folder in dict.fromkeys(folders) if not self._is_library(folder)]
            self._search = (tuple(sys.path), [folder for folder in mine if folder != self._own])
        return self._search[1]

    def _project(self, root: str) -> list[str]:
        """The folders of a project that its scripts and tests import its packages from, once it is installed."""
        *_, folder = self.around(root)
        if not self._is_of_project(folder) or folder == self._own or self._is_library(folder):
            return []
        return [one for one in (folder, os.path.join(folder, "src")) if one != root]

    # Imports

    @question
    def resolve(self, importer: str, name: str, level: int | None) -> str | None:
        """The file (or the folder, for a namespace package) that an import in the file `importer` leads to."""
        if level:
            folder = os.path.dirname(importer)
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            if not name:
                return os.path.join(folder, "__init__.py") if self._holds(folder, "__init__.py") else folder
            return self._walk(folder, name.split("."))
        key = (self.root(importer), name)
        if key not in self._found:
            self._found[key] = self._absolute(importer, *key)
        found = self._found[key]
        if found is None:
            inside = (os.path.dirname(importer), name)
            if inside not in self._found:
                self._found[inside] = self._from_inside(*inside, root=key[0])
            found = self._found[inside]
        return found

    def _from_inside(self, folder: str, name: str, root: str) -> str | None:
        """A module beside the importer, or beside a package around it: how scripts import that are run from inside a package."""
        parts = name.split(".")
        if parts[0] in sys.stdlib_module_names or parts[0] in _TRACERS or frameworks.is_known(parts[0]) or len(parts) > _MAX_DOTS:
            return None
        while folder != root and folder.startswith(root):
            if self._regular(folder, parts[0]) is not None:
                return None if self._is_library(root) else self._walk(folder, parts)
            folder = os.path.dirname(folder)
        return None

    @question
    def submodule(self, path: str, name: str) -> str | None:
        """The module `name` of a package."""
        folder = os.path.dirname(path) if os.path.basename(path) == "__init__.py" else path
        return None if folder.endswith(".py") else self._walk(folder, [name])

    def _absolute(self, importer: str, root: str, name: str) -> str | None:
        parts = name.split(".")
        top = parts[0]
        if top in _ALWAYS_PYTHONS or len(parts) > _MAX_DOTS:
            return None
        if top in _TRACERS and self._holds(os.path.join(root, top), "__init__.py"):
            return None
        package = self._package_around(root)
        if package is not None and os.path.basename(package) == top and self._regular(root, top) is None:
            return self._walk(os.path.dirname(package), parts)
        if self._is_library(root):
            mine = os.path.relpath(importer, root).split(os.sep)[0].removesuffix(".py")
            return self._walk(root, parts) if top == mine else None
        if root != self._own or not self._is_framework(os.path.join(root, top)):
            if self._regular(root, top) is not None:
                return self._walk(root, parts)
        if top in sys.stdlib_module_names or frameworks.is_known(top):
            return None
        elsewhere = [folder for folder in self._search_path() if folder != root]
        regular = [folder for folder in elsewhere if self._regular(folder, top) is not None]
        if regular:
            # Which of several comes first depends on how the program is started.
            return self._walk(regular[0], parts) if len(regular) == 1 else None
        project = [folder for folder in self._project(root) if folder not in elsewhere]
        own = [folder for folder in project if self._regular(folder, top) is not None]
        if own:
            return self._walk(own[0], parts) if len(own) == 1 else None
        spaces = [path for folder in (root, *elsewhere, *project) if (path := self._walk(folder, parts)) is not None]
        return spaces[0] if len(spaces) == 1 else None

    def _is_framework(self, folder: str) -> bool:
        """Whether the folder is this distribution's own `runtime`, which stands for TensorFlow."""
        return folder == os.path.join(self._own, "runtime")

    def _walk(self, folder: str, parts: list[str]) -> str | None:
        """The module that names lead to, from a folder; a folder without ``__init__.py`` is a namespace package."""
        for position, part in enumerate(parts):
            path = self._regular(folder, part)
            last = position == len(parts) - 1
            if path is not None and (last or path.endswith("__init__.py")):
                if last:
                    return path
            elif not self._holds(folder, part) or not self.files.is_folder(os.path.join(folder, part)):
                return None
            folder = os.path.join(folder, part)
        return folder
