"""Spectra of frames: short Fourier transforms, modified cosine transforms, and the mel scale."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.ops import array, math
from runtime.ops.cast import cast
from runtime.ops.comparison import equal
from runtime.ops.creation import zeros, zeros_like
from runtime.ops.joining import concat, split, stack
from runtime.ops.linspace import linspace
from runtime.ops.rearrange import pad, reverse, tile
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.signal.cosine import dct
from runtime.ops.signal.fft import irfft, rfft
from runtime.ops.signal.framing import frame, overlap_and_add
from runtime.ops.signal.windows import hann_window, vorbis_window

_BREAK, _HIGH_Q = 700.0, 1127.0  # of the mel scale: in Hertz, and in mel


def _scalar(value, name):
    value = convert_to_tensor(value, name=name)
    value.shape.assert_has_rank(0)
    return value


def _power_of_two(length):
    """The least power of two that is no less than a tensor's number."""
    known = constant_value(length)
    if known is not None:
        return convert_to_tensor(int(2 ** np.ceil(np.log(known) / np.log(2.0))), length.dtype)
    exponent = math.ceil(math.log(cast(length, dtypes.float32)) / math.log(2.0))
    return cast(math.pow_(2.0, exponent), length.dtype)


def stft(signals, frame_length, frame_step, fft_length=None, window_fn=hann_window, pad_end=False, name=None):
    """Fourier transforms of the frames of real signals: [..., frames, fft_length / 2 + 1].

    Args:
        fft_length: at least `frame_length`; None: the next power of two.
        window_fn: ``window_fn(frame_length, dtype=…)`` → what frames are multiplied with; None for nothing.
        pad_end: fill the end with zeros, so that every step has a frame.
    """
    with scope(name, "stft"):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        frame_length, frame_step = _scalar(frame_length, "frame_length"), _scalar(frame_step, "frame_step")
        fft_length = _power_of_two(frame_length) if fft_length is None else convert_to_tensor(fft_length, name="fft_length")
        frames = frame(signals, frame_length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=frames.dtype)
        return rfft(frames, [fft_length])


def inverse_stft_window_fn(frame_step, forward_window_fn=hann_window, name=None):
    """The window function with which `inverse_stft` gives back what `stft` took with `forward_window_fn`."""
    def window_fn(frame_length, dtype):
        with scope(name, "inverse_stft_window_fn"):
            step, length = _scalar(frame_step, "frame_step"), _scalar(frame_length, "frame_length")
            forward = forward_window_fn(length, dtype=dtype)
            overlaps = -(-length // step)
            total = pad(math.square(forward), stack([stack([0, overlaps * step - length])]))
            total = reduce_sum(array.reshape(total, stack([overlaps, step])), 0, keepdims=True)
            total = array.reshape(tile(total, stack([overlaps, 1])), stack([overlaps * step]))[:length]
            return where(equal(total, 0.0), zeros_like(forward), forward / total)
    return window_fn


def inverse_stft(stfts, frame_length, frame_step, fft_length=None, window_fn=hann_window, name=None):
    """The signals of which `stfts` are the `stft`, if `window_fn` comes from `inverse_stft_window_fn`."""
    with scope(name, "inverse_stft"):
        stfts = convert_to_tensor(stfts, name="stfts")
        stfts.shape.with_rank_at_least(2)
        frame_length, frame_step = _scalar(frame_length, "frame_length"), _scalar(frame_step, "frame_step")
        fft_length = _power_of_two(frame_length) if fft_length is None else _scalar(fft_length, "fft_length")
        frames = irfft(stfts, [fft_length])
        length, dims = constant_value(frame_length), frames._dims
        if length is None or dims is None or dims[-1] is None:
            frames = frames[..., :frame_length]
            more = math.maximum(0, frame_length - array.shape(frames)[-1])
            outer = zeros(stack([array.rank(frames) - 1, 2]), frame_length.dtype)
            frames = pad(frames, concat([outer, stack([stack([0, more])])], 0))
        elif dims[-1] > length:
            frames = frames[..., :length]
        elif dims[-1] < length:
            frames = pad(frames, [[0, 0]] * (len(dims) - 1) + [[0, length - dims[-1]]])
        if length is not None and dims is not None:
            frames.set_shape([None] * (len(dims) - 1) + [length])
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=dtypes.float64 if stfts.dtype is dtypes.complex128 else dtypes.float32)
        return overlap_and_add(frames, frame_step)


