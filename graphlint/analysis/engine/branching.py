"""What statements and expressions branch on."""

from __future__ import annotations

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import keyword
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS
from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.values import conditions, scalars, tensors
from graphlint.analysis.values.conditions import OPAQUE, Condition, Guard, own_type
from graphlint.analysis.values.events import Use
from graphlint.analysis.values.places import (
    TENSOR,
    UNKNOWN,
    Argument,
    Attribute,
    Class,
    Computed,
    Const,
    External,
    Fresh,
    Function,
    Param,
    Result,
    Scalar,
    Unshaped,
    Value,
    Variable,
    attribute,
    join,
    root,
)

_CONTAINED = ("in", "not in")
_OF_TYPES = frozenset({"has", "is", "known", "none", "types"})
_SAME = ("is", "is not", "==", "!=")
_TESTS = (nodes.Call, nodes.Compare, nodes.BoolOp, nodes.UnaryOp)
#: Expressions nested deeper than this are unknown: pylint's stack is Python's.
MAX_DEPTH = 50
_VIEWS = ("items", "keys", "values")
#: Functions that ask what something is.
_TYPE_TESTS = frozenset({"isinstance", "is_tensor", "is_tf_type", "hasattr"})
#: Functions that ask an object for an attribute.
_ASKS = frozenset({"hasattr", "getattr"})
#: Values of Python's own.
_OWN = (Const, Scalar)


