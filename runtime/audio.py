"""`tf.audio`."""

from runtime.core.absent import absent_from
from runtime.ops.audio import decode_wav, encode_wav

__all__ = ["decode_wav", "encode_wav"]

__getattr__ = absent_from("tf.audio")