def mdct(signals, frame_length, window_fn=vorbis_window, pad_end=False, norm=None, name=None):
    """The modified cosine transforms of frames that overlap by half: [..., frames, frame_length / 2].

    Raises:
        ValueError: `frame_length` is no multiple of 4.
    """
    with scope(name, "mdct"):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        frame_length = _scalar(frame_length, "frame_length")
        known = constant_value(frame_length)
        if known is not None and known % 4:
            raise ValueError("The frame length must be a multiple of 4.")
        frames = frame(signals, frame_length, frame_length // 2, pad_end=pad_end)
        frames *= 1.0 / np.sqrt(2) if window_fn is None else window_fn(frame_length, dtype=frames.dtype)
        first, second, third, fourth = split(frames, 4, axis=-1)
        halves = (-reverse(third, [-1]) - fourth, first - reverse(second, [-1]))
        return dct(concat(halves, axis=-1), type=4, norm=norm)


def inverse_mdct(mdcts, window_fn=vorbis_window, norm=None, name=None):
    """The signals of which `mdcts` are the `mdct`."""
    with scope(name, "inverse_mdct"):
        mdcts = convert_to_tensor(mdcts, name="mdcts")
        mdcts.shape.with_rank_at_least(2)
        half = cast(mdcts.shape[-1], dtypes.int32)
        if norm is None:
            parts = 0.5 / cast(half, mdcts.dtype) * dct(mdcts, type=4)
        else:
            parts = dct(mdcts, type=4, norm="ortho")
        first, second = split(parts, 2, axis=-1)
        frames = concat((second, -reverse(second, [-1]), -reverse(first, [-1]), -first), axis=-1)
        frames *= 1.0 / np.sqrt(2) if window_fn is None else window_fn(2 * half, dtype=mdcts.dtype)
        return overlap_and_add(frames, half)


def _mel(hertz):
    return _HIGH_Q * math.log(1.0 + hertz / _BREAK)


def _check_mel(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype):
    if num_mel_bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {num_mel_bins}")
    if lower_edge_hertz < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower_edge_hertz}")
    if lower_edge_hertz >= upper_edge_hertz:
        raise ValueError(f"lower_edge_hertz {lower_edge_hertz:.1f} >= upper_edge_hertz {upper_edge_hertz:.1f}")
    if not isinstance(sample_rate, Tensor):
        if sample_rate <= 0.0:
            raise ValueError(f"sample_rate must be positive. Got: {sample_rate}")
        if upper_edge_hertz > sample_rate / 2:
            raise ValueError("upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got "
                             f"{upper_edge_hertz} for sample_rate: {sample_rate}")
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")


def linear_to_mel_weight_matrix(num_mel_bins=20, num_spectrogram_bins=129, sample_rate=8000, lower_edge_hertz=125.0,
                                upper_edge_hertz=3800.0, dtype=dtypes.float32, name=None):
    """[num_spectrogram_bins, num_mel_bins]: how much of each frequency goes into each mel bin, as triangles that overlap.

    Raises:
        ValueError: no bins, or edges that are no range up to half the sample rate.
    """
    with scope(name, "linear_to_mel_weight_matrix") as name:
        if isinstance(sample_rate, Tensor) and constant_value(sample_rate) is not None:
            sample_rate = constant_value(sample_rate)
        _check_mel(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
        sample_rate = cast(sample_rate, dtype, name="sample_rate")
        lower, upper = convert_to_tensor(lower_edge_hertz, dtype), convert_to_tensor(upper_edge_hertz, dtype)
        zero = convert_to_tensor(0.0, dtype)
        hertz = linspace(zero, sample_rate / 2.0, num_spectrogram_bins)[1:]  # that of frequency 0 has no weight
        bins = array.expand_dims(_mel(hertz), 1)
        edges = frame(linspace(_mel(lower), _mel(upper), num_mel_bins + 2), frame_length=3, frame_step=1)
        left, middle, right = (array.reshape(part, [1, num_mel_bins]) for part in split(edges, 3, axis=1))
        weights = math.maximum(zero, math.minimum((bins - left) / (middle - left), (right - bins) / (right - middle)))
        return pad(weights, [[1, 0], [0, 0]], name=name)
