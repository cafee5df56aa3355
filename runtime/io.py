"""`tf.io`: files, records, and tensors in strings."""

from runtime.core.absent import absent_from
from runtime.ops.io.files import matching_files, read_file, write_file
from runtime.ops.strings.text import decode_base64, decode_raw, encode_base64

__all__ = ["FixedLenFeature", "FixedLenSequenceFeature", "TFRecordOptions", "TFRecordWriter", "VarLenFeature", "decode_base64",
           "decode_and_crop_jpeg", "decode_bmp", "decode_csv", "decode_gif", "decode_image", "decode_jpeg", "decode_png", "decode_raw",
           "encode_base64", "encode_jpeg", "encode_png", "extract_jpeg_shape", "is_jpeg", "matching_files", "parse_example",
           "parse_single_example",
           "parse_tensor", "read_file", "serialize_tensor", "write_file"]

__getattr__ = absent_from("tf.io", {
    **dict.fromkeys(("FixedLenFeature", "FixedLenSequenceFeature", "SparseFeature", "VarLenFeature", "parse_example", "parse_single_example",
                     "parse_sequence_example", "parse_single_sequence_example"),
                    "runtime.ops.io.examples"),
    **dict.fromkeys(("decode_csv", "parse_tensor", "serialize_tensor"), "runtime.ops.io.parsing"),
    **dict.fromkeys(("decode_and_crop_jpeg", "decode_bmp", "decode_gif", "decode_image", "decode_jpeg", "decode_png", "encode_jpeg",
                     "encode_png", "extract_jpeg_shape", "is_jpeg"), "runtime.ops.image.decoding"),
    **dict.fromkeys(("TFRecordOptions", "TFRecordWriter"), "runtime.records"),
    "decode_compressed": "runtime.ops.io.compression", "write_graph": "runtime.graph_util",
    **dict.fromkeys(("decode_proto", "encode_proto"), "runtime.elsewhere"),
    "RaggedFeature": "runtime.ragged.features", "gfile": "runtime.gfile"})
