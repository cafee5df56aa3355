"""What a name denotes: by Python's scopes, through the imports and stars of the program's modules, or outside of it.

`Program` has what is asked of it here, kept where it is asked often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.evaluate import Evaluator
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope
from graphlint.analysis.values.conditions import is_other_way
from graphlint.analysis.values.places import UNKNOWN, Class, External, Fresh, Function, Module, Value, Variable

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program


def lookup(program: Program, scope: Scope, name: str) -> frozenset[Value]:
    """What a name denotes in a scope, without regard to the order of statements."""
    index = program.index(scope.root())
    found = index.find(scope, name)
    if found is None:
        values = _starred(program, index, name)
        if values is not None:
            return values
        dotted = index.without_binding(name)
        return UNKNOWN if dotted is None else frozenset((External(dotted),))
    owner, bindings = found
    if wrapper := named_wrapper(program, owner, name):
        return wrapper
    if all(isinstance(binding, nodes.FunctionDef) for binding in bindings):
        if len({binding.parent for binding in bindings}) == 1:
            bindings = bindings[-1:]  # defined again: the last one stays
    if len(bindings) > 1 and isinstance(owner, nodes.Module):
        bindings = [one for one in bindings if not program.is_of_another_framework(one)] or bindings
    values: set[Value] = set()
    for binding in bindings:
        match binding:
            case nodes.FunctionDef():
                found = program.function_value(binding)
                # An object that a decorator has put in the place of the function is the variable's.
                values |= {Variable(owner, name)} if any(isinstance(value, Fresh) for value in found) else found
            case nodes.ClassDef():
                values.add(Class(binding))
            case nodes.Import() | nodes.ImportFrom():
                values |= program.imported(binding, name)
            case _:
                values |= _alias(program, owner, binding, bindings) or {Variable(owner, name)}
    if len(values) > 1 and all(isinstance(binding, (nodes.Import, nodes.ImportFrom)) for binding in bindings):
        # From TensorFlow on one path, and a twin for another backend on the other: in a graph it is TensorFlow's.
        values = {value for value in values if _is_tensorflows(program, value)} or values
    return frozenset(values) or UNKNOWN


def _alias(program: Program, owner: Scope, binding: nodes.NodeNG, bindings: list[nodes.NodeNG]) -> frozenset[Value]:
    """A part of a framework, or of the program, that a module gives a name to: ``layers = tf.keras.layers``."""
    if len(bindings) > 1 or not isinstance(owner, nodes.Module):
        return frozenset()
    value = names.assigned(binding)
    if not isinstance(value, nodes.Attribute):
        return frozenset()
    held = program.detached(value, owner)
    known = all(isinstance(value, (Function, Class, Module)) or isinstance(value, External) and frameworks.is_known(value.name) for value in held)
    return held if known else frozenset()


def is_of_another_framework(program: Program, binding: nodes.NodeNG) -> bool:
    """Whether a statement of a module or function runs where another framework is at work: ``if backend() == "jax":``."""
    node, at_top = binding, isinstance(names.function_scope(binding), nodes.Module)
    while not isinstance(node.parent, (nodes.Module, *FUNCTIONS, nodes.ClassDef)):
        node, inner = node.parent, node
        if isinstance(node, nodes.If) and inner is not node.test and (at_top or _names_way(node.test)):
            condition = Evaluator(program, names.function_scope(node)).condition(node.test)
            if is_other_way(condition, inner in node.body):
                return True
    return False


def _is_tensorflows(program: Program, value: Value) -> bool:
    """Whether something is TensorFlow's own, or of a module that imports it."""
    if isinstance(value, External):
        return frameworks.is_tensorflow(value.name)
    if isinstance(value, Module):
        if not program.relevance.imports_tensorflow(value.path):
            return False
        module = program.module(value.path)
        return module is not None and names.imports_tensorflow(module)
    return isinstance(value, (Function, Class)) and names.imports_tensorflow(value.node.root())


def imported(program: Program, binding: nodes.Import | nodes.ImportFrom, name: str) -> frozenset[Value]:
    """What an import binds to a name: a part of the program, or a dotted name outside it."""
    path = imported_file(program, binding, name)
    if path is not None and isinstance(binding, nodes.Import):
        return frozenset((Module(path),))
    if path is not None:
        for real, local in binding.names:
            # astroid binds all public names of a module that is imported by its star, whatever `__all__` says.
            if (local or real) == name or real == "*" and _is_public(program, path, name):
                found = program.member(path, name if real == "*" else real)
                if found != UNKNOWN or real not in names.REEXPORTED:
                    return found  # else a module that sets its own attributes as it runs
    dotted = names.imported(binding, name)
    return UNKNOWN if dotted is None else frozenset((External(dotted),))


def imported_file(program: Program, binding: nodes.Import | nodes.ImportFrom, name: str) -> str | None:
    """The module of the program that an import takes a name from, or binds to it."""
    importer = program.modules.path(binding.root())
    if importer is None:
        return None
    if isinstance(binding, nodes.ImportFrom):
        return program.modules.resolve(importer, binding.modname, binding.level)
    dotted = names.imported(binding, name)
    return None if dotted is None else program.modules.resolve(importer, dotted, None)


def member(program: Program, path: str, name: str) -> frozenset[Value]:
    """What ``module.name`` denotes: a name of the module, or a module of the package."""
    module = program.module(path)
    if module is not None and (wrapper := named_wrapper(program, module, name)):
        return wrapper
    if module is not None:
        values = program.lookup(module, name) if name in module.locals else _starred(program, program.index(module), name)
        if values is not None and values != UNKNOWN:
            return values
    inner = program.modules.submodule(path, name)
    return UNKNOWN if inner is None else frozenset((Module(inner),))


def named_wrapper(program: Program, owner: Scope, name: str) -> frozenset[Value]:
    """What an option names a graph decorator, whatever it is that a module has by that name; nothing where it names none."""
    path = program.modules.path(owner) if program.graph_decorators and isinstance(owner, nodes.Module) else None
    dotted = None if path is None else program.relevance.wrappers(path).get((path, name))
    return frozenset() if dotted is None else frozenset((External(dotted),))


def _starred(program: Program, index: Index, name: str) -> frozenset[Value] | None:
    """What a name denotes that ``from … import *`` brings from a module of the program."""
    for star in index.stars:
        path = imported_file(program, star, name)
        if path in program.starring:
            program.memo.relies_on(program.starring[path])
            continue
        if path is None or program.is_of_another_framework(star):
            continue
        program.starring[path] = program.memo.depth
        try:
            if _is_public(program, path, name):
                values = program.member(path, name)
                if values != UNKNOWN:
                    return values
        finally:
            del program.starring[path]
    return None


def _is_public(program: Program, path: str, name: str) -> bool:
    module = program.module(path)
    return module is not None and names.is_public(module, name)


def _names_way(test: nodes.NodeNG) -> bool:
    """Whether a test compares a name with a text: what else functions test leads to what they store, and may lead back here."""
    return isinstance(test, nodes.Compare) and isinstance(test.left, nodes.Name) and isinstance(test.ops[0][1], nodes.Const)
