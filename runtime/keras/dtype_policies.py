"""The dtypes that a layer computes in and keeps its Variables in."""

from __future__ import annotations

import re

from runtime.core.absent import absent_from
from runtime.keras.precision import floatx, settings
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object
from runtime.keras.variable import standardize_dtype

_QUANTIZED = ("int8", "float8", "int4", "gptq", "awq")


class DTypePolicy(Configurable):
    """A dtype for Variables and computations, or "mixed_float16" and "mixed_bfloat16", whose Variables are of float32.

    Raises:
        TypeError: `name` is no text.
        ValueError: it names no dtype, or the dtype of a quantised layer, which the runtime has not.
    """

    _keras_module = "keras"
    quantization_mode = None

    def __init__(self, name=None):
        name = settings_policy().name if name is None else name
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, such as 'mixed_float16'. Received: name={name} (of type {type(name)})")
        if name.startswith(tuple(f"{mode}_from_" for mode in _QUANTIZED)):
            raise ValueError(f"the runtime has no quantised layers: the dtype policy {name!r} is missing")
        self._name = name
        if name in ("mixed_float16", "mixed_bfloat16"):
            self._dtypes = name.removeprefix("mixed_"), "float32"
            return
        try:
            self._dtypes = (standardize_dtype(name),) * 2
        except (TypeError, ValueError):
            raise ValueError(f"Cannot convert '{name}' to a mixed precision DTypePolicy. Valid policies include 'mixed_float16', "
                             "'mixed_bfloat16', and the name of any float dtype such as 'float32'.") from None

    name = property(lambda self: self._name)
    compute_dtype = property(lambda self: self._dtypes[0])
    variable_dtype = property(lambda self: self._dtypes[1])

    def of_path(self, path):
        """The policy of the layer with that path."""
        return self

    def as_config(self):
        """The config with its class."""
        return serialize_keras_object(self)

    def __eq__(self, other):
        return isinstance(other, DTypePolicy) and not isinstance(other, DTypePolicyMap) and self._name == other._name

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        return f'<DTypePolicy "{self._name}">'


class FloatDTypePolicy(DTypePolicy):
    """The former name of `DTypePolicy`."""

    _keras_module = "keras"


class DTypePolicyMap(DTypePolicy):
    """Policies by the paths of layers, or patterns of these; `default_policy` for all others.

    Raises:
        ValueError: a path that two patterns match, or a path that is given twice.
    """

    _keras_module = "keras.dtype_policies"

    def __init__(self, default_policy=None, policy_map=None):
        if isinstance(default_policy, DTypePolicyMap):
            raise ValueError("`default_policy` cannot be a `DTypePolicyMap`.")
        if policy_map is not None and not isinstance(policy_map, dict):
            raise TypeError(f"If specified, `policy_map` must be a dict. Received: policy_map={policy_map} of type {type(policy_map)}")
        self._given, self._policies = default_policy, policy_map or {}
        get(default_policy)

    default_policy = property(lambda self: get(self._given))
    name = property(lambda self: f"map_{self.default_policy.name}")
    compute_dtype = property(lambda self: self.default_policy.compute_dtype)
    variable_dtype = property(lambda self: self.default_policy.variable_dtype)

    def of_path(self, path):
        return self[path] if path else self.default_policy

    def __getitem__(self, key):
        if key in self._policies:
            return self._policies[key]
        matching = [pattern for pattern in self._policies if re.fullmatch(pattern, key)]
        if len(matching) > 1:
            raise ValueError(f"Path '{key}' matches multiple dtype policy specification keys: {matching}. Please make sure each path only "
                             "matches at most one dtype policy specification key in the DTypePolicyMap.")
        return self._policies[matching[0]] if matching else self.default_policy

    def __setitem__(self, key, policy):
        if key in self._policies:
            raise ValueError(f"{key} already exist in the DTypePolicyMap with value {self._policies[key]}. Please make sure to not use "
                             "duplicated keys.")
        self._policies[key] = get(policy)

    def __delitem__(self, key):
        del self._policies[key]

    def __contains__(self, key):
        return key in self._policies

    def __len__(self):
        return len(self._policies)

    def __iter__(self):
        return iter(self._policies)

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__

    def get_config(self):
        return {"default_policy": self._given, "policy_map": serialize_keras_object(self._policies)}

    @classmethod
    def from_config(cls, config):
        return cls(config.get("default_policy"), deserialize_keras_object(config.get("policy_map")))

    def __repr__(self):
        return (f"<DTypePolicyMap at {hex(id(self))} default_policy={self.default_policy.name}, "
                f"mapping={[(path, policy.name) for path, policy in self._policies.items()]}>")


def settings_policy():
    """The policy of layers that are given none."""
    if settings.policy is None:
        settings.policy = DTypePolicy(floatx())
    return settings.policy


def set_settings_policy(policy):
    """Set the policy of layers that are given none. Raises ValueError for what is none."""
    if not isinstance(policy, DTypePolicy):
        if not isinstance(policy, str):
            raise ValueError("Invalid `policy` argument. Expected the string name of a policy (such as 'mixed_float16') or a `DTypePolicy` "
                             f"instance. Received: policy={policy} (of type {type(policy)})")
        policy = DTypePolicy(policy)
    settings.policy = policy


def serialize(dtype_policy):
    """The config of a policy."""
    return serialize_keras_object(dtype_policy)


def deserialize(config, custom_objects=None):
    """The policy of a config."""
    return deserialize_keras_object({"module": "keras", **config} if isinstance(config, dict) else config, custom_objects)


def get(identifier):
    """The policy for a dtype, its name, a policy or its config; the global one for None. Raises ValueError for what is none."""
    if identifier is None:
        return settings_policy()
    if isinstance(identifier, DTypePolicy):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return DTypePolicy(identifier)
    try:
        return DTypePolicy(standardize_dtype(identifier))
    except (TypeError, ValueError):
        raise ValueError("Cannot interpret `dtype` argument. Expected a string or an instance of DTypePolicy. "
                         f"Received: dtype={identifier}") from None


def computing(dtype):
    """The dtype that a loss or metric computes in, which was given this dtype or policy."""
    return get(floatx() if dtype is None else dtype).compute_dtype


__getattr__ = absent_from("tf.keras.dtype_policies")
