"""One walk over a module: where its names are used, and what its scopes declare."""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Iterable, Iterator

from astroid import Context, nodes

from graphlint import frameworks
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope

#: Functions that change the container that they are given first.
FILLED_FIRST = frozenset({"shuffle", "copyto", "fill_diagonal", "putmask", "heappush", "heappop"})
_FILLING = FILLED_FIRST.union(*frameworks.MUTATORS.values()) - {"get"}


class Flow(enum.Enum):
    """What may go by a name."""

    MAKER = "makes graph functions, or decorators that do"
    GRAPH = "is a graph function"
    CLASS = "is a class, whose objects are called as graph functions"


class Index:
    """What a module holds, by name. Built only for modules that may hold a graph function."""

    def __init__(
        self, module: nodes.Module, words: Iterable[str], borrowed: Iterable[tuple[str, Flow]] = ()
    ) -> None:
        self.module = module
        #: Name or attribute -> the nodes that read it.
        self.uses: dict[str, list[nodes.Name | nodes.Attribute]] = defaultdict(list)
        #: Attribute -> the nodes that assign it.
        self.stored: dict[str, list[nodes.AssignAttr]] = defaultdict(list)
        #: The attributes that are deleted.
        self.deleted: list[nodes.DelAttr] = []
        #: Name or attribute -> its uses that change what is in a container: ``x[i] = …``, ``x.append(…)``, ``shuffle(x)``.
        self.filled: dict[str, list[nodes.Name | nodes.Attribute]] = defaultdict(list)
        #: Names of properties.
        self.properties: set[str] = set()
        self.functions: list[nodes.FunctionDef] = []
        #: Names of functions whose decorator keeps what they return.
        self.cached: set[str] = set()
        self.classes: list[nodes.ClassDef] = []
        #: Functions that yield.
        self.generators: set[Scope] = set()
        self.nonlocals: dict[Scope, set[str]] = {}
        self.globals: dict[Scope, set[str]] = {}
        #: Imports with a star, the last one first: its names win.
        self.stars: list[nodes.ImportFrom] = []
        self.aliases: list[tuple[str, str]] = []
        """``from … import NAME as LOCAL``, as (NAME, LOCAL)."""
        #: Names that makers of graph functions may go by: ``tf.function``, its aliases, wrappers and factories.
        self.maker_names: set[str] = set()
        #: Names that graph functions may go by.
        self.graph_names: set[str] = set()
        #: Names of classes whose objects may be called as graph functions.
        self.class_names: set[str] = set()
        #: Functions that may return a graph function, or something that makes one.
        self.makers: set[nodes.NodeNG] = set()
        self._walk(module)
        self._follow(words, borrowed)

    def find(self, scope: Scope, name: str) -> tuple[Scope, list[nodes.NodeNG]] | None:
        """The scope that a name belongs to, when it is used in `scope`, and the nodes that bind it there: by Python's scoping rules."""
        if name in self.globals.get(scope, ()):
            scope = self.module
        current: Scope | None = scope
        while current is not None:
            if (current is scope or not isinstance(current, nodes.ClassDef)) and name not in self.nonlocals.get(current, ()):
                bindings = current.locals.get(name)
                if bindings:
                    return current, bindings
            current = names.enclosing(current)
        return None

    def without_binding(self, name: str) -> str | None:
        """The dotted name of what the module does not bind itself: a builtin, or one of a star import."""
        for star in self.stars:
            module = names.import_source(star)
            # A framework's own names win over builtins: `from tensorflow import *` brings `print` and `range`.
            dotted = f"{module}.{name}"
            if frameworks.brings(dotted) or (name in names.BUILTINS and frameworks.canonical(str(module)) == "tensorflow"):
                return dotted
        return f"builtins.{name}" if name in names.BUILTINS else None

    def goes_over(self, function: Scope, name: str) -> bool:
        """Whether a loop of a function goes over what a name denotes, as it is: a list, or a dict by its keys."""
        loops = (nodes.For, nodes.Comprehension)
        uses = (use for use in self.uses.get(name, ()) if isinstance(use.parent, loops) and use.parent.iter is use)
        return any(isinstance(use, nodes.Name) and function.parent_of(use) for use in uses)

    @property
    def named(self) -> set[str]:
        """All names that makers and graph functions may go by."""
        return self.maker_names | self.graph_names | self.class_names

    def calls(self, spelled: Iterable[str]) -> Iterator[nodes.Call]:
        """The calls of what goes by one of the names."""
        for name in sorted(spelled):
            for use in self.uses.get(name, ()):
                if names.is_called(use):
                    yield use.parent

    def item_calls(self, spelled: Iterable[str]) -> Iterator[nodes.Call]:
        """The calls of what is in a container that goes by one of the names: ``steps["train"](x)``."""
        for name in sorted(spelled):
            for use in self.uses.get(name, ()):
                item = use.parent
                if isinstance(item, nodes.Subscript) and item.value is use:
                    if names.is_called(item):
                        yield item.parent

    def _follow(self, words: Iterable[str], borrowed: Iterable[tuple[str, Flow]]) -> None:
        """Finds the names that makers and graph functions flow to, by name alone: what they are is decided later."""
        queue: list[tuple[str, Flow]] = [*borrowed, *((word, Flow.MAKER) for word in words)]
        queue += [(local, Flow.MAKER) for real, local in self.aliases if real in words]
        self._parameters = {function.name: function for function in self.functions}
        self._parameters |= {function.parent.name: function for function in self.functions if _constructs(function)}
        called = {function.parent for function in self.functions if function.name == "__call__" and function.decorators}
        queue += [(cls.name, Flow.CLASS) for cls in self.classes if cls in called]
        known = {Flow.MAKER: self.maker_names, Flow.GRAPH: self.graph_names, Flow.CLASS: self.class_names}
        while queue:
            name, flow = queue.pop()
            if name not in known[flow]:
                known[flow].add(name)
                for use in self.uses.get(name, ()):
                    queue += self._flows(use, flow)

    def _flows(self, use: nodes.NodeNG, flow: Flow) -> Iterator[tuple[str, Flow]]:
        """The names that one use of a maker (or of a graph function) flows to."""
        node, result = use, flow
        if names.is_called(use):
            if flow is Flow.GRAPH:
                return  # the result of a graph function is not one
            node = use.parent
            decorates = flow is Flow.MAKER and not node.args and all(keyword.arg != "func" for keyword in node.keywords)
            result = Flow.MAKER if decorates else Flow.GRAPH
        elif flow is Flow.CLASS:
            return
        parent = node.parent
        while not isinstance(parent, (nodes.Decorators, nodes.Lambda)) and not parent.is_statement:
            if isinstance(parent, nodes.Call):
                if node is parent.func:
                    result = Flow.GRAPH  # tf.function(...)(f)
                elif result is Flow.GRAPH:
                    yield from ((name, result) for name in self._argument(parent, node))
            node, parent = parent, parent.parent
        if isinstance(parent, nodes.Decorators):
            if isinstance(parent.parent, nodes.FunctionDef):
                yield parent.parent.name, Flow.GRAPH
        elif isinstance(parent, (nodes.Assign, nodes.AnnAssign)):
            for target in parent.targets if isinstance(parent, nodes.Assign) else [parent.target]:
                if isinstance(target, nodes.AssignName):
                    yield target.name, result
                elif isinstance(target, nodes.AssignAttr):
                    yield target.attrname, result
        elif isinstance(parent, nodes.Return):
            function = parent.frame()
            self.makers.add(function)
            if isinstance(function, nodes.FunctionDef):
                yield function.name, Flow.MAKER
        elif type(parent) is nodes.Lambda and node is parent.body:
            self.makers.add(parent)
            yield from self._flows(parent, Flow.MAKER)

    def _argument(self, call: nodes.Call, node: nodes.NodeNG) -> Iterator[str]:
        """The parameter that a call gives something to, where the module defines what is called."""
        if isinstance(node, nodes.Keyword):
            if node.arg is not None:
                yield node.arg
            return
        function = self._parameters.get(getattr(call.func, "name", getattr(call.func, "attrname", "")))
        if function is not None and node in call.args:
            named = names.positional(function)
            position = call.args.index(node) + names.receivers(function)
            if position < len(named):
                yield named[position]

    def _fill(self, container: nodes.NodeNG) -> None:
        """Notes that something is put into a container, or into one that it holds."""
        while isinstance(container, nodes.Subscript):
            container = container.value
        if isinstance(container, nodes.Name):
            self.filled[container.name].append(container)
        elif isinstance(container, nodes.Attribute):
            self.filled[container.attrname].append(container)

    def _walk(self, module: nodes.Module) -> None:
        stack: list[nodes.NodeNG] = [module]
        stars: list[nodes.ImportFrom] = []
        while stack:
            node = stack.pop()
            kind = type(node)
            if kind is nodes.Name:
                self.uses[node.name].append(node)
                continue
            if kind is nodes.Attribute:
                self.uses[node.attrname].append(node)
            elif kind is nodes.AssignAttr:
                self.stored[node.attrname].append(node)
            elif kind is nodes.DelAttr:
                self.deleted.append(node)
            elif kind is nodes.Subscript:
                if node.ctx is not Context.Load:
                    self._fill(node.value)
            elif kind is nodes.Call:
                if isinstance(node.func, nodes.Attribute) and node.func.attrname in _FILLING:
                    self._fill(node.args[0] if node.func.attrname in FILLED_FIRST and node.args else node.func.expr)
            elif kind in (nodes.FunctionDef, nodes.AsyncFunctionDef):
                self.functions.append(node)
                if node.decorators is not None:
                    if any(names.last_name(name) in ("property", names.CACHED_PROPERTY) for name in node.decorators.nodes):
                        self.properties.add(node.name)
                    if names.cache_of(node) is not None:
                        self.cached.add(node.name)
            elif kind is nodes.ClassDef:
                self.classes.append(node)
            elif kind in (nodes.Yield, nodes.YieldFrom):
                self.generators.add(node.scope())
            elif kind is nodes.Global:
                self.globals.setdefault(node.scope(), set()).update(node.names)
            elif kind is nodes.Nonlocal:
                self.nonlocals.setdefault(node.scope(), set()).update(node.names)
            elif kind is nodes.ImportFrom:
                for real, local in node.names:
                    if real == "*":
                        stars.append(node)
                    elif local:
                        self.aliases.append((real, local))
                continue
            elif kind is nodes.Const:
                continue
            stack.extend(node.get_children())
        self.stars = sorted(stars, key=lambda node: -node.lineno)
        self.functions.sort(key=lambda node: node.lineno or 0)
        self.classes.sort(key=lambda node: node.lineno or 0)


def _constructs(function: nodes.FunctionDef) -> bool:
    return function.name == "__init__" and isinstance(function.parent, nodes.ClassDef)
