"""A flag that is switched between the calls → an argument of the graph function."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls, objects
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

_FLAGS = (bool, str, type(None))


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """Each call gives what the flag is then. Not safe: another module may call the function as well."""
    read, root = offence.effect, offence.root
    function = None if root is None else root.node
    if root is None or root.tracer is not None or offence.way.calls or offence.item or not isinstance(function, nodes.FunctionDef):
        return None
    if not _is_plainly_decorated(program, function) or not _takes_another(function):
        return None
    if isinstance(read, nodes.Name):
        flag, found = read.name, _calls_of_function(function, read.name)
        texts, replaced = {call: flag for call in found or ()}, []
    elif isinstance(read, nodes.Attribute):
        flag, found = read.attrname, _calls_of_method(function, read)
        texts = {call: f"{call.func.expr.name}.{flag}" for call in found or ()}
        replaced = [one for one in function.nodes_of_class(nodes.Attribute) if one.attrname == flag]
    else:
        return None
    if not found or flag in function.argnames() or isinstance(read, nodes.Attribute) and _is_bound_in(function, flag):
        return None
    if any(not _takes_keyword(call, flag) or calls.has_comment(source, call) for call in found):
        return None
    if not all(source.of(one).endswith(flag) for one in replaced):
        return None  # the parser does not say where it is in a text
    last = source.span(function.args.defaults[-1] if function.args.defaults else function.args.args[-1])[1]
    edits = [
        Edit(last, last, f", *, {flag}" if function.args.defaults else f", {flag}"),
        *(Edit(*source.span(one), flag) for one in replaced),
        *(calls.addition(source, call, f"{flag}={text}") for call, text in texts.items()),
    ]
    return Fix(source.path, tuple(edits), f"{flag} → an argument of {function.name}", safe=False)


def _is_plainly_decorated(program: Program, function: nodes.FunctionDef) -> bool:
    """Whether `tf.function` alone decorates it, without a signature."""
    decorators = function.decorators.nodes if function.decorators is not None else []
    if len(decorators) != 1:
        return False
    made = decorators[0]
    if isinstance(made, nodes.Call):
        if made.args or any(keyword.arg in (None, "input_signature") for keyword in made.keywords):
            return False
        made = made.func
    return calls.dotted(program, made) == "tensorflow.function"


def _takes_another(function: nodes.FunctionDef) -> bool:
    arguments = function.args
    return bool(arguments.args) and not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs)


def _takes_keyword(call: nodes.Call, flag: str) -> bool:
    spread = any(isinstance(one, (nodes.Starred, nodes.GeneratorExp)) for one in call.args)
    return not spread and all(keyword.arg not in (None, flag) for keyword in call.keywords)


def _calls_of_function(function: nodes.FunctionDef, flag: str) -> list[nodes.Call] | None:
    """All that is done with a function of a module: it is called, where the name of the flag means the same global."""
    module = function.parent
    if not isinstance(module, nodes.Module) or len(module.locals.get(function.name, ())) != 1:
        return None
    bound = [one for one in module.nodes_of_class((nodes.AssignName, nodes.DelName)) if one.name == flag]
    if not bound or any(one not in module.locals.get(flag, ()) or not _is_flag(one) or one.scope() is function for one in bound):
        return None
    return _called([one for one in module.nodes_of_class(nodes.Name) if one.name == function.name])


def _calls_of_method(function: nodes.FunctionDef, read: nodes.Attribute) -> list[nodes.Call] | None:
    """All that is done with a method: it is called of objects that are seen to be of its class, and has no other of its name."""
    owner, module, flag = function.parent, function.root(), read.attrname
    if not isinstance(owner, nodes.ClassDef) or flag in owner.locals:
        return None
    if not all(_is_flag(one) for one in owner.instance_attrs.get(flag, ()) if isinstance(one, nodes.AssignAttr)):
        return None  # seen without going through the module
    bound = [one for one in module.nodes_of_class((nodes.AssignAttr, nodes.DelAttr)) if one.attrname == flag]
    if any(not _is_flag(one) or one.scope() is function for one in bound):
        return None
    inside = [one for one in function.nodes_of_class(nodes.Attribute) if one.attrname == flag]
    if any(not objects.is_self(one.expr, owner) for one in inside):
        return None
    if any(one.name == function.name and one is not function for one in module.nodes_of_class(nodes.FunctionDef)):
        return None
    uses = [one for one in module.nodes_of_class(nodes.Attribute) if one.attrname == function.name]
    return _called(uses) if all(objects.is_of(one.expr, owner) for one in uses) else None


def _called(uses: list[nodes.NodeNG]) -> list[nodes.Call] | None:
    return [one.parent for one in uses] if uses and all(map(names.is_called, uses)) else None


def _is_flag(target: nodes.NodeNG) -> bool:
    """Whether a statement of its own sets it, to one of a few values that a graph may be made for."""
    value = names.assigned(target) if isinstance(target.parent, nodes.Assign) else None
    return isinstance(value, nodes.Const) and isinstance(value.value, _FLAGS)


def _is_bound_in(function: nodes.FunctionDef, name: str) -> bool:
    return any(one.name == name for one in function.nodes_of_class((nodes.AssignName, nodes.Name)))
