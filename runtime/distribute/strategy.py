"""Strategies: where Variables live, and what runs for each replica."""

from __future__ import annotations

import contextlib

from runtime import config
from runtime.autograph.calls import tf_convert
from runtime.autograph.options import control_status_ctx
from runtime.core import device as devices
from runtime.core import dtypes, nest
from runtime.core.refused import RefusedError
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.scopes import name_scope
from runtime.core.indexed_slices import IndexedSlices
from runtime.distribute import current, input_lib
from runtime.distribute.reduction import ReduceOp, as_reduce_op, each_reduced
from runtime.distribute.replicas import call_for_each_replica
from runtime.distribute.values import DistributedValues, Mirrored, PerReplica, local_results, regroup, select
from runtime.distribute.variables import DistributedVariable, create
from runtime.gradient.custom_gradient import custom_gradient
from runtime.ops.array import shape as shape_of
from runtime.ops.cast import cast
from runtime.ops.creation import range_
from runtime.ops.gather_scatter import gather
from runtime.ops.identity import identity
from runtime.ops.joining import concat
from runtime.ops.reduction import reduce_prod, reduce_sum
from runtime.variables import variable_creator_scope

_HOST = "/job:localhost/replica:0/task:0"


class ReplicaContext:
    """What a replica knows: its number, how many there are, and how to do something with all of them."""

    def __init__(self, strategy, number=0):
        self._strategy, self.number = strategy, number

    @property
    def strategy(self):
        return self._strategy

    @property
    def num_replicas_in_sync(self):
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self):
        """The number of this replica, an int32 tensor."""
        return constant(self.number, dtypes.int32, name="replica_id_in_sync_group")

    @property
    def _replica_id(self):
        return self.number

    @property
    def devices(self):
        return (self._strategy.extended.worker_devices[self.number],)

    def merge_call(self, merge_fn, args=(), kwargs=None):
        """Call ``merge_fn(strategy, *args)`` once for all replicas, with their arguments regrouped. All have to come to it."""
        merge_fn = tf_convert(merge_fn, control_status_ctx(), convert_by_default=False)
        return self._merge(merge_fn, args, kwargs or {})

    def _merge(self, function, args, kwargs):
        with current.entered(current.Level(self._strategy), self._strategy.extended.place):
            return function(self._strategy, *args, **kwargs)

    def all_reduce(self, reduce_op, value, options=None):
        """The sum or mean over all replicas of a tensor, or of a structure of them."""
        reduce_op, flat = as_reduce_op(reduce_op), nest.flatten(value)

        def reduce_all(strategy, *values):
            return [strategy.extended.reduce_to(reduce_op, one, None) for one in values]

        if any(isinstance(one, IndexedSlices) for one in flat):
            return nest.pack_sequence_as(value, self.merge_call(reduce_all, args=tuple(flat)))

        @custom_gradient
        def reduced(*values):
            found = self.merge_call(reduce_all, args=values)
            return list(found), lambda *gradients: self.all_reduce(reduce_op, list(gradients))

        return nest.pack_sequence_as(value, reduced(*map(convert_to_tensor, flat)))

    def all_gather(self, value, axis, options=None):
        """The tensors of all replicas, joined along an axis."""
        def gather_all(strategy, values):
            return concat([convert_to_tensor(one) for one in local_results(values)], axis)

        def gathered(one):
            @custom_gradient
            def function(tensor):
                size = shape_of(tensor)[axis]

                def gradient(total):
                    start = self.number * size
                    summed = self.all_reduce(ReduceOp.SUM, total)
                    return gather(summed, start + range_(size), axis=axis)
                return self.merge_call(gather_all, args=(tensor,)), gradient
            return function(convert_to_tensor(one))
        return nest.map_structure(gathered, value)


class _DefaultReplicaContext(ReplicaContext):
    pass


class _OneDeviceReplicaContext(ReplicaContext):
    pass


class _MirroredReplicaContext(ReplicaContext):
    def __init__(self, strategy, replica):
        super().__init__(strategy, replica.number)
        self._replica = replica

    def _merge(self, function, args, kwargs):
        return self._replica.merge(function, args, kwargs)


