"""`if`, `while` and `for`: staged where the condition or the iterable is a tensor, Python otherwise.

The statement's blocks are functions that share its variables with the code around them; `get_state()` gives the values
of these variables, `set_state(values)` sets them, `symbol_names` are their names.
"""

import traceback

from runtime.core.context import context, graph_mode
from runtime.core.errors import OperatorNotAllowedInGraphError
from runtime.core.func_graph import FuncGraph

from .. import verbosity
from . import staging
from .tensors import is_dense, is_range, is_tensor

PYTHON_MAX_ITERATIONS = 100000000
INEFFICIENT_UNROLL_MIN_ITERATIONS = 50000
_CONSISTENCY = ("https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/"
                "limitations.md#consistency-of-control-flow-types")


def if_stmt(cond, body, orelse, get_state, set_state, symbol_names, nouts):
    """`if cond: body() else: orelse()`. nouts: the first so many variables are used after the statement."""
    if is_dense(cond):
        staging.if_stmt(cond, body, orelse, get_state, set_state, symbol_names, nouts)
    elif cond:
        body()
    else:
        orelse()


def while_stmt(test, body, get_state, set_state, symbol_names, opts):
    """`while test(): body()`. opts: those of set_loop_options."""
    # The first evaluation decides; it leaves no ops behind.
    with graph_mode(FuncGraph("tmp")):
        first = test()
    if is_dense(first):
        staging.while_stmt(test, body, get_state, set_state, symbol_names, opts)
        return
    if not first:
        return
    body()
    guard = _UnrollGuard()
    while _python_condition(test, (
            "The condition of while loop started as non-Tensor, then changed to Tensor. This may happen either because "
            "variables changed type, or when a break or return statement inside the loop depends on a Tensor condition. In "
            "both cases, changing to a TF loop should remove the error.")):
        body()
        guard.turn()


def for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    """`for i in iter_: body(i)`, as long as `extra_test()` holds, if that is not None."""
    # Datasets and their iterators say themselves how they are looped over; staging.for_iterator_stmt serves iterators.
    staged = getattr(type(iter_), "_autograph_for_stmt", None)
    if staged is None and is_tensor(iter_):
        staged = staging.for_range_stmt if is_range(iter_) else staging.for_tensor_stmt
    if staged is not None:
        return staged(iter_, extra_test, body, get_state, set_state, symbol_names, opts)
    guard = _UnrollGuard()
    if extra_test is None:
        for item in iter_:
            body(item)
            guard.turn()
        return None
    text = ("break and return statements which depend on a TF condition are not supported in Python for loops. Did you intend "
            "to make it a TF loop?")
    if _python_condition(extra_test, text):
        for item in iter_:
            body(item)
            guard.turn()
            if not _python_condition(extra_test, text):
                break
    return None


def _python_condition(test, text):
    result = test()
    try:
        return bool(result)
    except OperatorNotAllowedInGraphError as e:
        verbosity.log(1, "Caught error while evaluating loop condition", exc_info=True)
        raise NotImplementedError(f"{text}\nSee {_CONSISTENCY} for more info.") from e


class _UnrollGuard:
    """Warns, once, of a Python loop that goes on adding ops to the graph after very many turns."""

    __slots__ = ("iterations", "_ops_before")

    def __init__(self):
        self.iterations = 1
        self._ops_before = None

    def turn(self):
        """Called after each turn."""
        self.iterations += 1
        if self.iterations <= INEFFICIENT_UNROLL_MIN_ITERATIONS:
            return
        if self.iterations > PYTHON_MAX_ITERATIONS:
            raise ValueError("iteration limit exceeded")
        if self.iterations > INEFFICIENT_UNROLL_MIN_ITERATIONS + 4 or context.graph is None:
            return
        operations = context.graph.get_operations()
        if self._ops_before is not None and len(operations) > self._ops_before:
            verbosity.warning(
                "Large unrolled loop detected. Did you mean to use a TF loop? The following ops were created after iteration "
                "%s: %s\nSee https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/"
                "common_errors.md#warning-large-unrolled-loop-detected\nLocation:\n%s",
                self.iterations, tuple(operations[self._ops_before:]), "\n".join(traceback.format_stack()))
            self.iterations = INEFFICIENT_UNROLL_MIN_ITERATIONS + 4
        self._ops_before = len(operations)
