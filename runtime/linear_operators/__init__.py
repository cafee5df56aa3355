"""`tf.linalg.LinearOperator` and its kin: matrices by what is known of them. Loaded when first used.

    hints       what follows from the hints of two operators
    spec        operators as composites of tensors: in functions, loops and nests
    base        the class of them all: whatever an operator does not know better, its dense matrix does
    simple, identity, structured, circulant     operators of tensors
    wrapped, blocks, low_rank                   operators made of others
    overrides   what public functions do to operators
"""

from runtime.linear_operators import overrides as _overrides  # noqa: F401 - it registers what functions do
from runtime.linear_operators.base import LinearOperator
from runtime.linear_operators.blocks import LinearOperatorBlockDiag, LinearOperatorKronecker
from runtime.linear_operators.circulant import LinearOperatorCirculant, LinearOperatorCirculant2D, LinearOperatorCirculant3D
from runtime.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorZeros
from runtime.linear_operators.low_rank import LinearOperatorLowRankUpdate
from runtime.linear_operators.simple import LinearOperatorDiag, LinearOperatorFullMatrix, LinearOperatorLowerTriangular
from runtime.linear_operators.structured import (LinearOperatorHouseholder, LinearOperatorPermutation, LinearOperatorToeplitz,
                                                 LinearOperatorTridiag)
from runtime.linear_operators.wrapped import LinearOperatorAdjoint, LinearOperatorComposition, LinearOperatorInversion

__all__ = [_name for _name in dir() if _name.startswith("LinearOperator")]
