"""`tf.audio`: WAV files."""

from __future__ import annotations

import collections
import struct

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import op
from runtime.core.tensor_shape import text
from runtime.ops import infer


def _chunks(data):
    """(kind, place, size) of each part behind the header. Raises InvalidArgumentError for what is no WAV file."""
    if len(data) < 4:
        raise invalid("Data too short when trying to read string")
    if data[:4] != b"RIFF":
        raise invalid("Header mismatch: Expected RIFF but found " + data[:4].decode("latin-1"))
    if data[8:12] != b"WAVE":
        raise invalid("Header mismatch: Expected WAVE but found " + data[8:12].decode("latin-1"))
    at = 12
    while at + 8 <= len(data):
        kind, size = data[at:at + 4], int.from_bytes(data[at + 4:at + 8], "little")
        yield kind, at + 8, size
        at += 8 + size + size % 2


def _samples(data):
    """(float32 [samples, channels], sample rate) of a file."""
    channels = None
    for kind, at, size in _chunks(data):
        if kind == b"fmt ":
            if at + 16 > len(data):
                raise invalid("Data too short when trying to read string")
            form, channels, rate, per_second, per_sample, bits = struct.unpack_from("<HHIIHH", data, at)
            if size not in (16, 18) and not (size == 40 and form == 0xFFFE):
                raise invalid(f"Bad format chunk size for WAV: Expected 16 or 18, but got{size}")
            if form != 1:
                raise invalid(f"Bad audio format for WAV: Expected 1 (PCM), but got{form}")
            if bits != 16:
                raise invalid(f"Can only read 16-bit WAV files, but received {bits}")
            if channels and per_sample != 2 * channels:
                raise invalid(f"Bad bytes per sample in WAV header: Expected {2 * channels} but got {per_sample}")
            if per_second != per_sample * rate:
                raise invalid(f"Bad bytes per second in WAV header: Expected {per_sample * rate} but got {per_second} "
                              f"(sample_rate={rate}, bytes_per_sample={per_sample})")
        elif kind == b"data":
            if channels is None or not channels:
                raise invalid("No fmt chunk found before the data of a WAV file")
            if at + size > len(data):
                raise invalid("Data too short when trying to read string")
            values = np.frombuffer(data, "<i2", size // 2, at)
            return (values[:len(values) // channels * channels].astype(np.float32) / np.float32(32768)).reshape(-1, channels), rate
    raise invalid("No data chunk found in WAV")


def _fitted(samples, count, axis):
    """`samples` with `count` of them along an axis: cut, filled up with zeros, or, of channels, the first again."""
    have = samples.shape[axis]
    if count in (-1, have):
        return samples
    if count < have:
        return samples.take(range(count), axis)
    if axis:
        return np.concatenate([samples, np.repeat(samples[:, -1:], count - have, 1)], 1)
    return np.concatenate([samples, np.zeros((count - have, samples.shape[1]), np.float32)])


def _decoded(contents, desired_channels, desired_samples):
    if np.ndim(contents):
        raise invalid(f"contents must be scalar, got shape {text(np.shape(contents))}")
    samples, rate = _samples(np.asarray(contents, object).item())
    return np.ascontiguousarray(_fitted(_fitted(samples, desired_samples, 0), desired_channels, 1)), np.int32(rate)


def _encoded(audio, sample_rate):
    if audio.ndim != 2:
        raise invalid(f"audio must be 2-dimensional{text(audio.shape)}")
    if sample_rate.ndim:
        raise invalid(f"Input sample_rate should be a scalar tensor, got {text(sample_rate.shape)} instead.")
    channels, rate = audio.shape[1], int(sample_rate)
    if not 0 < rate:
        raise invalid("sample_rate must be in (0, 2^32), got: " + str(rate))
    if not audio.size and channels == 0:
        raise invalid("audio is null")
    if not 0 < channels < 1 << 16:
        raise invalid(f"num_channels must be in (0, 2^16), got: {channels}")
    scaled = audio * np.float32(32768)
    values = np.clip(np.trunc(scaled + np.copysign(np.float32(0.5), scaled)), -32768, 32767).astype("<i2").tobytes()
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(values), b"WAVE", b"fmt ", 16, 1, channels, rate, rate * 2 * channels,
                         2 * channels,
                         16, b"data", len(values))
    return np.array(header + values, object)


def _infer(inputs, attrs):
    infer.with_rank(inputs[0]._dims, 0)
    sizes = [None if attrs[name] == -1 else attrs[name] for name in ("desired_samples", "desired_channels")]
    return [tuple(sizes), ()]


def _infer_encoded(inputs, attrs):
    infer.with_rank(inputs[0]._dims, 2)
    infer.with_rank(inputs[1]._dims, 0)
    return ()


DECODE = op("DecodeWav", "contents: string -> audio: float32, sample_rate: int32", kernel=_decoded, infer=_infer,
            attrs={"desired_channels": -1, "desired_samples": -1})
ENCODE = op("EncodeWav", "audio: float32, sample_rate: int32 -> contents: string", kernel=_encoded, infer=_infer_encoded)
_Wav = collections.namedtuple("DecodeWav", "audio sample_rate")


def decode_wav(contents, desired_channels=-1, desired_samples=-1, name=None):
    """(float32 [samples, channels] from -1 to 1, the sample rate) of the bytes of a WAV file of 16 bits.

    Args:
        desired_channels, desired_samples: -1 for as many as there are.
    """
    return _Wav(*dispatch(DECODE, (contents,), {"desired_channels": desired_channels, "desired_samples": desired_samples}, name))


def encode_wav(audio, sample_rate, name=None):
    """The bytes of a WAV file of 16 bits for float32 [samples, channels] from -1 to 1."""
    return dispatch(ENCODE, (audio, sample_rate), None, name)
