"""`not`, `and`, `or`, `==`, `!=` and `a if c else b`: staged on tensors, Python otherwise; operands are evaluated lazily."""

from runtime.ops import comparison
from runtime.ops.control_flow.control_flow import cond as tf_cond

from .tensors import is_dense, is_tensor
from .verification import verify_single_cond_var


def not_(a):
    """`not a`."""
    return comparison.logical_not(a) if is_tensor(a) else not a


def and_(a, b):
    """`a() and b()`."""
    first = a()
    if is_tensor(first):
        return tf_cond(first, b, lambda: first)
    return first and b()


def or_(a, b):
    """`a() or b()`."""
    first = a()
    if is_tensor(first):
        return tf_cond(first, lambda: first, b)
    return first or b()


def eq(a, b):
    """`a == b`, element-wise on tensors."""
    return comparison.equal(a, b) if is_tensor(a) or is_tensor(b) else a == b


def not_eq(a, b):
    """`a != b`."""
    return not_(eq(a, b))


def if_exp(cond, if_true, if_false, expr_repr):
    """`if_true() if cond else if_false()`; `expr_repr` names the condition in errors.

    Raises:
        TypeError, ValueError: staged, and the values differ in dtype or one is None.
    """
    if not is_dense(cond):
        return if_true() if cond else if_false()
    values = {}

    def branch(name, expression):
        def run():
            values[name] = expression()
            if len(values) == 2:
                verify_single_cond_var(expr_repr, values["main"], values["else"])
            return values[name]
        return run

    return tf_cond(cond, branch("main", if_true), branch("else", if_false))
