"""Values that have a part for each replica."""

from __future__ import annotations

from collections import abc

from runtime.core import nest
from runtime.core.convert import convert_to_tensor
from runtime.distribute.current import get_replica_context
from runtime.function.tensor_spec import TypeSpec, type_spec_from_value


class DistributedValues:
    """A value for each replica (`tf.distribute.DistributedValues`)."""

    def __init__(self, values):
        self._values = tuple(values)

    @property
    def values(self):
        """The values, in the order of the replicas."""
        return self._values

    @property
    def _primary(self):
        return self.values[0]

    def _get(self):
        """The value of the replica that runs, or that of the first one."""
        replica = get_replica_context()
        number = 0 if replica is None else getattr(replica, "number", 0)
        return self.values[number] if number < len(self.values) else self.values[0]

    def __str__(self):
        return self._told(str)

    def __repr__(self):
        return self._told(repr)

    def _told(self, text):
        lines = ",\n".join(f"  {number}: {text(value)}" for number, value in enumerate(self.values))
        return f"{type(self).__name__}:{{\n{lines}\n}}"


class PerReplica(DistributedValues):
    """Different values for the replicas."""

    @property
    def _type_spec(self):
        return PerReplicaSpec(*map(type_spec_from_value, self._values))

    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    def _components(self):
        return list(self._values)

    def _from_components(self, parts):
        return PerReplica(parts)

    def __tf_tensor__(self, dtype=None, name=None):
        raise ValueError(f"Attempt to convert a value ({self}) with an unsupported type ({type(self)}) to a Tensor.")


class PerReplicaSpec(TypeSpec):
    """The type of values of replicas: a spec for each."""

    value_type = PerReplica

    def __init__(self, *value_specs):
        self._value_specs = value_specs

    def flatten(self):
        return [part for spec in self._value_specs for part in spec.flatten()]

    def placeholder_value(self, placeholder_context):
        return PerReplica([spec.placeholder_value(placeholder_context) for spec in self._value_specs])

    def to_tensors(self, value):
        return [tensor for spec, part in zip(self._value_specs, value.values) for tensor in spec.to_tensors(part)]

    def from_tensors(self, tensors):
        return PerReplica([spec.from_tensors(tensors) for spec in self._value_specs])

    def is_subtype_of(self, other):
        return isinstance(other, PerReplicaSpec) and len(other._value_specs) == len(self._value_specs) and all(
            one.is_subtype_of(two) for one, two in zip(self._value_specs, other._value_specs))

    def is_compatible_with(self, spec_or_value):
        spec = getattr(spec_or_value, "_type_spec", spec_or_value)
        return isinstance(spec, PerReplicaSpec) and len(spec._value_specs) == len(self._value_specs) and all(
            one.is_compatible_with(two) for one, two in zip(self._value_specs, spec._value_specs))

    def most_specific_common_supertype(self, others):
        columns = [self._value_specs, *(other._value_specs for other in others if isinstance(other, PerReplicaSpec))]
        if len(columns) != len(others) + 1 or len({len(column) for column in columns}) != 1:
            return None
        merged = [first.most_specific_common_supertype(rest) for first, *rest in zip(*columns)]
        return None if any(one is None for one in merged) else PerReplicaSpec(*merged)

    def cast(self, value, cast_context):
        if not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other):
        return isinstance(other, PerReplicaSpec) and self._value_specs == other._value_specs

    def __hash__(self):
        return hash(self._value_specs)

    def __repr__(self):
        return f"PerReplicaSpec({', '.join(map(repr, self._value_specs))})"


class Mirrored(DistributedValues):
    """Values that are the same for all replicas. It acts as the one of the replica that runs."""

    acts_as_tensor = True

    def __tf_tensor__(self, dtype=None, name=None):
        return convert_to_tensor(self._get(), dtype)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._get(), name)


def container_of(value):
    """The distributed Variable that a Variable is a part of, or the value itself."""
    reference = getattr(value, "_container", None) if not isinstance(value, DistributedValues) else None
    return value if reference is None or reference() is None else reference()


def regroup(values, wrap=PerReplica, always_wrap=False):
    """One structure for those of the replicas, with `wrap` of the leaves that are not the same."""
    first = values[0]
    if isinstance(first, (list, tuple)):
        for value in values[1:]:
            assert isinstance(value, type(first))
            assert len(value) == len(first), (
                f"Values to regroup had different lengths: len(v) == {len(value)}, len(v0) == {len(first)}, v: {value}, v0: {first}")
        parts = [regroup(tuple(value[index] for value in values), wrap, always_wrap) for index in range(len(first))]
        return first._make(parts) if hasattr(first, "_fields") else type(first)(parts) if type(first) in (list, tuple) else tuple(parts)
    if isinstance(first, abc.Mapping):
        for value in values[1:]:
            assert isinstance(value, abc.Mapping), f"v[0]: {first!r}  v[i]: {value!r}"
            assert set(value) == set(first), f"v[0].keys: {first.keys()}  v[i].keys: {set(value)}"
        return type(first)({key: regroup(tuple(value[key] for value in values), wrap, always_wrap) for key in first})
    same = all(value is first for value in values[1:])
    if same and (isinstance(first, DistributedValues) or not always_wrap and container_of(first) is first):
        return first
    if container_of(first) is not first:
        return container_of(first)
    return wrap(values)


def select(number, structure):
    """The structure that one replica gets."""
    return nest.map_structure(lambda value: value.values[number] if isinstance(value, (PerReplica, Mirrored)) else value, structure)


def local_results(value):
    """The values of a distributed one as a tuple."""
    return value.values if isinstance(value, DistributedValues) else (value,)
