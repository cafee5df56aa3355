"""Staged `if`, `while` and `for`: the blocks become the branches of `tf.cond`, the body of `tf.while_loop`."""

import numpy as np

from runtime.core import dtypes, nest
from runtime.core.context import graph_mode
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import PLACEHOLDER, FuncGraph
from runtime.core.tensor_shape import TensorShape
from runtime.ops import comparison
from runtime.ops.control_flow import control_flow
from runtime.ops.identity import identity
from runtime.ops.cast import cast
from runtime.ops.creation import zeros, zeros_like
from runtime.ops.math import maximum
from runtime.ops.control_flow.while_loop import while_loop

from .. import verbosity
from . import py_builtins
from .exceptions import assert_that
from .tensors import is_tensor
from .variables import Undefined, UndefinedReturnValue, is_undefined
from .verification import (verify_branch, verify_branches, verify_condition, verify_initial, verify_loop)
from runtime.ops.control_flow.tensor_array import TensorArray


def if_stmt(cond, body, orelse, get_state, set_state, symbol_names, nouts):
    """See control_flow.if_stmt; both blocks are traced, from the same state.

    Raises:
        ValueError, TypeError: the branches leave a variable that is used later undefined, None, or with different
            nesting or dtypes.
    """
    cond = verify_condition(cond, "if statement")
    initial = get_state()
    results = {}

    def branch(name, block):
        def run():
            set_state(initial)
            block()
            values = get_state()[:nouts]
            results[name] = values
            verify_branch(values, symbol_names, name)
            if len(results) == 2:
                verify_branches(results["main"], results["else"], symbol_names)
            # A condition without outputs still gets one.
            return values if nouts else (0,)
        # Errors about what a branch returns name it, as TensorFlow's do.
        run.__qualname__ = f"_tf_if_stmt.<locals>.aug_{'body' if name == 'main' else 'orelse'}"
        return run

    final = control_flow.cond(cond, branch("main", body), branch("else", orelse))
    set_state((tuple(final) if nouts else ()) + tuple(initial[nouts:]))


def for_range_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    """A loop over what `tf.range` made: it counts, the range itself is not computed."""
    start, limit, delta = iter_.op.inputs
    iterate = start

    def state():
        # The loop variable needs no value before the loop.
        values = tuple(iterate if name == opts["iterate_names"] and isinstance(value, Undefined) else value
                       for name, value in zip(symbol_names, get_state()))
        return (iterate, *values)

    def restore(values):
        nonlocal iterate
        iterate, *rest = values
        set_state(rest)

    def turn():
        nonlocal iterate
        body(iterate)
        iterate += delta

    def test():
        step = constant_value(delta)
        if step is None:
            goes_on = comparison.logical_or(
                comparison.logical_and(delta >= 0, iterate < limit), comparison.logical_and(delta < 0, iterate > limit))
        else:
            goes_on = iterate < limit if step >= 0 else iterate > limit
        return _with_extra_test(goes_on, extra_test)

    _range_length(start, limit, delta)
    while_stmt(test, turn, state, restore, ("<internal iterate>", *symbol_names), opts)


def _range_length(start, limit, delta):
    """How many turns there are. Nobody reads it; TensorFlow computes it for other compilers, so graphs have its ops."""
    distance = limit - start
    whole = distance // delta
    rest = cast(comparison.not_equal(distance % delta, zeros_like(whole)), distance.dtype)
    length = whole + rest
    cast(maximum(length, zeros_like(length)), dtypes.int32)


def for_tensor_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    """A loop over the first dimension of a tensor."""
    n = py_builtins.len_(iter_)
    items = TensorArray(iter_.dtype, size=n).unstack(iter_)
    for_index_stmt(items.read, n, extra_test, body, get_state, set_state, symbol_names, opts)


def for_index_stmt(item, n, extra_test, body, get_state, set_state, symbol_names, opts):
    """A loop over ``item(0)``, ``item(1)``… ``item(n - 1)``."""
    index = 0

    def state():
        return (index, *get_state())

    def restore(values):
        nonlocal index
        index, *rest = values
        set_state(rest)

    def turn():
        nonlocal index
        body(item(index))
        index += 1

    def test():
        return _with_extra_test(index < n, extra_test)

    while_stmt(test, turn, state, restore, ("<internal iterate>", *symbol_names), opts)


def for_iterator_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    """A loop over a `tf.data` iterator: the body runs under a condition on whether there is an element."""
    symbol_names = ("<internal has_next>", *symbol_names)
    has_next = True

    def state():
        return (has_next, *get_state())

    def restore(values):
        nonlocal has_next
        has_next, *rest = values
        set_state(rest)

    initial = state()
    verify_initial(initial, symbol_names)

    def turn():
        nonlocal has_next
        element = iter_.get_next_as_optional()
        has_next = element.has_value()
        before = state()

        def with_element():
            body(element.get_value())
            after = state()
            verify_loop(initial, before, after, symbol_names, opts)
            return after

        restore(control_flow.cond(has_next, with_element, lambda: before))

    def test():
        return _with_extra_test(has_next, extra_test)

    while_stmt(test, turn, state, restore, symbol_names, opts)


def _with_extra_test(goes_on, extra_test):
    if extra_test is None:
        return goes_on
    return control_flow.cond(goes_on, extra_test, lambda: False)


