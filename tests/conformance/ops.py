"""Holds every op of the runtime's table that computes against TensorFlow's: values and gradients, on random inputs and at the edges.

    python -m tests.conformance.ops [OP ...]    # where TensorFlow 2.21 is installed; prints each difference and the counts

Each case runs the op by its own name on both, for each dtype that both have a kernel for: what it returns, its gradients for random
weights of the outputs, and the gradients of these. Elementwise ops also get NaN, infinities, zeros and the limits of the dtype, of
integers too.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

from runtime.core.op_def import REQUIRED
from tests.runtime.record_ops import table

DTYPES = ("float16", "float32", "float64", "complex64", "complex128", "int8", "uint8", "int32", "int64", "bool", "bfloat16")
#: Relative to the largest number that is compared.
TOLERANCE = {"bfloat16": 5e-2, "float16": 1e-2, "float32": 3e-4, "float64": 1e-8, "complex64": 3e-4, "complex128": 1e-8}


@dataclass(frozen=True)
class Draw:
    """A random array of the case's dtype: numbers around zero, or between two limits; `rule` makes it what an op demands."""

    shape: tuple[int, ...]
    low: float | None = None
    high: float | None = None
    rule: object = None

    def array(self, random, dtype):
        shape = self.shape
        if np.dtype(dtype).kind in "iub":
            low, high = (-4, 5) if self.low is None else (int(self.low), int(self.high) + 2)
            numbers = random.integers(max(low, 0) if dtype == "uint8" else low, high, shape)
            return np.asarray(self.rule(numbers) if self.rule else numbers).astype(dtype)
        parts = [random.normal(size=shape) if self.low is None else random.uniform(self.low, self.high, shape) for _ in range(2)]
        numbers = parts[0] + 1j * parts[1] if dtype.startswith("complex") else parts[0]
        return np.asarray(self.rule(numbers) if self.rule else numbers).astype(dtype)


@dataclass(frozen=True)
class Edge:
    """Fixed numbers of the case's dtype."""

    numbers: object

    def array(self, random, dtype):
        return self.numbers(dtype)


@dataclass(frozen=True)
class Case:
    """Inputs of an op: draws, lists of draws, or what is the same for each dtype."""

    inputs: tuple
    attrs: dict = field(default_factory=dict)


def _spread(matrix):
    """Numbers that are far enough apart for an order of them, or of singular values, to be plain."""
    return matrix + 3 * np.eye(*matrix.shape[-2:])


def _positive(matrix):
    return matrix @ np.conj(np.swapaxes(matrix, -1, -2)) + 2 * np.eye(matrix.shape[-1])


def _hermitian(matrix):
    return matrix + np.conj(np.swapaxes(matrix, -1, -2)) + np.diag(np.arange(0, 6 * matrix.shape[-1], 6))


def f(*shape, low=None, high=None, rule=None):
    return Draw(shape, low, high, rule)


def i32(*numbers):
    return np.array(numbers[0] if len(numbers) == 1 else numbers, np.int32)


def c(*inputs, **attrs):
    return Case(inputs, attrs)


