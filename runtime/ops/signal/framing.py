"""Signals cut into frames that overlap, and put together again."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.ops import array
from runtime.ops.control_flow.while_loop import while_loop
from runtime.ops.creation import range_, zeros, zeros_like
from runtime.ops.gather_scatter import gather
from runtime.ops.joining import concat, stack
from runtime.ops.math import floormod, maximum
from runtime.ops.rearrange import pad
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope
from runtime.ops.slicing import slice_


def known(value):
    """The number that a tensor is known to be; the tensor itself otherwise."""
    found = constant_value(value)
    return value if found is None else found


def _frames_shape(signal, frame_length, frame_step, pad_end, axis):
    """The static shape of the frames, None for an unknown rank."""
    length, step, axis = constant_value(frame_length), constant_value(frame_step), constant_value(axis)
    if signal._dims is None:
        return None
    if axis is None:
        return [None] * (len(signal._dims) + 1)
    samples, count = signal._dims[axis], None
    if samples is not None:
        if step is not None and pad_end:
            count = max(0, -(-samples // step))
        elif step is not None and length is not None:
            count = max(0, (samples - length + step) // step)
    outer, inner = signal._dims[:axis], signal._dims[axis:][1:]
    return [*outer, None if count is None else int(count), None if length is None else int(length), *inner]


def _common_divisor(a, b):
    """The greatest common divisor of two integer tensors."""
    first, second = constant_value(a), constant_value(b)
    if first is not None and second is not None:
        return math.gcd(int(first), int(second))
    return while_loop(lambda _, b: b > zeros_like(b), lambda a, b: [b, floormod(a, b)], [a, b])[0]


def frame(signal, frame_length, frame_step, pad_end=False, pad_value=0, axis=-1, name=None):
    """The frames of `frame_length` samples along `axis`, one every `frame_step`: a new axis stands before that of the samples.

    Args:
        pad_end: fill the end with `pad_value`, so that every step has a frame.

    Raises:
        ValueError: the lengths or the axis are no scalars, or the signal is one.
    """
    with scope(name, "frame"):
        signal = convert_to_tensor(signal, name="signal")
        frame_length = convert_to_tensor(frame_length, name="frame_length")
        frame_step = convert_to_tensor(frame_step, name="frame_step")
        axis = convert_to_tensor(axis, name="axis")
        signal.shape.with_rank_at_least(1)
        for scalar in (frame_length, frame_step, axis):
            scalar.shape.assert_has_rank(0)
        result_shape = _frames_shape(signal, frame_length, frame_step, pad_end, axis)
        rank = array.rank(signal) if signal._dims is None else len(signal._dims)
        axis = known(axis)
        axis = axis % rank if isinstance(axis, (int, np.integer)) else floormod(axis, rank)
        sizes = array.shape(signal)
        samples = sizes[axis]
        if pad_end:
            pad_value = convert_to_tensor(pad_value, signal.dtype)
            pad_value.shape.assert_has_rank(0)
            count = -(-samples // frame_step)
            more = maximum(0, frame_length + frame_step * (count - 1) - samples)
            paddings = concat([zeros(stack([axis, 2]), more.dtype), stack([stack([0, more])]), zeros(stack([rank - axis - 1, 2]),
                                                                                                     more.dtype)], 0)
            signal = pad(signal, paddings, constant_values=pad_value)
            sizes = array.shape(signal)
            samples = sizes[axis]
        else:
            count = maximum(0, 1 + (samples - frame_length) // frame_step)
        part = _common_divisor(frame_length, frame_step)
        parts = samples // part
        outer, inner = sizes[:axis], sizes[axis + 1:]
        whole = slice_(signal, zeros_like(sizes), concat([outer, [parts * part], inner], 0))
        blocks = array.reshape(whole, concat([outer, [parts, part], inner], 0))
        per_frame, per_step = frame_length // part, frame_step // part
        places = array.reshape(range_(count) * per_step, [-1, 1]) + array.reshape(range_(per_frame), [1, -1])
        frames = array.reshape(gather(blocks, places, axis=axis), concat([outer, [count, frame_length], inner], 0))
        if result_shape:
            frames.set_shape(result_shape)
        return frames


def overlap_and_add(signal, frame_step, name=None):
    """The sum of frames [..., frames, frame_length], each `frame_step` behind the one before: [..., samples].

    Raises:
        ValueError: fewer than two dimensions, or a step that is no integer.
    """
    with scope(name, "overlap_and_add"):
        signal = convert_to_tensor(signal, name="signal")
        signal.shape.with_rank_at_least(2)
        frame_step = convert_to_tensor(frame_step, name="frame_step")
        frame_step.shape.assert_has_rank(0)
        if not frame_step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {frame_step.dtype}")
        step, sizes = known(frame_step), known(array.shape(signal))
        dims = signal._dims or (None, None)
        frames, length = (sizes[at] if dims[at] is None else dims[at] for at in (-2, -1))
        outer = sizes[:-2]
        outer_rank = len(signal._dims) - 2 if signal._dims is not None else array.size(outer)

        def shape(*inner):
            return concat([outer, stack(inner)], 0)

        samples = length + step * (frames - 1)
        if signal._dims is not None and constant_value(frame_step) is not None and step == signal._dims[-1]:
            return array.reshape(signal, shape(samples), name="fast_path")
        segments = -(-length // step)
        paddings = concat([zeros(stack([outer_rank, 2]), dtypes.int32), stack([stack([0, segments]), stack([0,
                                                                                                            segments * step - length])])],
                          0)
        signal = array.reshape(pad(signal, paddings), shape(frames + segments, segments, step))
        order = concat([range_(outer_rank), outer_rank + np.array([1, 0, 2], np.int32)], 0)
        signal = array.reshape(array.transpose(signal, order), shape((frames + segments) * segments, step))
        signal = signal[..., :(frames + segments - 1) * segments, :]
        signal = reduce_sum(array.reshape(signal, shape(segments, frames + segments - 1, step)), -3)
        return array.reshape(signal, shape((frames + segments - 1) * step))[..., :samples]


