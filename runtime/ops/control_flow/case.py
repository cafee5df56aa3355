"""`tf.case`: conditions in turn."""

from __future__ import annotations

import collections.abc as abc
import functools

from runtime.core import dtypes
from runtime.core.tensor import Tensor
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_
from runtime.ops.control_flow.control_flow import cond, control_dependencies
from runtime.ops.joining import stack
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope as named_scope


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """The result of the first function whose condition holds (`tf.case`).

    Args:
        pred_fn_pairs: list of (boolean scalar tensor, function).
        default: called if none holds; without it, that is an error at run time.
        exclusive: check at run time that at most one holds.

    Raises:
        TypeError: a pair is none, a condition is no tensor or a function is not callable.
    """
    pairs = _checked_pairs(pred_fn_pairs)
    predicates, actions = zip(*pairs) if pairs else ((), ())
    with named_scope(name, "case"):
        if default is None:
            if not predicates:
                raise ValueError("not enough values to unpack (expected 2, got 0)")
            default, predicates, actions = _last_as_default(predicates, actions)
        chosen = default
        for predicate, action in reversed(list(zip(predicates, actions))):
            chosen = functools.partial(cond, predicate, true_fn=action, false_fn=chosen)
        if exclusive:
            with control_dependencies([_assert_few_true(predicates, 1, "Input error: exclusive=True")]):
                return chosen()
        return chosen()


def _checked_pairs(pred_fn_pairs):
    if isinstance(pred_fn_pairs, abc.Mapping):
        pred_fn_pairs = list(pred_fn_pairs.items())
    if not isinstance(pred_fn_pairs, (list, tuple)):
        raise TypeError(f"'pred_fn_pairs' must be a list, tuple, or dict. Received: {type(pred_fn_pairs)}")
    for pair in pred_fn_pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        predicate, function = pair
        if not isinstance(predicate, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {predicate}")
        if predicate.dtype is not dtypes.bool_:
            raise TypeError(f"pred must be Tensor of type bool: {predicate.name}")
        if not callable(function):
            raise TypeError(f"fn for pred {predicate.name} must be callable.")
    return list(pred_fn_pairs)


def _last_as_default(predicates, actions):
    """Without a default, the last action is one, which asserts its own condition and that no other holds."""
    *others, predicate = predicates
    *other_actions, action = actions

    def default():
        message = (f"Implementation error: selected default action #{len(others)} was called, but some of other predicates "
                   "are True: ")
        none = ("Input error: None of conditions evaluated as True:", stack(list(predicates), name="preds_c"))
        checks = [_assert_few_true(others, 0, message)] if others else []
        with control_dependencies([*checks, _assert(predicate, none)]):
            return action()

    return default, others, other_actions


def _assert(condition, data, summarize=3):
    return assert_(condition, data, summarize)


def _assert_few_true(predicates, limit, message):
    conditions = stack(list(predicates), name="preds_c")
    count = reduce_sum(cast(conditions, dtypes.int32), name="num_true_conds")
    names = ", ".join(getattr(predicate, "name", "?") for predicate in predicates)
    return _assert(count <= limit, [f"{message}: more than {limit} conditions ({names}) evaluated as True:", conditions],
                   len(predicates))
