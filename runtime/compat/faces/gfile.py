"""`tf.compat.v1.gfile`: the functions of `tf.io.gfile` under the names of TensorFlow 1."""

from __future__ import annotations

from runtime import gfile as _gfile
from runtime.core.absent import absent_from
from runtime.core.deprecation import warn_deprecated

Copy, DeleteRecursively, Exists, GFile, Glob = _gfile.copy, _gfile.rmtree, _gfile.exists, _gfile.GFile, _gfile.glob
IsDirectory, ListDirectory, MakeDirs, MkDir = _gfile.isdir, _gfile.listdir, _gfile.makedirs, _gfile.mkdir
Remove, Rename, Stat = _gfile.remove, _gfile.rename, _gfile.stat
Open = GFile


class FastGFile(_gfile.FileIO):
    """`GFile` under an older name."""

    def __init__(self, name, mode="r"):
        warn_deprecated("FastGFile.__init__", "tensorflow.python.platform.gfile", "Use tf.gfile.GFile.")
        super().__init__(name, mode)


def Walk(top, in_order=True):
    """`tf.io.gfile.walk`, top down if `in_order`."""
    return _gfile.walk(top, in_order)


__getattr__ = absent_from("tf.compat.v1.gfile")
