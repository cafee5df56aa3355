"""Which modules may trace anything: told by their text, and by that of the modules that they import from.

Most modules trace nothing. For them, no more of the analysis than this is even imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.program import keras_generation, outlines, requirements
from graphlint.analysis.program.dependencies import Kept, Question, question
from graphlint.analysis.program.importers import Importers
from graphlint.analysis.program.modules import Modules
from graphlint.analysis.syntax import names
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
        self.dependencies, self.answers = modules.dependencies, modules.answers
        self.importers = Importers(modules)
        #: What something that makes a graph function may be called.
        self.words = frozenset((*frameworks.GRAPH_WORDS, *(name.rpartition(".")[2] for name in graph_decorators)))
        #: With decorators that are named, graph functions need nothing of TensorFlow.
        self._asks_for_tensorflow = not graph_decorators
        #: The dotted names that an option gives; by the root of who imports, what they are in files of the program.
        self._graph_decorators = tuple(graph_decorators)
        self._seeing: dict[str, bool] = {}
        self._indexes: dict[nodes.Module, Index] = {}
        self._borrowed: Kept = Kept(self.dependencies)
        self._reaching: Kept = Kept(self.dependencies)
        self._in_sight: Kept = Kept(self.dependencies)
        self.whole_indexes: Kept = Kept(self.dependencies)
        #: By file, what linting it tells of: each cause, with the files that lead there.
        self.told: Kept = Kept(self.dependencies)

    def answer(self, question: Question) -> object:
        """The answer to a question that was noted by another run."""
        owner = next(one for one in (self, self.importers, self.modules) if hasattr(one, question.name))
        method = getattr(owner, question.name)
        if not hasattr(method, "is_question"):
            raise ValueError(question.name)
        return method(*question.about)

    def may_trace(self, module: nodes.Module) -> bool:
        """Whether a module may hold a graph function, by its text and those that it imports from: most do not."""
        path = self.modules.path(module)
        if path is None:
            return True
        self.modules.tree(path)
        source = self.modules.text(module)
        if source is None or self._asks_for_tensorflow and not self.sees_tensorflow(path):
            return False
        if outlines.mentions(source, self.words) or b"Callback" in source and outlines.mentions(source, _CHANGED):
            return True
        return self._has_wrapper(path) or bool(self.borrowed(module)) or self.derives(path)

    @question
    def sees_tensorflow(self, path: str) -> bool:
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
        return self._borrowed.find(module, lambda: tuple(dict.fromkeys(self._borrows(module))))

    def _borrows(self, module: nodes.Module) -> Iterator[tuple[str, Flow]]:
        path = self.modules.path(module)
        if path is None:
            return
        read = self.attributes_in(path)
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
            methods = self.graph_methods(file) if self.names_maker(file) else frozenset()
            yield from ((method, Flow.GRAPH) for method in sorted(methods & read))

    @question
    def graph_methods(self, file: str) -> frozenset[str]:
        """The names of methods in a file that may be graph functions."""
        module = self.modules.load(file)
        classes = self.index(module).classes if module is not None else ()
        members = frozenset(name for cls in classes for name in (*cls.locals, *names.attributes(cls)))
        return members & self.index(module).graph_names if members else members

    def _attributes(self, path: str, file: str, read: frozenset[str], depth: int = 0) -> Iterator[tuple[str, Flow]]:
        """The names that a module borrows as attributes of another one, of all that it reads: ``utils.compiled``."""
        outline = self.modules.outline(file)
        for local in dict.fromkeys((*(one.local for one in outline.imports if one.name is not None), *outline.aliases)):
            definer, name = self.modules.definer(file, local) if local in read else (file, "")
            if name and definer != file:
                yield from self._defined(path, definer, {name: local})
            elif definer != file and depth < _MAX_IMPORTS:  # ``package.module.compiled``
                yield from self._attributes(path, definer, read, depth + 1)
        if self.names_maker(file):
            yield from self._defined(path, file, {name: name for name in sorted(self.named(file) & read)})

    @question
    def named(self, file: str) -> frozenset[str]:
        """The names that makers and graph functions may go by in a file."""
        module = self.modules.load(file)
        return frozenset(self.index(module).named - self.words) if module is not None else frozenset()

    @question
    def flows(self, file: str, name: str) -> tuple[str, ...]:
        """What may go by a name in a file, as the names of `Flow`."""
        module = self.modules.load(file)
        if module is None:
            return ()
        index = self.index(module)
        found = [Flow.MAKER.name] if name in index.maker_names else [Flow.GRAPH.name] if name in index.graph_names else []
        return (*found, Flow.CLASS.name) if name in index.class_names else tuple(found)

    def _defined(self, path: str, file: str, wanted: dict[str, str]) -> Iterator[tuple[str, Flow]]:
        """Of the names that are wanted of a file, those of makers and graph functions, as they are called in `path`."""
        wrappers = self.wrappers(path)
        yield from ((local, Flow.MAKER) for name, local in wanted.items() if (file, name) in wrappers)
        if wanted and self.names_maker(file):
            yield from ((local, Flow[flow]) for name, local in wanted.items() for flow in self.flows(file, name))

    @question
    def wrappers(self, importer: str) -> dict[tuple[str, str], str]:
        """What an option names that a file of the program defines or passes on: the file and the name there -> the dotted name."""
        known: dict[tuple[str, str], str] = {}
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
        return self.whole_indexes.find(module, lambda: self._whole_index(module))

    def _whole_index(self, module: nodes.Module) -> Index:
        path = self.modules.path(module)
        if path is not None:
            self.modules.tree(path)
        borrowed = self.borrowed(module)
        return Index(module, self.words, borrowed) if borrowed else self.index(module)

    def special_methods(self, module: nodes.Module) -> frozenset[str]:
        """Names of special methods that are defined in a module, or in those that it imports from, and these in turn."""
        path = self.modules.path(module)
        if path is None:
            return frozenset(function.name for function in self.index(module).functions)
        return self.special_in_sight(path)

    @question
    def special_in_sight(self, path: str) -> frozenset[str]:
        return frozenset().union(*map(self.special_in, self._imported(path)))

    def properties(self, module: nodes.Module) -> frozenset[str]:
        """Names of properties of the classes in a module, in those that it imports from, and these in turn."""
        return self._in_sight.find(module, lambda: self._properties(module))

    def _properties(self, module: nodes.Module) -> frozenset[str]:
        path = self.modules.path(module)
        return (self.properties_in_sight(path) if path is not None else frozenset()) | self.index(module).properties

    @question
    def properties_in_sight(self, path: str) -> frozenset[str]:
        return frozenset().union(*map(self.properties_in, self._imported(path))) - ATTRIBUTES

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
        if self.requires_keras_2(os.path.dirname(path)):
            return True
        if any(map(self._reaches_keras_2, self.importers.of(path))):
            return True
        if keras_generation.imports_keras(module):
            return False
        beside = not keras_generation.takes_keras(module)
        return any(self.imports_keras_2(other, beside) for other in sorted(self._imported(path) - {path}))

    def _reaches_keras_2(self, path: str) -> bool:
        """Whether a file, other than a test, imports for sure what can only run with Keras 2: itself, or through others of the program."""
        return self._reaching.find(path, lambda: self._does_reach_keras_2(path))

    def _does_reach_keras_2(self, path: str) -> bool:
        is_test = any(part.startswith("test") for part in path.split(os.sep)[-2:])
        return not is_test and any(map(self.needs_keras_2, self.imports_of_imports(path)))

    @question
    def imports_of_imports(self, path: str) -> list[str]:
        return sorted(self._imported(path))

    @question
    def needs_keras_2(self, path: str) -> bool:
        shown = self.modules.files.is_module(path) and self.modules.shown(path, "keras", keras_generation.may_import_keras_2)
        module = self.modules.load(path) if shown else None
        return module is not None and keras_generation.needs_keras_2(module)

    @question
    def requires_keras_2(self, folder: str) -> bool:
        """Whether the project of a folder asks for Keras 2: as the nearest folder says that tells of any version."""
        told = None
        for around in self.modules.around(folder):
            named = sorted(filter(requirements.is_requirement, self.modules.listed(around)))
            sources = [self.modules.source(os.path.join(around, name)) for name in named]
            told = requirements.ask_for_keras_2(source.decode("utf-8", "replace") for source in sources)
            if told is not None:
                break
        return bool(told)

    @question
    def imports_keras_2(self, path: str, beside: bool) -> bool:
        shown = self.modules.files.is_module(path) and self.modules.shown(path, "keras", keras_generation.may_import_keras_2)
        module = self.modules.load(path) if shown else None
        return module is not None and keras_generation.imports_keras_2(module, beside)

    @question
    def attributes_in(self, path: str) -> frozenset[str]:
        """The names that follow a dot in a file."""
        return self.modules.shown(path, "attributes", outlines.attributes)

    @question
    def special_in(self, path: str) -> frozenset[str]:
        return self.modules.shown(path, "special", outlines.special_methods) if path.endswith(".py") else frozenset()

    @question
    def properties_in(self, path: str) -> frozenset[str]:
        return self.modules.shown(path, "properties", outlines.properties) if path.endswith(".py") else frozenset()

    def assigned_outside(self, module: nodes.Module) -> frozenset[str]:
        """Names that importers of a module assign as attributes of something: of the module, or of objects of its classes."""
        path = self.modules.path(module)
        return self.assigned_elsewhere(path) if path is not None else frozenset()

    @question
    def assigned_in(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        return self.modules.shown(path, "assigned", outlines.assigned_attributes)

    @question
    def assigned_elsewhere(self, path: str) -> frozenset[str]:
        found: set[str] = set()
        classes = set(self.modules.outline(path).classes)
        for importer in self.importers.of(path):
            own, others = self.assigned_in(importer)
            found |= others
            bases = (base for bases in self.modules.outline(importer).classes.values() for base in bases)
            if any(base.rpartition(".")[2] in classes for base in bases):
                found |= own
        return frozenset(found)

    @question
    def may_hold_graph_function(self, path: str) -> bool:
        """Whether a file may hold a graph function."""
        return path.endswith(".py") and self.modules.shown(path, ("mentions", self.words), lambda source: outlines.mentions(source, self.words))

    @question
    def imports_tensorflow(self, path: str) -> bool:
        """Whether a file has an import of TensorFlow or Keras, at any depth: told without parsing it."""
        return any(frameworks.is_tensorflow(imported.module) for imported in self.modules.outline(path).imports)

    @question
    def names_maker(self, path: str) -> bool:
        """Whether a file may make a graph function, or something that makes one."""
        named = path.endswith(".py") and self.modules.shown(path, ("maker", self.words), self._names_maker)
        return named or self._has_wrapper(path)

    def _names_maker(self, source: bytes) -> bool:
        return outlines.names_maker(source, self.words) or outlines.names_starred_maker(source, self.words)

    @question
    def derives(self, path: str) -> bool:
        """Whether a class in a file has a base in another one, at any remove, that may trace its methods."""
        seen: set[tuple[str, str]] = set()
        queue = [(path, base) for bases in self.modules.outline(path).classes.values() for base in bases]
        while queue and len(seen) < _MAX_CLASSES:
            current = queue.pop()
            if current in seen:
                continue
            seen.add(current)
            file, name = self.modules.definer_of(*current)
            if file != path and self.may_hold_graph_function(file):
                return True
            queue += [(file, base) for base in self.modules.outline(file).classes.get(name, ())]
        return False
