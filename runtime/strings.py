"""`tf.strings`."""

from runtime.ops.host import format_ as format  # noqa: A004 - TensorFlow's own name
from runtime.ops.strings.string import (as_string, join, length, lower, reduce_join, regex_full_match, regex_replace, strip,
                                        substr, to_hash_bucket, to_hash_bucket_fast, to_hash_bucket_strong, to_number,
                                        unsorted_segment_join, upper)
from runtime.ops.strings.text import unicode_transcode

# These give ragged tensors, and are loaded with them.
RAGGED = dict.fromkeys(("bytes_split", "ngrams", "split", "unicode_decode", "unicode_decode_with_offsets", "unicode_encode",
                        "unicode_split", "unicode_split_with_offsets"), "runtime.ragged.text")

__all__ = ["as_string", "bytes_split", "format", "join", "length", "lower", "ngrams", "reduce_join", "regex_full_match",
           "regex_replace", "split", "strip", "substr", "to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong",
           "to_number", "unicode_decode", "unicode_decode_with_offsets", "unicode_encode", "unicode_split",
           "unicode_split_with_offsets", "unicode_transcode", "unsorted_segment_join",
           "upper"]
