"""Operators made of others: products, adjoints and inverses."""

from __future__ import annotations

import runtime as tf
from runtime.linear_operators import hints
from runtime.linear_operators.base import LinearOperator, adjoint_if
from runtime.linear_operators.simple import LinearOperatorLowerTriangular


def checked_operators(operators, none, mixed):
    """A list of operators of one dtype. Raises ValueError or TypeError with these texts if it is none."""
    operators = list(operators)
    if not operators:
        raise ValueError(none % operators)
    if any(operator.dtype != operators[0].dtype for operator in operators):
        raise TypeError(mixed([str((operator.name, operator.dtype)) for operator in operators]))
    return operators


def batch_of(operators):
    """The batch shape that operators have in common."""
    batch = operators[0].batch_shape
    for operator in operators[1:]:
        batch = tf.broadcast_static_shape(batch, operator.batch_shape)
    return batch


def settled(hint, is_true, message):
    """A hint where something decides it. Raises ValueError if the program says otherwise."""
    if not is_true:
        return hint
    if hint is False:
        raise ValueError(message)
    return True


class LinearOperatorComposition(LinearOperator):
    """The product of operators."""

    _fields = ("operators",)

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None, name=None):
        given = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        operators = checked_operators(operators, "Expected a non-empty list of operators. Found: %s",
                                      lambda found: "Expected all operators to have the same dtype.  Found " + "   ".join(found))
        self._operators = operators
        is_non_singular = settled(is_non_singular, all(one.is_non_singular for one in operators),
                                  "The composition of non-singular operators is always non-singular.")
        aat = hints.is_aat_form(operators)
        is_self_adjoint = settled(is_self_adjoint, aat or len(operators) == 1 and operators[0].is_self_adjoint,
                                  "The composition was determined to be self-adjoint but user provided incorrect `False` hint.")
        is_square = settled(is_square, aat, "The composition was determined have the form A @ A.H, hence it must be square. The user "
                            "provided an incorrect `False` hint.")
        is_positive_definite = settled(is_positive_definite, aat and is_non_singular,
                                       "The composition was determined to be non-singular and have the form A @ A.H, hence it must be "
                                       "positive-definite. The user provided an incorrect `False` hint.")
        name = "_o_".join(one.name for one in operators) if name is None else name
        super().__init__(operators[0].dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)

    operators = property(lambda self: list(self._operators))

    def _shape(self):
        for left, right in zip(self._operators, self._operators[1:]):
            left.domain_dimension.assert_is_compatible_with(right.range_dimension)
        return batch_of(self._operators).concatenate([self._operators[0].shape[-2], self._operators[-1].shape[-1]])

    def _cholesky(self):
        left = self._operators[0]
        if len(self._operators) != 2 or not hints.is_aat_form(self._operators) or not isinstance(left, LinearOperatorLowerTriangular):
            return super()._cholesky()
        if left.is_positive_definite:
            return left
        signs = tf.expand_dims(tf.sign(left.diag_part()), -2)
        return LinearOperatorLowerTriangular(left.tril / signs, is_non_singular=left.is_non_singular, is_self_adjoint=left.is_self_adjoint,
                                             is_square=True)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        first, *rest = self._operators if adjoint else self._operators[::-1]
        result = first.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in rest:
            result = operator.matmul(result, adjoint=adjoint)
        return result

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        first, *rest = self._operators[::-1] if adjoint else self._operators
        result = first.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in rest:
            result = operator.solve(result, adjoint=adjoint)
        return result

    def _determinant(self):
        result = self._operators[0].determinant()
        for operator in self._operators[1:]:
            result *= operator.determinant()
        return result

    def _log_abs_determinant(self):
        result = self._operators[0].log_abs_determinant()
        for operator in self._operators[1:]:
            result += operator.log_abs_determinant()
        return result

    def _assert_non_singular(self):
        if all(operator.is_square for operator in self._operators):
            return tf.group([operator.assert_non_singular() for operator in self._operators])
        return super()._assert_non_singular()


def _combined(operator, is_non_singular, is_self_adjoint, is_positive_definite, is_square, other):
    """The hints of an operator's adjoint or inverse."""
    def one(name, given, says):
        return hints.combined(getattr(operator, name), given, f"An operator is {says} if and only if its {other} is {says}.")
    is_square = one("is_square", is_square, "square")
    is_non_singular = one("is_non_singular", is_non_singular, "non-singular")
    is_self_adjoint = one("is_self_adjoint", is_self_adjoint, "self-adjoint")
    return is_non_singular, is_self_adjoint, one("is_positive_definite", is_positive_definite, "positive-definite"), is_square


class _Wrapped(LinearOperator):
    """What the adjoint and the inverse of an operator have in common."""

    _fields = ("operator",)

    operator = property(lambda self: self._operator)

    def _assert_non_singular(self):
        return self._operator.assert_non_singular()

    def _assert_positive_definite(self):
        return self._operator.assert_positive_definite()

    def _assert_self_adjoint(self):
        return self._operator.assert_self_adjoint()

    def _cond(self):
        return self._operator.cond()


class LinearOperatorAdjoint(_Wrapped):
    """The adjoint of an operator."""

    def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None, name=None):
        given = dict(operator=operator, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        self._operator = operator
        known = _combined(operator, is_non_singular, is_self_adjoint, is_positive_definite, is_square, "adjoint")
        super().__init__(operator.dtype, None, *known, operator.name + "_adjoint" if name is None else name, given)

    def _adjoint(self):
        return self._operator

    def _shape(self):
        shape = self._operator.shape
        return shape[:-2].concatenate([shape[-1], shape[-2]])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self._operator.matvec(x, adjoint=not adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs, adjoint=False):
        return self._operator.solvevec(rhs, adjoint=not adjoint)

    def _conjugated(self, value):
        return value if self.is_self_adjoint else tf.math.conj(value)

    def _determinant(self):
        return self._conjugated(self._operator.determinant())

    def _log_abs_determinant(self):
        return self._operator.log_abs_determinant()

    def _trace(self):
        return self._conjugated(self._operator.trace())

    def _to_dense(self):
        return adjoint_if(self._operator.to_dense(), not self.is_self_adjoint)

    def _eigvals(self):
        values = self._operator.eigvals()
        return values if self._operator.is_self_adjoint else tf.math.conj(values)


class LinearOperatorInversion(_Wrapped):
    """The inverse of an operator: products are solutions, and the other way round."""

    def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None, name=None):
        given = dict(operator=operator, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        self._operator = operator
        for hint, of_operator, value in (("is_non_singular", operator.is_non_singular, is_non_singular),
                                         ("is_square", operator.is_square, is_square)):
            if of_operator is False or value is False:
                raise ValueError(f"Argument `{hint}` or argument `operator` must have supplied hint `{hint}` equal to `True` or `None`. "
                                 f"Found `operator.{hint}`: {of_operator}, `{hint}`: {value}.")
        known = _combined(operator, is_non_singular, is_self_adjoint, is_positive_definite, is_square, "inverse")
        super().__init__(operator.dtype, None, *known, operator.name + "_inv" if name is None else name, given)

    def _inverse(self):
        return self._operator

    def _solved(self, right):
        return self._operator.matmul(right)

    def _shape(self):
        return self._operator.shape

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self):
        return 1.0 / self._operator.determinant()

    def _log_abs_determinant(self):
        return -1.0 * self._operator.log_abs_determinant()

    def _eigvals(self):
        return 1.0 / self._operator.eigvals()
