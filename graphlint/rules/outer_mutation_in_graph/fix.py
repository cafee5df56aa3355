"""self.count += 1, or global n; n += 1 → a tf.Variable that is made once, and assign_add."""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls, objects
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

_METHODS = {"+=": "assign_add", "-=": "assign_sub"}


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """A counter of whole numbers becomes a variable; plain Python reads its number. Not safe: other modules may read it as well."""
    statement = offence.effect.statement()
    if not isinstance(statement, nodes.AugAssign) or statement.op not in _METHODS or not _is_whole(statement.value):
        return None
    if offence.root is None or offence.root.tracer is not None or calls.has_comment(source, statement):
        return None
    name = calls.tensorflow(program, source, statement)
    target = statement.target
    found = None
    if isinstance(target, nodes.AssignAttr):
        found = _of_attribute(target)
    elif isinstance(target, nodes.AssignName):
        found = _of_name(target)
    if found is None or name is None:
        return None
    start, readers, declared = found
    value = names.assigned(start)
    traced = {names.function_scope(statement), offence.root.node, *(names.function_scope(call) for _, call in offence.way.calls)}
    if not _is_whole(value) or any(not _is_plain(reader, traced) for reader in readers):
        return None
    tf, imports = name
    if isinstance(start.scope(), nodes.Module) and not _is_imported(tf, start):
        return None
    if not all(source.of(one).endswith(names.last_name(one)) for one in readers):
        return None  # the parser does not say where it is in a text
    edits = [
        Edit(*source.span(value), f"{tf}.Variable({source.of(value)}, trainable=False)"),
        Edit(*source.span(statement), f"{source.of(target)}.{_METHODS[statement.op]}({source.of(statement.value)})"),
    ]
    for reader in readers:
        _, end = source.span(reader)
        edits.append(Edit(end, end, ".numpy()"))
    if declared is not None:
        edits.append(_without(source, declared))
    return Fix(source.path, (*imports, *edits), f"the counter {source.of(target)} → {tf}.Variable", safe=False)


def _is_imported(name: str, node: nodes.NodeNG) -> bool:
    """Whether the module imports a name before it comes to a node."""
    imports = [one for one in node.root().body if isinstance(one, nodes.Import) and one.lineno < node.lineno]
    return any(name == (local or real) for one in imports for real, local in one.names)


_Found = tuple[nodes.NodeNG, list[nodes.NodeNG], nodes.NodeNG | None]


def _of_name(target: nodes.AssignName) -> _Found | None:
    """Of a name that a function declares: its first binding, its readers, and the declaration; None where another binding is about."""
    module, scope = target.root(), target.scope()
    declared = [one for one in scope.nodes_of_class((nodes.Global, nodes.Nonlocal)) if target.name in one.names]
    bound = [one for one in module.nodes_of_class(nodes.AssignName) if one.name == target.name and one is not target]
    others = [one for one in module.nodes_of_class((nodes.Global, nodes.Nonlocal)) if target.name in one.names]
    deleted = any(one.name == target.name for one in module.nodes_of_class(nodes.DelName))
    if deleted or len(declared) != 1 or len(bound) != 1 or others != declared or not isinstance(bound[0].parent, nodes.Assign):
        return None
    start = bound[0]
    around = names.enclosing(scope) if isinstance(declared[0], nodes.Nonlocal) else module
    if start.scope() is not around or start.parent.parent is not around or len(start.parent.targets) != 1:
        return None
    return start, [one for one in module.nodes_of_class(nodes.Name) if one.name == target.name], declared[0]


def _of_attribute(target: nodes.AssignAttr) -> _Found | None:
    """Of an attribute of the method's own object: what `__init__` sets, and its readers, all of objects of the class."""
    method = target.scope()
    owner = method.parent if isinstance(method, nodes.FunctionDef) else None
    module, name = target.root(), target.attrname
    if not isinstance(owner, nodes.ClassDef) or not objects.is_self(target.expr, owner):
        return None
    bound = [one for one in module.nodes_of_class((nodes.AssignAttr, nodes.DelAttr)) if one.attrname == name and one is not target]
    if len(bound) != 1 or not isinstance(bound[0].parent, nodes.Assign) or len(bound[0].parent.targets) != 1:
        return None
    start = bound[0]
    made = start.scope()
    if getattr(made, "name", "") != "__init__" or start.parent.parent is not made or not objects.is_self(start.expr, owner):
        return None
    readers = [one for one in module.nodes_of_class(nodes.Attribute) if one.attrname == name]
    if name in owner.locals or any(names.is_called(one) or not objects.is_of(one.expr, owner) for one in readers):
        return None
    return start, readers, None


def _is_whole(value: nodes.NodeNG | None) -> bool:
    return isinstance(value, nodes.Const) and type(value.value) is int


def _is_plain(node: nodes.NodeNG, traced: Iterable[nodes.NodeNG], seen: frozenset[nodes.NodeNG] = frozenset()) -> bool:
    """Whether plain Python alone runs the code: that of a module, or of a function which is called by name from such code."""
    scope = names.function_scope(node)
    if isinstance(scope, nodes.Module) or scope in seen:
        return True
    if not isinstance(scope, nodes.FunctionDef) or scope in traced or scope.decorators is not None:
        return False
    uses = [one for one in scope.root().nodes_of_class((nodes.Name, nodes.Attribute)) if names.last_name(one) == scope.name]
    return all(names.is_called(one) and _is_plain(one, traced, seen | {scope}) for one in uses)


def _without(source: Source, declared: nodes.NodeNG) -> Edit:
    """``global n`` goes with its line, or stays as it is if it names others or shares its line."""
    start, end = source.span(declared)
    first = start - len(source.indentation(declared))
    after = end + len(source.newline)
    alone = len(declared.names) == 1 and source.text[end:after] == source.newline and not source.text[first:start].strip()
    return Edit(first, after, "") if alone else Edit(end, end, "")
