"""Methods that Keras traces in `fit`, `evaluate` and `predict`: `call`, `train_step`, those of losses, metrics…"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.contexts.eager_programs import runs_eagerly_alone, tracing_uses
from graphlint.analysis.contexts.traced_arguments import is_switched, runs_eagerly
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import Attribute, External, Function, Param, Value

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program


#: What makes Keras trace the methods of a model.
_BY_KERAS = frozenset({"compile", "evaluate", "fit", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"})


class Method(NamedTuple):
    """A method that Keras traces in objects of the class `cls`."""

    function: Function
    cls: nodes.ClassDef

    @property
    def node(self) -> nodes.FunctionDef:
        """The method as it is written, also where a decorator has wrapped it."""
        return self.function.wraps or self.function.node

    @property
    def receiver(self) -> Param | None:
        """The object, where the method itself does not tell its class: it is inherited."""
        parameters = names.positional(self.function.node)
        if self.function.node.parent is self.cls or not parameters:
            return None
        return Param(self.function.node, parameters[0], self.cls)


def traced_methods(program: Program, module: nodes.Module) -> Iterator[Method]:
    """The methods that Keras traces in the classes of a module, inherited ones too."""
    every = program.index(module).classes
    found = list(program.faults.of_each(every, lambda cls: (cls,) if _methods(program, cls) else (), lambda cls: (cls,)))
    if not found or names.is_of_other_backend(module) or runs_eagerly_alone(program, module, found):
        return

    def traced(cls: nodes.ClassDef) -> Iterator[Method]:
        if _compiled_eagerly(program, module, cls) or _is_dynamic(program, cls) or _is_of_trial(program, cls) or _fits_itself(program, cls):
            return
        for name in _methods(program, cls):
            if _replaces(cls, name) or name == "call" and _runs_itself(program, cls) or _is_looped_eagerly(program, cls, name):
                continue
            for member in classes.members(program, cls, name):
                if not isinstance(member, Function) or not isinstance(member.node, nodes.FunctionDef):
                    continue
                if _takes_given(program, cls, member.node) and not _builds_model(program, member.node):
                    yield Method(member, cls)

    yield from program.faults.of_each(found, traced, lambda cls: (cls,))


def _takes_given(program: Program, cls: nodes.ClassDef, method: nodes.FunctionDef) -> bool:
    """Whether a method takes what Keras gives it; the program itself calls one that does not, as any function."""
    if any(base.startswith("keras.losses.") for base in classes.external_bases(program, cls)) and names.taken(method) > 3:
        return False  # the loss, the truth and the prediction
    if method.name in frameworks.STEPS:
        return names.taken(method) <= 2  # the model and the batch
    if method.name != "call" or method.args.vararg or method.args.kwarg or method.args.kwonlyargs:
        return True
    inputs = names.positional(method)[1:]
    default = method.args.defaults[0] if inputs and names.taken(method) == 1 else None
    return bool(inputs) and (not isinstance(default, nodes.Const) or default.value is None)


def _replaces(cls: nodes.ClassDef, name: str) -> bool:
    """Whether `__new__` puts something else in the place of a method of the objects that it makes."""
    return any(
        target.attrname == name
        for maker in cls.locals.get("__new__", ())
        for target in maker.nodes_of_class(nodes.AssignAttr)
    )


def _is_looped_eagerly(program: Program, cls: nodes.ClassDef, name: str) -> bool:
    """Whether a model makes the functions that run a method itself, and makes no graph functions of them.

    ``def make_train_function(self): …; self.train_function = train_function``.
    """
    if not classes.is_model(program, cls):
        return False
    makers = [maker for step, maker in zip(frameworks.STEPS, frameworks.STEP_MAKERS) if name in (step, "call") or name not in frameworks.STEPS]
    made = [member.node for maker in makers for member in classes.members(program, cls, maker)[:1] if isinstance(member, Function)]
    # What it makes may be given to the maker that it overrides.
    graphs = (names.last_name(one) for maker in made for one in maker.nodes_of_class((nodes.Name, nodes.Attribute)))
    return len(made) == len(makers) and not any(one in frameworks.GRAPH_WORDS or one in frameworks.STEP_MAKERS for one in graphs)


def _runs_itself(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether the class's own `__call__` runs `call`: Keras does not, and layers may be put together in it.

    Where that is done in a graph, it is followed from there.
    """
    return any(
        isinstance(call.func, nodes.Attribute) and call.func.attrname == "call" and classes.receives(member.node, call.func.expr.as_string())
        for member in classes.members(program, cls, "__call__")
        if isinstance(member, Function) and isinstance(member.node, nodes.FunctionDef)
        for call in member.node.nodes_of_class(nodes.Call)
    )


