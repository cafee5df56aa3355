"""Whole models in Keras's `.keras` files: a zip of config.json, metadata.json and model.weights.h5."""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import os
import warnings
import zipfile
import zlib

from runtime.core.errors import OpError
from runtime.keras import hooks
from runtime.keras.saving.assets import read_assets, write_assets
from runtime.keras.saving.config import CustomObjectScope, deserialize_keras_object, serialize_keras_object, sharing
from runtime.keras.saving.legacy_h5 import load_model_from_h5, load_weights_from_h5, save_model_to_h5
from runtime.keras.saving.weights import import_h5py, read_weights, write_weights

_KERAS_VERSION = "3.15.1"  # whose format this is
_CONFIG, _METADATA, _WEIGHTS = "config.json", "metadata.json", "model.weights.h5"
_OF_HDF5 = (".h5", ".hdf5")
_LEAST_BOUND = 1 << 26  # bytes that any member may unpack to; larger ones only in proportion to the file


def save_model(model, filepath, overwrite=True, zipped=None, **kwargs):
    """Write `model` with its weights, and the optimizer's state if it is compiled, to a `.keras` file, or an HDF5 file
    (`.h5`).

    Raises:
        ImportError: h5py is missing.
        ValueError: another extension, a folder, or unknown keywords.
        NotImplementedError: a layer whose arguments are no plain values and that has no `get_config`.
    """
    path = _path(filepath)
    kwargs.pop("save_format", None)
    include_optimizer = kwargs.pop("include_optimizer", True)
    if kwargs:
        raise ValueError(f"The following argument(s) are not supported with the native Keras format: {list(kwargs)}")
    if zipped is False:
        raise ValueError("the runtime writes models to `.keras` files alone, not to folders")
    if path.endswith(_OF_HDF5):
        import_h5py(f"saving {path}")
        if _may_write(path, overwrite):
            save_model_to_h5(model, path, include_optimizer)
        return
    if not path.endswith(".keras"):
        raise ValueError("Invalid filepath extension for saving. Please add either a `.keras` extension for the native Keras format "
                         "(recommended) or a `.h5` extension. Use `model.export(filepath)` if you want to export a SavedModel for use "
                         f"with TFLite/TFServing/etc. Received: filepath={filepath}.")
    import_h5py(f"saving {path}")
    if not _may_write(path, overwrite):
        return
    if not model.built:
        warnings.warn("You are saving a model that has not yet been built. It might not contain any weights yet. Consider building the "
                      "model first by calling it on some data.", stacklevel=3)
    partial = f"{path}.partial"
    try:
        _write(model, partial, f"saving {path}")
        os.replace(partial, path)
    finally:
        if os.path.exists(partial):
            os.remove(partial)


def _write(model, file, doing):
    with sharing():
        config = serialize_keras_object(model)
    weights = io.BytesIO()
    write_weights(model, weights, doing)
    metadata = {"keras_version": _KERAS_VERSION, "date_saved": datetime.datetime.now().strftime("%Y-%m-%d@%H:%M:%S")}
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(_METADATA, json.dumps(metadata))
        archive.writestr(_CONFIG, json.dumps(config))
        archive.writestr(_WEIGHTS, weights.getvalue())
        write_assets(model, archive)


def pickled(model):
    """What `__reduce__` of a model or layer returns: the bytes of its `.keras` file, and its classes that are not Keras's."""
    import_h5py("pickling a model")
    content = io.BytesIO()
    _write(model, content, "pickling a model")
    classes = {type(part).__name__: type(part) for part in (model, *model._flatten_layers()) if not type(part).__module__.startswith("runtime.")}
    return _unpickled, (content.getvalue(), classes)


def _unpickled(content, classes):
    return _read(io.BytesIO(content), "a pickled model", classes, True, True)


def load_model(filepath, custom_objects=None, compile=True, safe_mode=True):  # noqa: A002 - Keras's name
    """The model in a `.keras` or `.h5` file, which this runtime or Keras wrote.

    Classes of the user's must be registered or in `custom_objects`; code in the file is never run.

    Raises:
        ImportError: h5py is missing.
        ValueError: no such file, another format, a file that is cut off or altered, weights that do not fit, or a Python lambda.
        TypeError: classes that are neither Keras's nor registered.
    """
    path = _path(filepath)
    if not os.path.isfile(path) or path.endswith(".keras") and not zipfile.is_zipfile(path):
        if path.endswith(".keras"):
            raise ValueError(f"File not found: filepath={filepath}. Please ensure the file is an accessible `.keras` zip file.")
    if path.endswith(_OF_HDF5):
        if not os.path.isfile(path):
            raise FileNotFoundError(2, f"Unable to synchronously open file (unable to open file: name = '{path}', errno = 2, error message = "
                                       "'No such file or directory', flags = 0, o_flags = 0)")
        return load_model_from_h5(path, custom_objects, compile, safe_mode)
    if not path.endswith(".keras") or os.path.isdir(path):
        raise ValueError(f"File format not supported: filepath={filepath}. The runtime loads V3 `.keras` files and legacy `.h5` files, no "
                         "folders. In order to load a TensorFlow SavedModel, use `tf.saved_model.load`.")
    return _read(path, path, custom_objects, compile, safe_mode)


