"""`assert`, with Feature.ASSERT_STATEMENTS."""

import inspect

from .tensors import is_tensor
from runtime.ops.control_flow.check import assert_


def assert_that(condition, data):
    """`tf.debugging.Assert`: InvalidArgumentError with `data` when `condition` is false."""
    return assert_(condition, data)


def assert_stmt(expression1, expression2):
    """`assert expression1, expression2()`: on a tensor, a check that the graph makes at each run.

    Raises:
        ValueError: `expression2` cannot be called without arguments.
    """
    if not callable(expression2):
        raise ValueError(f"{expression2} must be a callable")
    spec = inspect.getfullargspec(expression2)
    if spec.args or spec.varkw:
        raise ValueError(f"{expression2} may not have any arguments")
    if is_tensor(expression1):
        data = expression2()
        return assert_that(expression1, data if isinstance(data, list) else [data])
    assert expression1, expression2()
    return None
