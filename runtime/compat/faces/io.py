"""`tf.compat.v1.io`: files and records with the arguments of TensorFlow 1."""

from __future__ import annotations

from runtime import io as _io
from runtime.compat.faces.fallback import names_of
from runtime.ops.io import examples as _examples
from runtime.ops.io.examples import (FixedLenFeature, FixedLenSequenceFeature, SparseFeature, VarLenFeature,  # noqa: F401
                                  parse_sequence_example, parse_single_sequence_example)


def parse_example(serialized, features, name=None, example_names=None):
    return _examples.parse_example(serialized, features, example_names, name)


def parse_single_example(serialized, features, name=None, example_names=None):
    return _examples.parse_single_example(serialized, features, example_names, name)


__getattr__ = names_of("tf.compat.v1.io", _io, {"tf_record_iterator": "runtime.compat.faces.python_io", "gfile": "runtime.gfile"})
