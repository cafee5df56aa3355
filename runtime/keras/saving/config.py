"""Configs: plain dicts in Keras's format, of which layers, losses, optimizers… are made again. Nothing in one is executed."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import threading
import types
import warnings
from functools import lru_cache

import numpy as np

import runtime as tf
from runtime.keras import hooks
from runtime.keras.symbolic import KerasTensor

_PLAIN = (str, int, float, bool)
_MODULES = ("activations", "constraints", "dtype_policies", "initializers", "layers", "losses", "metrics", "optimizers", "optimizers.schedules",
            "regularizers")
_HOMES = {"keras": "runtime.keras", "keras.models": "runtime.keras", "keras.src.models.functional": "runtime.keras.models.functional",
          **dict.fromkeys(("keras.utils", "keras.src.layers.preprocessing.feature_space"), "runtime.keras.layers.preprocessing.feature_space"),
         **{f"keras.{module}": f"runtime.keras.{module}" for module in _MODULES}}

_registered = {}  # name → class or function
_names = {}  # the inverse


class _Scopes(threading.local):
    custom = {}
    safe_mode = None  # of the innermost `safe_mode` block
    written = None  # within one file that is written: id of an object → its config
    made = None  # within one that is read: id in the file → object


_scopes = _Scopes()


class Configurable:
    """`get_config` names the constructor's parameters and the attributes of the same names; `from_config` is the inverse.

    Attributes:
        _fixed: parameters of Keras's that the runtime has with this one value alone.
    """

    _fixed = {}

    def get_config(self):
        """The constructor's arguments, as plain values."""
        return config_of(self)

    @classmethod
    def from_config(cls, config):
        """Raises ValueError for a value that the runtime does not have."""
        return cls(**supported(cls, config))


def config_of(thing, leave_out=()):
    """Parameter → value for the constructor of the runtime's class that `thing` has or inherits from."""
    library = next(base for base in type(thing).__mro__ if base.__module__.startswith("runtime.keras"))
    config = {name: plain(getattr(thing, name)) for name in _parameters(library) if name not in leave_out}
    return {**config, **library._fixed}


@lru_cache(maxsize=None)
def _parameters(cls):
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [name for name, parameter in list(inspect.signature(cls.__init__).parameters.items())[1:] if parameter.kind in kinds]


def supported(cls, config):
    """`config` without the entries of `cls._fixed`. Raises ValueError where they have other values."""
    for name, value in cls._fixed.items():
        if config.get(name, value) not in (value, None):
            raise ValueError(f"the runtime's {cls.__name__} has no {name}={config[name]!r}")
    return {name: value for name, value in config.items() if name not in cls._fixed}


def plain(value):
    """A value of a config: names for the functions that have one, configs for objects."""
    if isinstance(value, (list, tuple)):
        return (tuple if isinstance(value, tuple) else list)(map(plain, value))
    if callable(value) and not hasattr(value, "get_config"):
        name = getattr(value, "__name__", None)
        if _names.get(value) is None and hooks.is_activation(name):
            return name
    return serialize_keras_object(value)


