"""Which uses of tensors offend: Python needs a value there, and in a graph there is none."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE, Confidence

from graphlint import frameworks
from graphlint.analysis.engine.activation import substitute
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.heap.classes import objects
from graphlint.analysis.syntax import names, uses
from graphlint.analysis.syntax.late_bindings import late_bindings
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.trace import unknown_shapes
from graphlint.analysis.trace.staging import limits, losses
from graphlint.analysis.trace.staging.control_flow import ControlFlow, hold_items, report
from graphlint.analysis.values import tensors
from graphlint.analysis.values.conditions import Condition, asks_type, compares_types, is_for_arrays, leaves_open
from graphlint.analysis.values.events import Use
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import (
    Attribute,
    Computed,
    Fresh,
    Item,
    Param,
    Structure,
    Tensor,
    Unknown,
    Value,
    Variable,
    is_array,
    root,
)
from graphlint.frameworks import replacements, tensors as table
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.offence import Way

#: Builtins that need the truth of each element, or of how it compares.
_ASKING = frozenset({"any", "all", "max", "min", "sorted"})
_INDEXED = frozenset({"builtins.list", "builtins.tuple", "builtins.range", "builtins.str", "numpy.ndarray"})
#: Packages of functions that take no tensor, but lists of tensors.
_OF_PYTHON = ("functools", "itertools", "collections", "re", "json", "base64")
#: Characters of a source that a message shows.
_SHOWN = 50
_AT_EACH_CALL = "tf.py_function, which runs it at each call"
_ITERATED = frozenset(f"builtins.{name}" for name in "list tuple set enumerate zip sum any all reversed iter".split())


class TensorUses:
    """The uses of one trace."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self.program = trace.program
        self._flow = ControlFlow(trace)
        #: Whether what is looked at is in a ``try`` that handles what it raises.
        self._is_caught = False

    def use(self, event: Use, frame: Frame, way: Way, converted: bool, why: str) -> None:
        """`converted` says whether AutoGraph converts the code, `why` what keeps it from that."""
        self._is_caught = event.caught
        self._use(event, frame, way, converted, why)
        self._is_caught = False

    def _use(self, event: Use, frame: Frame, way: Way, converted: bool, why: str) -> None:
        given = tuple(self._made_here(substitute(self.program, values, frame)) for values in event.given)
        if any(compares_types(guard.condition) for guard in event.guards) or self._is_asked_its_type(event, frame):
            return
        symbolic = [tensors.are_symbolic(values, self.program) for values in given]
        if converted and isinstance(event.node, (nodes.For, nodes.While)) and not any(symbolic):
            self._made_in_loop(event.node, way)
        match event.how:
            case Need.TEST:
                self._flow.test(event, frame, given, any(symbolic) or self._flow.equals_number(event.condition, given), way, converted, why)
            case Need.LOOP:
                self._flow.loop(event, given[0], symbolic[0], way, converted, why)
            case Need.BAR if not event.caught:
                self._flow.goes_over(event.node, given[0], symbolic[0], "AutoGraph does not convert tqdm", "the loop without it", way)
            case Need.COMPREHENSION | Need.UNPACK if symbolic[0] and self._may_be_several(event, frame, symbolic):
                return
            case Need.COMPREHENSION if not event.caught and (converted or not self._flow.is_range(event.node)):
                why, instead = "AutoGraph does not convert comprehensions", "tf.map_fn"
                self._flow.goes_over(event.node, given[0], symbolic[0], why, instead, way)
            case Need.ITEM if symbolic[0] and given[1] and all(map(is_array, given[1])):
                raises = "NotImplementedError" if isinstance(event.node.slice, nodes.Slice) else "ValueError"
                what = f"'{names.source(event.node, _SHOWN)} = ...'"
                self._eager(event.node, way, f"which raises {raises}", "tf.tensor_scatter_nd_update", what=what)
            case Need.ITEM if symbolic[0]:
                self._flow.item(event.node, way)
            case Need.DISCARD:
                report(self.trace, Kind.DISCARD, event.node, way, HIGH, why="returns a new tensor and leaves its argument as it is")
            case Need.HANDLER:
                self._flow.handler(event.node, way)
            case Need.UNPACK if symbolic[0] and not self._is_annotated(event, frame) and not self._asks_for_rest(event):
                self._eager(event.node, way, "which raises OperatorNotAllowedInGraphError", "tf.unstack(x)", what="unpacking a tensor")
            case Need.FORMAT if any(symbolic) or any(map(self._is_element, given)):
                if uses.is_written(event.node):
                    return
                text = 'and its text reads Tensor("x:0", …) at every call'
                if uses.has_number_format(event.node):
                    text = "which raises TypeError"
                self._eager(event.node, way, text, "tf.strings.format", what="a text")
            case Need.MEMBER if symbolic[1] or symbolic[0] and hold_items(self.program, given[1]):
                raises = "which raises OperatorNotAllowedInGraphError"
                self._eager(event.node, way, raises, "tf.reduce_any of tf.equal", what=f"'{names.source(event.node, _SHOWN)}'")
            case Need.SEARCH if symbolic[0] and hold_items(self.program, given[1]):
                self._eager(event.node, way, "which raises OperatorNotAllowedInGraphError", "tf.where of tf.equal")
            case Need.INDEX if given[0] and (symbolic[1] or self._is_element(given[1])) and all(map(self._takes_numbers, given[0])):
                self._index(event.node, given[0], way)
            case Need.METHOD if event.name == "numpy":
                self._method(event, given[0], symbolic[0], way)
            case Need.ESTIMATOR if given[0] and self._are_data(given[1:]) and all(self.program.kinds_of(one) == [table.ESTIMATOR] for one in given[0]):
                self._eager(event.node, way, "which raises NotImplementedError", _AT_EACH_CALL)
            case Need.DRAW:
                self.trace.draws.append((event.node, way))
            case Need.RANK if not event.caught:
                unknown_shapes.use(self.trace, event.node, event.name, given[0], way)
            case Need.SET_SHAPE if symbolic[-1] or not any(map(self._is_of_others, given[-1])):
                self._shape(event.node, given[0], way)
            case Need.FUNCTION if event.name in table.STATIC_SHAPES:
                for values in given[table.STATIC_SHAPES[event.name] :][:1]:
                    self._shape(event.node, values, way)
            case Need.FUNCTION if not any(map(is_for_arrays, event.guards)):
                self._function(event, frame, event.name, given, symbolic, way, converted)

    def is_path(self, function: str, given: tuple[frozenset[Value], ...]) -> bool:
        """Whether a function that takes a path is given a tensor, or an element of a dataset."""
        paths = given if function == "os.path.join" else given[:1]
        return function in table.TAKES_PATH and any(tensors.are_symbolic_data(values, self.program) for values in paths)

    def values(self, node: nodes.NodeNG, way: Way) -> None:
        """A method of a layer gives the values of its variables."""
        raises = "NotImplementedError" if self.program.keras_version(node.root()) > 2 else "RuntimeError"
        self._eager(node, way, f"which raises {raises}", "the variables themselves (`weights`)", INFERENCE)

    def run(self, node: nodes.NodeNG, eager: tuple[str, str], is_of_keras: bool, way: Way) -> None:
        """What runs in Python alone: a method of a model that goes over a dataset, one that saves a checkpoint."""
        raises, instead = eager
        if is_of_keras and self.program.keras_version(node.root()) == 2:
            raises = "RuntimeError"
        self._eager(node, way, f"which raises {raises}", instead, INFERENCE)

    def discard(self, node: nodes.NodeNG, way: Way) -> None:
        """What a method of a TensorArray returns is dropped."""
        report(self.trace, Kind.DISCARD, node, way, INFERENCE, why="returns the TensorArray that holds what was written")

    def _made_in_loop(self, loop: nodes.For | nodes.While, way: Way) -> None:
        """Lambdas of a Python loop: AutoGraph makes a function of its body, whose variables are others at each turn."""
        for made, variable in late_bindings(loop):
            line = line_of(loop, self.trace.module)
            report(self.trace, Kind.LATE, made, way, HIGH, variable=f"'{variable}'", loop=line, instead=f"{variable}={variable}")

    def staged(self, body: FunctionNode, caller: str, way: Way) -> None:
        """A function is given to an operation that makes a graph of it, of its own."""
        if caller in table.STAGES:
            self._flow.problems(limits.in_body(body, caller), way)
            if isinstance(body, nodes.FunctionDef):
                self._flow.problems(losses.in_body(self.program, body, caller), way)

    # Values

    def _made_here(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with tensors in place of those that an object holds which this trace makes: they are of its graph."""
        return frozenset(Tensor() if isinstance(value, Attribute) and self._is_held_here(value) else value for value in values)

    def _is_held_here(self, place: Attribute) -> bool:
        owner = place.base
        if not isinstance(owner, Fresh) or not isinstance(owner.kind, nodes.ClassDef):
            return False
        if names.function_scope(owner.node) not in self.trace.entered:
            return False
        held = classes.contents(self.program, place)
        return bool(held) and all(isinstance(value, Tensor) or value in self.program.tensors for value in held)

    def _method(self, event: Use, owners: frozenset[Value], symbolic: bool, way: Way) -> None:
        variable = all("tensorflow.Variable" in self.program.kinds_of(owner) or _is_weight(owner) for owner in owners)
        raises = f"which raises {'NotImplementedError' if owners and variable else 'AttributeError'}"
        instead = "the tensor itself"
        if symbolic and not any(is_for_arrays(guard) for guard in event.guards):
            self._eager(event.node, way, raises, instead)
        elif not symbolic and owners and all(map(_is_weight, owners)):
            self._eager(event.node, way, raises, instead, INFERENCE)
        elif not symbolic and not _is_asked(event) and not uses.is_detached(event.node) and all(map(self._comes_from_inside, owners)):
            self._eager(event.node, way, raises, instead, INFERENCE)

    def _is_element(self, values: frozenset[Value]) -> bool:
        """Whether it is an element of a dataset, or what a model returns, as a whole: a tensor, or a structure of some."""
        return tensors.are_structures(values, self.program) and not any(isinstance(value, Item) for value in values)

    def _takes_numbers(self, container: Value) -> bool:
        """Whether it is a Python sequence or an array, wherever it lives: its index is a number, or an eager tensor."""
        if isinstance(container, (Variable, Attribute)):
            held = objects(self.program, container)
            return bool(held) and all(isinstance(one, Fresh) and one.kind in _INDEXED for one in held)
        if isinstance(container, Param):
            kinds = self.program.kinds_of(container)
            return bool(kinds) and all(kind in ("builtins.list", "builtins.tuple") for kind in kinds)
        return isinstance(container, Fresh) and container.kind in _INDEXED

    def _index(self, node: nodes.NodeNG, containers: frozenset[Value], way: Way) -> None:
        """A Python sequence or an array is given a tensor as an index."""
        is_array = any("numpy.ndarray" in self.program.kinds_of(one) for one in containers)
        raises = "NotImplementedError" if is_array and not isinstance(node.slice, nodes.Slice) else "TypeError"
        confidence = HIGH if all(isinstance(one, Fresh) for one in containers) else INFERENCE
        instead = "tf.switch_case" if names.is_called(node) else "tf.gather"
        self._eager(node, way, f"which raises {raises}", instead, confidence, f"'{names.source(node, _SHOWN)}'")

    def _is_of_others(self, owner: Value) -> bool:
        """Whether what has a method by a name of a tensor's may be something else: it is kept outside, or of a class."""
        return isinstance(owner, (Attribute, Variable)) or bool(self.program.kinds_of(owner))

    def _shape(self, node: nodes.NodeNG, shape: frozenset[Value], way: Way) -> None:
        """A static shape is given as a tensor, or has one among its sizes."""
        rows = [value for value in shape if _is_python_sequence(value) and isinstance(value, Fresh) and value.items]
        has_tensor = bool(rows) and len(rows) == len(shape) and all(any(tensors.are_symbolic(one, self.program) for one in row.items) for row in rows)
        if has_tensor or tensors.are_symbolic(shape, self.program):
            self._eager(node, way, "which raises TypeError", "sizes that are known while tracing (`x.shape`), and None for the others")

    def _may_be_several(self, event: Use, frame: Frame, symbolic: list[bool]) -> bool:
        """Whether a setting tells how many tensors a caller gives: ``if self.with_prior: logits, prior = inputs``."""
        tensors_given = itertools.compress(event.given, symbolic)
        given = [value for values in tensors_given for value in values if isinstance(root(value), Param)]
        return bool(given) and any(
            guard.condition.test != "some"
            and not any(asks_type(guard.condition, value) for value in given)
            and not self._flow.is_decided(guard.condition, frame)
            for guard in event.guards
        )

    def _is_asked_its_type(self, event: Use, frame: Frame) -> bool:
        """Whether a guard asks for the type of what an annotation alone says to be a tensor: callers give other things too."""
        asked = frozenset(
            value for values in event.given for value in values if any(leaves_open(guard, value) for guard in event.guards)
        )
        return any(map(self._is_told_by_annotation, substitute(self.program, asked, frame)))

    def _is_told_by_annotation(self, value: Value) -> bool:
        """Whether it is an argument of which nothing but the annotation says that it is a tensor, or is made of one."""
        if isinstance(value, Computed):
            return any(self._is_told_by_annotation(one) for part in value.parts for one in part)
        start = root(value)
        return isinstance(start, Param) and start not in self.program.tensors

    def _asks_for_rest(self, event: Use) -> bool:
        """Whether it depends on what the graph function is given as ``*args``: so may what is unpacked, of what it wraps."""
        function = self.trace.root.node
        rest = {function.args.vararg, function.args.kwarg} - {None}
        branches = (one for one in event.node.node_ancestors() if isinstance(one, nodes.If) and rest and one.scope() is function)
        return any(names.reads_any(branch.test, rest) for branch in branches)

    def _is_annotated(self, event: Use, frame: Frame) -> bool:
        """Whether it is an argument, or a part of one, of which only the annotation says that it is a tensor.

        That Python goes over it tells more of what it is.
        """
        parts = event.given[0]
        for value in event.given[0]:
            if isinstance(value, Computed) and len(value.parts) == 1:
                parts = value.parts[0]
        found = substitute(self.program, parts, frame)
        return any(isinstance(value, Param) and value not in self.program.tensors for value in found)

    def _comes_from_inside(self, value: Value) -> bool:
        """Whether it is an argument, or was made in the trace; what lives outside may be an eager tensor."""
        start = root(value)
        if isinstance(start, (Unknown, Structure, Tensor)):
            return True
        if not isinstance(value, (Param, Item)) or not isinstance(start, Param):
            return False
        return not self.program.kinds_of(start) and not self.program.kinds_of(value)

    def _function(
        self, event: Use, frame: Frame, how: str, given: tuple[frozenset[Value], ...], symbolic: list[bool], way: Way, converted: bool
    ) -> None:
        package, _, short = how.partition(".")
        if how in table.TAKES_PATH:
            if self.is_path(how, given):
                self._eager(event.node, way, f"which raises {table.TAKES_PATH[how]}", _AT_EACH_CALL)
        elif how in table.OF_LISTS:
            if symbolic[0]:
                self._eager(event.node, way, f"which raises {table.OF_LISTS[how]}", replacements.OF_LISTS[how])
        elif how in table.OF_KERAS:
            kinds = [kind for values in given for value in values for kind in self.program.kinds_of(value)]
            if self._are_data(given) and "tensorflow.Variable" not in kinds:
                self._eager(event.node, way, "which raises AttributeError", _AT_EACH_CALL)
        elif package in _OF_PYTHON:
            if any(symbolic[1:2] if how == "functools.reduce" else symbolic):  # of what reduce begins with, nothing is asked
                self._eager(event.node, way, f"which raises {table.BY_OTHERS[how]}", _AT_EACH_CALL)
        elif how == "tensorflow.constant":
            is_variable = bool(given[0]) and all(self.program.kinds_of(value) == ["tensorflow.Variable"] for value in given[0])
            if symbolic[0] or is_variable or self._are_data(given[:1]):
                self._eager(event.node, way, f"which raises {'NotImplementedError' if is_variable else 'TypeError'}", "tf.convert_to_tensor")
            elif any(map(_is_row_of_tensors, given[1:])) or any(symbolic[1:]):  # its shape
                self._eager(event.node, way, "which raises NotImplementedError", "tf.fill")
        elif package != "builtins":
            if any(symbolic) or self._is_given_data(event, given) or any(map(_is_row_of_tensors, given)) and how != "math.prod":
                others = "TypeError" if package == "math" or how in table.TYPE_ERRORS else "NotImplementedError"
                raises = table.BY_NUMPY.get(how) or table.BY_OTHERS.get(how) or table.OTHERS.get(package, others)
                instead = f"tf.{replacements.OF_NUMPY[short]}" if short in replacements.OF_NUMPY else _AT_EACH_CALL
                self._eager(event.node, way, f"which raises {raises}", instead)
        elif how in _ITERATED and (self._may_be_several(event, frame, symbolic) or self._is_annotated(event, frame)):
            return
        elif any(symbolic) and (how in table.NEEDS_VALUE or not converted) or self._asks_each(short, given):
            if how in table.NEEDS_VALUE and how not in _ITERATED and short in ("max", "min"):
                instead = f"tf.reduce_{short} or tf.{'maximum' if short == 'max' else 'minimum'}"
            else:
                instead = replacements.OF_BUILTIN.get(short, "an operation of TensorFlow")
            raises = "TypeError" if how in table.TYPE_ERRORS else "OperatorNotAllowedInGraphError"
            self._eager(event.node, way, f"which raises {raises}", instead)

    def _are_data(self, given: tuple[frozenset[Value], ...]) -> bool:
        return any(tensors.are_symbolic_data(values, self.program) for values in given)

    def _is_given_data(self, event: Use, given: tuple[frozenset[Value], ...]) -> bool:
        """Whether a function of NumPy is given what is a tensor, or a tuple of some: it raises for either, and takes a dict."""
        arguments = event.node.args if isinstance(event.node, nodes.Call) and not _is_asked(event) else ()
        return any(
            tensors.are_symbolic_data(values, self.program) and not uses.is_dict(argument) for argument, values in zip(arguments, given)
        )

    def _asks_each(self, builtin: str, given: tuple[frozenset[Value], ...]) -> bool:
        """Whether a builtin tests or compares the elements of what it is given, and these are tensors."""
        if builtin not in _ASKING or len(given) != 1 or len(given[0]) != 1:
            return False
        (row,) = given[0]
        if not isinstance(row, Fresh) or row.keys is not None or not row.items:
            return False
        several = len(row.items) > 1 or builtin in ("any", "all") or not isinstance(row.node, (nodes.List, nodes.Tuple))
        return several and all(tensors.are_symbolic(values, self.program) for values in row.items)

    def _eager(
        self, node: nodes.NodeNG, way: Way, fails: str, instead: str, confidence: Confidence = HIGH, what: str | None = None
    ) -> None:
        if self._is_caught:
            self.trace.leaves(node)  # for its handler
        else:
            report(self.trace, Kind.EAGER_ONLY, node, way, confidence, fails=fails, instead=instead, what=what)


def _is_weight(value: Value) -> bool:
    """``model.weights[0]``, ``model.weights[2:][0]``: a variable, by the name of the attribute, whatever the model."""
    if isinstance(value, Computed) and value.is_slice and len(value.parts[0]) == 1:  # an item of it, as a list has no such method
        (base,) = value.parts[0]
    else:
        base = value.base if isinstance(value, Item) else None
    return isinstance(base, Attribute) and base.name in frameworks.WEIGHTS


def _is_asked(event: Use) -> bool:
    """Whether a guard asks what the object is: then it may not be a tensor."""
    return any(_asks(guard.condition, event.given[0]) for guard in event.guards)


def _asks(condition: Condition, owners: frozenset[Value]) -> bool:
    if condition.test == "is":
        return True
    if condition.test == "has":
        return any(isinstance(value, Attribute) and value.name == "numpy" for value in condition.values) or Unknown() in condition.values
    return any(_asks(part, owners) for part in condition.parts)


def _is_python_sequence(value: Value) -> bool:
    return isinstance(value, Fresh) and value.kind in ("builtins.list", "builtins.tuple", "builtins.range")


def _is_row_of_tensors(values: frozenset[Value]) -> bool:
    """Whether NumPy makes an array of the values: of a list or tuple, not of a dict."""
    return any(_is_python_sequence(value) for value in values) and tensors.hold(values)