def while_stmt(test, body, get_state, set_state, symbol_names, opts):
    """See control_flow.while_stmt; test and body are traced once.

    A variable without a value before the loop starts as zeros like what the first turn leaves; then the graph checks
    that there was one turn.

    Raises:
        ValueError, TypeError, NotImplementedError: a variable cannot be carried; the text tells which and why.
    """
    original = get_state()
    nulls = tuple(map(is_undefined, original))
    initial, extra = original, ()
    by_value = {id(value): shape for value, shape in opts.get("shape_invariants", ())}
    if any(nulls):
        invariants = tuple(by_value.get(id(value)) for value in original)
        initial, extra = _define(body, get_state, set_state, original, nulls, invariants, symbol_names)
        merged = [(new, by_value.get(id(old), found)) for old, new, found in zip(original, initial, extra)]
        merged = [(value, shape) for value, shape in merged if shape is not None]
        if merged:
            opts = {**opts, "shape_invariants": merged}
    needs_a_turn = any(nulls)
    opts = dict(opts)
    if "shape_invariants" in opts:
        opts["shape_invariants"] = _positional(opts["shape_invariants"], initial)

    def own(values):
        return values[1:] if needs_a_turn else values

    def staged_test(*values):
        set_state(own(values))
        return verify_condition(test(), "while loop")

    def staged_body(*values):
        values = own(values)
        set_state(values)
        body()
        after = get_state()
        verify_loop(initial, values, after, symbol_names, opts)
        return (True, *after) if needs_a_turn else after

    arguments = {name: value for name, value in opts.items() if name != "iterate_names"}
    start = tuple(initial)
    if needs_a_turn:
        start = (False, *start)
        if "shape_invariants" in arguments:
            arguments["shape_invariants"] = (None, *arguments["shape_invariants"])
    final = while_loop(staged_test, staged_body, start, **arguments)
    if needs_a_turn:
        check = assert_that(final[0], [_no_turn_text(symbol_names, nulls, original)])
        with control_flow.control_dependencies([check] if check is not None else []):
            final = nest.map_structure(lambda v: identity(v) if is_tensor(v) else v, tuple(final[1:]))
    set_state(final)


def _no_turn_text(symbol_names, nulls, values):
    names = ["the function return value" if isinstance(value, UndefinedReturnValue) else name
             for name, null, value in zip(symbol_names, nulls, values) if null]
    return f"loop must iterate at least once to initialize {', '.join(names)}"


def _positional(invariants, values):
    """The invariants as a tuple in the order of the variables, None for those without one."""
    by_value = {id(value): (value, shape) for value, shape in invariants}
    result = []
    for value in values:
        known, shape = by_value.get(id(value), (None, None))
        result.append(shape if known is value else nest.map_structure(lambda _: None, value))
    return tuple(result)


def _define(body, get_state, set_state, initial, nulls, invariants, symbol_names):
    """Finds values for the variables that have none, by tracing one turn in a graph that is thrown away.

    Returns the values to start with, and the shape invariants that they need.
    """
    first = note = None
    extra = (None,) * len(initial)
    changed = False
    try:
        with graph_mode(FuncGraph("tmp")):
            # The loop turns Python values into tensors, so the turn sees them as such.
            set_state(nest.map_structure(_as_placeholder, initial))
            changed = True
            body()
            first = get_state()
        made = [_placeholder(after, shape, value) if null else (value, None)
                for value, null, after, shape in zip(initial, nulls, first, invariants)]
        initial = tuple(value for value, _ in made)
        extra = tuple(shape for _, shape in made)
    except (UnboundLocalError, TypeError, ValueError, KeyError) as e:
        verbosity.log(1, "Caught error while staging loop body", exc_info=True)
        note = f"Note: AutoGraph tried to define it automatically, but ran into a {type(e).__name__}: {e}"
    finally:
        if changed:
            set_state(initial)
    verify_initial(initial, symbol_names, first, note)
    return initial, extra


def _as_placeholder(value):
    if isinstance(value, (int, float, bool, str, list, tuple, np.ndarray, np.generic)):
        tensor = convert_to_tensor(value)
        return dispatch(PLACEHOLDER, (), {"dtype": tensor.dtype, "shape": tensor._dims})
    return value


def _placeholder(like, invariant, original):
    """Zeros like `like`, and the shape invariant that they need; `original` where there can be none."""
    if is_undefined(like):
        return original, None
    if isinstance(like, (int, float, bool)):
        return type(like)(0), None
    if is_tensor(like):
        shape = like.shape if invariant is None else TensorShape(invariant)
        if shape.rank is None:
            return zeros((), like.dtype), shape
        own = like.shape.as_list() if like.shape.rank is not None else [None] * shape.rank
        # Unknown dimensions start as what the invariant says, or empty.
        start = [(wanted or 0) if known is None else known for known, wanted in zip(own, shape.as_list())]
        return zeros(start, like.dtype), shape if None in own else None
    if isinstance(like, (list, tuple, dict)):
        leaves = nest.flatten(like)
        wanted = [None] * len(leaves) if invariant is None else nest.flatten(invariant)
        made = [_placeholder(leaf, shape, None) for leaf, shape in zip(leaves, wanted)]
        return (nest.pack_sequence_as(like, [value for value, _ in made]),
                nest.pack_sequence_as(like, [shape for _, shape in made]))
    raise TypeError(f"Found an unsupported type '{type(like).__name__}' while creating placeholder for {like}. Supported types "
                    "include Tensor, int, float, bool, list, tuple or dict.")
