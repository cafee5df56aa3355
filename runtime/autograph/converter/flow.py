"""Data flow: what may be defined before, and is live before and after, each `if`, `for` and `while`.

Works on the structure of the statements: when it runs, `break`, `continue` and early `return` are gone, and only
`raise` still jumps. As in TensorFlow's analysis, any other statement is taken not to raise.
"""

import ast
from typing import NamedTuple

_NOTHING = frozenset()


class _State(NamedTuple):
    """What reaches a point going forward."""

    defined: frozenset
    functions: frozenset  # FunctionDef nodes that may have been executed: their free names stay live

    def join(self, other):
        if other is None or other == self:
            return self
        return _State(self.defined | other.defined, self.functions | other.functions)


def _join(state, other):
    return other if state is None else state.join(other)


def analyse(node):
    """Annotates every `if`, `for` and `while` below a FunctionDef or Lambda with `defined_in`, `live_in`, `live_out`."""
    pending = [(node, _NOTHING)]
    while pending:
        function, functions = pending.pop()
        if not isinstance(function, ast.Lambda):
            forward = _Forward()
            args = function.args.activity
            forward.block(function.body, _State(frozenset(args.defines), functions))
            _Backward().block(function.body, set())
            pending.extend(forward.nested.items())


class _Forward:
    def __init__(self):
        self.nested = {}  # FunctionDef -> the functions that reach it
        self._raised = []  # for each `try` around: the state at its `raise` statements

    def block(self, statements, state):
        for node in statements:
            state = self._statement(node, state)
            node.completes = state is not None
        return state

    def _step(self, activity, state):
        if state is None:
            return None
        return _State(frozenset((state.defined - activity.kills) | activity.defines), state.functions)

    def _reach(self, node, state):
        """Notes which functions' free names are live at a node of the flow."""
        node.reaching = state.functions if state is not None else _NOTHING

    def _statement(self, node, state):
        handler = self._compound.get(node.__class__)
        if handler is not None:
            return handler(self, node, state)
        self._reach(node, state)
        after = self._step(node.activity, state)
        if isinstance(node, ast.Raise):
            for i in range(len(self._raised)):
                self._raised[i] = _join(self._raised[i], after)
            return None
        return after

    def _definition(self, node, state):
        self._reach(node, state)
        after = self._step(node.activity, state)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    self.nested[inner] = state.functions if state is not None else _NOTHING
                elif isinstance(inner, (ast.If, ast.For, ast.While, ast.Try)):
                    raise KeyError(inner)  # control flow in a class body is not converted
            return after
        self.nested[node] = node.reaching
        return after and after._replace(functions=after.functions | {node})

    def _if(self, node, state):
        node.defined_in = state.defined if state is not None else _NOTHING
        self._reach(node.test, state)
        state = self._step(node.test.activity, state)
        return _join(self.block(node.body, state), self.block(node.orelse, state))

    def _while(self, node, state):
        node.defined_in = state.defined if state is not None else _NOTHING
        extra_test = getattr(node, "extra_test", None)
        head = node.test if isinstance(node, ast.While) else node.iter
        while True:
            self._reach(head, state)
            inside = after = self._step(head.activity, state)
            if extra_test is not None:
                self._reach(extra_test, inside)
                inside = self._step(extra_test.activity, inside)
            end = self.block(node.body, inside)
            joined = _join(state, end)
            if joined == state:
                return after
            state = joined

    def _with(self, node, state):
        for item in node.items:
            self._reach(item, state)
            state = self._step(item.activity, state)
        return self.block(node.body, state)

    def _try(self, node, state):
        self._raised.append(None)
        state = self.block(node.body, state)
        if node.orelse:
            if isinstance(node.orelse[0], ast.If):
                raise AssertionError  # TensorFlow's flow graph takes the two for one
            state = _join(state, self.block(node.orelse, state))
        raised = self._raised.pop()
        after = state
        if node.handlers:
            entry = _join(state, raised)
            self._raised.append(None)
            for handler in node.handlers:
                after = _join(after, self.block(handler.body, entry))
            raised = _join(raised, self._raised.pop())
        if node.finalbody:
            completed = self.block(node.finalbody, _join(after, raised))
            return completed if after is not None else None
        return after

    def _match(self, node, state):
        for case in node.cases:
            state = self.block(case.body, state)
        return state

    _compound = {
        ast.If: _if, ast.While: _while, ast.For: _while, ast.With: _with, ast.Try: _try, ast.Match: _match,
        ast.FunctionDef: _definition, ast.ClassDef: _definition}


class _Backward:
    """Liveness: each method takes what is live after a statement and returns what is live before it."""

    def __init__(self):
        self._handlers = []  # for each `try` around: what is live at its handlers
        self._finals = []  # for each `try` around: what is live at its `finally`
        self._jumps = False  # whether a `raise` was met

    def _where_raise_goes(self):
        return set().union(*self._handlers, *self._finals[-1:])

    def block(self, statements, live):
        for node in reversed(statements):
            live = self._statement(node, live)
        return live

    @staticmethod
    def _step(node, live):
        activity = node.activity
        live = activity.reads | (live - activity.kills)
        for function in node.reaching:
            live |= function.scope.free
        return live

    def _statement(self, node, live):
        handler = self._compound.get(node.__class__)
        if handler is not None:
            return handler(self, node, live)
        if isinstance(node, ast.Raise):
            self._jumps = True
            live = self._where_raise_goes()
        elif isinstance(node, ast.Return):
            live = set()
        return self._step(node, live)

    def _live_out(self, node, live, jumps_before):
        """What is live after `node`, where its control may go: on, and to the handlers of a `raise` in it."""
        out = set(live) if node.completes else set()
        if self._jumps:
            out |= self._where_raise_goes()
        self._jumps = self._jumps or jumps_before
        node.live_out = out

    def _if(self, node, live):
        jumps, self._jumps = self._jumps, False
        inside = self.block(node.body, live) | self.block(node.orelse, live)
        self._live_out(node, live, jumps)
        node.live_in = self._step(node.test, inside)
        return node.live_in

    def _while(self, node, live):
        jumps, self._jumps = self._jumps, False
        extra_test = getattr(node, "extra_test", None)
        head = node.test if isinstance(node, ast.While) else node.iter
        # What the loop needed when it was last looked at saves a turn: loops in loops stay cheap.
        inside = getattr(node, "live_inside", _NOTHING)
        while True:
            before = self._step(head, live | inside)
            end = self.block(node.body, before)
            if extra_test is not None:
                end = self._step(extra_test, end)
            if end <= inside:
                break
            inside = inside | end
        node.live_inside = inside
        self._live_out(node, live, jumps)
        node.live_in = before
        return before

    def _with(self, node, live):
        live = self.block(node.body, live)
        for item in reversed(node.items):
            live = self._step(item, live)
        return live

    def _try(self, node, live):
        if node.finalbody:
            live = self.block(node.finalbody, live.union(*self._finals[-1:]))
            self._finals.append(live)
        after = live
        if node.handlers:
            entries = [self.block(handler.body, live) for handler in node.handlers]
            after = live.union(*entries)
            self._handlers.append(set().union(*entries))
        if node.orelse:
            after = after | self.block(node.orelse, after)
        before = self.block(node.body, after)
        if node.handlers:
            self._handlers.pop()
        if node.finalbody:
            self._finals.pop()
        return before

    def _match(self, node, live):
        for case in reversed(node.cases):
            live = self.block(case.body, live)
        return live

    _compound = {
        ast.If: _if, ast.While: _while, ast.For: _while, ast.With: _with, ast.Try: _try, ast.Match: _match}