def _builds_model(program: Program, method: nodes.FunctionDef) -> bool:
    """Whether a method begins a model of its own with ``keras.Input``: it takes shapes, and is called as any function."""
    for call in program.index(method.root()).calls(("Input",)):
        if method.parent_of(call):
            made = program.detached(call.func, method)
            if any(isinstance(value, External) and frameworks.is_tensorflow(value.name) for value in made):
                return True
    return False


def _methods(program: Program, cls: nodes.ClassDef) -> tuple[str, ...]:
    bases = classes.external_bases(program, cls)
    return tuple(dict.fromkeys(name for base in bases for name in frameworks.traced_methods(base)))


def _compiled_eagerly(program: Program, module: nodes.Module, cls: nodes.ClassDef) -> bool:
    """Whether each `compile` that the module shows, of objects of the class or of unknown ones, is ``run_eagerly=True``."""
    compiled = []
    home = names.function_scope(cls)
    while isinstance(home, nodes.ClassDef):
        home = names.function_scope(home)
    for call in program.index(module).calls(("compile",)):
        # What a function defines, it compiles.
        if isinstance(call.func, nodes.Attribute) and (home is module or home.parent_of(call)):
            kinds = receivers(program, call)
            of_class = any(cls in classes.ancestors(program, kind) for kind in kinds)
            if not kinds or of_class or not classes.is_model(program, cls):
                compiled.append(runs_eagerly(call))
    index = program.index(module)
    return is_switched(index) if index.stored.get("run_eagerly") else bool(compiled) and all(compiled)


def _is_dynamic(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether a layer says that it runs eagerly, as those of Keras 2 may: ``super().__init__(dynamic=True)``."""
    for ancestor in classes.ancestors(program, cls):
        for maker in ancestor.locals.get("__init__", ()):
            default = default_expression(maker, "dynamic") if isinstance(maker, nodes.FunctionDef) else None
            given = [keyword.value for call in maker.nodes_of_class(nodes.Call) for keyword in call.keywords if keyword.arg == "dynamic"]
            if any(isinstance(value, nodes.Const) and value.value is True for value in (default, *given)):
                return True
    return False


def _fits_itself(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether a model is trained by a loop in a `fit` of its own, without that of Keras, and its module calls nothing else that makes Keras trace."""
    own = [member.node for member in classes.members(program, cls, "fit") if isinstance(member, Function)]
    if not own or not classes.is_model(program, cls) or any(not _BY_KERAS.isdisjoint(names.called(method)) for method in own):
        return False
    if not all(any(True for _ in method.nodes_of_class((nodes.For, nodes.While))) for method in own):
        return False
    others = (receivers(program, call) for call in program.index(cls.root()).calls(_BY_KERAS - {"fit"}))
    return all(kinds and not any(cls in classes.ancestors(program, kind) for kind in kinds) for kinds in others)


def _is_of_trial(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether a class is there to try something out where a module is run as a script, and is only called eagerly there."""
    return any(not any(map(branch.parent_of, tracing_uses(program, cls.root()))) for branch in names.script_branches(cls))


def fits(program: Program, module: nodes.Module, cls: nodes.ClassDef) -> Iterator[tuple[frozenset[Value], frozenset[Value]]]:
    """What the calls of `fit` in a module give to models of a class: inputs and targets, nothing for what is left out."""
    for call in program.index(module).calls(("fit",)):
        for event in _events(program, call):
            if any(cls in classes.ancestors(program, kind) for kind in receivers(program, call)):
                given = {argument.keyword or position: argument.values for position, argument in enumerate(event.arguments)}
                yield given.get(0, given.get("x", frozenset())), given.get(1, given.get("y", frozenset()))


def receivers(program: Program, call: nodes.Call) -> list[nodes.ClassDef]:
    """The classes of the program that the object of a method call may be of."""
    owners = (callee.base for event in _events(program, call) for callee in event.callee if isinstance(callee, Attribute))
    return [kind for owner in owners for kind in classes.of_program(program, owner)]


def _events(program: Program, call: nodes.Call) -> list[Call]:
    return program.summary(names.function_scope(call)).calls_of(call)
