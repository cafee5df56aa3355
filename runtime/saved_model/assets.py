"""`tf.saved_model.Asset`: files that a SavedModel takes along."""

from __future__ import annotations

import os
import shutil

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.func_graph import InputArray
from runtime.core.tensor import EagerTensor
from runtime.core.trackable import Trackable
from runtime.proto.saved import AssetFileDef, TensorInfo
from runtime.proto.values import shape_proto


class Asset(Trackable):
    """A file that is copied into the SavedModel. Functions use `asset_path`, a string tensor, which moves along.

    Args:
        path: the file.
    """

    def __init__(self, path):
        self._path = os.fspath(path)
        self.asset_path = EagerTensor(np.array(self._path.encode(), object).view(InputArray), dtypes.string)

    def __repr__(self):
        return f"<Asset {self._path!r}>"


class AssetCopies:
    """The assets of one model: each under a name of its own."""

    def __init__(self):
        self.definitions = []
        self._sources = {}  # name in the folder → path

    def add(self, asset, serving):
        """The index of an asset's AssetFileDef."""
        name = base = os.path.basename(asset._path)
        number = 0
        while self._sources.get(name, asset._path) != asset._path:
            number += 1
            name = f"{base}_{number}"
        self._sources[name] = asset._path
        node = serving.add_constant(asset.asset_path)
        self.definitions.append(AssetFileDef(filename=name, tensor_info=TensorInfo(
            name=f"{node}:0", dtype=dtypes.string.as_datatype_enum, tensor_shape=shape_proto(()))))
        return len(self.definitions) - 1

    def copy_to(self, folder):
        """Copy the files. Raises NotFoundError if one is missing."""
        for name, path in self._sources.items():
            try:
                shutil.copyfile(path, os.path.join(folder, name))
            except FileNotFoundError:
                raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from None
