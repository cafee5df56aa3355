"""What the current thread is doing: which graph it records into, and which tapes watch it."""

from __future__ import annotations

import contextlib
import threading


_inherited = []


def inherited(local):
    """Declare the state of a thread that the threads of replicas start with."""
    _inherited.append(local)
    return local


def thread_state():
    """A function that gives the thread in which it is called the state that this one has now."""
    states = [(local, {name: list(value) if isinstance(value, list) else value for name, value in vars(local).items()}) for local in _inherited]

    def take_over():
        for local, state in states:
            vars(local).update(state)
    return take_over


class _Context(threading.local):
    """Thread state. `graph` is None while ops run eagerly."""

    graph = None
    tapes = ()
    device = ""  # of `tf.device`, in canonical form
    eager_scope = ""  # the name scope of eager code, which names Variables
    variable_policy = None  # called in place of tf.Variable while a function is traced, in its init_scopes too
    variable_creators = ()  # of `variable_creator_scope`, outermost first
    run_functions_eagerly = False
    run_graphs = None  # of `tf.summary.trace_on`: id → graph of each function that is run
    in_function = False  # a graph function's body is running, eagerly or traced
    place = None  # of code that a strategy runs: functions have traces of their own for each, and random ops states
    strategies = ()  # of `tf.distribute`, those that are in scope or whose replica runs, outermost first


context = inherited(_Context())
everywhere = []  # the level of the strategy of code that is in no scope, if `tf.distribute.experimental_set_strategy` has set one


def strategy_level():
    """The strategy and the replica that the running code belongs to, or None."""
    return context.strategies[-1] if context.strategies else everywhere[0] if everywhere else None


@contextlib.contextmanager
def graph_mode(graph):
    """Record into `graph` (None: run eagerly) until the block ends."""
    outer = context.graph
    context.graph = graph
    try:
        yield graph
    finally:
        context.graph = outer


def executing_eagerly():
    """Whether an op called now runs at once (`tf.executing_eagerly`)."""
    return context.graph is None


def inside_function():
    """Whether the current thread traces a graph function (`tf.inside_function`)."""
    return context.graph is not None and context.graph.building_function


@contextlib.contextmanager
def init_scope():
    """Leave all functions being traced, for code that must run once (`tf.init_scope`).

    Ops inside run eagerly, or in the outermost graph that is no function. Control dependencies and tapes are left too.
    """
    inner = graph = context.graph
    while graph is not None and graph.building_function:
        graph = graph.outer_graph
    outer_tapes, outer_scope = context.tapes, context.eager_scope
    context.tapes = ()
    try:
        with graph_mode(graph):
            if graph is None:
                if inner is not None:  # name scopes are kept
                    scope = inner.get_name_scope()
                    context.eager_scope = f"{scope}/" if scope else ""
                yield
            else:
                with graph.control_dependencies(None):
                    yield
    finally:
        context.tapes, context.eager_scope = outer_tapes, outer_scope