class StrategyExtended:
    """What code that knows about strategies asks of one (`strategy.extended`)."""

    experimental_require_static_shapes = False

    def __init__(self, strategy, worker_devices):
        self._strategy = strategy
        self.worker_devices = self.parameter_devices = tuple(worker_devices)

    @property
    def place(self):
        """What tells the traces of functions in this strategy's scope from others."""
        return ("scope", id(self._strategy))

    def replica_context(self, replica):
        return _MirroredReplicaContext(self._strategy, replica)

    def reduce_to(self, reduce_op, value, destinations, options=None):
        """One value for those of the replicas."""
        current.require_cross_replica(self._strategy)
        return each_reduced(as_reduce_op(reduce_op), value, self._strategy.num_replicas_in_sync)

    def batch_reduce_to(self, reduce_op, value_destination_pairs, options=None):
        return [self.reduce_to(reduce_op, value, destination) for value, destination in value_destination_pairs]

    def broadcast_to(self, tensor, destinations):
        return tensor

    def update(self, var, fn, args=(), kwargs=None, group=True):
        """``fn(part, *args)`` for each part of a Variable."""
        kwargs = kwargs or {}
        if not isinstance(var, DistributedVariable):
            return fn(var, *args, **kwargs)
        fn = tf_convert(fn, control_status_ctx(), convert_by_default=False)
        if current.get_replica_context() is not None and current.has_strategy():
            return current.get_replica_context().merge_call(
                lambda strategy, *given, **named: strategy.extended.update(var, fn, given, named, group), args=tuple(args), kwargs=kwargs)
        results = []
        for number, part in enumerate(var.values):
            with devices.device(part.device), name_scope(f"update_{number}"):
                results.append(fn(part, *select(number, args), **select(number, kwargs)))
        return regroup(tuple(results), Mirrored) if group else nest.map_structure(local_results, regroup(tuple(results), Mirrored))

    def update_non_slot(self, colocate_with, fn, args=(), kwargs=None, group=True):
        """``fn(*args)`` once for each part that `colocate_with` has."""
        return self._strategy.extended.update(colocate_with, lambda _, *given, **named: fn(*given, **named), args, kwargs, group)

    def call_for_each_replica(self, fn, args=(), kwargs=None):
        return self._strategy.run(fn, args, kwargs)

    @contextlib.contextmanager
    def colocate_vars_with(self, colocate_with_variable):
        """Accepted: each part of a Variable is where its replica is."""
        yield

    def variable_created_in_scope(self, v):
        """Whether this strategy has made a Variable."""
        return getattr(v, "_strategy", getattr(v, "_made_by", None)) is self._strategy

    def value_container(self, value):
        return value

    def read_var(self, v):
        return v.read_value()


