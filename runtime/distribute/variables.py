"""Variables with a part for each replica."""

from __future__ import annotations

import weakref

from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.distribute import current
from runtime.distribute.reduction import ReduceOp, reduced
from runtime.distribute.values import DistributedValues, Mirrored, PerReplica, regroup, select
from runtime.ops.identity import identity
from runtime.variables import ResourceVariable, VariableAggregation, VariableSynchronization

_FIRST_OR_NONE = (VariableAggregation.NONE, VariableAggregation.ONLY_FIRST_REPLICA)


class DistributedVariable(DistributedValues, ResourceVariable):
    """A Variable of a strategy: in a replica it is the part of that one."""

    synchronization = VariableSynchronization.ON_WRITE

    def __init__(self, strategy, values, aggregation):
        self._strategy = strategy
        self._values = tuple(values)
        self._name = self._values[0]._name
        self.aggregation = aggregation
        self.constraint = self._values[0].constraint
        for value in self._values:
            value._container = weakref.ref(self)

    @property
    def handle(self):
        return self._get().handle

    @property
    def trainable(self):
        return self._values[0].trainable

    @trainable.setter
    def trainable(self, value):
        for part in self._values:
            part.trainable = value

    @property
    def distribute_strategy(self):
        return self._strategy

    @property
    def device(self):
        return self._get().device

    def _in_replica(self):
        """Whether a replica of this Variable's strategy runs the code."""
        level = current.current()
        return level.strategy is self._strategy and level.replica is not None

    def __tf_tracing_type__(self, tracing_context):
        return self._get().__tf_tracing_type__(tracing_context)

    def _restore_from_tensors(self, tensors):
        for part in self._values:
            part._restore_from_tensors(tensors)

    def __deepcopy__(self, memo):
        with self._strategy.scope():
            memo[id(self)] = copied = type(self)(self._strategy, [part.__deepcopy__(memo) for part in self._values], self.aggregation)
        return copied

    def __str__(self):
        return self._told(str)

    def __repr__(self):
        return self._told(repr)

    # -- changes -----------------------------------------------------------------------------------------------------
    def assign(self, value, use_locking=None, name=None, read_value=True):
        return self._change("assign", value, name, read_value)

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        return self._change("assign_add", delta, name, read_value)

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        return self._change("assign_sub", delta, name, read_value)

    def _scatter(self, kind, sparse_delta, name):
        return self._change(f"scatter_{kind}", sparse_delta, name, True)

    def _update_all(self, method, value, read_value):
        """Change all parts, each by its own part of `value`."""
        results = [getattr(part, method)(select(number, value)) for number, part in enumerate(self._values)]
        return regroup(tuple(map(identity, results)), Mirrored, always_wrap=len(results) > 1) if read_value else None

    def _change(self, method, value, name, read_value):
        raise NotImplementedError


class MirroredVariable(DistributedVariable):
    """The same value in all replicas: what they assign is aggregated first. Without an aggregation each assigns to its own part."""

    def _change(self, method, value, name, read_value):
        if method in ("scatter_update", "scatter_min", "scatter_max") and self.aggregation not in _FIRST_OR_NONE:
            raise NotImplementedError(
                f"{method} is only supported for mirrored variable (variable created within certain `tf.distribute.Strategy` scope) with NONE or "
                f"`ONLY_FIRST_REPLICA` aggregation, got: {self.aggregation}.")
        if not self._in_replica():
            return self._update_all(method, value, read_value)
        if self.aggregation is VariableAggregation.NONE:
            return getattr(self._get(), method)(value)

        def merge(strategy, value):
            if self.aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
                value = select(0, value)
            else:
                value = reduced(ReduceOp.from_variable_aggregation(self.aggregation), value, strategy.num_replicas_in_sync)
            return self._update_all(method, value, read_value)
        return current.get_replica_context().merge_call(merge, args=(value,))


class SyncOnReadVariable(DistributedVariable):
    """A value of its own in each replica; they are reduced when it is read outside of them."""

    synchronization = VariableSynchronization.ON_READ

    def value(self):
        if self._in_replica():
            return self._get().value()
        if self.aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            return self._values[0].value()
        operation = ReduceOp.from_variable_aggregation(self.aggregation)
        return reduced(operation, PerReplica([part.value() for part in self._values]), len(self._values))

    def read_value(self):
        return self.value()

    def _change(self, method, value, name, read_value):
        if self._in_replica():
            return getattr(self._get(), method)(value)
        if method != "assign":
            if self.aggregation is VariableAggregation.SUM:
                raise ValueError(f"SyncOnReadVariable does not support `{method}` in cross-replica context when aggregation is set to "
                                 "`tf.VariableAggregation.SUM`.")
        elif self.aggregation is VariableAggregation.SUM:  # each part gets its share
            value = convert_to_tensor(value, self.dtype) / len(self._values)
        return self._update_all(method, value, read_value)

    def _serialize_to_tensors(self):
        value = self.value()
        return {"VARIABLE_VALUE": value.numpy() if context.graph is None else value}

    def _restore_from_tensors(self, tensors):
        share = tensors["VARIABLE_VALUE"]
        if self.aggregation is VariableAggregation.SUM:
            share = share / len(self._values)
        for part in self._values:
            part._restore_from_tensors({"VARIABLE_VALUE": share.astype(self.dtype.numpy_dtype)})


def create(strategy, next_creator, **kwargs):
    """The Variable that a strategy makes in place of a plain one.

    Raises:
        ValueError: `VariableSynchronization.NONE`.
    """
    synchronization, aggregation = kwargs.get("synchronization"), kwargs.get("aggregation") or VariableAggregation.NONE
    if synchronization is VariableSynchronization.NONE:
        raise ValueError("`NONE` variable synchronization mode is not supported with tf.distribute strategy. Please change the `synchronization` "
                         f"for variable: {kwargs.get('name')}")
    on_read = synchronization is VariableSynchronization.ON_READ
    if on_read and kwargs.get("trainable") is None:
        kwargs["trainable"] = False
    parts = []
    for number in range(strategy.num_replicas_in_sync):
        if number:
            kwargs["name"] = f"{parts[0]._name}/replica_{number}/"
            kwargs["initial_value"] = _value_of(parts[0])
        parts.append(next_creator(**kwargs))
        parts[-1]._place = strategy.extended.worker_devices[number]
    return (SyncOnReadVariable if on_read else MirroredVariable)(strategy, parts, aggregation)


def _value_of(variable):
    """The initial value of a further part: that of the first one, which is read when it has it."""
    return lambda: variable.value()
