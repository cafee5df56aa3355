"""Which modules may trace anything: told by their text, and by that of the modules that they import from.

Most modules trace nothing. For them, no more of the analysis than this is even imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.program import keras_generation, outlines, requirements
from graphlint.analysis.program.importers import Importers
from graphlint.analysis.program.modules import Modules
from graphlint.analysis.syntax.index import Flow, Index
from graphlint.frameworks.tensors import ATTRIBUTES

#: More classes than this are not looked at for the bases of one module's.
_MAX_CLASSES = 400
#: What TensorFlow and Keras are called where they are imported.
_NAMES_OF_TENSORFLOW = frozenset({"tf", "tensorflow", "keras"})
#: Imports from module to module that lead to a class whose special methods Python may call.
_MAX_IMPORTS = 2


#: Attributes that callbacks set in models, of which Keras' functions know nothing once they are traced.
_CHANGED = frozenset({"trainable", *frameworks.RATES, *frameworks.NUMBERS_OF_OPTIMIZERS})


class Relevance:
    """What files show before anything is evaluated. Kept for one run of pylint, for all that it lints."""

    def __init__(self, modules: Modules, graph_decorators: Iterable[str] = ()) -> None:
        self.modules = modules
        self.importers = Importers(modules)
        #: What something that makes a graph function may be called.
        self.words = frozenset((*frameworks.GRAPH_WORDS, *(name.rpartition(".")[2] for name in graph_decorators)))
        #: With decorators that are named, graph functions need nothing of TensorFlow.
        self._asks_for_tensorflow = not graph_decorators
        #: The dotted names that an option gives; by the root of who imports, what they are in files of the program.
        self._graph_decorators = tuple(graph_decorators)
        self._wrappers: dict[str, dict[tuple[str, str], str]] = {}
        self._seeing: dict[str, bool] = {}
        self._indexes: dict[nodes.Module, Index] = {}
        self._borrowed: dict[nodes.Module, tuple[tuple[str, Flow], ...]] = {}
        self._special: dict[str, frozenset[str]] = {}
        self._properties: dict[str, frozenset[str]] = {}
        self._older: dict[tuple[str, bool], bool] = {}
        self._needing: dict[str, bool] = {}
        self._reaching: dict[str, bool] = {}
        self._required: dict[str, bool] = {}
        self._in_sight: dict[nodes.Module, frozenset[str]] = {}
        self._assigned: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self.whole_indexes: dict[nodes.Module, Index] = {}
        self._mentioned: dict[str, bool] = {}
        self._makers: dict[str, bool] = {}
        self._methods: dict[str, frozenset[str]] = {}
        #: By file, what linting it tells of: each cause, with the files that lead there.
        self.told: dict[str, dict[tuple, frozenset[str]]] = {}

    def may_trace(self, module: nodes.Module) -> bool:
        """Whether a module may hold a graph function, by its text and those that it imports from: most do not."""
        path = self.modules.path(module)
        if path is None:
            return True
        source = self.modules.text(module)
        if source is None or self._asks_for_tensorflow and not self._sees_tensorflow(path):
            return False
        if outlines.mentions(source, self.words) or b"Callback" in source and outlines.mentions(source, _CHANGED):
            return True
        return self._has_wrapper(path) or bool(self.borrowed(module)) or self._derives(path)

    def _sees_tensorflow(self, path: str) -> bool:
        """Whether a file, or one that it imports at any remove, imports TensorFlow: other functions have nothing to make graphs with."""
        if path not in self._seeing:
            reached, seen = [path], {path}
            for file in reached:
                if self._seeing.get(file) or self._brings_tensorflow(file):
                    self._seeing[path] = True
                    break
                further = self.modules.imported(file) - seen if file not in self._seeing else frozenset()
                reached += sorted(further)
                seen |= further
            else:
                self._seeing |= dict.fromkeys(reached, False)
        return self._seeing[path]

    def _brings_tensorflow(self, path: str) -> bool:
        """Whether a file imports TensorFlow or what is built on it, or a name for it from a module that is not found."""
        imports = self.modules.outline(path).imports
        return any(imported.local in _NAMES_OF_TENSORFLOW or frameworks.brings_tensorflow(imported.module) for imported in imports)

    def borrowed(self, module: nodes.Module) -> tuple[tuple[str, Flow], ...]:
        """Names by which makers of graph functions, or graph functions, of other modules of the program may go here."""
        known = self._borrowed.get(module)
        if known is None:
            known = self._borrowed[module] = tuple(dict.fromkeys(self._borrows(module)))
        return known

    def _borrows(self, module: nodes.Module) -> Iterator[tuple[str, Flow]]:
        path = self.modules.path(module)
        if path is None:
            return
        read = outlines.attributes(self.modules.source(path))
        for imported in self.modules.outline(path).imports:
            target = self.modules.resolve(path, imported.module, imported.level)
            if target is None:
                continue
            file, name = (target, "") if imported.name is None else self.modules.definer(target, imported.name)
            if file == path:
                continue
            if name:
                yield from self._defined(path, file, {name: imported.local})
            else:
                yield from self._attributes(path, file, read)
        # Of an object that another one holds, or that is given, the class need not be imported: ``trainer.agent.act(x)``.
        known = self._imported(path).union(self.importers.beside(path) if self.imports_tensorflow(path) else ())
        for file in sorted(known - {path}):
            yield from ((method, Flow.GRAPH) for method in sorted(self._graph_methods(file) & read))

    def _graph_methods(self, file: str) -> frozenset[str]:
        """The names of methods in a file that may be graph functions."""
        if file not in self._methods:
            module = self.modules.load(file) if self._names_maker(file) else None
            classes = self.index(module).classes if module is not None else ()
            members = frozenset(name for cls in classes for name in (*cls.locals, *cls.instance_attrs))
            self._methods[file] = members & self.index(module).graph_names if members else members
        return self._methods[file]

    def _attributes(self, path: str, file: str, read: frozenset[str], depth: int = 0) -> Iterator[tuple[str, Flow]]:
        """The names that a module borrows as attributes of another one, of all that it reads: ``utils.compiled``."""
        outline = self.modules.outline(file)
        for local in dict.fromkeys((*(one.local for one in outline.imports if one.name is not None), *outline.aliases)):
            definer, name = self.modules.definer(file, local) if local in read else (file, "")
            if name and definer != file:
                yield from self._defined(path, definer, {name: local})
            elif definer != file and depth < _MAX_IMPORTS:  # ``package.module.compiled``
                yield from self._attributes(path, definer, read, depth + 1)
        if self._names_maker(file):
            other = self.modules.load(file)
            own = self.index(other).named - self.words if other is not None else frozenset()
            yield from self._defined(path, file, {name: name for name in sorted(own & read)})

    def _defined(self, path: str, file: str, wanted: dict[str, str]) -> Iterator[tuple[str, Flow]]:
        """Of the names that are wanted of a file, those of makers and graph functions, as they are called in `path`."""
        wrappers = self.wrappers(path)
        yield from ((local, Flow.MAKER) for name, local in wanted.items() if (file, name) in wrappers)
        other = self.modules.load(file) if wanted and self._names_maker(file) else None
        if other is None:
            return
        index = self.index(other)
        for name, local in wanted.items():
            if name in index.maker_names:
                yield local, Flow.MAKER
            elif name in index.graph_names:
                yield local, Flow.GRAPH
            if name in index.class_names:
                yield local, Flow.CLASS

    def wrappers(self, importer: str) -> dict[tuple[str, str], str]:
        """What an option names that a file of the program defines or passes on: the file and the name there -> the dotted name."""
        root = self.modules.root(importer)
        known = self._wrappers.get(root)
        if known is None:
            known = self._wrappers[root] = {}
            for dotted in self._graph_decorators:
                module, _, name = dotted.rpartition(".")
                file = self.modules.resolve(importer, module, None) if module else None
                if file is not None:
                    known |= dict.fromkeys(((file, name), self.modules.definer(file, name)), dotted)
        return known

    def _has_wrapper(self, path: str) -> bool:
        """Whether a file itself defines or passes on what an option names."""
        return any(file == path for file, _ in self.wrappers(path))

    def index(self, module: nodes.Module) -> Index:
        """The index of a module by itself, without what it borrows from others."""
        known = self._indexes.get(module)
        if known is None:
            known = self._indexes[module] = Index(module, self.words)
        return known

    def whole_index(self, module: nodes.Module) -> Index:
        """The index of a module, with what it borrows from others."""
        known = self.whole_indexes.get(module)
        if known is None:
            borrowed = self.borrowed(module)
            known = self.whole_indexes[module] = Index(module, self.words, borrowed) if borrowed else self.index(module)
        return known

    def special_methods(self, module: nodes.Module) -> frozenset[str]:
        """Names of special methods that are defined in a module, or in those that it imports from, and these in turn."""
        path = self.modules.path(module)
        if path is None:
            return frozenset(function.name for function in self.index(module).functions)
        return frozenset().union(*map(self._special_in, self._imported(path)))

    def properties(self, module: nodes.Module) -> frozenset[str]:
        """Names of properties of the classes in a module, in those that it imports from, and these in turn."""
        known = self._in_sight.get(module)
        if known is None:
            path = self.modules.path(module)
            others = self._imported(path) if path is not None else ()
            known = frozenset().union(*map(self._properties_in, others)) - ATTRIBUTES
            known = self._in_sight[module] = known | self.index(module).properties
        return known

    def _imported(self, path: str) -> set[str]:
        """A file, those that it imports from, and these in turn: as far as a class whose methods Python may call."""
        seen, paths = {path}, {path}
        for _ in range(_MAX_IMPORTS):
            paths = set().union(*map(self.modules.imported, sorted(paths))) - seen
            seen |= paths
        return seen

    def builds_on_keras_2(self, module: nodes.Module) -> bool:
        """Whether the project of a module, or what it imports from there, or what imports it, can only run with Keras 2."""
        path = self.modules.path(module)
        if path is None:
            return False
        if self._requires_keras_2(os.path.dirname(path)):
            return True
        if any(map(self._reaches_keras_2, self.importers.of(path))):
            return True
        if keras_generation.imports_keras(module):
            return False
        beside = not keras_generation.takes_keras(module)
        return any(self._imports_keras_2(other, beside) for other in sorted(self._imported(path) - {path}))

    def _reaches_keras_2(self, path: str) -> bool:
        """Whether a file, other than a test, imports for sure what can only run with Keras 2: itself, or through others of the program."""
        if path not in self._reaching:
            is_test = any(part.startswith("test") for part in path.split(os.sep)[-2:])
            reached = () if is_test else sorted(self._imported(path))
            self._reaching[path] = any(map(self._needs_keras_2, reached))
        return self._reaching[path]

    def _needs_keras_2(self, path: str) -> bool:
        if path not in self._needing:
            shown = path.endswith(".py") and keras_generation.may_import_keras_2(self.modules.source(path))
            module = self.modules.load(path) if shown else None
            self._needing[path] = module is not None and keras_generation.needs_keras_2(module)
        return self._needing[path]

    def _requires_keras_2(self, folder: str) -> bool:
        """Whether the project of a folder asks for Keras 2: as the nearest folder says that tells of any version."""
        if folder not in self._required:
            told = None
            for around in self.modules.around(folder):
                named = sorted(filter(requirements.is_requirement, self.modules.listed(around)))
                sources = [self.modules.source(os.path.join(around, name)) for name in named]
                told = requirements.ask_for_keras_2(source.decode("utf-8", "replace") for source in sources)
                if told is not None:
                    break
            self._required[folder] = bool(told)
        return self._required[folder]

    def _imports_keras_2(self, path: str, beside: bool) -> bool:
        if (path, beside) not in self._older:
            shown = path.endswith(".py") and keras_generation.may_import_keras_2(self.modules.source(path))
            module = self.modules.load(path) if shown else None
            self._older[path, beside] = module is not None and keras_generation.imports_keras_2(module, beside)
        return self._older[path, beside]

    def _special_in(self, path: str) -> frozenset[str]:
        if path not in self._special:
            self._special[path] = outlines.special_methods(self.modules.source(path) if path.endswith(".py") else b"")
        return self._special[path]

    def _properties_in(self, path: str) -> frozenset[str]:
        if path not in self._properties:
            self._properties[path] = outlines.properties(self.modules.source(path) if path.endswith(".py") else b"")
        return self._properties[path]

    def assigned_outside(self, module: nodes.Module) -> frozenset[str]:
        """Names that importers of a module assign as attributes of something: of the module, or of objects of its classes."""
        path = self.modules.path(module)
        found: set[str] = set()
        classes = set(self.modules.outline(path).classes) if path is not None else set()
        for importer in self.importers.of(path) if path is not None else ():
            if importer not in self._assigned:
                self._assigned[importer] = outlines.assigned_attributes(self.modules.source(importer))
            own, others = self._assigned[importer]
            found |= others
            bases = (base for bases in self.modules.outline(importer).classes.values() for base in bases)
            if any(base.rpartition(".")[2] in classes for base in bases):
                found |= own
        return frozenset(found)

    def _mentions(self, path: str) -> bool:
        """Whether a file may hold a graph function."""
        if path not in self._mentioned:
            self._mentioned[path] = path.endswith(".py") and outlines.mentions(self.modules.source(path), self.words)
        return self._mentioned[path]

    def imports_tensorflow(self, path: str) -> bool:
        """Whether a file has an import of TensorFlow or Keras, at any depth: told without parsing it."""
        return any(frameworks.is_tensorflow(imported.module) for imported in self.modules.outline(path).imports)

    def _names_maker(self, path: str) -> bool:
        """Whether a file may make a graph function, or something that makes one."""
        if path not in self._makers:
            source = self.modules.source(path) if path.endswith(".py") else b""
            named = outlines.names_maker(source, self.words) or outlines.names_starred_maker(source, self.words)
            self._makers[path] = named or self._has_wrapper(path)
        return self._makers[path]

    def _derives(self, path: str) -> bool:
        """Whether a class in a file has a base in another one, at any remove, that may trace its methods."""
        seen: set[tuple[str, str]] = set()
        queue = [(path, base) for bases in self.modules.outline(path).classes.values() for base in bases]
        while queue and len(seen) < _MAX_CLASSES:
            current = queue.pop()
            if current in seen:
                continue
            seen.add(current)
            file, name = self.modules.definer_of(*current)
            if file != path and self._mentions(file):
                return True
            queue += [(file, base) for base in self.modules.outline(file).classes.get(name, ())]
        return False
