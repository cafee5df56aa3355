"""`LinearOperator`: a matrix, or a batch of them, by what is known of it."""

from __future__ import annotations

import contextlib

import numpy as np

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.logger import get_logger
from runtime.core.tensor_shape import Dimension
from runtime.linear_operators import hints
from runtime.linear_operators.spec import LinearOperatorSpec
from runtime.module import Module

_HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


def adjoint_if(matrix, wanted=True):
    """The adjoint of a matrix, if it is wanted."""
    return tf.linalg.adjoint(matrix) if wanted else matrix


def as_argument(value, name, dtype=None):
    """A tensor of `value`; a Variable as it is, to be read when the operator is used."""
    return value if value is None or isinstance(value, tf.Variable) else tf.convert_to_tensor(value, dtype, name=name)


def broadcast_batches(*matrices):
    """Matrices with the same leading axes."""
    batch = matrices[0].shape[:-2]
    for matrix in matrices[1:]:
        batch = tf.broadcast_static_shape(batch, matrix.shape[:-2])
    return [matrix if matrix.shape[:-2].as_list() == batch.as_list() else tf.broadcast_to(matrix, [*batch, *matrix.shape[-2:]])
            for matrix in matrices]


def solve_dense(matrix, rhs, adjoint=False):
    """Solve a system of which the matrix or the right-hand side may be stacked more than the other."""
    return tf.linalg.solve(*broadcast_batches(tf.convert_to_tensor(matrix), rhs), adjoint=adjoint)