_REDUCED = [c(f(3, 4), i32([1])), c(f(2, 3, 2), i32([0, 2]), keep_dims=True), c(f(0, 3), i32([0])), c(f(), i32([])), c(f(3, 4), i32(-1))]
_POOLED = [dict(ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"), dict(ksize=[1, 3, 2, 1], strides=[1, 1, 2, 1], padding="SAME")]
_CONV = [dict(strides=[1, 1, 1, 1], padding="SAME"), dict(strides=[1, 2, 2, 1], padding="VALID"),
         dict(strides=[1, 1, 1, 1], padding="VALID", dilations=[1, 2, 2, 1])]
_SEGMENTS = [c(f(5, 2), i32(0, 0, 1, 2, 2)), c(f(3), i32(0, 1, 3)), c(f(2, 0), i32(0, 1))]
_UNSORTED = [c(f(5, 2), i32(2, 0, 0, 1, 2), i32(4)), c(f(3), i32(1, 1, -1), i32(2)), c(f(2, 0), i32(0, 1), i32(3))]
_SCATTERED = [c(f(5, 2), i32([[0], [3]]), f(2, 2)), c(f(4), i32([[1], [1], [3]]), f(3)), c(f(3, 3), i32([[0, 1], [2, 2]]), f(2))]
_SCANNED = [c(f(3, 4), i32(1)), c(f(5), i32(0), reverse=True), c(f(2, 3), i32(-1), exclusive=True), c(f(0), i32(0))]
_UNIT = [c(f(3, 4, low=0.05, high=0.95)), c(f(low=0.1, high=0.9)), c(f(0, 2))]
_ABOVE = [c(f(3, 4, low=1.1, high=4.0)), c(f(low=1.1, high=3.0)), c(f(0, 2))]
_OVER_ZERO = [c(f(3, 4, low=0.3, high=4.0)), c(f(low=0.3, high=3.0)), c(f(0, 2))]
_TWO_OVER_ZERO = [c(f(3, 4, low=0.3, high=4.0), f(3, 4, low=0.3, high=4.0)), c(f(3, 1, low=0.3, high=4.0), f(4, low=0.3, high=4.0))]
_OF_X = [c(1.5, f(3, 4, low=0.3, high=4.0))]

_CONV_3D = [dict(strides=[1] * 5, padding="SAME"), dict(strides=[1, 2, 1, 2, 1], padding="VALID")]
_POOLED_3D = [dict(ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"), dict(ksize=[1, 3, 1, 2, 1], strides=[1, 1, 2, 1, 1], padding="SAME")]
_DILATED = [dict(strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding="SAME"), dict(strides=[1, 2, 1, 1], rates=[1, 1, 2, 1], padding="VALID")]
_BOXES = np.float32([[0.1, 0.0, 0.9, 0.7], [-0.2, 0.2, 0.6, 1.1], [0.8, 0.9, 0.2, 0.1]])

CASES: dict[str, list[Case]] = {
    **dict.fromkeys(("SqrtGrad", "RsqrtGrad", "ReciprocalGrad"), [c(f(3, 4, low=0.5, high=2.0), f(3, 4))]),
    **dict.fromkeys(("BesselI0", "BesselI0e", "BesselI1", "BesselI1e"), [c(f(3, 4, low=0.3, high=4.0)), c(f(low=-4.0, high=-0.3)), c(f(0, 2))]),
    "AddN": [c([f(3, 2), f(3, 2)]), c([f()]), c([f(0, 2), f(0, 2), f(0, 2)])],
    "Acos": _UNIT, "Asin": _UNIT, "Atanh": _UNIT, "Erfinv": _UNIT, "Ndtri": _UNIT, "Acosh": _ABOVE,
    **dict.fromkeys(("Log", "Log1p", "Sqrt", "Rsqrt", "Lgamma", "Digamma", "Reciprocal"), _OVER_ZERO),
    **dict.fromkeys(("Igamma", "Igammac", "Pow", "Xlogy", "Xlog1py", "Atan2", "RealDiv"), _TWO_OVER_ZERO),
    "Zeta": [c(f(3, low=2.0, high=4.0), f(3, low=0.5, high=3.0))], "Polygamma": [c(np.array([1.0, 2.0, 3.0]), f(3, low=0.5, high=3.0))],
    "Betainc": [c(f(3, low=0.5, high=3.0), f(3, low=0.5, high=3.0), f(3, low=0.1, high=0.9))],
    "ArgMax": [c(f(3, 4), i32(1))], "ArgMin": [c(f(3, 4), i32(0))],
    "AvgPool": [Case((f(2, 5, 5, 3),), one) for one in _POOLED],
    "AvgPoolGrad": [Case((i32(2, 4, 4, 3), f(2, 2, 2, 3)), _POOLED[0])],
    "MaxPool": [Case((f(2, 5, 5, 3),), one) for one in _POOLED],
    "BatchMatMulV2": [c(f(2, 3, 4), f(2, 4, 2)), c(f(1, 3, 4), f(5, 2, 4), adj_y=True), c(f(2, 4, 3), f(4, 2), adj_x=True),
                      c(f(4, 3), f(2, 4), adj_x=True, adj_y=True), c(f(0, 2, 3), f(0, 3, 1))],
    "BatchToSpaceND": [c(f(4, 2, 2, 1), i32(2, 2), i32([[0, 0], [0, 1]]))],
    "SpaceToBatchND": [c(f(1, 4, 4, 2), i32(2, 2), i32([[0, 0], [0, 0]]))],
    "BiasAdd": [c(f(2, 3, 4), f(4)), c(f(2, 3, 2, 2), f(3), data_format="NCHW")],
    "BiasAddGrad": [c(f(2, 3, 4)), c(f(2, 3, 2, 2), data_format="NCHW")],
    "BroadcastTo": [c(f(3, 1), i32(2, 3, 4)), c(f(), i32([2, 2])), c(f(1), i32([0]))],
    "CheckNumerics": [c(f(3), message="m")], "Cholesky": [c(f(3, 3, rule=_positive)), c(f(2, 2, 2, rule=_positive))],
    "ClipByValue": [c(f(3, 4), -0.5, 0.5), c(f(4), f(low=-1, high=-0.5), f(low=0.2, high=1))],
    "Complex": [c(f(3), f(3))], "ConcatV2": [c([f(2, 3), f(2, 1)], i32(1)), c([f(0, 2), f(3, 2)], i32(0))],
    "ConjugateTranspose": [c(f(2, 3), i32(1, 0))], "Transpose": [c(f(2, 3, 1), i32(2, 0, 1)), c(f(), i32([]))],
    "Conv2D": [Case((f(2, 5, 5, 3), f(3, 2, 3, 2)), one) for one in _CONV],
    "DepthwiseConv2dNative": [Case((f(2, 5, 5, 3), f(3, 3, 3, 2)), one) for one in _CONV[:2]],
    "Conv2DBackpropInput": [Case((i32(2, 5, 5, 3), f(3, 2, 3, 2), f(2, 5, 5, 2)), _CONV[0])],
    "Conv2DBackpropFilter": [Case((f(2, 5, 5, 3), i32(3, 2, 3, 2), f(2, 5, 5, 2)), _CONV[0])],
    "DepthwiseConv2dNativeBackpropInput": [Case((i32(2, 5, 5, 3), f(3, 3, 3, 2), f(2, 5, 5, 6)), _CONV[0])],
    "DepthwiseConv2dNativeBackpropFilter": [Case((f(2, 5, 5, 3), i32(3, 3, 3, 2), f(2, 5, 5, 6)), _CONV[0])],
    "Cross": [c(f(2, 3), f(2, 3)), c(f(3), f(3))],
    "Cumprod": _SCANNED, "Cumsum": _SCANNED, "CumulativeLogsumexp": _SCANNED,
    "DepthToSpace": [c(f(1, 2, 2, 8), block_size=2)], "SpaceToDepth": [c(f(1, 4, 2, 3), block_size=2)],
    "Diag": [c(f(3))], "DiagPart": [c(f(3, 3))],
    "DynamicPartition": [c(f(4, 2), i32(0, 1, 1, 0), num_partitions=3)],
    "DynamicStitch": [c([i32(0, 2), i32(1, 2)], [f(2, 3), f(2, 3)])],
    "Eig": [], "Svd": [c(f(3, 3, rule=_spread)), c(f(4, 2, rule=_spread), compute_uv=False), c(f(2, 4, rule=_spread), compute_uv=False)],
    "SelfAdjointEigV2": [c(f(3, 3, rule=_hermitian)), c(f(3, 3, rule=_hermitian), compute_v=False)],
    "Einsum": [c([f(2, 3), f(3, 4)], equation="ij,jk->ik"), c([f(2, 3, 3)], equation="bii->b"), c([f(2, 1, 3), f(4, 3)], equation="...i,ji->...j")],
    "EnsureShape": [c(f(2, 3), shape=[2, None])],
    "ExpandDims": [c(f(2, 3), i32(1)), c(f(), i32(0))], "Fill": [c(i32(2, 3), f())],
    "GatherNd": [c(f(3, 2), i32([[0, 1], [2, 0], [0, 1]])), c(f(3, 2), i32([[1], [1]])), c(f(2, 2), np.zeros([2, 0], np.int32))],
    "GatherV2": [c(f(4, 2), i32(1, 1, 3), i32(0)), c(f(2, 3), i32([[0, 2]]), i32(1)), c(f(2, 3, 2), i32([[0, 2], [1, 1]]), i32(1), batch_dims=1),
                 c(f(3), i32([]), i32(0))],
    "IdentityN": [c([f(2), f(3)])], "PlaceholderWithDefault": [], "PreventGradient": [c(f(2))], "Print": [],
    "LogMatrixDeterminant": [c(f(3, 3, rule=_spread)), c(f(2, 2, 2, rule=_spread))],
    "MatMul": [c(f(2, 3), f(3, 4)), c(f(3, 2), f(4, 3), transpose_a=True, transpose_b=True), c(f(2, 3), f(4, 3), transpose_b=True),
               c(f(3, 2), f(3, 1), transpose_a=True), c(f(0, 3), f(3, 2))],
    "MatrixBandPart": [c(f(3, 4), i32(1), i32(0)), c(f(2, 3, 3), i32(-1), i32(1))],
    **dict.fromkeys(("MatrixDeterminant", "MatrixInverse"), [c(f(3, 3, rule=_spread)), c(f(2, 2, 2, rule=_spread))]),
    "MatrixDiagPartV3": [c(f(3, 4), i32(0), 0.0), c(f(2, 3, 3), i32(-1, 1), 0.0)],
    "MatrixDiagV3": [c(f(3), i32(0), i32(-1), i32(-1), 0.0), c(f(2, 2), i32(1), i32(-1), i32(-1), f())],
    "MatrixSetDiagV3": [c(f(3, 3), f(3), i32(0)), c(f(2, 3, 4), f(2, 2, 3), i32(0, 1))],
    "MatrixSolve": [c(f(3, 3, rule=_spread), f(3, 2)), c(f(2, 2, 2, rule=_spread), f(2, 2, 1), adjoint=True)],
    "MatrixTriangularSolve": [c(f(3, 3, rule=_spread), f(3, 2)), c(f(2, 2, 2, rule=_spread), f(2, 2, 1), lower=False, adjoint=True)],
    **dict.fromkeys(("Max", "Min", "Mean", "Prod", "Sum", "EuclideanNorm"), _REDUCED),
    "MirrorPad": [c(f(3, 3), i32([[1, 1], [0, 2]]), mode="REFLECT"), c(f(3), i32([[2, 1]]), mode="SYMMETRIC")],
    "MirrorPadGrad": [c(f(5, 5), i32([[1, 1], [0, 2]]), mode="REFLECT")],
    "Pack": [c([f(2), f(2)]), c([f(2, 3)], axis=1)], "Unpack": [c(f(2, 3), num=2), c(f(2, 3), num=3, axis=-1)],
    "Pad": [c(f(2, 3), i32([[1, 0], [0, 2]]))], "PadV2": [c(f(2, 3), i32([[1, 0], [0, 2]]), f())],
    "Qr": [c(f(3, 3, rule=_spread)), c(f(4, 2, rule=_spread)), c(f(2, 4, rule=_spread))], "RGBToHSV": [c(f(2, 2, 3, low=0.1, high=0.9))],
    "RandomGamma": [], "StatelessRandomGammaV3": [], "OptionalFromValue": [], "OptionalGetValue": [],
    "Reshape": [c(f(2, 3), i32(3, -1)), c(f(0), i32(0, 2)), c(f(1), i32([]))],
    **{name: [c(f(1, 3, 4, 2), i32(6, 5)), c(f(1, 5, 4, 1), i32(2, 3), align_corners=True), c(f(2, 4, 4, 1), i32(7, 3), half_pixel_centers=True)]
       for name in ("ResizeBicubic", "ResizeBilinear", "ResizeNearestNeighbor")},
    "ReverseSequence": [c(f(3, 4), i32(1, 4, 2), seq_dim=1)], "ReverseV2": [c(f(2, 3), i32([1])), c(f(2, 3), i32([]))],
    "Roll": [c(f(2, 4), i32(1), i32(1)), c(f(3, 2), i32(1, -1), i32(0, 1))],
    "ScaleAndTranslate": [Case((f(1, 4, 4, 1), i32(6, 6), np.float32([1.5, 1.5]), np.float32([0, 0])), dict(kernel_type=kind, antialias=True))
                          for kind in ("lanczos3", "gaussian", "triangle")],
    "ScatterNd": [c(i32([[0], [3], [0]]), f(3, 2), i32(5, 2)), c(i32([[0, 1]]), f(1), i32(2, 2))],
    **dict.fromkeys(("SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum"), _SEGMENTS),
    **dict.fromkeys(("SparseSegmentMean", "SparseSegmentSqrtN", "SparseSegmentSum"), [
        c(f(4, 2), i32(3, 0, 3), i32(0, 0, 2)), c(f(3), i32(1, 1), i32(1, 1))]),
    **dict.fromkeys(("SparseSegmentMeanWithNumSegments", "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSumWithNumSegments"), [
        c(f(4, 2), i32(3, 0, 3), i32(0, 0, 2), i32(5))]),
    **dict.fromkeys(("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum"), _UNSORTED),
    **{name: [c(np.array([True, False, True]), f(3), f(3))] for name in ("Select", "SelectV2")},
    "Slice": [c(f(3, 4), i32(1, 0), i32(2, -1)), c(f(3), i32([1]), i32([0]))],
    "Softmax": [c(f(3, 4)), c(f(2, 2, 3)), c(f(0, 3))], "LogSoftmax": [c(f(3, 4)), c(f(2, 2, 3)), c(f(0, 3))],
    "SoftmaxCrossEntropyWithLogits": [c(f(3, 4), f(3, 4, low=0.0, high=1.0)), c(f(0, 3), f(0, 3))],
    "SparseSoftmaxCrossEntropyWithLogits": [c(f(3, 4), i32(0, 3, 1))],
    "SparseReorder": [c(np.array([[1, 0], [0, 1]]), f(2), np.array([2, 2]))],
    "SparseTensorDenseMatMul": [Case((np.array([[0, 1], [1, 0], [2, 2]]), f(3), np.array([3, 4]), f(*shape)), dict(adjoint_a=a, adjoint_b=b))
                                for shape, a, b in (((4, 2), False, False), ((2, 4), False, True), ((3, 2), True, False), ((2, 3), True, True))],
    "SparseToDense": [c(np.array([[0, 1], [1, 0]]), np.array([2, 3]), f(2), f())],
    "Split": [c(i32(1), f(2, 4), num_split=2), c(i32(0), f(3), num_split=3)], "SplitV": [c(f(2, 4), i32(1, 3), i32(1), num_split=2)],
    "Squeeze": [c(f(1, 3, 1)), c(f(1, 3, 1), axis=[0])],
    "StridedSlice": [c(f(4, 5), i32(1, 0), i32(4, 5), i32(2, 3)), c(f(3, 2), i32([1]), i32([2]), i32([1]), shrink_axis_mask=1), c(f(4), i32([3]), i32([0]), i32([-1]))],
    "StridedSliceGrad": [c(i32(4, 5), i32(1, 0), i32(4, 5), i32(2, 3), f(2, 2))],
    **dict.fromkeys(("TensorScatterAdd", "TensorScatterSub", "TensorScatterUpdate", "TensorScatterMax", "TensorScatterMin"), _SCATTERED),
    "TensorScatterUpdate": [_SCATTERED[0], _SCATTERED[2]],
    "Tile": [c(f(2, 3), i32(2, 1)), c(f(3), i32([0])), c(f(), i32([]))], "TopKV2": [c(f(3, 5), i32(2))],
    "AdjustContrastv2": [c(f(2, 3, 3, 3), np.float32(1.7))], "AdjustHue": [c(f(2, 3, 3, low=0, high=1), np.float32(0.3))],
    "AdjustSaturation": [c(f(2, 3, 3, low=0, high=1), np.float32(0.4)), c(f(2, 2, 3, low=0, high=1), np.float32(2.5))],
    "All": [c(np.array([[True, False], [True, True]]), i32([1])), c(np.zeros([0, 2], bool), i32([0]))],
    "Any": [c(np.array([[True, False], [False, False]]), i32([1])), c(np.zeros([0, 2], bool), i32([0]))],
    "AsString": [c(f(3)), c(Edge(lambda d: _numbers(d))), c(f(2), precision=2)], "HSVToRGB": [c(f(2, 2, 3, low=0.0, high=1.0))],
    "DenseBincount": [c(i32(0, 2, 2, 5), i32(4), f(4)), c(i32(0, 2, 2), i32(3), f(0))],
    "HistogramFixedWidth": [c(f(20), f(2, rule=np.sort), i32(4))], "InvertPermutation": [c(i32(2, 0, 1)), c(i32([]))],
    "InTopKV2": [c(np.float32([[1, 2, 3], [3, 2, 1], [1, np.nan, 2]]), i32(1, 0, 2), i32(2))],
    **{name: [c(np.float32([[1, 2, 2, 5]]), np.float32([[2, 0, 9, np.nan]]))] for name in ("LowerBound", "UpperBound")},
    "Lu": [c(f(3, 3, rule=_spread))], "OneHot": [c(i32(0, 2, -1, 5), i32(3), f(), f()), c(i32([[1]]), i32(2), f(), f(), axis=0)],
    "Range": [c(f(low=0, high=0.5), f(low=4, high=5), f(low=0.7, high=1.2)), c(f(low=5, high=6), f(low=0, high=1), f(low=-2.0, high=-1.0))],
    "ResizeArea": [c(f(1, 4, 5, 2), i32(2, 3)), c(f(1, 3, 4, 1), i32(5, 2), align_corners=True)],
    **{name: [c(f(2, 3)), c(f()), c(f(0, 2))] for name in ("Shape", "Size", "Rank", "OnesLike", "ZerosLike", "StopGradient", "Where")},
    "ShapeN": [c([f(2, 3), f()])], "Unique": [c(i32(3, 1, 3, 2)), c(f(0))], "UniqueWithCounts": [c(i32(3, 1, 3, 2))],
    "UnravelIndex": [c(i32(5, 0), i32(2, 3))], "BroadcastArgs": [c(i32(2, 1), i32([3])), c(i32([]), i32(2, 2))],
    "BroadcastGradientArgs": [c(i32(2, 1), i32([3])), c(i32(2, 3), i32(2, 3))], "ConcatOffset": [c(i32(1), [i32(2, 3), i32(2, 4)])],
    "StatelessRandomGetKeyCounter": [c(i32(3, 4))],
    "ResizeBicubicGrad": [c(np.ones([1, 5, 6, 2], np.float32), f(1, 3, 4, 2))], "ResizeBilinearGrad": [c(np.ones([1, 5, 6, 2], np.float32), f(1, 3, 4, 2))],
    "ResizeNearestNeighborGrad": [c(f(1, 5, 6, 2), i32(3, 4))],
    "ScaleAndTranslateGrad": [c(f(1, 6, 6, 1), f(1, 4, 4, 1), np.float32([1.5, 1.5]), np.float32([0, 0]))], "Bitcast": [], "AssignVariableOp": [], "L2Loss": [c(f(3, 4)), c(f()), c(f(0))],
    "Conv3D": [Case((f(2, 4, 3, 5, 2), f(2, 2, 3, 2, 3)), one) for one in _CONV_3D],
    "Conv3DBackpropInputV2": [Case((i32(2, 4, 3, 5, 2), f(2, 2, 3, 2, 3), f(2, 4, 3, 5, 3)), _CONV_3D[0])],
    "Conv3DBackpropFilterV2": [Case((f(2, 4, 3, 5, 2), i32(2, 2, 3, 2, 3), f(2, 4, 3, 5, 3)), _CONV_3D[0])],
    **{name: [Case((f(2, 4, 3, 5, 2),), one) for one in _POOLED_3D] for name in ("MaxPool3D", "AvgPool3D")},
    "AvgPool3DGrad": [Case((i32(2, 4, 4, 4, 2), f(2, 2, 2, 2, 2)), _POOLED_3D[0])], "MaxPool3DGrad": [], "MaxPool3DGradGrad": [],
    "MaxPoolWithArgmax": [Case((f(2, 5, 5, 3),), one) for one in _POOLED],
    "MaxPoolGradWithArgmax": [Case((f(1, 2, 4, 1), f(1, 1, 2, 1), np.array([[[[5], [2]]]])), _POOLED[0])],
    **{name: [Case((f(2, 5, 6, 2), f(2, 3, 2)), one) for one in _DILATED] for name in ("Dilation2D",)},
    **{name: [Case((f(2, 5, 6, 2), f(2, 3, 2), f(2, 5, 6, 2)), _DILATED[0])] for name in ("Dilation2DBackpropInput", "Dilation2DBackpropFilter")},
    "LRN": [c(f(1, 2, 3, 7), depth_radius=2), c(f(2, 1, 1, 3), bias=2.0, alpha=0.5, beta=0.75)],
    "LRNGrad": [c(f(1, 2, 3, 7), f(1, 2, 3, 7), f(1, 2, 3, 7), depth_radius=2)],
    **{name + kind: [c(f(2, 3, 4, 6)), c(f(1, 1, 5))] for name in ("FFT", "IFFT") for kind in ("", "2D", "3D")},
    **{"RFFT" + kind: [c(f(3, 4, 6), i32(sizes))] for kind, sizes in (("", [6]), ("2D", [4, 5]), ("3D", [3, 4, 6]))},
    **{"IRFFT" + kind: [c(f(3, 4, 4), i32(sizes))] for kind, sizes in (("", [6]), ("2D", [4, 5]), ("3D", [3, 4, 6]))},
    "CropAndResize": [c(f(2, 4, 5, 2), _BOXES, i32(0, 1, 1), i32(3, 2), extrapolation_value=0.5), c(f(2, 4, 5, 2), _BOXES, i32(0, 1, 1), i32(1, 3))],
    "CropAndResizeGradImage": [], "CropAndResizeGradBoxes": [c(np.ones([3, 3, 2, 2], np.float32), f(2, 4, 5, 2), _BOXES, i32(0, 1, 1))],
    "DrawBoundingBoxes": [c(f(1, 5, 6, 3), _BOXES[None])], "DrawBoundingBoxesV2": [c(f(1, 5, 6, 3), _BOXES[None], np.ones([1, 3], np.float32))],
    "ExtractImagePatches": [Case((f(2, 5, 5, 2),), dict(ksizes=[1, 2, 3, 1], strides=[1, 2, 1, 1], rates=[1, 1, 2, 1], padding="SAME"))],
    "NonMaxSuppressionV3": [c(_BOXES, np.float32([0.3, 0.9, 0.5]), i32(2), np.float32(0.1), np.float32(0.2))],
    "NonMaxSuppressionV4": [c(_BOXES, np.float32([0.3, 0.9, 0.5]), i32(2), np.float32(0.1), np.float32(0.2), pad_to_max_output_size=True)],
    "NonMaxSuppressionV5": [c(_BOXES, np.float32([0.3, 0.9, 0.5]), i32(3), np.float32(0.1), np.float32(0.2), np.float32(0.4))],
    "NonMaxSuppressionWithOverlaps": [c(np.float32([[1, 0.6], [0.6, 1]]), np.float32([0.3, 0.9]), i32(2), np.float32(0.5), np.float32(0.2))],
    "CombinedNonMaxSuppression": [c(_BOXES[None, :, None], np.float32([[[0.3, 0.2], [0.9, 0.1], [0.5, 0.4]]]), i32(2), i32(4), np.float32(0.1), np.float32(0.15))],
    "ComputeAccidentalHits": [c(np.array([[1, 2], [3, 1]]), np.array([5, 1, 3]), num_true=2)],
    "EncodeWav": [], "CTCLoss": [c(f(5, 2, 4), np.array([[0, 0], [0, 1], [1, 0]]), i32(1, 1, 2), i32(5, 4))],
    "CTCGreedyDecoder": [c(f(5, 2, 4), i32(5, 4), merge_repeated=True)],
}
#: Ops whose values are random, that call functions or hold resources and lists: programs of their own stand for them.
ELSEWHERE = {"Case", "CTCBeamSearchDecoder", "EncodePng", "EagerPyFunc", "Eig", "If", "OptionalFromValue", "OptionalGetValue", "PartitionedCall", "PlaceholderWithDefault", "Print",
             "RandomGamma", "ReadVariableOp", "ResourceGather", "StatefulPartitionedCall", "StatelessCase", "StatelessIf",
             "StatelessRandomGammaV3", "StatelessWhile", "While", "MatrixSolveLs", "MaxPoolGrad", "MaxPoolGradGrad", "BatchMatMulV3", "MatrixExponential", "Cast",
             *(name for name, op_def in table().items() if name.startswith("TensorList") or op_def.stateful or any(
                 arg.dtype is not None and arg.dtype.name in ("string", "variant", "resource", "uint64") for arg in op_def.inputs))}
#: Ops whose differences have a reason.
EXPLAINED = {
    "CTCLoss": "TensorFlow computes its gradient in float32 for float64 as well",
    **dict.fromkeys(("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter"), "sums that are rounded to bfloat16 are equal more often"),
    "Svd": "the signs of vectors are free, and the libraries choose other ones",
    "SelfAdjointEigV2": "the signs of vectors are free, and the libraries choose other ones",
    "Einsum": "TensorFlow's product of float16 matrices that it broadcasts is wrong on some processors",
    "FloorDiv": "TensorFlow has no denormal numbers: a quotient of -1e-39 is -0.0",
    "Asinh": "the hyperbolic cosine of the largest number is infinite in NumPy",
    "IgammaGradA": "the series have no digits left for the largest numbers",
    "Erf": "TensorFlow's vector code for float64 has NaN at infinities, its scalar code 1",
    "Round": "TensorFlow's op gives zeros for integers, which tf.round never gives it",
    "RGBToHSV": "TensorFlow's formula overflows in float16",
}
#: Names that TensorFlow's generated functions have for inputs and attributes.
_RENAMED = {"squeeze_dims": "axis", "reduction_indices": "axis", "split_dim": "axis", "dim": "axis", "t": "x", "e": "y", "input": "condition"}


def cases(op_def):
    """The cases of an op: those of the table, or by its signature: elementwise with one or two inputs."""
    if op_def.name in CASES:
        return CASES[op_def.name]
    if op_def.name.endswith("Grad"):
        return [c(f(3, 4), f(3, 4)), c(f(), f()), c(f(0, 2), f(0, 2))]
    if len({arg.type_attr for arg in op_def.inputs}) != 1 or any(arg.is_list for arg in op_def.inputs) or REQUIRED in op_def.attrs.values():
        return []
    if len(op_def.inputs) == 1:
        return [c(f(3, 4)), c(f()), c(f(0, 2)), *_edges(1)]
    return [c(f(3, 4), f(3, 4)), c(f(3, 1), f(4)), c(f(), f(2, 2)), c(f(0, 2), f(1, 2)), *_edges(2)]


def _edges(count):
    """The numbers at which rules end, alone or each with each."""
    one = Edge(_numbers)
    return [Case((one,))] if count == 1 else [Case((Edge(lambda d: _numbers(d)[:, None]), Edge(lambda d: _numbers(d)[None])))]


def _numbers(dtype):
    if dtype == "bool":
        return np.array([False, True])
    if np.dtype(dtype).kind in "iu":
        limits = np.iinfo(dtype)
        return np.array([0, 1, limits.max, limits.min, 3, limits.max - 1, 7] + [-1] * (limits.min < 0), dtype)
    limits = (ml_dtypes if dtype == "bfloat16" else np).finfo(dtype)
    return np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, limits.max, limits.min, limits.tiny, 0.5, -3.0], dtype)


class Runtime:
    """The runtime's side: ops by the table."""

    def __init__(self):
        import runtime
        from runtime.core.dispatch import dispatch
        self.tf, self._dispatch = runtime, dispatch

    def run(self, op_def, inputs, attrs):
        flat = [item for one in inputs for item in (one if isinstance(one, list) else [one])]
        renamed = {old: new for new, old in _RENAMED.items() if new in op_def.attrs}
        return self._dispatch(op_def, flat, {renamed.get(name, name): value for name, value in attrs.items()} or None)


class TensorFlow:
    """TensorFlow's side: ``tf.raw_ops``."""

    def __init__(self):
        import tensorflow
        self.tf = tensorflow

    def run(self, op_def, inputs, attrs):
        function = getattr(self.tf.raw_ops, op_def.name)
        taken = inspect.signature(function).parameters
        names = [arg.name if arg.name in taken else _RENAMED[arg.name] for arg in op_def.inputs]
        return function(**dict(zip(names, inputs)), **attrs)


def outcome(side, op_def, case, dtype):
    """[what the op returns, its gradients, the gradients of these] as arrays, with what was raised in place of what did not come."""
    tf, random, told = side.tf, np.random.default_rng(7), []

    def tensor(one):
        if isinstance(one, list):
            return [tensor(item) for item in one]
        array = one.array(random, dtype) if isinstance(one, (Draw, Edge)) else np.asarray(one, dtype) if isinstance(one, float) else one
        return tf.constant(array)

    attrs = {name: side.tf.as_dtype(value) if name == "Tout" else value for name, value in _attrs(op_def, case, dtype).items()}
    try:
        inputs = [tensor(one) for one in case.inputs]
        watched = [item for one in inputs for item in (one if isinstance(one, list) else [one]) if item.dtype.is_floating or item.dtype.is_complex]
        if not watched or op_def.differentiable is not True:
            outputs = side.run(op_def, inputs, attrs)
            return [[_array(one) for one in (outputs if isinstance(outputs, (list, tuple)) else [outputs])]]
        with tf.GradientTape(persistent=True) as outer:
            outer.watch(watched)
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(watched)
                outputs = side.run(op_def, inputs, attrs)
            outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
            told.append([_array(one) for one in outputs])
            known = [one for one in outputs if one.dtype.is_floating or one.dtype.is_complex]
            weights = [tf.constant(np.asarray(random.normal(size=one.shape)).astype(one.dtype.as_numpy_dtype)) for one in known]
            first = tape.gradient(known, watched, output_gradients=weights)
            told.append([None if one is None else _array(tf.convert_to_tensor(one)) for one in first])
            found = [tf.convert_to_tensor(one) for one in first if one is not None]
        weights = [tf.constant(np.asarray(random.normal(size=one.shape)).astype(one.dtype.as_numpy_dtype)) for one in found]
        second = outer.gradient(found, watched, output_gradients=weights) if found else []
        told.append([None if one is None else _array(tf.convert_to_tensor(one)) for one in second])
    except Exception as error:  # what is raised is compared
        told.append(type(error).__name__)
    return told


def _attrs(op_def, case, dtype):
    """The attributes of a case: what `Tout` is follows from the dtype."""
    if dtype != "complex128" and dtype != "float64" or "Tout" not in op_def.attrs:
        return case.attrs
    double = {"float64": "complex128", "complex128": "float64"}[dtype]
    return {"Tout": double, **case.attrs}


def _array(tensor):
    return np.asarray(tensor.numpy())


def differ(case, mine, theirs, dtype):
    """What differs between two outcomes, in words, or ""."""
    # Some ops compute in float32 whatever they are given.
    tolerance = max([TOLERANCE.get(dtype, 0), *(TOLERANCE.get(one.dtype.name, 0) for one in theirs[0] if not isinstance(theirs[0], str)),
                     *(TOLERANCE.get(one.dtype.name, 0) for one in case.inputs if isinstance(one, np.ndarray))])
    for name, one, other in zip(("values", "gradients", "second gradients"), mine + [None], theirs + [None]):
        if isinstance(one, str) or isinstance(other, str):
            return "" if one == other else f"{name}: {one if isinstance(one, str) else 'works'}; TensorFlow {other if isinstance(other, str) else 'works'}"
        if one is None:
            break
        for place, (left, right) in enumerate(zip(one, other)):
            if (left is None) != (right is None):
                return f"{name}[{place}]: {'None' if left is None else 'a tensor'}; TensorFlow {'None' if right is None else 'a tensor'}"
            if left is not None and (left.shape != right.shape or left.dtype != right.dtype):
                return f"{name}[{place}]: {left.dtype}{left.shape}; TensorFlow {right.dtype}{right.shape}"
            if left is not None and left.dtype.name == "bfloat16":
                left, right = left.astype(np.float32), right.astype(np.float32)
            if left is not None and not _are_close(left, right, tolerance):
                return f"{name}[{place}]: {_first(left, right, tolerance)}"
    return ""


def _off(left, right, tolerance):
    with np.errstate(all="ignore"):
        size = np.abs(np.where(np.isfinite(right), right, 0))
        near = np.abs(left - right) <= tolerance * (size + min(size.max(initial=0), 1)) + 2 * np.finfo(right.dtype).eps
        return ~(near | (left == right) | (np.isnan(left) & np.isnan(right)))


def _are_close(left, right, tolerance):
    if left.dtype.kind not in "fc":
        return np.array_equal(left, right)
    return not _off(left, right, tolerance).any()


def _first(left, right, tolerance):
    if left.dtype.kind not in "fc":
        return "other integers"
    at = tuple(axis[0] for axis in np.nonzero(np.atleast_1d(_off(left, right, tolerance))))
    return f"{np.atleast_1d(left)[at]}; TensorFlow {np.atleast_1d(right)[at]} at {list(map(int, at))}"


def main(names):
    warnings.simplefilter("ignore")
    sides, counts = (Runtime(), TensorFlow()), Counter()
    ops = {name: op_def for name, op_def in table().items() if name not in ELSEWHERE and (not names or name in names) and cases(op_def)}
    untried = set(ops)
    for name, op_def in sorted(ops.items()):
        for number, case in enumerate(cases(op_def)):
            for dtype in DTYPES:
                if dtype not in DTYPES[:3] and not any(isinstance(one, (Draw, Edge, list)) for one in case.inputs):
                    continue  # the same for all
                if dtype.startswith("complex") and any(isinstance(one, Edge) for one in case.inputs):
                    continue  # parts of complex infinities are what the C library makes of them
                mine, theirs = (outcome(side, op_def, case, dtype) for side in sides)
                if isinstance(theirs[0], str) and isinstance(mine[0], str):
                    counts["refused by both"] += 1
                    continue
                counts["compared"] += 1
                untried.discard(name)
                if text := differ(case, mine, theirs, dtype):
                    counts["explained" if name in EXPLAINED else "different"] += 1
                    print(f"{name} {number} {dtype}: {text}{' (explained)' if name in EXPLAINED else ''}")
    if untried:
        print("without a case that works:", *sorted(untried))
    print(f"{len(ops)} ops, {counts['compared']} cases, {counts['different']} differences without a reason, {counts['explained']} with one; {counts['refused by both']} refused by both")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
