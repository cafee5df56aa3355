"""Gradients that are made of ops from floors above the op's own."""

from __future__ import annotations

from runtime.core.op_def import gradient
from runtime.core.tensor import SymbolicTensor
from runtime.ops import array, creation, joining
from runtime.ops.broadcast import unbroadcast
from runtime.ops.cast import complex_, real
from runtime.ops.complex_parts import imag
from runtime.ops.joining import stack
from runtime.ops.math import reciprocal
from runtime.ops.rearrange import pad
from runtime.ops.reduction import reduce_sum


@gradient("Fill")
def _fill_grad(op, dy):
    return [None, reduce_sum(dy)]


@gradient("Tile")
def _tile_grad(op, dy):
    x, multiples = op.inputs
    size = array.shape(x, out_type=multiples.dtype)
    # [m0, m1], [s0, s1] → [m0, s0, m1, s1]: sum over the even axes
    split_shape = array.reshape(array.transpose(joining.stack([multiples, size])), [-1])
    axes = creation.range_(0, array.size(split_shape), 2)
    result = reduce_sum(array.reshape(dy, split_shape), axes)
    result = array.reshape(result, size)
    if type(result) is SymbolicTensor:
        result.set_shape(x.shape)
    return [result, None]


@gradient("Slice")
def _slice_grad(op, dy):
    x, begin, _ = op.inputs
    after = array.shape(x, out_type=begin.dtype) - begin - array.shape(dy, out_type=begin.dtype)
    return [pad(dy, stack([begin, after], axis=1)), None, None]


@gradient("Complex")
def _complex_grad(op, dz):
    return [unbroadcast(real(dz), op.inputs[0]), unbroadcast(imag(dz), op.inputs[1])]


@gradient("Angle")
def _angle_grad(op, dz):
    x = op.inputs[0]
    return [-complex_(dz, dz * 0) * reciprocal(complex_(imag(x), real(x)))]