class Branching:
    """The part of the evaluator that reads tests: ``x is None``, ``isinstance(x, T)``, ``a and b``."""

    guards: tuple[Guard, ...]
    caught: bool
    heads: dict[nodes.While, tuple[frozenset[Value], ...]]
    kept_tests: dict[str, Condition]

    def condition(self, node: nodes.NodeNG) -> Condition:
        """The test that an expression makes of what it reads."""
        if self._depth > MAX_DEPTH:
            return OPAQUE
        self._depth += 1
        try:
            return self._condition(node)
        finally:
            self._depth -= 1

    def _condition(self, node: nodes.NodeNG) -> Condition:
        if isinstance(node, nodes.UnaryOp) and node.op == "not":
            return Condition("not", parts=(self.condition(node.operand),))
        if isinstance(node, nodes.BoolOp):
            return Condition(node.op, parts=self._operands(node)[1])
        if isinstance(node, nodes.Compare) and len(node.ops) == 1:
            return self._comparison(node)
        if isinstance(node, nodes.Call):
            return self._tested_call(node)
        test = self._named_test(node)
        if test is not None:
            return test
        values = self.evaluate(node)
        self.truth(node, values)
        return Condition("truth", values)

    def _named_test(self, node: nodes.NodeNG) -> Condition | None:
        """What a local name stands for that is given a test, once: ``is_array = isinstance(x, np.ndarray)``."""
        if not isinstance(node, nodes.Name) or not isinstance(self.scope, FUNCTIONS):
            return None
        if node.name in self.kept_tests:
            return self.kept_tests[node.name]
        bindings = self.scope.locals.get(node.name, ())
        expression = names.assigned(bindings[0]) if len(bindings) == 1 else None
        return None if not isinstance(expression, _TESTS) or self._reads_changing(expression) else self._test_alone(expression)

    def keep_test(self, node: nodes.Assign) -> None:
        """Notes a test of what something is that a local name stands for, where what is tested becomes something else later."""
        target, asked = node.targets[0], node.value.operand if isinstance(node.value, nodes.UnaryOp) else node.value
        if not isinstance(target, nodes.AssignName) or not isinstance(asked, nodes.Call) or not isinstance(self.scope, FUNCTIONS):
            return
        if names.last_name(asked.func) in _TYPE_TESTS and len(self.scope.locals.get(target.name, ())) == 1:
            test = self._test_alone(node.value) if self._reads_changing(node.value) else None
            if test is not None:
                self.kept_tests[target.name] = test

    def _reads_changing(self, expression: nodes.NodeNG) -> bool:
        """Whether an expression reads variables that are assigned more than once."""
        return any(len(self.scope.locals.get(read.name, ())) > 1 for read in expression.nodes_of_class(nodes.Name))

    def _test_alone(self, expression: nodes.NodeNG) -> Condition | None:
        """The test that an expression makes, if that needs no value; what else it does was noted where it is assigned."""
        lifted, self.lifted = self.lifted, True
        condition = self.condition(expression)
        self.lifted = lifted
        return condition if _asks_no_value(condition) else None

    def _comparison(self, node: nodes.Compare) -> Condition:
        operator, right = node.ops[0]
        if operator in _SAME and isinstance(node.left, _TESTS) and isinstance(right, nodes.Const) and isinstance(right.value, bool):
            test = self.condition(node.left)  # `isinstance(x, tuple) is False`
            return test if right.value is (operator in ("is", "==")) else Condition("not", parts=(test,))
        measured = isinstance(node.left, nodes.Call) and node.left.func.as_string() == "len"
        left_values, right_values = self._measured(node.left), self.evaluate(right)
        constant = single_constant(right_values, missing=OPAQUE)
        asked = _asked_for_type(node.left)
        if asked is not None and _asked_for_type(right) is None and constant is OPAQUE:
            test = Condition("is", self.evaluate(asked), constant=self._exact_types(right))
            return Condition("not", parts=(test,)) if operator in ("is not", "!=", "not in") else test
        if not measured:
            self.comparison(node, operator, left_values, right_values)
        if operator in _CONTAINED:
            if tensors.may_be(left_values) or tensors.may_be(right_values):
                self.use(node, Need.MEMBER, (left_values, right_values))
            keywords = [keyword(self.program, value, left_values, node) for value in right_values]
            test = Condition("in", right_values, constant=keywords[0] if len(keywords) == 1 else None)
        elif constant is None:
            test = Condition("none", left_values)
        elif constant is not OPAQUE and operator in ("==", "!="):
            test = Condition("equal", left_values, constant=constant, measured=measured)
        elif isinstance(constant, bool) and operator in ("is", "is not") and not measured:
            test = Condition("same", left_values, constant=constant)
        elif operator in _SAME and not measured and (one := self._one_of_its_kind(right_values)) is not None:
            test = Condition("same", left_values, constant=one)
        elif asked is not None and _asked_for_type(right) is not None:
            return Condition("types")
        elif operator in ("is", "is not") or measured:
            return OPAQUE  # a length is a number
        else:
            return Condition("opaque", _compared(left_values, right_values))
        return Condition("not", parts=(test,)) if operator in ("is not", "!=", "not in") else test

    def _one_of_its_kind(self, values: frozenset[Value]) -> Value | None:
        """A value that is the same object wherever it is named: a member of an enumeration, a class, a function, a sentinel."""
        if len(values) != 1:
            return None
        (value,) = values
        is_one = isinstance(value, (Class, Function)) or isinstance(value, Attribute) and classes.is_member(self.program, value)
        if isinstance(value, Variable) and isinstance(value.scope, nodes.Module) and not self.program.is_rebound(value):
            made = [names.assigned(binding) for binding in self.program.bindings(value)]
            is_one = len(made) == 1 and isinstance(made[0], nodes.Call) and made[0].as_string() == "object()"
        return value if is_one else None

    def _measured(self, node: nodes.NodeNG) -> frozenset[Value]:
        """The values that a test is about: those of `x` in ``len(x)``."""
        values = self.evaluate(node)
        if isinstance(node, nodes.Call) and len(node.args) == 1 and External("builtins.len") in self.evaluate(node.func):
            return self.evaluate(node.args[0])
        return values

    def _tested_call(self, node: nodes.Call) -> Condition:
        values = self.evaluate(node)
        for value in self.evaluate(node.func):
            if isinstance(value, External):
                if value.name == "builtins.hasattr" and len(node.args) == 2:
                    name = single_constant(self.evaluate(node.args[1]))
                    if _is_mangled(str(name), node):
                        return Condition("known", constant=False)
                    bases = self.evaluate(node.args[0])
                    return Condition("has", frozenset(attribute(base, str(name)) for base in bases))
                of_each = self._tested_elements(node, value.name)
                if of_each is not None:
                    return of_each
                if value.name in ("builtins.len", "builtins.bool", "builtins.any", "builtins.all") and node.args:
                    return Condition("truth", self.evaluate(node.args[0]), measured=True)
                if value.name == "builtins.isinstance" and len(node.args) == 2:
                    return Condition("is", self.evaluate(node.args[0]), constant=self.types(node.args[1]))
                types = frameworks.tensors.TYPE_TESTS.get(frameworks.canonical(value.name))
                if types is not None and node.args:
                    return Condition("is", self.evaluate(node.args[0]), constant=types)
                meaning = frameworks.meaning(value.name)
                if meaning is not None and meaning.in_graph is not None:
                    return Condition("known", constant=meaning.in_graph)
        return Condition("truth", values)

    def if_given(self, over: nodes.NodeNG, values: frozenset[Value]) -> tuple[Guard, ...]:
        """What a loop over ``*args``, ``**kwargs`` or ``kwargs.items()`` waits for: that a call gives some."""
        if isinstance(over, nodes.Call) and isinstance(over.func, nodes.Attribute) and isinstance(over.func.expr, nodes.Name):
            values = self.evaluate(over.func.expr) if over.func.attrname in _VIEWS else values
        if any(isinstance(value, Param) and value.name in (value.scope.args.vararg, value.scope.args.kwarg) for value in values):
            return (Guard(Condition("some", values), True),)
        return ()

    def _tested_elements(self, node: nodes.Call, name: str) -> Condition | None:
        """The test of ``all(isinstance(x, T) for x in xs)``, where the elements are alike."""
        elements = node.args[0] if name in ("builtins.all", "builtins.any") and len(node.args) == 1 else None
        if not isinstance(elements, (nodes.GeneratorExp, nodes.ListComp)) or len(elements.generators) != 1:
            return None
        (over,), asked = elements.generators, elements.elt
        is_test = isinstance(asked, nodes.Call) and len(asked.args) == 2 and getattr(asked.func, "name", "") == "isinstance"
        if not is_test or over.ifs or asked.args[0].as_string() != over.target.as_string():
            return None
        return Condition("is", scalars.elements(self.evaluate(over.iter)), constant=self.types(asked.args[1]))

    def types(self, node: nodes.NodeNG) -> tuple[str, ...] | None:
        """Canonical names of the types that ``isinstance`` is given, where all are known."""
        elements = node.elts if isinstance(node, (nodes.Tuple, nodes.List, nodes.Set)) else [node]
        values = [value for element in elements for value in self.evaluate(element)]
        if len(values) == 1 and isinstance(values[0], Variable):  # TYPES = (list, tuple)
            held = self.program.variables(values[0])
            shown = [value.items for value in held if isinstance(value, Fresh) and value.kind == "builtins.tuple" and value.items]
            values = [value for items in shown for item in items for value in item] if len(shown) == len(held) else values
        if not values or not all(isinstance(value, (Class, External)) for value in values):
            return None
        return tuple(own_type(value.node) if isinstance(value, Class) else frameworks.canonical(value.name) for value in values)

    def _exact_types(self, node: nodes.NodeNG) -> tuple[str, ...] | None:
        """Those that ``type(x)`` is compared with: that of a tensor is never `tf.Tensor` itself."""
        types = self.types(node)
        return None if types is None or not frameworks.tensors.TENSOR_TYPES.isdisjoint(types) else types

    def test(self, node: nodes.NodeNG, expression: nodes.NodeNG) -> Condition:
        """The condition that a statement or expression branches or loops on."""
        condition = self.condition(expression)
        given = asked = tuple(conditions.tested(condition))
        if isinstance(node, nodes.While):
            # What is no tensor at the first turn of a loop may be one at the next; what is one stays one.
            at_first = self.heads.setdefault(node, given)
            asked = tuple(map(_not_own, given))
            given = tuple(map(_in_head, at_first, given))
        if any(map(tensors.may_be, asked)):
            self.use(node, Need.TEST, given, condition)
        return condition

    def use(
        self, node: nodes.NodeNG, how: Need, given: tuple[frozenset[Value], ...], condition: Condition | None = None, name: str = ""
    ) -> None:
        """Notes what needs the value of what may be a tensor; `name` is that of what is called."""
        self.record(Use(node, how, given, self.guards, condition, name, self.caught))

    def needs_rank(self, node: nodes.NodeNG, name: str, arguments: tuple[Argument, ...]) -> None:
        """Notes a call of what raises if it does not know the rank of an argument."""
        position, keyword = frameworks.RANKS.NEEDS[name]
        given = {argument.keyword or place: argument.values for place, argument in enumerate(arguments)}
        asked = given.get(keyword) or given.get(position, UNKNOWN)
        if tensors.may_be(asked) and not (name in frameworks.RANKS.COUNTED and len(given) > 1):
            self.use(node, Need.RANK, (asked,), name=name)

    def shaped(self, name: str) -> None:
        """A local variable holds a tensor that is given its shape."""
        held = self.env.get(name, frozenset())
        if held and all(isinstance(root(value), (Unshaped, Result, Computed)) for value in held):
            self.env[name] = TENSOR

    def _operands(self, node: nodes.BoolOp) -> tuple[frozenset[Value], tuple[Condition, ...]]:
        """The values of ``a and b``, and its tests: `b` is only evaluated where `a` holds."""
        saved, parts, values = self.guards, [], []
        for operand in node.values:
            condition = self.condition(operand)
            parts.append(condition)
            values.append(condition.values if condition.test == "truth" else UNKNOWN)
            self.guards += (Guard(condition, node.op == "and"),)
        self.guards = saved
        return join(*values), tuple(parts)


