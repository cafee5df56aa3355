"""What one call of a method sets and runs, through the methods of the same object that it calls, and what that is made of.

The same for a function of a module, which sets globals and calls functions of its module. Followed statement by statement:
the origins of a value are the parameters that it is computed from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.origins import NOTHING, TRACED_AGAIN, Origins, names_class, parts_of, shapes_of
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.places import External, Function, Param, Value, Variable
from graphlint.frameworks.keras import DRIVERS
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: How many methods lie between the one that is called and the graph function.
_MAX_DEPTH = 5
#: More statements than this, over all methods that one call runs, are not followed.
_MAX_STATEMENTS = 600
#: Where Keras has classes whose objects have no state.
_FUNCTIONS = ("keras.losses.", "keras.regularizers.", "keras.constraints.")
#: Bases that give a class no attributes.
_BARE = frozenset({"builtins.object", "abc.ABC", "typing.Generic"})
#: Attributes that hold variables: TensorFlow does not trace again for others of the same shapes.
_VARIABLES = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})

#: Arguments of `fit` and its kin that say how long and on what, and that no step of the training is given.
_OF_TRAINING = frozenset(
    """
    batch_size callbacks epochs initial_epoch shuffle steps steps_per_epoch validation_batch_size validation_data validation_freq
    validation_split validation_steps verbose workers use_multiprocessing max_queue_size
    """.split()
)
#: What is set: an attribute of the object by its name, or a variable of the module.
Key = str | Variable


class Setting(NamedTuple):
    """An assignment of an attribute or global, and what it is made of."""

    node: nodes.NodeNG
    origins: Origins


class Run(NamedTuple):
    """A call of a graph function, and what its arguments are made of."""

    function: FunctionNode | str
    """The function, or the method by which Keras runs it."""
    handle: Key
    """The attribute of the object, or the variable of the module, that holds it."""
    origins: Origins
    has_options: bool
    """An argument is a parameter that callers may leave out: a Python value, of which another one is traced anew."""


class Walk:
    """One call of a method, followed through the methods of the same object; without a class, of a function of a module."""

    def __init__(self, program: Program, cls: nodes.ClassDef | None, method: nodes.FunctionDef) -> None:
        self.program = program
        self.cls = cls
        self.settings: dict[Key, list[Setting]] = {}
        self.runs: list[Run] = []
        self.made_of: dict[Key, Origins] = {}
        """What the attributes and globals are made of that are assigned, or that something is put into."""
        self.rebound: set[Key] = set()
        """Those that are assigned."""
        self.active: list[nodes.FunctionDef] = []
        self._left = _MAX_STATEMENTS
        signature = method.args
        given = {one.name: frozenset((one.name,)) for one in signature.arguments[cls is not None :]}
        given |= {name: frozenset((name,)) for name in (signature.vararg, signature.kwarg) if name}
        _Method(self, method, given, True).follow()

    def enter(self, method: nodes.FunctionDef, given: dict[str, Origins], sure: bool) -> Origins:
        """Follows a method that is called, and returns what its result is made of."""
        if method in self.active or len(self.active) >= _MAX_DEPTH:
            return self.everything
        return _Method(self, method, given, sure).follow()

    @property
    def everything(self) -> Origins:
        return NOTHING.union(*self.made_of.values())

    def step(self) -> bool:
        self._left -= 1
        return self._left >= 0

    def members(self, name: str, after: nodes.ClassDef | None) -> list[Value]:
        """What an attribute of the object may be; by ``super()`` if a class is given."""
        if self.cls is None:
            return []
        if after is None:
            return classes.members(self.program, self.cls, name)
        family = classes.ancestors(self.program, self.cls)
        for base in family[family.index(after) + 1 :] if after in family else ():
            found = classes.own_members(self.program, base, name)
            if found:
                return found
        return []


class _Method:
    """The statements of one method, in their order."""

    def __init__(self, walk: Walk, method: nodes.FunctionDef, given: dict[str, Origins], sure: bool) -> None:
        self.walk = walk
        self.method = method
        self.receiver = method.args.arguments[0].name if method.args.arguments and walk.cls is not None else ""
        self.env = dict(given)
        self.sure = sure
        """Whether it is called whatever the state of the object is."""
        self.ended = False
        self.returned: Origins = NOTHING
        self.both: frozenset[str] = frozenset()
        """The attributes that each of two branches assigns, whatever the state of the object is."""

    def follow(self) -> Origins:
        self.walk.active.append(self.method)
        self._body(self.method.body, True)
        self.walk.active.pop()
        return self.returned

    def _body(self, statements: Iterable[nodes.NodeNG], sure: bool) -> None:
        for statement in statements:
            if not self.walk.step():
                return
            self._statement(statement, sure)

    def _statement(self, statement: nodes.NodeNG, sure: bool) -> None:
        match statement:
            case nodes.Assign(targets=targets, value=value):
                origins = self._origins(value, sure)
                for target in targets:
                    self._assign(target, value, origins, sure)
            case nodes.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, value, self._origins(value, sure), sure)
            case nodes.AugAssign(target=target, value=value):
                self._add(target, self._origins(value, sure))
            case nodes.For(target=target, iter=iterable, body=body, orelse=orelse):
                self._assign(target, None, parts_of(self._origins(iterable, sure)), False)
                self._body(body, False)
                self._body(orelse, False)
            case nodes.While(test=test, body=body, orelse=orelse):
                self._origins(test, sure)
                self._body([*body, *orelse], False)
            case nodes.If(test=test, orelse=orelse) if self._asks_for_missing(test):
                self._body(orelse, sure)
            case nodes.If(test=test, body=body, orelse=orelse):
                origins = self._origins(test, sure)
                known = self._is_of_state(test)
                outer, self.both = self.both, self._assigned(body) & self._assigned(orelse) if sure and known else self.both
                self._body(body, sure and not known)
                self._body(orelse, sure and not known)
                self.both = outer
                for name in names.assigned_in(statement):
                    self.env[name] = self.env.get(name, NOTHING) | origins  # None on one path, perhaps
                if known and not orelse and isinstance(body[-1], (nodes.Return, nodes.Raise)) and _is_done(test):
                    self.ended = True  # what has been done is not done again
            case nodes.With(items=items, body=body):
                for manager, target in items:
                    origins = self._origins(manager, sure)
                    if target is not None:
                        self._assign(target, None, origins, sure)
                self._body(body, sure)
            case nodes.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                self._body([*body, *orelse], sure)
                for handler in handlers:
                    self._body(handler.body, False)
                self._body(final, sure)
            case nodes.Return(value=value):
                if value is not None:
                    self.returned |= self._origins(value, sure)
            case nodes.Expr(value=value):
                origins = self._origins(value, sure)
                if isinstance(value, (nodes.Yield, nodes.YieldFrom)):
                    self.returned |= origins
            case nodes.FunctionDef(name=name):
                self.env[name] = frozenset((statement,))  # another function for each call
            case _:
                for child in statement.get_children():
                    if not child.is_statement:
                        self._origins(child, sure)

    def _assign(self, target: nodes.NodeNG, value: nodes.NodeNG | None, origins: Origins, sure: bool) -> None:
        if isinstance(target, (nodes.Tuple, nodes.List)):
            parts = value.elts if isinstance(value, nodes.Tuple) and len(value.elts) == len(target.elts) else None
            for number, inner in enumerate(target.elts):
                part = parts[number] if parts is not None else None
                self._assign(inner, part, origins if part is None else self._names(part), sure)
        elif isinstance(target, nodes.Starred):
            self._assign(target.value, None, origins, sure)
        elif (key := self._key(target)) is not None:
            self._add(target, origins)
            self.walk.rebound.add(key)
            if callees.is_put_back(self.walk.program, target):
                return
            if (sure or key in self.both) and self.sure and not self.ended:
                made = origins
                if value is not None and self._makes(value, _has_state):
                    made = made | {target}
                    if not self._makes(value, _is_variable):
                        self.walk.made_of[key] |= {target}
                self.walk.settings.setdefault(key, []).append(Setting(target, made))
        elif isinstance(target, nodes.AssignName):
            self.env[target.name] = origins if sure else self.env.get(target.name, NOTHING) | origins
        else:
            self._add(target, origins)

    def _add(self, target: nodes.NodeNG, origins: Origins) -> None:
        """Something is put into a variable or attribute, or into what it holds."""
        while isinstance(target, (nodes.Subscript, nodes.Attribute, nodes.AssignAttr)) and not self._is_own(target):
            target = target.value if isinstance(target, nodes.Subscript) else target.expr
        if (key := self._key(target)) is not None:
            self.walk.made_of[key] = self.walk.made_of.get(key, NOTHING) | origins
        elif isinstance(target, (nodes.Name, nodes.AssignName)) and target.name in self.env:
            self.env[target.name] |= origins  # a module is none of its variables

    def _assigned(self, block: Iterable[nodes.NodeNG]) -> frozenset[str]:
        """The attributes of the object that the statements of a block assign."""
        targets = (target for statement in block if isinstance(statement, nodes.Assign) for target in statement.targets)
        return frozenset(target.attrname for target in targets if self._is_own(target))

    def _key(self, node: nodes.NodeNG) -> Key | None:
        """What an expression or target is by that outlives the call: an attribute of the object, or a global."""
        if self._is_own(node):
            return node.attrname
        if not isinstance(node, (nodes.Name, nodes.AssignName)) or node.name in self.env or node.name in self.method.locals:
            return None
        module = self.method.root()
        bound = any(isinstance(one, (nodes.AssignName, nodes.FunctionDef)) for one in module.locals.get(node.name, ()))
        return Variable(module, node.name) if bound and self.method.parent is module else None

    def _is_own(self, node: nodes.NodeNG) -> bool:
        """Whether it is an attribute of the object."""
        if not isinstance(node, (nodes.Attribute, nodes.AssignAttr)):
            return False
        return isinstance(node.expr, nodes.Name) and node.expr.name == self.receiver

    def _is_super(self, node: nodes.NodeNG) -> bool:
        return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.name == "super"

    def _is_of_state(self, test: nodes.NodeNG) -> bool:
        """Whether a condition asks for an attribute of the object, or whether it has one."""
        return any(name.name == self.receiver for name in test.nodes_of_class(nodes.Name))

    def _asks_for_missing(self, test: nodes.NodeNG) -> bool:
        """Whether a condition asks for an attribute that nothing in the program gives to the object: ``hasattr(self, "_old_name")``."""
        match test:
            case nodes.Call(func=nodes.Name(name="hasattr"), args=[nodes.Name(name=owner), nodes.Const(value=str() as asked)]):
                if owner != self.receiver or self.walk.cls is None or set(classes.external_bases(self.walk.program, self.walk.cls)) - _BARE:
                    return False
                family = classes.ancestors(self.walk.program, self.walk.cls)
                return not any(asked in base.locals or asked in base.instance_attrs for base in family)
        return False

    # Expressions

    def _origins(self, expression: nodes.NodeNG, sure: bool) -> Origins:
        """What a value is made of; the calls in it are followed."""
        if isinstance(expression, nodes.Call):
            return self._call(expression, sure)
        if isinstance(expression, nodes.Name):
            if expression.name == self.receiver:
                return self.walk.everything
            return self._of_name(expression)
        if self._is_own(expression):
            return self._read(expression, sure)
        if isinstance(expression, nodes.Lambda):
            return frozenset((expression,))
        if isinstance(expression, nodes.Attribute) and expression.attrname in _VARIABLES:
            return parts_of(self._origins(expression.expr, sure))
        if isinstance(expression, nodes.Attribute) and expression.attrname in ("shape", "dtype"):
            return shapes_of(self._origins(expression.expr, sure))
        if isinstance(expression, nodes.ComprehensionScope):
            for generator in expression.generators:
                self._assign(generator.target, None, parts_of(self._origins(generator.iter, sure)), False)
        return NOTHING.union(*(self._origins(child, sure) for child in expression.get_children()))

    def _names(self, expression: nodes.NodeNG) -> Origins:
        """What a value is made of, of a part of one whose calls have been followed."""
        found = [self._of_name(name) for name in expression.nodes_of_class(nodes.Name)]
        found += [
            self.walk.made_of.get(one.attrname, NOTHING)
            for one in expression.nodes_of_class(nodes.Attribute)
            if self._is_own(one)
        ]
        return NOTHING.union(*found)

    def _of_name(self, name: nodes.Name) -> Origins:
        return self.env.get(name.name, self.walk.made_of.get(self._key(name), NOTHING))

    def _read(self, attribute: nodes.Attribute, sure: bool) -> Origins:
        for member in self.walk.members(attribute.attrname, None):
            if isinstance(member, Function) and names.decoration(member.node) == "property":
                return self.walk.enter(member.node, {}, sure and self.sure)
        return self.walk.made_of.get(attribute.attrname, NOTHING)

    def _call(self, call: nodes.Call, sure: bool) -> Origins:
        positional = [(one, self._origins(one, sure)) for one in call.args]
        keywords = [(keyword, self._origins(keyword.value, sure)) for keyword in call.keywords]
        given = NOTHING.union(*(origins for _, origins in (*positional, *keywords)))
        has_options = any(
            isinstance(one, nodes.Name) and default_expression(self.method, one.name) is not None
            for one in (*call.args, *(keyword.value for keyword in call.keywords))
        )
        func = call.func
        for node in (*call.args, *(keyword.value for keyword in call.keywords)):
            if self._is_own(node):  # optimizer.minimize(self.loss, variables)
                self._run(node.attrname, None, NOTHING if self._gives_nothing(func) else given, has_options)
        if self._is_own(func):
            return self._method(func.attrname, None, positional, keywords, given, has_options, sure)
        if isinstance(func, nodes.Name) and self.walk.cls is None and self._key(func) is not None:
            found = self._function(func, positional, keywords, given, has_options, sure)
            if found is not None:
                return found
        if isinstance(func, nodes.Attribute) and self._is_super(func.expr):
            owner = self.method.parent if isinstance(self.method.parent, nodes.ClassDef) else None
            return self._method(func.attrname, owner, positional, keywords, given, has_options, sure)
        if isinstance(func, nodes.Attribute):
            owner = self._origins(func.expr, sure)
            self._add(func.expr, given)  # data.append(x)
            if self._is_own(func.expr):
                self._run(func.expr.attrname, func.attrname, given, has_options)
            given |= owner
        else:
            given |= self._origins(func, sure)
        if not names_class(func):
            return parts_of(given)
        if self._makes(call, _is_variable):
            # Another shape is computed; what there is already is of one shape, and another one of it is not traced anew.
            return NOTHING if call.args and isinstance(call.args[0], (nodes.Name, nodes.Attribute)) else parts_of(given)
        if self._makes(call, _is_function):
            return given
        return parts_of(given) | {call}

    def _gives_nothing(self, func: nodes.NodeNG) -> bool:
        """Whether it is the method of an optimizer that calls a loss without arguments, and no function of another package."""
        if names.last_name(func) != "minimize" or not isinstance(func, nodes.Attribute):
            return False
        return not any(isinstance(one, External) for one in self.walk.program.detached(func, self.method))

    def _method(
        self,
        name: str,
        after: nodes.ClassDef | None,
        positional: list[tuple[nodes.NodeNG, Origins]],
        keywords: list[tuple[nodes.Keyword, Origins]],
        given: Origins,
        has_options: bool,
        sure: bool,
    ) -> Origins:
        """A call of a method of the object."""
        self._run(name, None, given, has_options, after)
        found = self.walk.made_of.get(name, NOTHING) | given
        members = self.walk.members(name, after)
        for member in members:
            method = (member.wraps or member.node) if isinstance(member, Function) else None
            if method is not None and isinstance(method.parent, nodes.ClassDef):
                bound = _bound(method, positional, keywords)
                found |= self.walk.enter(method, bound, sure and self.sure and not self.ended)
        if not members:
            found |= self.walk.everything
            if name in DRIVERS or name in TRACED_AGAIN:
                traced = [origins for _, origins in positional] + [origins for one, origins in keywords if one.arg not in _OF_TRAINING]
                self.walk.runs.append(Run(name, "", NOTHING.union(*traced), has_options))
        return found

    def _function(
        self,
        name: nodes.Name,
        positional: list[tuple[nodes.NodeNG, Origins]],
        keywords: list[tuple[nodes.Keyword, Origins]],
        given: Origins,
        has_options: bool,
        sure: bool,
    ) -> Origins | None:
        """A call of a function of the module; None if it is none."""
        found: Origins | None = None
        for callee in callees.callees(self.walk.program, self.walk.program.detached(name, self.method)):
            function = callee.function.node if callee.function is not None else None
            if not isinstance(function, nodes.FunctionDef) or function.parent is not self.method.root():
                continue
            if callee.graph is not None:
                self.walk.runs.append(Run(function, self._key(name), given, has_options))
                found = (found or NOTHING) | given
            else:
                bound = _bound(function, positional, keywords)
                found = (found or NOTHING) | self.walk.enter(function, bound, sure and self.sure and not self.ended)
        return found

    def _run(
        self, name: str, method: str | None, given: Origins, has_options: bool, after: nodes.ClassDef | None = None
    ) -> None:
        """What is done with an attribute of the object may run the graph function that it holds."""
        program = self.walk.program
        receiver = Param(self.method, self.receiver, self.walk.cls)
        for member in self.walk.members(name, after):
            values = frozenset((classes.bound(member, receiver),))
            for callee in callees.callees(program, values):
                if callee.graph is not None and callee.function is not None and method in (None, "__call__"):
                    function = callee.function.node
                    self.walk.runs.append(Run(function, name, given, has_options))
                    if isinstance(function, nodes.FunctionDef) and isinstance(function.parent, nodes.ClassDef):
                        self.walk.enter(function, dict.fromkeys(function.argnames(), given), False)  # others that it runs

    def _makes(self, value: nodes.NodeNG, asked: Callable[[str], bool]) -> bool:
        """Whether a call makes an object of a framework's, of a kind that is asked for."""
        if not isinstance(value, nodes.Call):
            return False
        made = self.walk.program.detached(value.func, names.function_scope(value))
        return any(isinstance(one, External) and asked(one.name) for one in made)