# -- names of custom objects -------------------------------------------------------------------------------------------
def register_keras_serializable(package="Custom", name=None):
    """A decorator: the class or function may be named in files. Raises ValueError for a class without `get_config`."""
    def decorator(thing):
        registered = f"{package}>{name if name is not None else thing.__name__}"
        if inspect.isclass(thing) and not hasattr(thing, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        _registered[registered] = thing
        _names[thing] = registered
        return thing
    return decorator


def get_registered_name(obj):
    """The name it was registered by, or its own."""
    return _names.get(obj, obj.__name__)


def get_registered_object(name, custom_objects=None, module_objects=None):
    """What has that name, from the scopes, the registered objects and the two dicts; None if there is nothing."""
    for names in (_scopes.custom, _registered, custom_objects or {}, module_objects or {}):
        if name in names:
            return names[name]
    return None


def get_custom_objects():
    """The dict of registered objects."""
    return _registered


class CustomObjectScope:
    """Within ``with CustomObjectScope({"name": thing}):`` files and configs may name these things."""

    def __init__(self, custom_objects):
        self.custom_objects = custom_objects or {}

    def __enter__(self):
        self._outer = _scopes.custom
        _scopes.custom = {**self._outer, **self.custom_objects}
        return self

    def __exit__(self, *_):
        _scopes.custom = self._outer


custom_object_scope = CustomObjectScope


@contextlib.contextmanager
def sharing(safe_mode=None):
    """Objects met twice in the block are one object; a given `safe_mode` holds for all in it."""
    outer = _scopes.written, _scopes.made, _scopes.safe_mode
    _scopes.written, _scopes.made = {}, {}
    _scopes.safe_mode = outer[2] if safe_mode is None else safe_mode
    try:
        yield
    finally:
        _scopes.written, _scopes.made, _scopes.safe_mode = outer


def in_safe_mode():
    """Whether code in configs is refused; so it is unless a `safe_mode=False` says otherwise."""
    return _scopes.safe_mode is not False


# -- to configs --------------------------------------------------------------------------------------------------------
def module_of(cls):
    """The public module of a class of the runtime (``keras.layers``), None for other classes."""
    if not cls.__module__.startswith("runtime.keras."):
        return None
    return getattr(cls, "_keras_module", None) or "keras." + cls.__module__.split(".")[2]


def public_config(cls, config):
    """The config of an object of a class of the runtime, for the arguments `config`."""
    return {"module": module_of(cls), "class_name": cls.__name__, "config": config, "registered_name": None}


def serialize_keras_object(obj):
    """The config of an object: ``{"module", "class_name", "config", "registered_name"}``; plain values stay as they are."""
    if obj is None or isinstance(obj, _PLAIN):
        return obj
    if isinstance(obj, (list, tuple)):
        return type(obj)(map(serialize_keras_object, obj)) if type(obj) in (list, tuple) else list(map(serialize_keras_object, obj))
    if isinstance(obj, dict):
        return {key: serialize_keras_object(value) for key, value in obj.items()}
    if isinstance(obj, bytes):
        return {"class_name": "__bytes__", "config": {"value": obj.decode("utf-8")}}
    if isinstance(obj, slice):
        return {"class_name": "__slice__", "config": {part: serialize_keras_object(getattr(obj, part))
                                                      for part in ("start", "stop", "step")}}
    if obj is Ellipsis:
        return {"class_name": "__ellipsis__", "config": {}}
    if isinstance(obj, KerasTensor):
        return {"class_name": "__keras_tensor__", "config": {"shape": obj.shape, "dtype": obj.dtype, "keras_history": obj.history()}}
    if isinstance(obj, tf.TensorShape):
        return obj.as_list() if obj.rank is not None else None
    if isinstance(obj, tf.Tensor):
        return {"class_name": "__tensor__", "config": {"value": obj.numpy().tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, np.ndarray) and obj.ndim:
        return {"class_name": "__numpy__", "config": {"value": obj.tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, (np.generic, np.ndarray)):
        return obj.item()
    if isinstance(obj, tf.DType):
        return obj.name
    if isinstance(obj, types.FunctionType) and obj.__name__ == "<lambda>":
        return _serialized_lambda(obj)
    if not isinstance(obj, type) and hasattr(obj, "get_config"):
        return _serialized_object(obj)
    if hasattr(obj, "__name__"):
        return {"module": "builtins", "class_name": "function", "config": get_registered_name(obj), "registered_name": "function"}
    raise TypeError(f"Cannot serialize object {obj} of type {type(obj)}. To be serializable, a class must implement the "
                    "`get_config()` method.")


def lambda_code(function):
    """The code of a function as Keras stores it, which real Keras runs if it is told to."""
    import base64
    import marshal
    code = base64.encodebytes(marshal.dumps(function.__code__)).decode("ascii")
    closure = tuple(cell.cell_contents for cell in function.__closure__) if function.__closure__ else None
    return {"code": code, "defaults": function.__defaults__, "closure": closure}


def _serialized_lambda(function):
    warnings.warn("The object being serialized includes a `lambda`. This is unsafe. In order to reload the object, you will have to "
                  "pass `safe_mode=False` to the loading function. Please avoid using `lambda` in the future, and use named Python "
                  f"functions instead. This is the `lambda` being serialized: {inspect.getsource(function)}", stacklevel=4)
    return {"class_name": "__lambda__", "config": {"value": lambda_code(function)}}


def _serialized_object(obj):
    cls = type(obj)
    module = module_of(cls)
    registered_name = None if module is not None and not module.startswith("keras.src.ops") else get_registered_name(cls)
    config = obj.get_config()
    if module is None:
        module = None if cls.__module__ == "__main__" or cls in _names else cls.__module__
    found = {"module": module, "class_name": cls.__name__, "config": serialize_keras_object(config), "registered_name": registered_name}
    for part in ("build", "compile"):
        get = getattr(obj, f"get_{part}_config", None)
        value = get() if get is not None else None
        if value is not None:
            found[f"{part}_config"] = serialize_keras_object(value)
    if _scopes.written is not None:
        if id(obj) in _scopes.written:
            found["shared_object_id"] = _scopes.written[id(obj)]["shared_object_id"] = id(obj)
        else:
            _scopes.written[id(obj)] = found
    return found


def must_stay_in_file():
    """Whether an object is being made of a config that may not make it read other files."""
    return bool(_scopes.safe_mode)


# -- from configs ------------------------------------------------------------------------------------------------------
def deserialize_keras_object(config, custom_objects=None, safe_mode=True):
    """The object that a config describes; lists and dicts are searched for configs.

    Raises:
        TypeError: a class or function that is neither Keras's nor registered, or no config.
        ValueError: a Python lambda while `safe_mode` holds; values that the runtime's class does not take.
    """
    if _scopes.safe_mode is not None:
        safe_mode = _scopes.safe_mode
    with CustomObjectScope(custom_objects):
        return _object(config, safe_mode)


def _object(config, safe_mode):
    if config is None:
        return None
    if isinstance(config, str) and (found := get_registered_object(config)) is not None:
        return found
    if isinstance(config, (list, tuple)):
        return [_object(item, safe_mode) for item in config]
    if isinstance(config, _PLAIN):
        return config
    if not isinstance(config, dict):
        raise TypeError(f"Could not parse config: {config}")
    if "class_name" not in config or "config" not in config:
        return {key: _object(value, safe_mode) for key, value in config.items()}
    name, inner = config["class_name"], config["config"]
    if name in _SPECIAL:
        return _SPECIAL[name](inner, safe_mode)
    if name == "function":
        if not isinstance(inner, str):
            raise TypeError("Expected 'config' to be a non-null str for a function classname,\n"
                            f"instead got {type(inner)}\nFull config: {config}")
        return _located(inner, inner, config, "function")
    inner = {} if inner is None else inner
    if not isinstance(inner, dict):
        raise TypeError(f"Expected 'config' to be a dict for {name},\ninstead got {type(inner)}\nFull config: {config}")
    shared = config.get("shared_object_id")
    if shared is not None and _scopes.made is not None and shared in _scopes.made:
        return _scopes.made[shared]
    cls = _located(name, config.get("registered_name", name), config, "class")
    if isinstance(cls, types.FunctionType):
        return cls
    if not hasattr(cls, "from_config"):
        raise TypeError(f"Unable to reconstruct an instance of '{name}' because the class is missing a `from_config()` method. "
                        f"Full object config: {config}")
    made = _made(cls, inner, config, safe_mode)
    if shared is not None and _scopes.made is not None:
        _scopes.made[shared] = made
    return made


def _made(cls, inner, config, safe_mode):
    outer, _scopes.safe_mode = _scopes.safe_mode, safe_mode
    try:
        try:
            made = cls.from_config(dict(inner))
        except TypeError as error:
            raise TypeError(f"{cls} could not be deserialized properly. Please ensure that components that are Python object instances "
                            "(layers, models, etc.) returned by `get_config()` are explicitly deserialized in the model's "
                            f"`from_config()` method.\n\nconfig={config}.\n\nException encountered: {error}") from error
        if config.get("build_config") and not made.built:
            made.build_from_config(config["build_config"])
            made.built = True
        if config.get("compile_config"):
            made.compile_from_config(config["compile_config"])
            made.compiled = True
        return made
    finally:
        _scopes.safe_mode = outer


def _located(name, registered_name, config, kind):
    """A registered object, or one of the runtime's public classes and functions: no module that a config names is imported."""
    found = get_registered_object(registered_name)
    if found is not None:
        return found
    module = config.get("module")
    if kind == "function" and module == "builtins":
        for place in ("losses", "metrics", "activations"):
            found = getattr(importlib.import_module(f"runtime.keras.{place}"), str(name), None)
            if isinstance(found, types.FunctionType) and found.__module__.startswith("runtime."):
                return found
    if isinstance(module, str) and module.startswith("keras.src.ops."):
        found = hooks.operation(name)
    elif isinstance(module, str) and module in _HOMES:
        found = getattr(importlib.import_module(_HOMES[module]), str(name), None)
        if not isinstance(found, type if kind == "class" else types.FunctionType) or not found.__module__.startswith("runtime.keras"):
            raise TypeError(f"the runtime has no {module}.{name}; `graphlint explain runtime` says what it has")
    if found is not None:
        return found
    raise TypeError(f"Could not locate {kind} '{name}'. Make sure custom classes and functions are decorated with "
                    "`@keras.saving.register_keras_serializable()`. If they are already decorated, make sure they are all imported so "
                    f"that the decorator is run before trying to load them. Full object config: {config}")


def _keras_tensor(inner, _):
    tensor = KerasTensor(inner["shape"], inner["dtype"])
    tensor.told_history = inner["keras_history"]
    return tensor


def _tensor(inner, _):
    return tf.constant(inner["value"], inner["dtype"])


def _lambda(inner, safe_mode):
    if safe_mode:
        raise ValueError("Requested the deserialization of a Python lambda. This carries a potential risk of arbitrary code execution and "
                         "thus it is disallowed by default. If you trust the source of the artifact, you can override this error by "
                         "passing `safe_mode=False` to the loading function, or calling `keras.config.enable_unsafe_deserialization().")
    raise ValueError("the runtime makes no functions of the code in files; give the function by name, in `custom_objects`")


_SPECIAL = {
    "__keras_tensor__": _keras_tensor,
    "__tensor__": _tensor,
    "__numpy__": lambda inner, _: np.array(inner["value"], inner["dtype"]),
    "__bytes__": lambda inner, _: inner["value"].encode("utf-8"),
    "__ellipsis__": lambda inner, _: Ellipsis,
    "__slice__": lambda inner, safe_mode: slice(*(_object(inner[part], safe_mode) for part in ("start", "stop", "step"))),
    "__lambda__": _lambda,
}
