"""`tf.io`, as far as it works on tensors alone."""

from runtime.ops.text import decode_base64, decode_raw, encode_base64

__all__ = ["decode_base64", "decode_raw", "encode_base64"]