def _not_own(values: frozenset[Value]) -> frozenset[Value]:
    return frozenset(value for value in values if not isinstance(value, _OWN))


def _in_head(at_first: frozenset[Value], values: frozenset[Value]) -> frozenset[Value]:
    """What the head of a loop tests, given what it tests at the first turn: Python's own values, tensors, or either."""
    later = _not_own(values)
    if later == values or not _not_own(at_first):
        return values
    return later if at_first == _not_own(at_first) else UNKNOWN


def _compared(left: frozenset[Value], right: frozenset[Value]) -> frozenset[Value]:
    """What a comparison gives: Python's own value, or that or a tensor, as in the head of a loop that assigns it."""
    for either, other in ((left, right), (right, left)):
        later = _not_own(either)
        if not _not_own(other) and later != either and (not later or tensors.may_be(later)):
            return either
    return tensors.computed(left, right)


def _asks_no_value(condition: Condition) -> bool:
    """Whether a test is of types and of what there is, rather than of values."""
    return condition.test in _OF_TYPES or condition.test in ("not", "and", "or") and all(map(_asks_no_value, condition.parts))


def single_constant(values: frozenset[Value], missing: object = None) -> object:
    """The constant that a set of values is, or `missing`."""
    if len(values) == 1:
        (value,) = values
        if isinstance(value, Const):
            return value.value
    return missing


def _asked_for_type(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """`x` in ``type(x)`` and ``x.__class__``."""
    if isinstance(node, nodes.Attribute) and node.attrname == "__class__":
        return node.expr
    is_call = isinstance(node, nodes.Call) and len(node.args) == 1 and getattr(node.func, "name", "") == "type"
    return node.args[0] if is_call else None


def _is_mangled(name: str, node: nodes.Call) -> bool:
    """Whether a class asks for an attribute of its own object by a name that Python has changed: ``self.__x`` is no attribute "__x".

    What is named so by a text, as in ``setattr(self, "__x", value)``, is.
    """
    scope = names.function_scope(node)
    if not name.startswith("__") or name.endswith("__") or not isinstance(node.args[0], nodes.Name):
        return False
    if not isinstance(scope, nodes.FunctionDef) or not classes.receives(scope, node.args[0].name):
        return False
    written = (one for one in scope.parent.nodes_of_class(nodes.Const) if one.value == name)
    return all(isinstance(one.parent, nodes.Call) and names.last_name(one.parent.func) in _ASKS for one in written)
