"""Which changes of places matter: those of objects that live outside the trace. Whether anybody sees them, observers.py tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE, UNDEFINED, Confidence

from graphlint import frameworks
from graphlint.analysis.engine import special_methods
from graphlint.analysis.engine.callgraph.callees import weaker
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import names, stores
from graphlint.analysis.syntax.restored import is_asked_back, is_restored
from graphlint.analysis.trace.place_uses import PlaceUses
from graphlint.analysis.values import tensors
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Param,
    Result,
    Value,
    Variable,
    container,
    is_tensor_array,
    join,
    text,
)
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.offence import Offence, Way

#: Counters and records with such names are kept to watch the tracing.
_TRACE_WORD = "trac"
#: Methods that make what an object holds, before it is used.
MAKERS = ("__init__", "build")


@dataclass(slots=True)
class Pending:
    """A store that offends if somebody can see it; that is known when the whole trace has been followed."""

    offence: Offence
    place: Value
    values: frozenset[Value]
    carried: bool
    """The place was read before: what the last call left there."""
    always: bool = False
    """Each trace does it: no branch or loop is around it, nor around the calls that lead there."""
    is_new: bool = False
    """It is put into a container that the same trace has made."""


class Changes:
    """The changes that one trace makes, in order."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self.program = trace.program
        self.uses = PlaceUses(trace)
        #: Places that were assigned in this trace, with the statement that did it last, and the calls that led there.
        self._stored: dict[Value, list[nodes.NodeNG]] = {}
        self.read_first: set[Value] = set()
        self.read_later: set[Value] = set()
        self.pending: list[Pending] = []
        #: What nobody is known to see once the trace has been followed.
        self.unseen: list[Pending] = []
        #: What is told of the containers that this trace has put something into, since it has emptied them.
        self._filled: dict[Value, list[Offence]] = {}
        #: Places that hold symbolic tensors of this trace.
        self._leaked: set[Value] = set()
        #: Objects that were handed to code that is not seen: it may call their methods within the trace.
        self._escaped: set[Value] = set()

    # Events

    def escape(self, values: Iterable[Value]) -> None:
        self._escaped.update(values)

    def read(self, place: Value) -> None:
        (self.read_later if place in self._stored else self.read_first).add(place)

    def store(self, node: nodes.NodeNG, place: Value, values: frozenset[Value], augmented: bool, way: Way) -> None:
        """``place = values``, ``place += …`` or ``del place``."""
        if isinstance(place, Item) and not augmented:
            self._put(node, container(place), values, way)
        confidence = self._confidence(place, augmented)
        if confidence is None or place in values and not stores.is_set_in_loop(node) and not stores.moves(node):
            return  # `self.v = self.v or …` fills what is missing
        if isinstance(place, Item) and (self._is_copy(place) or self._is_argument(place) and stores.is_of_loop_variable(node)):
            return
        if isinstance(place, Item) and stores.is_emptied_slot(node) and not self.uses.is_read_by_key(place, node.targets[0].slice.value):
            self._stored[place] = [node, *(call for _, call in way.calls)]
            return  # `spec["grads"] = []`: each trace fills it for itself
        assigns_itself = stores.assigns_itself(node) and self._may_be_variable(place)
        if stores.is_of_new_item(node) or assigns_itself and not self._is_of_keras_3(place):
            return
        if values and all(_makes_variable(value) for value in values):
            return  # that is another rule's
        if augmented and isinstance(node, nodes.AugAssign) and special_methods.changes_itself(self.program, place, node.op):
            return
        if (isinstance(node, nodes.Assign) or isinstance(node, nodes.AugAssign) and node.op == "|=") and stores.is_known_at_trace(node.value):
            return  # the same for all calls of the graph
        if isinstance(node, nodes.Assign) and self._is_inherited(node.value) or isinstance(place, Attribute) and place.name == "dtype":
            return  # each type has a graph of its own
        if self._is_restored(node, way, sets=not augmented):
            if not isinstance(place, Item) and not augmented:
                self._stored[place] = [node, *(call for _, call in way.calls)]
            return
        leaks = assigns_itself or self._are_symbolic(values)
        if leaks:
            self._leaked.add(place)
        offence = self._offence(node, place, way, confidence, leaks)
        started = self._stored.get(place)
        carried = isinstance(place, Item) or place in self.read_first
        if augmented:
            carried = started is None or not _surely_comes_first(started, node)  # else `self.n = 0; self.n += 1`
        if self.trace.root.tracer == "Keras" and isinstance(place, Attribute) and not augmented:
            carried = carried and stores.keeps_old(node, place.name)
        seen = place
        if isinstance(place, Item) and not augmented:
            if self._is_endpoint(node, place) or self._is_emptied(place.base) or self._has_slots(place.base):
                carried, seen = False, container(place)
        steps = [node, *(call for _, call in way.calls)]
        self.pending.append(Pending(offence, seen, values, carried, all(map(_is_always_done, steps))))
        if not isinstance(place, Item) and not augmented:
            self._stored[place] = steps
            self._forget(place)

    def _may_be_variable(self, place: Value) -> bool:
        """Whether a place holds a variable, for all that is known: other objects have methods called `assign`."""
        known = self.program.kinds_of(place)
        return not known or not tensors.KINDS.isdisjoint(known)

    def _is_of_keras_3(self, place: Value) -> bool:
        """Whether it is a variable of Keras 3, by what makes it: ``self.add_weight(…)``, ``keras.Variable(…)``."""
        if self.program.keras_version(self.trace.module) < 3:
            return False
        made = [names.assigned(target) for target in self.uses.assignments(place)]
        makers = [one.func for one in made if isinstance(one, nodes.Call)]
        return any(names.last_name(one) in ("add_weight", "add_variable") or one.as_string() == "keras.Variable" for one in makers)

    def _are_symbolic(self, values: frozenset[Value]) -> bool:
        """Whether a tensor of the graph is among some values, or what this trace has put into another place."""
        if tensors.hold(values, self.program) or tensors.are_symbolic_data(values, self.program):
            return True
        return any(is_tensor_array(value) or value in self._leaked for value in values)

    def keep(self, node: nodes.NodeNG, place: Value, way: Way) -> None:
        """``place = tensor`` where the place was found empty: the next trace finds the tensor of this one."""
        confidence = self._confidence(place, augmented=False)
        if confidence is not None and not self._is_copy(place) and not self._is_key_of_trace(node) and not stores.is_registered(node):
            self._report(node, place, way, weaker(confidence, INFERENCE), leaks=True)

    def clear(self, node: nodes.NodeNG, place: Value, way: Way) -> None:
        """A flag that chose what goes into the graph is cleared: later calls run what it chose."""
        confidence = self._confidence(place, augmented=False)
        if confidence is not None:
            self._report(node, place, way, weaker(confidence, INFERENCE))

    def cache(self, node: nodes.NodeNG, place: Attribute | Variable, way: Way) -> None:
        """A decorator keeps what a function returns: ``@cached_property``."""
        if isinstance(place, Variable) or self.is_outer(place.base):
            self._report(node, place, way, INFERENCE, leaks=True)

    def _is_key_of_trace(self, node: nodes.NodeNG) -> bool:
        """Whether an item is kept under an argument of the graph function: another value of it has a trace of its own."""
        function = self.trace.root.node
        return isinstance(node, nodes.Assign) and names.function_scope(node) is function and any(
            isinstance(target, nodes.Subscript) and isinstance(target.slice, nodes.Name) and target.slice.name in function.argnames()
            for target in node.targets
        )

    def in_place(self, node: nodes.NodeNG, place: Value, way: Way) -> None:
        """``name += …`` where the name stands for `place`."""
        if self.is_outer(place) and self._is_container(place) and not self._is_copy(place) and not self._is_restored(node, way):
            self._report(node, place, way, INFERENCE)

    def method(self, node: nodes.NodeNG, receiver: Value, way: Way, given: frozenset[Value] = frozenset()) -> None:
        """A method that changes its object, which may put into it what it is given."""
        self._put(node, container(receiver), given, way)
        if stores.empties(node):
            self._forget(receiver)
            if self._takes_back(node, receiver, way):
                return
        if not self.is_outer(receiver) or self._is_copy(receiver) or self._is_restored(node, way) or stores.is_of_new_item(node):
            return
        if isinstance(receiver, Param) and stores.is_option(node):
            return
        if self._is_emptied(receiver):
            offence = self._offence(node, receiver, way, INFERENCE, tensors.hold(given, self.program))
            self.pending.append(Pending(offence, receiver, given, carried=False))
        else:
            self._report(node, receiver, way, INFERENCE, tensors.hold(given, self.program))
            self._filled.setdefault(receiver, []).append(self.trace.offences[-1])

    def _takes_back(self, node: nodes.NodeNG, receiver: Value, way: Way) -> bool:
        """Whether each trace empties a container that it has filled, which is as empty as before then."""
        filled = self._filled.pop(receiver, [])
        if not filled or not all(map(_is_always_done, (node, *(call for _, call in way.calls)))):
            return False
        self.trace.offences[:] = [offence for offence in self.trace.offences if not any(offence is one for one in filled)]
        return True

    def _put(self, node: nodes.NodeNG, place: Value, given: frozenset[Value], way: Way) -> None:
        """Something is put into a place, or into what it holds: tensors stay there if the trace has put the container there."""
        if self._is_new(place) and self._are_symbolic(given):
            offence = self._offence(node, place, way, INFERENCE, leaks=True)
            self.pending.append(Pending(offence, place, given, carried=False, is_new=True))

    def _forget(self, place: Value) -> None:
        """What the trace has put into a container of its own is gone: it empties it, or puts another one there."""
        self.pending = [pending for pending in self.pending if not pending.is_new or pending.place != place]

    def _is_restored(self, node: nodes.NodeNG, way: Way, sets: bool = False) -> bool:
        """Whether the same trace takes the change back."""
        return is_restored(node) or any(is_asked_back(call, sets) for _, call in way.calls)

    def _report(
        self, node: nodes.NodeNG, place: Value, way: Way, confidence: Confidence, leaks: bool = False
    ) -> None:
        self.trace.offences.append(self._offence(node, place, way, confidence, leaks))

    def _offence(
        self, node: nodes.NodeNG, place: Value, way: Way, confidence: Confidence, leaks: bool
    ) -> Offence:
        """`leaks` says that what is stored is a symbolic tensor: of an argument, the change is what raises."""
        wanted = _TRACE_WORD in text(place).lower() or self._is_only_traced(node) or self._names_things(place) or intent.is_of_each_graph(node)
        sure = UNDEFINED if wanted else weaker(way.confidence, confidence)
        changed = place.base if isinstance(place, Item) and not isinstance(node, nodes.Call) else place
        is_argument = self._is_argument(place)
        kind = Kind.LEAK if leaks and not is_argument else Kind.MUTATE
        offence = self.trace.report(kind, node, way, sure, changed)
        if is_argument:
            offence.details["raises"] = "which raises ValueError" if self._is_container(changed) else "which is an error"
        return offence

    def _names_things(self, place: Value) -> bool:
        """Whether what the place holds goes into texts of the trace alone: a counter that numbers the operations of a graph."""
        readers = [use for use in self.uses.of(place) if not isinstance(use.parent, nodes.AugAssign)]
        return bool(readers) and all(
            stores.is_in_text(use) and names.function_scope(use) in self.trace.entered for use in readers
        )

    def _is_only_traced(self, node: nodes.NodeNG) -> bool:
        """Whether the module takes the concrete function and never calls: what happens at the trace is what it wants."""
        if self.trace.root.is_traced_once:
            return True
        uses, taken = self._concrete(self.trace.root.node, self.trace.module)
        _, forced = self._concrete(names.function_scope(node), node.root())
        # A concrete function that is dropped was asked for to have the trace.
        dropped = [isinstance(use.parent.parent.parent, nodes.Expr) for use in (*taken, *forced)]
        return bool(uses) and len(taken) == len(uses) or any(dropped)

    def _concrete(self, function: nodes.NodeNG, module: nodes.Module) -> tuple[list[nodes.NodeNG], list[nodes.NodeNG]]:
        """The uses of a function's name in a module, and those that take its concrete function."""
        uses = self.program.index(module).uses.get(getattr(function, "name", ""), [])
        return uses, [use for use in uses if getattr(use.parent, "attrname", "") == "get_concrete_function"]

    def _is_argument(self, place: Value) -> bool:
        """Whether it is a list or dict that TensorFlow checks for changes: an argument, or something within one."""
        start = container(place)
        function = self.trace.root.node
        if not isinstance(start, Param) or start.scope is not function:
            return False
        return not classes.receives(function, start.name)

    def _is_inherited(self, value: nodes.NodeNG) -> bool:
        """Whether ``inner.steps = self.steps`` passes on what a base class outside the program holds: the same each time."""
        if not isinstance(value, nodes.Attribute) or not isinstance(value.expr, nodes.Name):
            return False
        scope, index = names.function_scope(value), self.program.index(value.root())
        cls = scope.parent
        if not isinstance(cls, nodes.ClassDef) or not classes.receives(scope, value.expr.name) or value.attrname in index.stored:
            return False
        return bool(classes.external_bases(self.program, cls)) and not classes.members(self.program, cls, value.attrname)

    # Judgement

    def has_escaped(self, value: Value) -> bool:
        """Whether code that is not seen was handed an object, or one that leads to it."""
        while value not in self._escaped:
            if not isinstance(value, (Attribute, Item)):
                return False
            value = value.base
        return True

    def _is_copy(self, place: Value) -> bool:
        """Whether it is a list or dict that is made anew: for the function that tf.data or Keras traces, or by who reads it."""
        of_step = self.trace.root.tracer == "Keras" and self.trace.root.node.name in frameworks.STEPS  # the batch itself
        if self.trace.root.tracer is not None and not of_step and self._is_argument(place):
            return True
        held = place.base if isinstance(place, Item) else place
        return classes.is_listing(self.program, held) or self._is_made_by_property(held)

    def _is_made_by_property(self, place: Value) -> bool:
        """Whether a property makes the container anew for whoever reads it."""
        given = classes.contents(self.program, place) if classes.is_property(self.program, place) else ()
        made = join(*(self.program.returned(value) if isinstance(value, Result) else frozenset((value,)) for value in given))
        return bool(made) and all(isinstance(value, Fresh) for value in made)

    def _is_emptied(self, place: Value) -> bool:
        """Whether it is a container of a layer that is made anew for each call: ``self.losses = {}`` in ``__call__``.

        An array is a state, whatever resets it.
        """
        if self.trace.root.tracer != "Keras" or not isinstance(place, Attribute) or not self.uses.is_reset(place):
            return False
        return "numpy.ndarray" not in classes.kinds(self.program, place)

    def _is_endpoint(self, node: nodes.NodeNG, place: Item) -> bool:
        """``self.endpoints["head"] = x`` in a layer, or in a dict of an object's own: as good as an attribute, set anew in each trace."""
        if not isinstance(node, nodes.Assign) or not any(map(stores.is_key, node.targets)):
            return False
        held = container(place)
        if self.trace.root.tracer == "Keras":
            return held is place.base and isinstance(held, Attribute)
        made = classes.contents(self.program, held) if isinstance(held, Attribute) else ()
        return bool(made) and all(isinstance(one, Fresh) and one.kind == "builtins.dict" for one in made)

    def _has_slots(self, place: Value) -> bool:
        """Whether it is an attribute that holds nothing but places for values: ``self.outputs = [None] * n``."""
        made = self.uses.assignments(place) if isinstance(place, Attribute) else []
        return bool(made) and all(isinstance(one.parent, nodes.Assign) and stores.is_of_slots(one.parent.value) for one in made)

    def is_state(self, place: Value) -> bool:
        """Whether the trace, or what leads to it, changes what the place holds: a mode that others set says nothing of what was done."""
        if isinstance(place, Attribute) and place.name in frameworks.STATE_ATTRIBUTES or _is_kept_item(place):
            return True
        return any(map(self.uses.is_beside_trace, self._setters(place, MAKERS))) or not isinstance(place, Item) and self._is_container(place)

    def is_filled(self, place: Value) -> bool:
        """Whether anything but the constructor sets the place: it may be missing at first."""
        return _is_kept_item(place) or any(self._setters(place, ("__init__",)))

    def _setters(self, place: Value, makers: tuple[str, ...]) -> Iterator[nodes.FunctionDef]:
        """The functions that assign the place, other than some, and than that of a variable."""
        home = place.scope if isinstance(place, Variable) else None
        scopes = (names.function_scope(target) for target in self.uses.assignments(place))
        return (scope for scope in scopes if isinstance(scope, nodes.FunctionDef) and scope is not home and scope.name not in makers)

    def is_outer(self, place: Value) -> bool:
        """Whether the object lived before the trace and lives on after it."""
        current = place
        while isinstance(current, (Attribute, Item)):
            if current in self._stored:
                return False  # put there in this trace
            current = current.base
        if current in self._stored or self._is_being_made(current):
            return False
        if isinstance(current, Function) and names.function_scope(current.node) in self.trace.entered:
            return False  # it is defined in the trace
        if isinstance(current, Param) and self._is_element(current):
            return False
        return isinstance(current, (Param, Variable, External, Class, Function, Graph))

    def _is_new(self, place: Value) -> bool:
        """Whether it is a container that this trace has put into an object from before: ``self.masks = []``."""
        return isinstance(place, Attribute) and place in self._stored and self.is_outer(place.base)

    def _is_being_made(self, value: Value) -> bool:
        """Whether it is the object of an `__init__` that is a graph function: each object has a trace of its own."""
        function = self.trace.root.node
        if not isinstance(value, Param) or value.scope is not function or getattr(function, "name", "") != "__init__":
            return False
        return classes.receives(function, value.name)

    def _is_element(self, value: Param) -> bool:
        """Whether it is what the dataset gives to a function, made anew from its tensors: ``graphs.map(Graph.merged)``."""
        root = self.trace.root
        return root.takes_elements and value.scope is root.node and not (root.receiver and classes.receives(root.node, value.name))

    def _is_container(self, place: Value) -> bool:
        return any(isinstance(kind, str) and kind in frameworks.MUTATORS for kind in classes.kinds(self.program, place))

    def _confidence(self, place: Value, augmented: bool) -> Confidence | None:
        """How sure it is that a store changes what lives outside; None if it does not."""
        if isinstance(place, Item):
            return self._item_confidence(place)
        if isinstance(place, Attribute):
            return self._attribute_confidence(place, augmented)
        return HIGH if isinstance(place, Variable) else None

    def _item_confidence(self, place: Item) -> Confidence | None:
        """How sure it is that ``container[key] = …`` changes an object from outside; None if it does not."""
        held = place.base
        if not self.is_outer(held):
            return None
        known = classes.kinds(self.program, held)
        if any(isinstance(kind, str) and kind in frameworks.MUTATORS for kind in known):
            return INFERENCE
        return None if known else INFERENCE

    def _attribute_confidence(self, place: Attribute, augmented: bool) -> Confidence | None:
        owner = place.base
        if not self.is_outer(owner):
            return None
        if isinstance(owner, (Class, Function, Graph, External)):
            return HIGH
        known = classes.of_program(self.program, owner)
        if not known:
            return INFERENCE if augmented and isinstance(owner, Param) and not self._is_copy(owner) else None
        for kind in known:
            if any(isinstance(member, nodes.FunctionDef) for member in kind.locals.get(place.name, ())):
                return None  # a property decides what is stored
        return HIGH if isinstance(owner, Param) else INFERENCE


def _is_kept_item(place: Value) -> bool:
    """Whether it is an item of what is kept: a part of an argument is whatever the next caller gives, a shape is none."""
    held = container(place) if isinstance(place, Item) else None
    return held is not None and not isinstance(held, Param) and not (isinstance(held, Attribute) and held.name in frameworks.tensors.ATTRIBUTES)


def _surely_comes_first(started: list[nodes.NodeNG], node: nodes.NodeNG) -> bool:
    """Whether a statement, with the calls that lead to it, happens whenever the node does: in its block, or unconditionally."""
    return started[0].parent.parent_of(node) or all(map(_is_always_done, started))


def _is_always_done(step: nodes.NodeNG) -> bool:
    return isinstance(step.statement().parent, (nodes.FunctionDef, nodes.With))


def _makes_variable(value: Value) -> bool:
    meaning = frameworks.MEANINGS.get(value.kind) if isinstance(value, Fresh) and isinstance(value.kind, str) else None
    return meaning is not None and meaning.effect is Kind.CREATE_VARIABLE