def _read(file, path, custom_objects, compile, safe_mode):  # noqa: A002 - as `load_model`
    import_h5py(f"loading {path}")
    with _opened(file) as archive:
        config = json.loads(_member(archive, _CONFIG, path))
        if _WEIGHTS not in archive.namelist():
            raise ValueError(f"{path} has no {_WEIGHTS}: weights in other formats are not supported")
        weights = io.BytesIO(_member(archive, _WEIGHTS, path))
        assets = _assets(archive, path)
    if not isinstance(config, dict) or "class_name" not in config:
        raise ValueError(f"{path} is no `.keras` file: its {_CONFIG} describes no model")
    if not compile:
        config["compile_config"] = None
    model = _model_of(config, path, custom_objects, safe_mode)
    read_weights(model, weights, path, f"loading {path}")
    try:
        read_assets(model, assets)
    except (OSError, UnicodeDecodeError, OpError) as error:
        raise ValueError(f"the files of layers in {path} cannot be read: {error}") from error
    return model


def _model_of(config, path, custom_objects, safe_mode):
    try:
        with sharing(safe_mode), CustomObjectScope(custom_objects):
            model = deserialize_keras_object(config)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error}\n\nThis was found in {path}") from error
    except (LookupError, AttributeError, RecursionError, OverflowError, MemoryError, OpError) as error:
        raise ValueError(f"the {_CONFIG} of {path} describes no model that can be made: {type(error).__name__}: {error}") from error
    if not isinstance(model, hooks.layer_class()):
        raise ValueError(f"the {_CONFIG} of {path} describes a {type(model).__name__}, which is no model")
    return model


@contextlib.contextmanager
def _opened(path):
    """The archive in a file. What fails in reading it is the file's fault: a ValueError that names it."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, json.JSONDecodeError, UnicodeDecodeError, RecursionError, EOFError,
            OSError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"{path} is no `.keras` file, or it is damaged: {error}") from None


def _member(archive, name, path):
    size = archive.fp.seek(0, os.SEEK_END)
    bound = max(_LEAST_BOUND, size * 100)
    try:
        info = archive.getinfo(name)
    except KeyError:
        raise ValueError(f"{path} is no `.keras` file: it has no {name}") from None
    if info.file_size > bound:
        raise ValueError(f"{path} is no `.keras` file: its {name} would unpack to {info.file_size} bytes")
    return archive.read(info)


def _assets(archive, path):
    """Name → bytes of the files of layers. Raises ValueError if they are too large for the archive, together."""
    names = [name for name in archive.namelist() if name.startswith("assets/") and not name.endswith("/")]
    size = sum(archive.getinfo(name).file_size for name in names)
    if size > max(_LEAST_BOUND, archive.fp.seek(0, os.SEEK_END) * 100):
        raise ValueError(f"{path} is no `.keras` file: its assets would unpack to {size} bytes")
    return {name: _member(archive, name, path) for name in names}


def save_weights(model, filepath, overwrite=True, **kwargs):
    """Write the weights of `model`, and the state of its optimizer, to a `.weights.h5` file.

    Raises:
        ImportError: h5py is missing.
        ValueError: another extension.
    """
    path = _path(filepath)
    if not path.endswith(".weights.h5"):
        raise ValueError(f"The filename must end in `.weights.h5`. Received: filepath={filepath}")
    if kwargs.get("max_shard_size") is not None:
        raise ValueError("the runtime writes weights to one file alone: `max_shard_size` is missing")
    import_h5py(f"saving {path}")
    if _may_write(path, overwrite):
        partial = f"{path}.partial"
        try:
            write_weights(model, partial, f"saving {path}")
            os.replace(partial, path)
        finally:
            if os.path.exists(partial):
                os.remove(partial)


def load_weights(model, filepath, skip_mismatch=False, **kwargs):
    """Assign the weights in a `.weights.h5` or `.keras` file, or in the legacy `.h5` file of a model, there also `by_name`.

    Raises:
        ImportError: h5py is missing.
        ValueError: no such file, another format, or weights that do not fit and `skip_mismatch` is not set.
    """
    path, by_name = _path(filepath), kwargs.pop("by_name", None)
    if kwargs:
        raise ValueError(f"Invalid keyword arguments: {kwargs}")
    if by_name is not None and path.endswith((".keras", ".weights.h5")):
        raise ValueError(f"`by_name` only supports loading legacy '.h5' or '.hdf5' files. Received: {filepath}")
    if path.endswith(".keras"):
        if not zipfile.is_zipfile(path):
            raise ValueError(f"File not found: filepath={filepath}. Please ensure the file is an accessible `.keras` zip file.")
        with _opened(path) as archive:
            source = io.BytesIO(_member(archive, _WEIGHTS, path))
    elif path.endswith(".weights.h5"):
        if not os.path.isfile(path):
            raise ValueError(f"File not found: filepath={filepath}")
        source = path
    elif path.endswith(_OF_HDF5):
        load_weights_from_h5(model, path, bool(by_name), skip_mismatch)
        return
    else:
        raise ValueError(f"File format not supported: filepath={filepath}. Keras 3 only supports V3 `.keras` and `.weights.h5` files, or "
                         "legacy V1/V2 `.h5` files.")
    read_weights(model, source, path, f"loading {path}", skip_mismatch)


def _path(filepath):
    return os.fspath(filepath)


def _may_write(path, overwrite):
    if overwrite or not os.path.exists(path):
        return True
    return input(f"[WARNING] {path} already exists - overwrite? [y/n]").strip().lower() in ("y", "yes")
