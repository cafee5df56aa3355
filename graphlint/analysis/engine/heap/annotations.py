"""What annotations say that a place holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import astroid
from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Class, External, Param

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: By the last part of their names, as ``typing`` and ``collections.abc`` have the same ones.
_OF_ITEMS = frozenset(
    "list List set Set frozenset FrozenSet Sequence MutableSequence Iterable Iterator Collection deque Deque tuple Tuple".split()
)
_OF_VALUES = frozenset("dict Dict Mapping MutableMapping OrderedDict defaultdict DefaultDict".split())
#: What an annotation of one thing may be wrapped into.
_WRAPPERS = frozenset({"Final", "ClassVar", "Annotated", "Optional"})


class Annotation:
    """An annotation, and where its names are looked up."""

    def __init__(self, program: Program, node: nodes.NodeNG, scope: Scope | None) -> None:
        self.program = program
        self.node = node
        self.scope = scope

    def alternatives(self) -> Iterator[Annotation]:
        """Each of the things that it allows: ``Loss | None``, ``Optional[Loss]``, ``"Loss"``."""
        match self.node:
            case nodes.BinOp(op="|", left=left, right=right):
                yield from self._at(left).alternatives()
                yield from self._at(right).alternatives()
            case nodes.Subscript(value=outer, slice=inner) if (name := self._name_of(outer)) == "Union" or name in _WRAPPERS:
                for part in _parts(inner)[: 1 if name == "Annotated" else None]:
                    yield from self._at(part).alternatives()
            case nodes.Const(value=str() as text):
                if (parsed := _parsed(text)) is not None:
                    yield from self._at(parsed).alternatives()
            case nodes.Const():
                return  # None
            case _:
                yield self

    def items(self, key: object = None) -> Iterator[Annotation]:
        """What the items are of: ``Sequence[Loss]``, ``dict[str, Loss]``."""
        for one in self.alternatives():
            if isinstance(one.node, nodes.Subscript):
                name, parts = self._name_of(one.node.value), _parts(one.node.slice)
                if not parts:
                    continue  # tuple[()]
                if name in _OF_VALUES:
                    yield self._at(parts[-1])
                elif name in _OF_ITEMS and (len(parts) == 1 or isinstance(parts[1], nodes.Const) and parts[1].value is ...):
                    yield self._at(parts[0])
                elif name in ("tuple", "Tuple") and isinstance(key, int) and -len(parts) <= key < len(parts):
                    yield self._at(parts[key])

    def kinds(self) -> list[str | nodes.ClassDef]:
        """Names of the tables, or classes of the program."""
        allowed = list(self.alternatives())
        found = [kind for one in allowed for kind in one._kinds()]
        # Which of several things of the libraries it is, nothing says.
        return [kind for kind in found if isinstance(kind, nodes.ClassDef) or len(allowed) == 1 or kind in frameworks.MUTATORS]

    def _kinds(self) -> Iterator[str | nodes.ClassDef]:
        node = self.node.value if isinstance(self.node, nodes.Subscript) else self.node  # list[int] is a list
        for value in self.program.detached(node, self.scope):
            if isinstance(value, Class):
                yield value.node
            elif isinstance(value, External):
                name = frameworks.canonical(value.name)
                meaning = frameworks.MEANINGS.get(name)
                if name in frameworks.MUTATORS:
                    yield name
                elif meaning is not None and meaning.makes:
                    yield meaning.makes

    def _name_of(self, node: nodes.NodeNG) -> str:
        """The last part of a name, of what it is imported as: ``from typing import Sequence as Items``."""
        imported = [value.name for value in self.program.detached(node, self.scope) if isinstance(value, External)]
        return (imported or [str(getattr(node, "attrname", getattr(node, "name", "")))])[0].rpartition(".")[2]

    def _at(self, node: nodes.NodeNG) -> Annotation:
        return Annotation(self.program, node, self.scope)


def of_parameter(program: Program, parameter: Param) -> Iterator[Annotation]:
    """That of a parameter, unless its default is of another type: ``training: tf.Tensor = False`` is no tensor."""
    scope = parameter.scope
    annotation, default = names.annotation(scope, parameter.name), default_expression(scope, parameter.name)
    if annotation is not None and (not isinstance(default, nodes.Const) or type(default.value) is not bool):
        yield Annotation(program, annotation, names.enclosing(scope))


def of_result(program: Program, function: nodes.NodeNG) -> Iterator[Annotation]:
    """That of what a function returns: ``def build(name: str) -> Loss``."""
    if isinstance(function, (nodes.FunctionDef, nodes.AsyncFunctionDef)) and function.returns is not None:
        yield Annotation(program, function.returns, names.enclosing(function))


def of_bindings(program: Program, bindings: list[nodes.NodeNG]) -> Iterator[Annotation]:
    """Those of a variable or an attribute, where it is bound: ``items: list[int] = field(default_factory=list)``."""
    for binding in bindings:
        if isinstance(binding.parent, nodes.AnnAssign) and binding.parent.target is binding:
            yield Annotation(program, binding.parent.annotation, names.function_scope(binding))
        else:
            yield from of_result(program, binding)  # of a property


def _parts(inner: nodes.NodeNG) -> list[nodes.NodeNG]:
    return inner.elts if isinstance(inner, nodes.Tuple) else [inner]


def _parsed(text: str) -> nodes.NodeNG | None:
    try:
        parsed = astroid.extract_node(text)
    except (astroid.AstroidError, ValueError):
        return None
    return parsed if isinstance(parsed, nodes.NodeNG) and not parsed.is_statement else None