def _bound(
    method: nodes.FunctionDef,
    positional: list[tuple[nodes.NodeNG, Origins]],
    keywords: list[tuple[nodes.Keyword, Origins]],
) -> dict[str, Origins]:
    """What the parameters of a method are made of in a call."""
    signature = method.args
    parameters = names.positional(method)
    if isinstance(method.parent, nodes.ClassDef) and names.decoration(method) != "staticmethod":
        parameters = parameters[1:]
    spread = NOTHING.union(*(origins for node, origins in positional if isinstance(node, nodes.Starred)))
    spread = spread.union(*(origins for keyword, origins in keywords if keyword.arg is None))
    found = dict.fromkeys([*parameters, *(one.name for one in signature.kwonlyargs or ())], spread)
    rest = spread
    for number, (_, origins) in enumerate(positional):
        if number < len(parameters):
            found[parameters[number]] |= origins
        else:
            rest |= origins
    for keyword, origins in keywords:
        if keyword.arg in found:
            found[keyword.arg] |= origins
        else:
            rest |= origins
    return found | {name: rest for name in (signature.vararg, signature.kwarg) if name}


def _has_state(name: str) -> bool:
    """Whether objects of a class have a state of their own: variables, optimizers, layers."""
    meaning = frameworks.meaning(name)
    return meaning is not None and Kind.CREATE_VARIABLE in (meaning.effect, meaning.called)


def _is_variable(name: str) -> bool:
    """Whether it makes variables, of which one is as good as another: what counts for a trace are shape and type."""
    return frameworks.canonical(name) == "tensorflow.Variable"


def _is_function(name: str) -> bool:
    """Whether it makes what only computes, of what it was made with: another loss of the same kind is as good."""
    return frameworks.canonical(name).startswith(_FUNCTIONS)


def _is_done(test: nodes.NodeNG) -> bool:
    """Whether a condition holds once something is there: ``self.ready``, ``self.model is not None``."""
    if isinstance(test, nodes.BoolOp):
        return (all if test.op == "and" else any)(map(_is_done, test.values))
    if isinstance(test, nodes.Compare):
        return test.ops[0][0] == "is not"
    return isinstance(test, (nodes.Attribute, nodes.Call))
