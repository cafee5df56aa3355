"""`tf.io.decode_compressed`."""

from __future__ import annotations

import zlib

import numpy as np

from runtime.core import errors
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op

_WINDOWS = {"ZLIB": 15, "GZIP": 31}  # zlib's numbers for its own streams and for gzip's


def _decoded(data, window):
    """The bytes of all streams in `data`; of one that is cut off, those that are there."""
    parts = []
    while data:
        stream = zlib.decompressobj(window)
        try:
            parts.append(stream.decompress(data))
        except zlib.error as error:
            number, _, cause = str(error).removeprefix("Error ").partition(" while decompressing data: ")
            raise errors.DataLossError(None, None, f"inflate() failed with error {number}: {cause}") from None
        data = stream.unused_data
    return b"".join(parts)


def _decode(data, compression_type):
    if not compression_type:
        return data
    if compression_type not in (*_WINDOWS, "ZSTD"):
        raise errors.invalid("Only ZLIB, ZSTD, GZIP or NONE are supported compressions")
    if compression_type not in _WINDOWS:
        raise errors.UnimplementedError(None, None, f"the runtime does not decode {compression_type}")
    data = np.asarray(data, object)
    result = np.empty(data.shape, object)
    result.reshape(-1)[:] = [_decoded(item, _WINDOWS[compression_type]) for item in data.reshape(-1).tolist()]
    return result


DECODE_COMPRESSED = op("DecodeCompressed", "bytes: string -> output: string", kernel=_decode, infer=lambda inputs, attrs: inputs[0]._dims,
                       attrs={"compression_type": ""})


def decode_compressed(bytes, compression_type="", name=None):  # noqa: A002 - TensorFlow's name
    """Each string of `bytes` decompressed.

    Args:
        compression_type: "ZLIB", "GZIP" or "".

    Raises:
        DataLossError: a string is not compressed in that way.
        InvalidArgumentError: there is no such compression.
    """
    return dispatch(DECODE_COMPRESSED, (bytes,), {"compression_type": compression_type}, name)
