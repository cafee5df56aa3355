"""The values of expressions, and the events of evaluating them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine import activation
from graphlint.analysis.engine.branching import MAX_DEPTH, Branching, single_constant
from graphlint.analysis.engine.heap import containers, registries
from graphlint.analysis.engine.heap.classes import class_of, inherited_stores, property_names
from graphlint.analysis.engine.operators import Operators
from graphlint.analysis.syntax import names, uses
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.values import arrays, conditions, scalars, tensors
from graphlint.analysis.values.conditions import Condition, Guard
from graphlint.analysis.values.events import Call, Loop, Read, Store, Summary
from graphlint.analysis.values.places import (
    TENSOR,
    UNKNOWN,
    Argument,
    Attribute,
    Class,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Unknown,
    Value,
    Variable,
    attribute,
    const,
    is_place,
    item,
    join,
)
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

_COMPREHENSIONS = {nodes.ListComp: "builtins.list", nodes.SetComp: "builtins.set", nodes.GeneratorExp: "types.GeneratorType"}
_SETATTR = frozenset(map(External, ("builtins.setattr", "builtins.delattr", "builtins.object.__setattr__")))
_DISPLAYS = {nodes.List: "builtins.list", nodes.Tuple: "builtins.tuple", nodes.Set: "builtins.set"}
#: Displays with more elements than this are containers of unknown things.
_MAX_ITEMS = 24


class Evaluator(Operators, Branching):
    """Evaluates expressions written in one scope.

    `env` holds the values of local names at this point of the program; a local name that is not in it is looked up in
    the summary of the scope, where the order of statements no longer counts.
    """

    def __init__(self, program: Program, scope: Scope) -> None:
        self.program = program
        self.scope = scope
        self.index = program.index(scope.root())
        self.defined = program.special_methods(scope.root())
        self.env: dict[str, frozenset[Value]] = {}
        self._properties: set[str] | None = None
        #: Names that an import of the program's own modules binds, which is looked up when they are used.
        self.lazy: set[str] = set()
        self.summary = Summary()
        self.guards: tuple[Guard, ...] = ()
        self.loops = 0
        #: In the body of a ``try`` that handles what TensorFlow raises about a symbolic tensor.
        self.caught = False
        #: What the conditions of `while` loops test at the first turn.
        self.heads: dict[nodes.While, tuple[frozenset[Value], ...]] = {}
        #: Local names that stand for a test of what something was when they were assigned.
        self.kept_tests: dict[str, Condition] = {}
        #: In a body that is lifted out of the graph: its events are not the graph's, but `tf.function` counts the variables.
        self.lifted = False
        #: The calls of `range`, and their arguments.
        self.ranges: dict[nodes.NodeNG, tuple[frozenset[Value], ...]] = {}
        #: What calls that make a progress bar are given to go over.
        self.bars: dict[nodes.NodeNG, frozenset[Value]] = {}
        self._depth = 0

    def record(self, event: object) -> None:
        if not self.lifted or isinstance(event, Call) and any(map(_makes_variable, event.callee)):
            self.summary.events.append(event)

    def evaluate(self, node: nodes.NodeNG | None) -> frozenset[Value]:
        """What the expression denotes. Its calls and reads are recorded on the way."""
        if node is None or self._depth > MAX_DEPTH:
            return UNKNOWN
        method = self._EXPRESSIONS.get(type(node))
        self._depth += 1
        try:
            if method is not None:
                return method(self, node)
            for child in node.get_children():
                self.evaluate(child)
            return UNKNOWN
        finally:
            self._depth -= 1

    # Names and places

    def _name(self, node: nodes.Name) -> frozenset[Value]:
        values = self.env.get(node.name)
        if node.name in self.lazy and values is not None:
            values = self.env[node.name] = self.program.resolve(values)
        return self.free(node, node.name) if values is None else values

    def free(self, node: nodes.NodeNG, name: str) -> frozenset[Value]:
        """The values of a name that is not a local one, or not yet."""
        values = self.program.lookup(self.scope, name)
        for value in values:
            if isinstance(value, Variable):
                is_here = value.scope.root() is self.index.module
                is_changed = is_here and (name in self.index.filled or self.program.is_rebound(value))
                if is_changed or names.takes_item(node) and self.program.is_kept_dict(value):
                    self.record(Read(node, value, self.guards))
        return values

    def _attribute(self, node: nodes.Attribute) -> frozenset[Value]:
        bases = self.evaluate(node.expr)
        if node.attrname in ("shape", "get_shape") and tensors.may_be(bases):
            self.use(node, Need.RANK, (bases,))
        if node.attrname == "__class__":
            return join(*(class_of(self.program, base) for base in bases))
        values = join(*(self.program.attribute(base, node.attrname) for base in bases))
        for value in values:
            if isinstance(value, Variable) and self.program.is_rebound(value):
                self.record(Read(node, value, self.guards))
        assigned = "trainable" if node.attrname in frameworks.TRAINED else node.attrname
        if assigned in self.index.stored or node.attrname in self.properties or self._is_assigned_outside(assigned):
            for base in bases:
                if isinstance(base, Class):
                    self.record(Read(node, Attribute(base, node.attrname), self.guards))
            for value in values:
                if isinstance(value, Attribute) and (is_place(value.base) or _is_instance(value.base)):
                    self.record(Read(node, value, self.guards))
        return values

    def _is_assigned_outside(self, name: str) -> bool:
        if not isinstance(self.scope, nodes.FunctionDef):
            return False
        cls = self.scope.parent
        if isinstance(cls, nodes.ClassDef) and (name in frameworks.COMPILED or name in inherited_stores(self.program, cls)):
            return True
        return name in self.program.assigned_outside(self.index.module)

    @property
    def properties(self) -> set[str]:
        """Names of the properties that are in sight: in the module and what it imports, and in bases of the class that this is a method of."""
        if self._properties is None:
            cls = self.scope.parent
            self._properties = self.program.relevance.properties(self.index.module)
            if isinstance(cls, nodes.ClassDef):
                self._properties = self._properties | property_names(self.program, cls)
        return self._properties

    def _subscript(self, node: nodes.Subscript) -> frozenset[Value]:
        bases = self.evaluate(node.value)
        bounds = (node.slice.lower, node.slice.upper, node.slice.step) if isinstance(node.slice, nodes.Slice) else (node.slice,)
        indices = [self.evaluate(bound) for bound in bounds if bound is not None]
        slices = indices[0] if bounds == (node.slice,) else UNKNOWN
        key = single_constant(slices)
        given = self.special(node, bases, ("__getitem__",), Argument(None, slices))
        if given is not None:
            return given
        if isinstance(node.slice, nodes.Tuple):
            indices = [held for value in slices if isinstance(value, Fresh) for held in value.items or ()]
        for index in indices:
            if tensors.may_be(index):
                self.use(node, Need.INDEX, (bases, index))
        for base in bases:
            if isinstance(base, External) and frameworks.meaning(f"{base.name}.__getitem__") is not None:
                self.record(Call(node, frozenset((External(f"{base.name}.__getitem__"),)), (), self.guards, self.loops))
        parts = [arrays.part(base, node.slice) for base in bases]
        if None not in parts:
            return join(*parts)
        if isinstance(node.slice, nodes.Slice):
            return join(*(containers.sliced(self.program, base, node) for base in bases))
        if len(indices) == 1 and tensors.are_tensors(indices[0], self.program):
            # Nothing else takes a tensor as its index: a list raises, and a dict finds nothing.
            return join(*(item(base, key) if isinstance(base, (Fresh, Unknown)) else TENSOR for base in bases))
        return join(*(self._item(base, key, slices, node) for base in bases))

    def _item(self, base: Value, key: object, slices: frozenset[Value], node: nodes.Subscript) -> frozenset[Value]:
        """What is found under a key."""
        if activation.keyword(self.program, base, slices, node) is not None:
            return frozenset((Item(base, key),))
        return registries.entry(self.program, base, slices, self.scope.root()) or item(base, key)

    # Calls

    def _call(self, node: nodes.Call) -> frozenset[Value]:
        callee = self.evaluate(node.func)
        arguments = [self._argument(argument) for argument in node.args]
        arguments += [Argument(keyword.arg or "**", self.evaluate(keyword.value)) for keyword in node.keywords]
        values = self.call(node, callee, tuple(arguments))
        if isinstance(node.func, nodes.Attribute):
            if node.func.attrname == "set_shape" and isinstance(node.func.expr, nodes.Name):
                self.shaped(node.func.expr.name)
            added = containers.put_by(node.func.attrname, tuple(arguments))
            if added is not None:
                self.fill(node.func.expr, added, once=node.func.attrname == "append" and not self.loops)
        return values

    def fill(self, container: nodes.NodeNG, added: frozenset[Value], key: object = None, once: bool = False) -> None:
        """Something is put into a list or dict: if that is a local variable, it holds that from here on."""
        if isinstance(container, nodes.Name) and container.name in self.env:
            self.env[container.name] = containers.filled(self.env[container.name], added, key, once)

    def _argument(self, node: nodes.NodeNG) -> Argument:
        if isinstance(node, nodes.Starred):
            return Argument("*", self.evaluate(node.value))
        return Argument(None, self.evaluate(node))

    def call(self, node: nodes.NodeNG, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> frozenset[Value]:
        """The values of a call, which is recorded unless it is known to have no effect."""
        event = Call(node, callee, arguments, self.guards, self.loops)
        for value in callee:
            if isinstance(value, External):
                if value.name == "builtins.range":
                    self.ranges[node] = tuple(argument.values for argument in arguments if argument.keyword is None)
                elif frameworks.is_operation(value.name):
                    self.summary.operations.append(node)
                elif arguments and frameworks.canonical(value.name) == "tqdm":
                    self.bars[node] = arguments[0].values
        self._needs_value(node, callee, arguments)
        self.builtin(node, callee, arguments)
        if _SETATTR & callee:
            self._setattr(node, arguments)
        for value in callee:
            if isinstance(value, Attribute) and value.name == "update" and isinstance(value.base, Attribute) and value.base.name == "__dict__":
                self._update(node, value.base.base, arguments)
        if not all(_harmless(value, arguments) for value in callee):
            self.record(event)
        values = self.program.apply(self, event)
        self.summary.graphs += [(value, node, self.guards) for value in values if isinstance(value, Graph)]
        return values

    def _needs_value(self, node: nodes.NodeNG, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> None:
        """Notes a call for which a tensor among its arguments, or its receiver, must have a value."""
        given = tuple(argument.values for argument in arguments)
        # `log = tf_log if use_tf else np.log`, `maximum = tf.maximum if use_tf else np.maximum`
        twins = [one for one in callee if isinstance(one, Function) or isinstance(one, External) and frameworks.is_tensorflow(one.name)]
        for value in callee:
            if isinstance(value, External) and twins in ([], [value]):
                name = frameworks.canonical(value.name)
                how = uses.of_function(name)
                if name in frameworks.DRAWING and len(arguments) <= frameworks.DRAWING[name] and all(one.keyword != "seed" for one in arguments):
                    self.use(node, Need.DRAW, (), name=name)
                if name in frameworks.RANKS.NEEDS:
                    self.needs_rank(node, name, arguments)
                if how in (Need.DISCARD, Need.FORGET):
                    if uses.is_dropped(node) if how is Need.DISCARD else uses.is_forgotten(node):
                        self.use(node, Need.DISCARD, ())
                elif how is not None and any(tensors.may_be(one) or tensors.may_hold(one) for one in given):
                    self.use(node, how, given, name=name)
        if isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute):
            if node.func.attrname in frameworks.tensors.EAGER_METHODS and not node.args:
                owners = frozenset(value.base for value in callee if isinstance(value, Attribute)) or UNKNOWN
                self.use(node, Need.METHOD, (owners,), name=node.func.attrname)
            elif node.func.attrname == "format" and any(map(tensors.may_be, given)):
                if isinstance(node.func.expr, nodes.Const):
                    self.use(node, Need.FORMAT, given)
            elif node.func.attrname in frameworks.tensors.STATIC_SHAPES and given:
                owners = frozenset(value.base for value in callee if isinstance(value, Attribute))
                self.use(node, Need.SET_SHAPE, (*given, owners))
            elif node.func.attrname in frameworks.tensors.OF_ESTIMATORS and any(map(tensors.may_be, given)):
                owners = frozenset(value.base for value in callee if isinstance(value, Attribute))
                self.use(node, Need.ESTIMATOR, (owners, *given))
            elif node.func.attrname in ("index", "count", "remove") and len(given) == 1 and tensors.may_be(given[0]):
                owners = frozenset(value.base for value in callee if isinstance(value, Attribute))
                self.use(node, Need.SEARCH, (given[0], owners))

    def _setattr(self, node: nodes.NodeNG, arguments: tuple[Argument, ...]) -> None:
        """``setattr(obj, "name", value)`` stores as ``obj.name = value`` does."""
        if len(arguments) >= 2:
            name = single_constant(arguments[1].values)
            values = arguments[2].values if len(arguments) > 2 else UNKNOWN
            for base in arguments[0].values:
                if isinstance(name, str) and is_place(stored := attribute(base, name)):
                    self.record(Store(node, stored, values, False, self.guards))

    def _update(self, node: nodes.NodeNG, owner: Value, arguments: tuple[Argument, ...]) -> None:
        """``vars(obj).update(name=value)`` stores as ``obj.name = value`` does."""
        given = [(one.keyword, one.values) for one in arguments if one.keyword not in (None, "*", "**")]
        for value in (value for one in arguments if one.keyword in (None, "**") for value in one.values):
            if isinstance(value, Fresh) and value.keys is not None and value.items is not None:
                given += zip(value.keys, value.items)
        for name, values in given:
            for place in self.program.attribute(owner, name) if isinstance(name, str) else ():
                if is_place(place):
                    self.record(Store(node, place, values, False, self.guards))

    def _boolean(self, node: nodes.BoolOp) -> frozenset[Value]:
        values, parts = self._operands(node)
        condition = Condition(node.op, parts=parts)
        given = tuple(conditions.tested(condition))
        # The last operand is the value, not a test: `x.shape[0] or tf.shape(x)[0]`.
        asked = [one for part in parts[:-1] for one in conditions.tested(part)]
        if any(map(tensors.may_be, asked)):
            self.use(node, Need.TEST, tuple(asked), condition)
        # AutoGraph makes an operation of it, where one of the operands is a tensor.
        return tensors.computed(*given) if all(part.test == "opaque" for part in parts) else values

    def _conditional(self, node: nodes.IfExp) -> frozenset[Value]:
        condition, saved = self.test(node, node.test), self.guards
        self.guards = (*saved, Guard(condition, True))
        body = self.evaluate(node.body)
        self.guards = (*saved, Guard(condition, False))
        orelse = self.evaluate(node.orelse)
        self.guards = saved
        return join(body, orelse)

    # Displays and the rest

    def _constant(self, node: nodes.Const) -> frozenset[Value]:
        return const(node.value)

    def _display(self, node: nodes.List | nodes.Tuple | nodes.Set) -> frozenset[Value]:
        kind = _DISPLAYS[type(node)]
        starred = any(isinstance(element, nodes.Starred) for element in node.elts)
        items = tuple(self.evaluate(element) for element in node.elts)
        known = not starred and len(items) <= _MAX_ITEMS
        return frozenset((Fresh(kind, node, items if known else None),))

    def _dict(self, node: nodes.Dict) -> frozenset[Value]:
        keys, items = [], []
        for key, value in node.items:
            keys.append(None if isinstance(key, nodes.DictUnpack) else single_constant(self.evaluate(key)))
            items.append(self.evaluate(value))
        known = None not in keys and len(items) <= _MAX_ITEMS
        return frozenset((Fresh("builtins.dict", node, tuple(items) if known else None, tuple(keys) if known else None),))

    def _lambda(self, node: nodes.Lambda) -> frozenset[Value]:
        for default in node.args.defaults or ():
            self.evaluate(default)
        return frozenset((Function(node),))

    def _comprehension(self, node: nodes.ListComp | nodes.SetComp | nodes.GeneratorExp | nodes.DictComp) -> frozenset[Value]:
        saved_env, saved_guards = self.env, self.guards
        self.env = dict(saved_env)
        self.loops += 1
        for generator in node.generators:
            values = self.evaluate(generator.iter)
            self.iterate(generator.iter, values)
            if tensors.may_be(values) or any(isinstance(value, Fresh) and value.kind == frameworks.DATASET for value in values):
                self.use(generator.iter, Need.COMPREHENSION, (values,))
            for bound in self.ranges.get(generator.iter, ()):
                if tensors.may_be(bound):
                    self.use(generator.iter, Need.COMPREHENSION, (bound,))
            self.assign(generator.target, scalars.elements(values))
            self.guards += self.if_given(generator.iter, values)
            for test in generator.ifs:
                self.guards += (Guard(self.test(test, test), True),)
        if isinstance(node, nodes.DictComp):
            self.evaluate(node.key)
            kind, items = "builtins.dict", (self.evaluate(node.value),)
        else:
            kind, items = _COMPREHENSIONS[type(node)], (self.evaluate(node.elt),)
        self.loops -= 1
        self.env, self.guards = saved_env, saved_guards
        self.record(Loop(node, (), self.guards))
        return frozenset((Fresh(kind, node, items, None),))

    def _named(self, node: nodes.NamedExpr) -> frozenset[Value]:
        values = self.evaluate(node.value)
        self.assign(node.target, values)
        return values

    def _joined(self, node: nodes.JoinedStr) -> frozenset[Value]:
        parts = [
            self.evaluate(part.value if isinstance(part, nodes.FormattedValue) else part) for part in node.values
        ]
        if any(map(tensors.may_be, parts)):
            self.use(node, Need.FORMAT, tuple(parts))
        for part in parts:
            self.special(node, part, ("__format__", "__str__", "__repr__"))
        return scalars.text(parts)

    def _passed_through(self, node: nodes.Await | nodes.Starred) -> frozenset[Value]:
        values = self.evaluate(node.value)
        if isinstance(node, nodes.Starred) and tensors.may_be(values):
            self.use(node, Need.UNPACK, (values,))
        return values

    def _yield(self, node: nodes.Yield | nodes.YieldFrom) -> frozenset[Value]:
        values = self.evaluate(node.value)
        if isinstance(node, nodes.YieldFrom):
            values = scalars.elements(values)
        if node.value is not None and node.scope() is self.scope:
            self.summary.yields = join(self.summary.yields, values)
        return UNKNOWN

    def generator(self, function: Scope) -> frozenset[Value]:
        """What a call of a generator returns; of one that makes a context manager, what ``with … as`` gets."""
        if names.is_context_manager(function):
            return self.summary.yields
        return frozenset((Fresh("types.GeneratorType", function, (self.summary.yields,)),))

    # Assignment (here because comprehensions and := assign)

    def assign(self, target: nodes.NodeNG, values: frozenset[Value]) -> None:
        """Binds a target. Statements extend this to attributes and items."""
        if isinstance(target, nodes.AssignName):
            self.env[target.name] = values
        elif isinstance(target, (nodes.Tuple, nodes.List)):
            self.unpack(target, values)
        elif isinstance(target, nodes.Starred):
            self.assign(target.value, frozenset((Fresh("builtins.list", target),)))

    def unpack(self, target: nodes.Tuple | nodes.List, values: frozenset[Value]) -> None:
        starred = any(isinstance(element, nodes.Starred) for element in target.elts)
        for position, element in enumerate(target.elts):
            key = None if starred else position
            self.assign(element, join(*(item(value, key) for value in values)))

    #: How each kind of expression is evaluated; the rest is unknown, and its parts are evaluated.
    _EXPRESSIONS = {
        nodes.Name: _name,
        nodes.Attribute: _attribute,
        nodes.Subscript: _subscript,
        nodes.Call: _call,
        nodes.BoolOp: _boolean,
        nodes.IfExp: _conditional,
        nodes.Const: _constant,
        nodes.List: _display,
        nodes.Tuple: _display,
        nodes.Set: _display,
        nodes.Dict: _dict,
        nodes.Lambda: _lambda,
        nodes.ListComp: _comprehension,
        nodes.SetComp: _comprehension,
        nodes.GeneratorExp: _comprehension,
        nodes.DictComp: _comprehension,
        nodes.NamedExpr: _named,
        nodes.BinOp: Operators.binary_operation,
        nodes.UnaryOp: Operators.unary_operation,
        nodes.Compare: Operators.comparisons,
        nodes.JoinedStr: _joined,
        nodes.Await: _passed_through,
        nodes.Starred: _passed_through,
        nodes.Yield: _yield,
        nodes.YieldFrom: _yield,
    }


def _is_instance(value: Value) -> bool:
    """Whether it is an object of one of the program's classes that is made here: it has their properties."""
    return isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef)


def _harmless(value: Value, arguments: tuple[Argument, ...]) -> bool:
    """Whether a call of the value is known to have no effect and to call nothing back."""
    if isinstance(value, External):
        meaning = frameworks.meaning(value.name)
        if meaning is not None:
            if meaning.advances is not None and not meaning.effect and not meaning.calls:
                return not any(is_place(value) for argument in arguments for value in argument.values)
            return not meaning.matters
        # What other packages do with an object of the program is not known.
        if frameworks.is_tensorflow(value.name) and activation.written_for(arguments):
            return False
        return frameworks.is_known(value.name) or not any(is_place(v) for a in arguments for v in a.values)
    return isinstance(value, Const)


def _makes_variable(value: Value) -> bool:
    meaning = frameworks.meaning(value.name) if isinstance(value, External) else None
    return meaning is not None and meaning.effect is Kind.CREATE_VARIABLE
