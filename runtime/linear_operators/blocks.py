"""Operators of blocks: Kronecker products, and operators along a diagonal."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core import errors
from runtime.linear_operators import hints
from runtime.linear_operators.base import LinearOperator, adjoint_if, broadcast_batches
from runtime.linear_operators.wrapped import batch_of, checked_operators, settled


class _OfOperators(LinearOperator):
    """One that is made of others, and whose adjoint, factor and inverse are made of theirs in the same way."""

    operators = property(lambda self: list(self._operators))

    def _each(self, method, **known):
        return self._alike([getattr(one, method)() for one in self._operators], **known)

    def _adjoint(self):
        return self._each("adjoint", **{**self._hints(), "is_square": True})

    def _cholesky(self):
        return self._each("cholesky", is_non_singular=True, is_self_adjoint=None, is_square=True)

    def _inverse(self):
        return self._each("inverse", **{**self._hints(), "is_square": True})


class LinearOperatorKronecker(_OfOperators):
    """The Kronecker product of operators."""

    _fields = ("operators",)
    _alike = staticmethod(lambda *args, **known: LinearOperatorKronecker(*args, **known))

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None, name=None):
        given = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        operators = checked_operators(
            operators, "Argument `operators` must be a list of >=1 operators. Received: %s.",
            lambda found: f"Expected every operation in argument `operators` to have the same dtype. Received {found}.")
        self._operators = operators

        def hint(name, value, says):
            return settled(value, all(getattr(one, name) for one in operators), f"The Kronecker product of {says} operators is always {says}. "
                           f"Expected argument `{name}` to be True. Received: {value}.")
        is_non_singular = hint("is_non_singular", is_non_singular, "non-singular")
        is_self_adjoint = hint("is_self_adjoint", is_self_adjoint, "self-adjoint")
        is_positive_definite = hint("is_positive_definite", is_positive_definite, "positive-definite")
        name = "_x_".join(one.name for one in operators) if name is None else name
        super().__init__(operators[0].dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)

    def _shape(self):
        sizes = [[one.shape[axis] for one in self._operators] for axis in (-2, -1)]
        return batch_of(self._operators).concatenate([None if None in size else math.prod(size) for size in sizes])

    def _applied(self, x, apply, is_adjoint, adjoint_arg):
        """``apply(operator, matrix)`` along the part of the rows that belongs to each operator."""
        x = adjoint_if(x, adjoint_arg)
        batch = tf.broadcast_static_shape(x.shape[:-2], self.batch_shape).as_list()
        columns = x.shape[-1]
        x = tf.broadcast_to(x, [*batch, *x.shape[-2:]])
        rows = [one.shape[-2 if is_adjoint else -1] for one in self._operators]
        result = tf.reshape(x, [*batch, *rows, columns])
        for at, operator in enumerate(self._operators):
            rank = len(result.shape)
            axis = len(batch) + at
            order = [*range(len(batch)), axis, *(other for other in range(len(batch), rank) if other != axis)]
            moved = tf.transpose(result, order)
            shape = moved.shape.as_list()
            flat = apply(operator, tf.reshape(moved, [*batch, shape[len(batch)], math.prod(shape[len(batch) + 1:])]))
            back = tf.reshape(flat, [*batch, flat.shape[-2], *shape[len(batch) + 1:]])
            result = tf.transpose(back, [order.index(place) for place in range(rank)])
        return tf.reshape(result, [*batch, math.prod(result.shape.as_list()[len(batch):-1]), columns])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._applied(x, lambda one, part: one.matmul(part, adjoint=adjoint), adjoint, adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._applied(rhs, lambda one, part: one.solve(part, adjoint=adjoint), adjoint, adjoint_arg)

    def _power(self, operator):
        return tf.cast(self.shape[-1] / operator.shape[-1], operator.dtype)

    def _determinant(self):
        result = 1.0
        for operator in self._operators:
            result = result * operator.determinant() ** self._power(operator)
        return result

    def _log_abs_determinant(self):
        result = 0.0
        for operator in self._operators:
            result += operator.log_abs_determinant() * self._power(operator)
        return result

    def _trace(self):
        result = 1.0
        for operator in self._operators:
            result = result * operator.trace()
        return result

    def _outer(self, parts):
        """All products of one element of each vector."""
        result = parts[0]
        for part in parts[1:]:
            result = result[..., :, None] * part[..., None, :]
            result = tf.reshape(result, [*result.shape[:-2], result.shape[-2] * result.shape[-1]])
        return result

    def _diag_part(self):
        return self._outer([one.diag_part() for one in self._operators])

    def _eigvals(self):
        return self._outer([one.eigvals() for one in self._operators])

    def _to_dense(self):
        result = self._operators[0].to_dense()
        for operator in self._operators[1:]:
            result = result[..., :, None, :, None] * operator.to_dense()[..., None, :, None, :]
            *batch, a, b, c, d = result.shape.as_list()
            result = tf.reshape(result, [*batch, a * b, c * d])
        return result

    def _checked_squares(self, method):
        if all(one.is_square for one in self._operators):
            return tf.group([getattr(one, method)() for one in self._operators])
        raise errors.InvalidArgumentError(None, None, "All Kronecker factors must be square for the product to be invertible. Expected hint "
                                          "`is_square` to be True for every operator in argument `operators`.")

    def _assert_non_singular(self):
        return self._checked_squares("assert_non_singular")

    def _assert_self_adjoint(self):
        return self._checked_squares("assert_self_adjoint")


class LinearOperatorBlockDiag(_OfOperators):
    """Operators one after the other along the diagonal."""

    _fields = ("operators",)
    _alike = staticmethod(lambda *args, **known: LinearOperatorBlockDiag(*args, **known))

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=True, name=None):
        given = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        operators = checked_operators(operators, "Expected a non-empty list of operators. Found: %s",
                                      lambda found: "Expected all operators to have the same dtype.  Found " + "   ".join(found))
        self._operators = operators
        is_non_singular = settled(is_non_singular, all(one.is_non_singular for one in operators),
                                  "The direct sum of non-singular operators is always non-singular.")
        is_self_adjoint = settled(is_self_adjoint, all(one.is_self_adjoint for one in operators),
                                  "The direct sum of self-adjoint operators is always self-adjoint.")
        is_positive_definite = settled(is_positive_definite, all(one.is_positive_definite for one in operators),
                                       "The direct sum of positive definite operators is always positive definite.")
        name = "_ds_".join(one.name for one in operators) if name is None else name
        super().__init__(operators[0].dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)

    def _sizes(self, axis):
        return [one.shape[axis] for one in self._operators]

    def _shape(self):
        sizes = [self._sizes(axis) for axis in (-2, -1)]
        return batch_of(self._operators).concatenate([None if None in size else sum(size) for size in sizes])

    def _blockwise(self, right, method, does):
        """The same operation of each block and the block of another such operator."""
        if len(self._operators) != len(right.operators):
            raise ValueError(f"Can not efficiently {does} when number of blocks differ.")
        for one, other in zip(self._operators, right.operators):
            if one.domain_dimension != other.range_dimension:
                raise ValueError(f"Blocks are incompatible. Expected `x` to have dimension {one.domain_dimension} but got "
                                 f"{other.range_dimension}.")
        return LinearOperatorBlockDiag([getattr(one, method)(other) for one, other in zip(self._operators, right.operators)],
                                       is_non_singular=hints.non_singular(self, right), is_square=True)

    def _times(self, right):
        if isinstance(right, LinearOperatorBlockDiag):
            return self._blockwise(right, "matmul", "multiply two `LinearOperatorBlockDiag`s together")
        return super()._times(right)

    def _solved(self, right):
        if isinstance(right, LinearOperatorBlockDiag):
            return self._blockwise(right, "solve", "solve `LinearOperatorBlockDiag`")
        return super()._solved(right)

    def _is_blockwise(self, x):
        return isinstance(x, (list, tuple)) and len(x) == len(self._operators) and all(
            isinstance(part, LinearOperator) or tf.convert_to_tensor(part).shape.rank for part in x)

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        if self._is_blockwise(x):
            return [one.matmul(part, adjoint=adjoint, adjoint_arg=adjoint_arg) for one, part in zip(self._operators, x)]
        return super().matmul(x, adjoint, adjoint_arg, name)

    def matvec(self, x, adjoint=False, name="matvec"):
        if self._is_blockwise(x):
            return [one.matvec(part, adjoint=adjoint) for one, part in zip(self._operators, x)]
        return super().matvec(x, adjoint, name)

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        if self._is_blockwise(rhs):
            self._check_solvable()
            return [one.solve(part, adjoint=adjoint, adjoint_arg=adjoint_arg) for one, part in zip(self._operators, rhs)]
        return super().solve(rhs, adjoint, adjoint_arg, name)

    def solvevec(self, rhs, adjoint=False, name="solve"):
        if self._is_blockwise(rhs):
            return [one.solvevec(part, adjoint=adjoint) for one, part in zip(self._operators, rhs)]
        return super().solvevec(rhs, adjoint, name)

    def _split(self, x, axis, adjoint_arg):
        return tf.split(x, self._sizes(axis), axis=-1 if adjoint_arg else -2)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        parts = self._split(x, -2 if adjoint else -1, adjoint_arg)
        results = [one.matmul(part, adjoint=adjoint, adjoint_arg=adjoint_arg) for one, part in zip(self._operators, parts)]
        return tf.concat(broadcast_batches(*results), axis=-2)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        parts = self._split(rhs, -1 if adjoint else -2, adjoint_arg)
        results = [one.solve(part, adjoint=adjoint, adjoint_arg=adjoint_arg) for one, part in zip(self._operators, parts)]
        return tf.concat(broadcast_batches(*results), axis=-2)

    def _determinant(self):
        return math.prod([one.determinant() for one in self._operators[1:]], start=self._operators[0].determinant())

    def _log_abs_determinant(self):
        return sum((one.log_abs_determinant() for one in self._operators[1:]), start=self._operators[0].log_abs_determinant())

    def _squares_only(self, what):
        if not all(one.is_square for one in self._operators):
            raise NotImplementedError(f"`{what}` not implemented for an operator whose blocks are not square.")

    def _diag_part(self):
        self._squares_only("diag_part")
        return tf.concat(broadcast_batches(*[one.diag_part()[..., None] for one in self._operators]), axis=-2)[..., 0]

    def _trace(self):
        self._squares_only("trace")
        return sum((one.trace() for one in self._operators[1:]), start=self._operators[0].trace())

    def _eigvals(self):
        values = [one.eigvals()[..., None] for one in self._operators]
        return tf.concat(broadcast_batches(*values), axis=-2)[..., 0]

    def _to_dense(self):
        blocks, rows, before = broadcast_batches(*[one.to_dense() for one in self._operators]), [], 0
        for block in blocks:
            after = self.shape[-1] - before - block.shape[-1]
            rows.append(tf.pad(block, [[0, 0]] * (len(block.shape) - 1) + [[before, after]]))
            before += block.shape[-1]
        return tf.concat(rows, axis=-2)

    def _assert_non_singular(self):
        return tf.group([one.assert_non_singular() for one in self._operators])

    def _assert_self_adjoint(self):
        return tf.group([one.assert_self_adjoint() for one in self._operators])

    def _assert_positive_definite(self):
        return tf.group([one.assert_positive_definite() for one in self._operators])