class LinearOperator(Module, CompositeTensor):
    """A matrix of which a subclass knows `_shape` and `_matmul`, and maybe better ways to do the rest.

    Args:
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: hints, which are believed: True, False or None.

    Raises:
        ValueError: the hints contradict each other.
    """

    acts_as_tensor = False
    _fields = ()  # the names of the arguments of the constructor that make the operator, without hints and name

    def __init__(self, dtype, graph_parents=None, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name=None, parameters=None):
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        if is_non_singular:
            if is_square is False:
                raise ValueError("A non-singular matrix is always square.")
            is_square = True
        if is_self_adjoint:
            if is_square is False:
                raise ValueError("A self-adjoint matrix is always square.")
            is_square = True
        self._square_hint = is_square
        self._graph_parents = list(graph_parents or ())
        self._dtype = tf.as_dtype(dtype) if dtype else dtype
        self._is_non_singular, self._is_self_adjoint, self._is_positive_definite = is_non_singular, is_self_adjoint, is_positive_definite
        self._given = dict(parameters or {})
        self._name = name or type(self).__name__

    @contextlib.contextmanager
    def _scope(self, name):
        with tf.name_scope(f"{self.name}/{name}" if name is not None else self.name) as inside:
            yield inside

    # -- what is known -------------------------------------------------------------------------------------------------
    parameters = property(lambda self: dict(self._given))
    dtype = property(lambda self: self._dtype)
    name = property(lambda self: self._name)
    is_non_singular = property(lambda self: self._is_non_singular)
    is_self_adjoint = property(lambda self: self._is_self_adjoint)
    is_positive_definite = property(lambda self: self._is_positive_definite)

    @property
    def graph_parents(self):
        """The tensors that the program has named as such."""
        warn_deprecated("LinearOperator.graph_parents", "tensorflow.python.ops.linalg.linear_operator", "Do not call `graph_parents`.")
        return self._graph_parents

    @property
    def is_square(self):
        """Whether the matrix is square, by the hint or by its shape. Raises ValueError if the hint is wrong."""
        by_shape = self.domain_dimension == self.range_dimension
        if self._square_hint is False and by_shape:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return by_shape if self._square_hint is None else self._square_hint

    def _hints(self):
        """The hints by name, for an operator that has the same."""
        return {"is_non_singular": self.is_non_singular, "is_self_adjoint": self.is_self_adjoint,
                "is_positive_definite": self.is_positive_definite, "is_square": self.is_square}

    def _can_use_cholesky(self):
        return self.is_self_adjoint and self.is_positive_definite

    # -- as a composite --------------------------------------------------------------------------------------------------
    @property
    def _spec_class(self):
        return type(self)

    def _arguments(self):
        """What makes the operator again: its fields as it holds them, the hints and the name."""
        held = {name: getattr(self, "_" + name, self._given.get(name)) for name in self._fields}
        tensors = {name: _read(value) for name, value in held.items()}
        return {**tensors, **{hint: self._given.get(hint) for hint in _HINTS if hint in self._given}, "name": self._name}

    @property
    def _type_spec(self):
        return LinearOperatorSpec.from_value(self)

    # -- shapes ----------------------------------------------------------------------------------------------------------
    def _shape(self):
        raise NotImplementedError("_shape is not implemented.")

    @property
    def shape(self):
        """The static shape: that of the batch, then rows and columns."""
        return self._shape()

    @property
    def batch_shape(self):
        return self.shape[:-2]

    @property
    def tensor_rank(self):
        return self.shape.rank

    @property
    def domain_dimension(self):
        """The number of columns, as a `Dimension`."""
        return Dimension(None) if self.shape.rank is None else self.shape.dims[-1]

    @property
    def range_dimension(self):
        """The number of rows, as a `Dimension`."""
        return Dimension(None) if self.shape.rank is None else self.shape.dims[-2]

    def shape_tensor(self, name="shape_tensor"):
        """The shape as it is at run time."""
        with self._scope(name):
            return tf.constant(self.shape.as_list(), tf.int32) if self.shape.is_fully_defined() else tf.shape(self._to_dense())

    def batch_shape_tensor(self, name="batch_shape_tensor"):
        with self._scope(name):
            known = self.batch_shape
            return tf.constant(known.as_list(), tf.int32) if known.is_fully_defined() else self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name="tensor_rank_tensor"):
        with self._scope(name):
            return tf.convert_to_tensor(self.tensor_rank) if self.tensor_rank is not None else tf.size(self.shape_tensor())

    def domain_dimension_tensor(self, name="domain_dimension_tensor"):
        with self._scope(name):
            return tf.convert_to_tensor(self.shape[-1]) if self.domain_dimension.value is not None else self.shape_tensor()[-1]

    def range_dimension_tensor(self, name="range_dimension_tensor"):
        with self._scope(name):
            return tf.convert_to_tensor(self.shape[-2]) if self.range_dimension.value is not None else self.shape_tensor()[-2]

    # -- checks ----------------------------------------------------------------------------------------------------------
    def _slow(self, what, how="  Requires conversion to a dense matrix and O(N^3) operations."):
        get_logger().warning(f"Using (possibly slow) default implementation of {what}.{how}")

    def assert_non_singular(self, name="assert_non_singular"):
        """Raise InvalidArgumentError if the matrix has no inverse."""
        with self._scope(name):
            return self._assert_non_singular()

    def _assert_non_singular(self):
        self._slow("assert_non_singular")
        if self._can_use_cholesky():
            return self.assert_positive_definite()
        values = tf.linalg.svd(self.to_dense(), compute_uv=False)
        condition = tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)
        largest = max(100.0, *(float(size) for size in self.shape[-2:]))
        limit = 1.0 / (largest * np.finfo(self.dtype.as_numpy_dtype).eps)
        return tf.debugging.assert_less(condition, tf.constant(limit, condition.dtype), message="Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name="assert_positive_definite"):
        """Raise InvalidArgumentError if the matrix is not positive definite."""
        with self._scope(name):
            return self._assert_positive_definite()

    def _assert_positive_definite(self):
        self._slow("assert_positive_definite")
        if self.is_self_adjoint:
            return tf.debugging.assert_positive(tf.linalg.diag_part(tf.linalg.cholesky(self.to_dense())),
                                                message="Matrix was not positive definite.")
        raise NotImplementedError("assert_positive_definite is not implemented.")

    def assert_self_adjoint(self, name="assert_self_adjoint"):
        """Raise InvalidArgumentError if the matrix is not its adjoint."""
        with self._scope(name):
            return self._assert_self_adjoint()

    def _assert_self_adjoint(self):
        dense = self.to_dense()
        self._slow("assert_self_adjoint", "  Requires conversion to a dense matrix.")
        return tf.debugging.assert_equal(dense, adjoint_if(dense), message="Matrix was not equal to its adjoint.")

    def _check_dtype(self, x):
        if x.dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {x.dtype} in tensor {x!s}")

    def _checked(self, x, name, own_axis, axis):
        """`x` as a tensor of the operator's dtype, whose `axis` has the size of the operator's `own_axis`."""
        x = tf.convert_to_tensor(x, name=name)
        self._check_dtype(x)
        if self.shape.rank is not None and x.shape.rank is not None:
            self.shape.dims[own_axis].assert_is_compatible_with(x.shape.dims[axis])
        return x

    # -- products --------------------------------------------------------------------------------------------------------
    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        raise NotImplementedError("_matmul is not implemented.")

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        """The product with a matrix, or with another operator: an operator then."""
        if isinstance(x, LinearOperator):
            left, right = _pair(self, x, adjoint, adjoint_arg, "x")
            with self._scope(name):
                return left._times(right)
        with self._scope(name):
            x = self._checked(x, "x", -2 if adjoint else -1, -1 if adjoint_arg else -2)
            return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def __matmul__(self, other):
        return self.matmul(other)

    def _times(self, right):
        """The product with another operator, as an operator."""
        if right._is_identity:
            return self
        if right._is_zero:
            if not right.is_square or not self.is_square:
                raise ValueError("Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time.")
            return right
        return self._composed([self, right], hints.of_product(self, right))

    _is_identity = _is_zero = False

    def _diagonal_factor(self):
        """What a diagonal is multiplied by in a product with this operator; None if that is not diagonal."""
        return None

    def _composed(self, operators, known):
        return tf.linalg.LinearOperatorComposition(operators, **known)

    def matvec(self, x, adjoint=False, name="matvec"):
        """The product with a vector."""
        with self._scope(name):
            return self._matvec(self._checked(x, "x", -2 if adjoint else -1, -1), adjoint=adjoint)

    def _matvec(self, x, adjoint=False):
        return tf.squeeze(self.matmul(tf.expand_dims(x, -1), adjoint=adjoint), axis=-1)

    # -- systems ---------------------------------------------------------------------------------------------------------
    def _dense_solve(self, rhs, adjoint=False, adjoint_arg=False):
        if self.is_square is False:
            raise NotImplementedError("Solve is not yet implemented for non-square operators.")
        rhs = adjoint_if(rhs, adjoint_arg)
        if self._can_use_cholesky():
            return tf.linalg.cholesky_solve(*broadcast_batches(tf.linalg.cholesky(self.to_dense()), rhs))
        return solve_dense(self.to_dense(), rhs, adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        self._slow("solve")
        return self._dense_solve(rhs, adjoint, adjoint_arg)

    def _check_solvable(self):
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        """Solve systems of equations with this matrix; of another operator: an operator.

        Raises:
            NotImplementedError: the hints say that the matrix is singular or not square.
        """
        self._check_solvable()
        if isinstance(rhs, LinearOperator):
            left, right = _pair(self, rhs, adjoint, adjoint_arg, "rhs")
            with self._scope(name):
                return left._solved(right)
        with self._scope(name):
            rhs = self._checked(rhs, "rhs", -1 if adjoint else -2, -1 if adjoint_arg else -2)
            return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solved(self, right):
        """The product of the inverse and another operator, as an operator."""
        if right._is_identity:
            return self.inverse()
        return self._composed([tf.linalg.LinearOperatorInversion(self), right], hints.of_product(self, right))

    def solvevec(self, rhs, adjoint=False, name="solve"):
        """Solve systems with a vector on the right-hand side."""
        with self._scope(name):
            return self._solvevec(self._checked(rhs, "rhs", -1 if adjoint else -2, -1), adjoint=adjoint)

    def _solvevec(self, rhs, adjoint=False):
        return tf.squeeze(self.solve(tf.expand_dims(rhs, -1), adjoint=adjoint), axis=-1)

    # -- other operators -------------------------------------------------------------------------------------------------
    def adjoint(self, name="adjoint"):
        """The adjoint, as an operator."""
        if self.is_self_adjoint is True:
            return self
        with self._scope(name):
            return self._adjoint()

    H = property(adjoint)

    def _adjoint(self):
        return tf.linalg.LinearOperatorAdjoint(self, **self._hints())

    def inverse(self, name="inverse"):
        """The inverse, as an operator. Raises ValueError if the hints say that there is none."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        with self._scope(name):
            return self._inverse()

    def _inverse(self):
        return tf.linalg.LinearOperatorInversion(self, **self._hints())

    def cholesky(self, name="cholesky"):
        """The factor of Cholesky, as an operator. Raises ValueError unless the hints say that there is one."""
        if not self._can_use_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        with self._scope(name):
            return self._cholesky()

    def _cholesky(self):
        return tf.linalg.LinearOperatorLowerTriangular(tf.linalg.cholesky(self.to_dense()), is_non_singular=True, is_self_adjoint=False,
                                                       is_square=True)

    # -- numbers ---------------------------------------------------------------------------------------------------------
    def _check_determinant(self):
        if self.is_square is False:
            raise NotImplementedError("Determinant not implemented for an operator that is expected to not be square.")

    def determinant(self, name="det"):
        """The determinant."""
        self._check_determinant()
        with self._scope(name):
            return self._determinant()

    def _determinant(self):
        self._slow("determinant")
        return tf.exp(self.log_abs_determinant()) if self._can_use_cholesky() else tf.linalg.det(self.to_dense())

    def log_abs_determinant(self, name="log_abs_det"):
        """The logarithm of the determinant's absolute value."""
        self._check_determinant()
        with self._scope(name):
            return self._log_abs_determinant()

    def _log_abs_determinant(self):
        self._slow("determinant")
        if self._can_use_cholesky():
            return 2 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(tf.linalg.cholesky(self.to_dense()))), axis=[-1])
        return tf.linalg.slogdet(self.to_dense())[1]

    def to_dense(self, name="to_dense"):
        """The matrix as a tensor."""
        with self._scope(name):
            return self._to_dense()

    def _to_dense(self):
        return self.matmul(tf.eye(self.shape[-1], batch_shape=self.batch_shape.as_list(), dtype=self.dtype))

    def diag_part(self, name="diag_part"):
        """The diagonal."""
        with self._scope(name):
            return self._diag_part()

    def _diag_part(self):
        return tf.linalg.diag_part(self.to_dense())

    def trace(self, name="trace"):
        """The sum of the diagonal."""
        with self._scope(name):
            return self._trace()

    def _trace(self):
        return tf.reduce_sum(self.diag_part(), axis=-1)

    def add_to_tensor(self, x, name="add_to_tensor"):
        """The sum with a matrix."""
        with self._scope(name):
            x = tf.convert_to_tensor(x, name="x")
            self._check_dtype(x)
            return self._add_to_tensor(x)

    def _add_to_tensor(self, x):
        return self.to_dense() + x

    def eigvals(self, name="eigvals"):
        """The eigenvalues. Raises NotImplementedError unless the hints say that the matrix is self-adjoint."""
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        with self._scope(name):
            return self._eigvals()

    def _eigvals(self):
        return tf.linalg.eigvalsh(self.to_dense())

    def cond(self, name="cond"):
        """The condition number."""
        with self._scope(name):
            return self._cond()

    def _cond(self):
        values = tf.abs(self._eigvals()) if self.is_self_adjoint else tf.linalg.svd(self.to_dense(), compute_uv=False)
        return tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)

    def _batch_of(self, make):
        """A tensor of the batch's shape, by `tf.ones` or `tf.zeros`."""
        return make(self.batch_shape_tensor(), dtype=self.dtype)


def _read(value):
    if isinstance(value, list):
        return [_read(item) for item in value]
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def _pair(left, right, adjoint_left, adjoint_right, name):
    """Two operators that fit each other. Raises ValueError if they do not."""
    left, right = left.adjoint() if adjoint_left else left, right.adjoint() if adjoint_right else right
    rows, columns = right.range_dimension, left.domain_dimension
    if rows != columns and None not in (rows.value, columns.value):
        raise ValueError(f"Operators are incompatible. Expected `{name}` to have dimension {columns} but got {rows}.")
    return left, right
