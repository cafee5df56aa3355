"""Ops that write and read checkpoints: those of `tf.train.Checkpoint.write` in functions and of `tf.compat.v1.train.Saver`."""

from __future__ import annotations

import os

import numpy as np

from runtime.checkpoint import bundle
from runtime.core import errors
from runtime.core.op_def import REQUIRED, op


def _save(prefix, tensor_names, shape_and_slices, *tensors, **_):
    prefix = os.fsdecode(np.asarray(prefix).item())
    os.makedirs(os.path.dirname(prefix) or ".", exist_ok=True)
    bundle.write(prefix, {name.decode(): value for name, value in zip(np.asarray(tensor_names).tolist(), tensors)})


def _restore(prefix, tensor_names, shape_and_slices, dtypes):
    reader = bundle.BundleReader(os.fsdecode(np.asarray(prefix).item()))
    names = [name.decode() for name in np.asarray(tensor_names).tolist()]
    for name, dtype in zip(names, dtypes):
        if reader.dtype(name) is not dtype:
            raise errors.InvalidArgumentError(None, None, f"tensor_name = {name}; expected dtype {dtype.kernel_name} does not equal "
                                              f"original dtype {reader.dtype(name).kernel_name}")
    return tuple(map(reader.read, names))


SAVE_V2 = op("SaveV2", "prefix: string, tensor_names: string, shape_and_slices: string, tensors: [dtypes] ->", kernel=_save,
             stateful=True, files=True)
RESTORE_V2 = op("RestoreV2", "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: [dtypes]",
                kernel=_restore, attrs={"dtypes": REQUIRED}, stateful=True, files=True,
                infer=lambda inputs, attrs: [None] * len(attrs["dtypes"]))