class Strategy:
    """Runs steps on replicas (`tf.distribute.Strategy`)."""

    _extended_class = StrategyExtended

    def __init__(self, worker_devices=(f"{_HOST}/device:CPU:0",)):
        self._extended = self._extended_class(self, worker_devices)
        self._scopes = []

    @property
    def extended(self):
        return self._extended

    @property
    def num_replicas_in_sync(self):
        """How many replicas run."""
        return len(self._extended.worker_devices)

    @property
    def cluster_resolver(self):
        """None: there is one process."""
        return None

    # -- scopes ------------------------------------------------------------------------------------------------------
    @contextlib.contextmanager
    def _entered(self):
        level = current.current()
        if level.strategy is self:
            if level.replica is not None:
                raise RuntimeError(current.IN_REPLICA)
            yield self
            return
        if level.strategy is not current._own[0].strategy:
            raise current.mixed(level.strategy, self)
        with contextlib.ExitStack() as blocks:
            blocks.enter_context(current.entered(current.Level(self), self._extended.place))
            blocks.enter_context(variable_creator_scope(self._create_variable))
            yield self

    def scope(self):
        """A block in which Variables are this strategy's."""
        return self._entered()

    def _create_variable(self, next_creator, **kwargs):
        return create(self, next_creator, **kwargs)

    # -- steps -------------------------------------------------------------------------------------------------------
    def run(self, fn, args=(), kwargs=None, options=None):
        """``fn(*args)`` for each replica, with its part of the arguments."""
        if not isinstance(args, (list, tuple)):
            raise ValueError(f"positional args must be a list or tuple, got {type(args)}")
        with self.scope():
            return self._each(fn, tuple(args), kwargs or {})

    experimental_run_v2 = run

    def _each(self, fn, args, kwargs):
        return call_for_each_replica(self, fn, args, kwargs)

    def reduce(self, reduce_op, value, axis):
        """The sum or mean over the replicas, and along `axis` if it is given; of a structure of values, each."""
        current.require_cross_replica(self)
        reduce_op = as_reduce_op(reduce_op)
        if axis is None:
            return self._reduced(reduce_op, value)
        if reduce_op is ReduceOp.SUM:
            return self._reduced(reduce_op, self.run(lambda part: reduce_sum(part, axis=axis), args=(value,)))
        sums = self.run(_sum_and_count, args=(value, axis))
        total, count = (self._reduced(ReduceOp.SUM, one) for one in sums)
        return total / cast(count, total.dtype)

    def _reduced(self, reduce_op, value):
        with current.entered(current.Level(self), self._extended.place):
            return each_reduced(reduce_op, value, self.num_replicas_in_sync)

    def gather(self, value, axis):
        """The tensors of all replicas, joined along an axis."""
        current.require_cross_replica(self)
        return nest.map_structure(lambda one: concat([convert_to_tensor(part) for part in local_results(one)], axis), value)

    def unwrap(self, value):
        return self.experimental_local_results(value)

    def experimental_local_results(self, value):
        """The values of the replicas as a tuple; of a structure, one for each leaf that has parts."""
        return nest.map_structure(local_results, value) if nest.is_nested(value) else local_results(value)

    def group(self, value, name=None):
        return value

    def parts_of(self, batch):
        """A batch, or a structure of them, with a part for each replica."""
        count = self.num_replicas_in_sync
        return batch if count == 1 else nest.map_structure(lambda leaf: None if leaf is None else input_lib.cut(leaf, count), batch)

    # -- data --------------------------------------------------------------------------------------------------------
    def experimental_distribute_dataset(self, dataset, options=None):
        """A dataset whose elements are those of `dataset`, batches, cut into a part for each replica."""
        return input_lib.distribute(self, dataset)

    def distribute_datasets_from_function(self, dataset_fn, options=None):
        """A dataset whose elements have an element of ``dataset_fn(input_context)`` for each replica."""
        return input_lib.from_function(self, dataset_fn)

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def experimental_distribute_values_from_function(self, value_fn):
        """Values for the replicas, each made by ``value_fn(context)`` that tells its number."""
        return regroup(tuple(value_fn(ValueContext(number, self.num_replicas_in_sync)) for number in range(self.num_replicas_in_sync)),
                       always_wrap=True)

    def __deepcopy__(self, memo):
        return self


def _sum_and_count(value, axis):
    total = reduce_sum(value, axis=axis)
    if isinstance(axis, int) and value.shape.rank is not None and value.shape[axis] is not None:
        return total, identity(constant(value.shape[axis], dtypes.int64))
    count = shape_of(value, out_type=dtypes.int64)
    return total, count[axis] if isinstance(axis, int) else reduce_prod(gather(count, axis))


class ValueContext:
    """Which replica a value is made for (`tf.distribute.experimental.ValueContext`)."""

    def __init__(self, replica_id_in_sync_group=0, num_replicas_in_sync=1):
        self.replica_id_in_sync_group, self.num_replicas_in_sync = replica_id_in_sync_group, num_replicas_in_sync

    def __str__(self):
        return (f"tf.distribute.ValueContext(replica id {self.replica_id_in_sync_group},  total replicas in sync: {self.num_replicas_in_sync})")


