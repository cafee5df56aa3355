"""Summaries for TensorBoard's dashboards: scalars, histograms, images, sounds and text, in the formats of its plugins."""

from __future__ import annotations

import struct

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops.image import png
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_non_negative, assert_scalar, assert_type
from runtime.ops.control_flow.check_shapes import assert_rank
from runtime.ops.image.colour import convert_image_dtype
from runtime.ops.control_flow.py_function import numpy_function
from runtime.summary.events import PluginData, SummaryMetadata
from runtime.summary.writer import summary_scope, write


def _metadata(plugin, description, content=b""):
    metadata = SummaryMetadata(plugin_data=PluginData(plugin_name=plugin, content=content))
    if description:
        metadata.summary_description = description
    return metadata


def scalar(name, data, step=None, description=None):
    """Write a number; whether it was recorded, as a boolean tensor. Raises ValueError if `data` has dimensions."""
    with summary_scope(name, "scalar_summary") as (tag, _):
        assert_scalar(data)
        return write(tag, cast(data, dtypes.float32), step, _metadata("scalars", description))


def histogram(name, data, step=None, buckets=None, description=None):
    """Write how the numbers of `data` are distributed over `buckets` (30) intervals of equal width.

    Raises:
        TypeError, ValueError: `buckets` is no int32 or not one.
    """
    count = 30 if buckets is None else buckets

    def counted():
        assert_scalar(count)
        assert_type(count, dtypes.int32)
        return numpy_function(bucketed, [cast(data, dtypes.float64), count], dtypes.float64)

    with summary_scope(name, "histogram_summary") as (tag, _):
        return write(tag, counted, step, _metadata("histograms", description))


def bucketed(values, count):
    """float64 [count, 3]: left edge, right edge and number of values of each interval."""
    values, count = np.ravel(values), max(int(count), 0)
    if not values.size or not count:
        return np.zeros((count, 3))
    low, high = values.min(), values.max()
    if low == high:
        rows = np.tile([low, high, 0.0], (count, 1))
        rows[-1, 2] = values.size
        return rows
    edges = np.linspace(low, high, count + 1)
    places = np.minimum(((values - low) / ((high - low) / count)).astype(np.int64), count - 1)
    return np.stack([edges[:-1], edges[1:], np.bincount(places, minlength=count).astype(np.float64)], axis=1)


def text(name, data, step=None, description=None):
    """Write strings. Raises TypeError for tensors of another dtype."""
    with summary_scope(name, "text_summary") as (tag, _):
        assert_type(data, dtypes.string)
        return write(tag, data, step, _metadata("text", description))


def image(name, data, step=None, max_outputs=3, description=None):
    """Write the first `max_outputs` of a batch of images [count, height, width, channels], floats from 0 to 1 or uint8.

    Raises:
        ValueError: `data` has another rank.
    """
    with summary_scope(name, "image_summary") as (tag, _):
        def encoded():
            assert_rank(data, 4)
            assert_non_negative(max_outputs)
            return numpy_function(_encoded, [convert_image_dtype(data, dtypes.uint8, saturate=True)[:max_outputs]], dtypes.string)
        return write(tag, encoded, step, _metadata("images", description))


def _encoded(batch):
    """Width, height and the images as PNG files: an object array of bytes."""
    return _strings([str(batch.shape[2]).encode(), str(batch.shape[1]).encode(), *map(png.encode, batch)])


def _strings(items):
    result = np.empty(len(items), object)
    result[:] = items
    return result


_WAV = b"\x10\x0b"  # AudioPluginData(encoding=WAV)


def audio(name, data, sample_rate, step=None, max_outputs=3, encoding=None, description=None):
    """Write the first `max_outputs` of a batch of sounds [count, frames, channels], floats from -1 to 1.

    Args:
        sample_rate: frames a second.
        encoding: "wav" or None.

    Raises:
        ValueError: `data` has another rank, or `encoding` is unknown.
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    with summary_scope(name, "audio_summary") as (tag, _):
        def encoded():
            assert_rank(data, 3)
            assert_non_negative(max_outputs)
            return numpy_function(lambda sounds, rate: _labelled([wav(sound, rate) for sound in sounds]),
                                  [convert_to_tensor(data, dtypes.float32)[:max_outputs], convert_to_tensor(sample_rate, dtypes.int32)],
                                  dtypes.string)
        return write(tag, encoded, step, _metadata("audio", description, _WAV))


def _labelled(items):
    """Each item with an empty label, as the plugin has it: [count, 2]."""
    return np.stack([_strings(items), _strings([b""] * len(items))], axis=1)


def wav(samples, sample_rate):
    """A WAV file of floats [frames, channels], 16 bits a sample."""
    frames, channels = samples.shape
    scaled = np.asarray(samples, np.float32) * np.float32(32768)
    rounded = np.clip(np.trunc(scaled + np.copysign(np.float32(0.5), scaled)), -32768, 32767)  # halves away from zero, as in C
    data = rounded.astype("<i2").tobytes()
    rate = int(sample_rate)
    layout = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * channels * 2, channels * 2, 16)
    return struct.pack("<4sI4s", b"RIFF", 36 + len(data), b"WAVE") + layout + struct.pack("<4sI", b"data", len(data)) + data