class _DefaultExtended(StrategyExtended):
    def reduce_to(self, reduce_op, value, destinations, options=None):
        current.require_cross_replica(self._strategy)
        as_reduce_op(reduce_op)
        return value


class _DefaultDistributionStrategy(Strategy):
    """The strategy of code that is in no scope: it changes nothing."""

    _extended_class = _DefaultExtended

    def _reduced(self, reduce_op, value):
        return value

    @contextlib.contextmanager
    def _entered(self):
        level = current.current()
        if level.strategy is not self:
            raise current.mixed(level.strategy, self)
        with current.entered(level, context.place):
            yield self

    def _each(self, fn, args, kwargs):
        fn = tf_convert(fn, control_status_ctx(), convert_by_default=False)
        return fn(*args, **kwargs)

    def experimental_distribute_dataset(self, dataset, options=None):
        return dataset

    def distribute_datasets_from_function(self, dataset_fn, options=None):
        return dataset_fn(input_lib.InputContext())

    def _create_variable(self, next_creator, **kwargs):
        return next_creator(**kwargs)


class OneReplicaStrategy(Strategy):
    """One replica on one device: `run` calls the function itself."""

    def __init__(self, device):
        super().__init__([f"{_HOST}{devices.canonical_name(device)}" if device else f"{_HOST}/device:CPU:0"])

    def _each(self, fn, args, kwargs):
        fn = tf_convert(fn, control_status_ctx(), convert_by_default=False)
        with current.entered(current.Level(self, _OneDeviceReplicaContext(self)), (id(self), 0)), devices.device(self.extended.worker_devices[0]):
            return fn(*select(0, args), **select(0, kwargs))

    def _create_variable(self, next_creator, **kwargs):
        variable = next_creator(**kwargs)
        variable._made_by = self
        return variable


class OneDeviceStrategy(OneReplicaStrategy):
    """A strategy that places all on one device."""


class CentralStorageStrategy(OneReplicaStrategy):
    """Variables on one device, and a replica on each device that computes, of which there is one."""

    def __init__(self, compute_devices=None, parameter_device=None):
        if compute_devices is not None and len(compute_devices) > 1:
            raise RefusedError("tf.distribute.experimental.CentralStorageStrategy has one replica in the runtime, which is one process on one CPU")
        super().__init__(compute_devices[0] if compute_devices else None)


class MirroredStrategy(Strategy):
    """A replica for each device, and Variables that are the same on all.

    Args:
        devices: names of devices, by default all logical CPUs.

    Raises:
        AssertionError: a device is named twice.
    """

    def __init__(self, devices=None, cross_device_ops=None):
        names = devices or [name for name, _ in config.list_logical_devices("CPU")]
        places = tuple(map(_full_name, names))
        assert len(set(places)) == len(places), f"No duplicates allowed in `devices` argument: {places}"
        super().__init__(places)
        self._cross_device_ops = cross_device_ops


def _full_name(name):
    name = devices.canonical_name(name)
    return name if name.startswith("/job:") else f"{_HOST}{name}"


def make_default():
    """The level of the default strategy."""
    strategy = _DefaultDistributionStrategy()
    return current.Level(strategy, _DefaultReplicaContext(strategy))


def experimental_set_strategy(strategy):
    """Have all code that is in no scope be in that of a strategy; None: of the default one. Raises RuntimeError in a scope."""
    if context.strategies:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    context.variable_creators = tuple(creator for creator in context.variable_creators if getattr(creator, "__name__", "") != "_create_variable")
    if strategy is None or strategy is current._own[0].strategy:
        current.set_default(None)
        context.place = None
        return
    current.set_default(current.Level(strategy))
    context.place = strategy.extended.place
    context.variable_creators = (*context.variable_creators, strategy._create_variable)


current.default_level(make_default)

__all__ = ["DistributedValues", "MirroredStrategy", "OneDeviceStrategy", "PerReplica", "ReplicaContext", "Strategy", "StrategyExtended",
           "ValueContext", "experimental_set_strategy"]
