# `tf.distribute` on one process: strategies, replicas, values of replicas, reductions.
import tensorflow as tf
from tell import fails, show

D = tf.distribute
C = tf.constant


def logical(count):
    """So many logical CPUs."""
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)
    return [device.name for device in tf.config.list_logical_devices("CPU")]


def mirrored(count=2):
    return D.MirroredStrategy([name.replace("/device:", "") for name in logical(count)])


def replica():
    return D.get_replica_context().replica_id_in_sync_group


tf.get_logger().setLevel("ERROR")
# %% the-default-strategy
strategy = D.get_strategy()
print(type(strategy).__name__, D.has_strategy(), strategy.num_replicas_in_sync, D.in_cross_replica_context())
print(type(D.get_replica_context()).__name__, D.get_replica_context().num_replicas_in_sync, int(replica()))
print(D.get_strategy() is strategy, D.get_replica_context().strategy is strategy)
show(strategy.run(lambda x, y=1: x + y, args=(C(2),), kwargs={"y": 3}))
with strategy.scope():
    print(D.has_strategy(), D.in_cross_replica_context(), D.get_replica_context() is None, D.get_strategy() is strategy)
    print(tf.Variable(1.0))
show(strategy.reduce(D.ReduceOp.SUM, C([1.0, 2.0]), axis=None), strategy.reduce("MEAN", C([1.0, 2.0]), axis=0))
print(strategy.experimental_local_results(C(1)))
print(list(strategy.experimental_distribute_dataset(tf.data.Dataset.range(2))))
# %% one-device
strategy = D.OneDeviceStrategy("/cpu:0")
print(type(strategy).__name__, strategy.num_replicas_in_sync)
with strategy.scope():
    print(D.has_strategy(), D.in_cross_replica_context(), D.get_strategy() is strategy)
    v = tf.Variable(1.0)
print(type(v).__name__, v.numpy(), D.has_strategy())


def step(x):
    print(type(D.get_replica_context()).__name__, D.get_replica_context().strategy is strategy, tf.executing_eagerly())
    return v.assign_add(x)


print(strategy.run(step, args=(C(2.0),)).numpy())
print(tf.function(lambda: strategy.run(step, args=(C(2.0),)))().numpy())
show(strategy.reduce(D.ReduceOp.SUM, C([1.0, 2.0]), axis=0), strategy.reduce(D.ReduceOp.MEAN, C([1.0, 2.0]), axis=None))
print([batch.numpy().tolist() for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))])
# %% mirrored-strategy
strategy = mirrored()
print(type(strategy).__name__, strategy.num_replicas_in_sync, D.has_strategy(), D.in_cross_replica_context())
with strategy.scope():
    print(D.has_strategy(), D.in_cross_replica_context(), D.get_replica_context(), D.get_strategy() is strategy)
    with strategy.scope():
        print(D.get_strategy() is strategy)
print(D.has_strategy(), D.in_cross_replica_context())
print(strategy.run(lambda: 5), strategy.run(lambda: None), strategy.run(lambda: (1, {"a": "x"})))
# %% replicas-run-one-after-the-other
strategy = mirrored(3)


def step(x):
    context = D.get_replica_context()
    print(context.replica_id_in_sync_group, context.num_replicas_in_sync, type(context).__name__, context.strategy is strategy, D.in_cross_replica_context(),
          D.has_strategy(), x.numpy())
    return x + context.replica_id_in_sync_group


result = strategy.run(step, args=(C(10),))
print(result)
print(type(result).__name__, isinstance(result, D.DistributedValues), [int(value) for value in result.values])
print([int(value) for value in strategy.experimental_local_results(result)])
# %% replicas-in-functions
strategy = mirrored(2)
traces = []


@tf.function
def outer(x):
    traces.append("outer")

    def step(x):
        traces.append(replica())
        return x * tf.cast(replica() + 1, tf.float32)
    return strategy.run(step, args=(x,))


print([value.numpy() for value in outer(C(3.0)).values], traces)
outer(C(4.0))
print(traces)


@tf.function
def inner(x):
    traces.append(("inner", replica()))
    return x * tf.cast(replica() + 1, tf.float32)


del traces[:]
print([value.numpy() for value in strategy.run(inner, args=(C(3.0),)).values], traces)
strategy.run(inner, args=(C(4.0),))
print(traces, inner.experimental_get_tracing_count())
# %% per-replica-values-as-arguments
strategy = mirrored(2)
values = strategy.experimental_distribute_values_from_function(lambda context: C(context.replica_id_in_sync_group) * 10)
print(values, type(values).__name__)
print([int(value) for value in strategy.run(lambda x: x + 1, args=(values,)).values])
nested = strategy.run(lambda x: {"a": x["v"] + 1, "b": (x["v"], "text")}, args=({"v": values},))
print(nested)
print(strategy.experimental_local_results(nested["a"]), strategy.experimental_local_results(nested["b"][1]))
print(strategy.run(lambda: replica()))
fails(lambda: values + 1)
fails(lambda: tf.constant(values))
# %% reduce
strategy = mirrored(2)
values = strategy.run(lambda: C([1.0, 2.0]) * tf.cast(replica() + 1, tf.float32))
for operation in (D.ReduceOp.SUM, D.ReduceOp.MEAN, "sum", "MEAN"):
    show(strategy.reduce(operation, values, axis=None), strategy.reduce(operation, values, axis=0))
show(strategy.reduce(D.ReduceOp.MEAN, C(3.0), axis=None))
fails(strategy.reduce, D.ReduceOp.SUM, C(3.0), None)
print(strategy.reduce(D.ReduceOp.MEAN, 3.0, axis=None))
tensors = strategy.reduce(D.ReduceOp.SUM, {"a": values, "b": (values,)}, axis=None)
show(tensors["a"], tensors["b"][0])
uneven = strategy.run(lambda: tf.range(1.0, tf.cast(replica() + 2, tf.float32)))
show(strategy.reduce(D.ReduceOp.MEAN, uneven, axis=0), strategy.reduce(D.ReduceOp.SUM, uneven, axis=0))
matrix = strategy.run(lambda: C([[1, 2], [3, 4]]))
show(strategy.reduce(D.ReduceOp.SUM, matrix, axis=1), strategy.reduce(D.ReduceOp.SUM, matrix, axis=(0, 1)))
# %% reduce-refuses
strategy = mirrored(2)
values = strategy.run(lambda: C([1.0]))
fails(strategy.reduce, "PRODUCT", values, None)
fails(strategy.reduce, 5, values, None)
fails(lambda: strategy.run(lambda: strategy.reduce(D.ReduceOp.SUM, values, axis=None)))
fails(strategy.reduce, D.ReduceOp.SUM, strategy.run(lambda: "a"), None)
# %% reduce-operations-have-names
print(D.ReduceOp.SUM, D.ReduceOp.MEAN.value, D.ReduceOp("SUM"), list(D.ReduceOp))
fails(D.ReduceOp, "MAX")
# %% all-reduce-in-replicas
strategy = mirrored(2)


def step():
    context = D.get_replica_context()
    value = tf.cast(replica() + 1, tf.float32)
    return (context.all_reduce(D.ReduceOp.SUM, value), context.all_reduce("MEAN", [value, {"a": value * 2}]),
            context.all_reduce(D.ReduceOp.SUM, C([1.0, 2.0])))


total, nested, vector = strategy.run(step)
show(*total.values, *nested[0].values, *nested[1]["a"].values, *vector.values)
total, _, _ = tf.function(lambda: strategy.run(step))()
show(*total.values)
x = D.get_replica_context().all_reduce(D.ReduceOp.SUM, C(2.0))
show(x)
# %% all-reduce-has-a-gradient
strategy = mirrored(2)


def step():
    x = tf.cast(replica() + 1, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = D.get_replica_context().all_reduce(D.ReduceOp.SUM, x * x)
    return tape.gradient(y, x)


show(*strategy.run(step).values)
# %% merge-call
strategy = mirrored(2)
order = []


def merged(strategy_, x, y):
    order.append(("merged", strategy_ is strategy, D.in_cross_replica_context(), D.get_replica_context()))
    print(x, y)
    return strategy_.reduce(D.ReduceOp.SUM, x, axis=None), "done"


def step():
    order.append(("before", replica()))
    result = D.get_replica_context().merge_call(merged, args=(tf.cast(replica(), tf.float32),), kwargs={"y": 5})
    order.append(("after", replica()))
    return result


print(strategy.run(step))
print(order)
print(D.get_replica_context().merge_call(lambda s, x: (type(s).__name__, D.in_cross_replica_context(), x), args=(3,)))
# %% merge-call-in-a-function
strategy = mirrored(2)


@tf.function
def train():
    def step():
        x = tf.cast(replica() + 1, tf.float32)
        y = D.get_replica_context().merge_call(lambda s, x: s.reduce(D.ReduceOp.SUM, x, axis=None), args=(x,))
        return x + y
    return strategy.reduce(D.ReduceOp.MEAN, strategy.run(step), axis=None)


show(train())
# %% merge-call-that-not-all-replicas-make
strategy = mirrored(2)


def step():
    if replica() == 0:
        return D.get_replica_context().merge_call(lambda s: 1)
    return 2


fails(strategy.run, step)
# %% errors-in-a-replica
strategy = mirrored(2)


def step():
    print("replica", replica())
    if replica() == 1:
        raise ValueError("in replica 1")


fails(strategy.run, step)
print(D.in_cross_replica_context(), D.has_strategy())
fails(strategy.run, lambda: 1 / 0)
print(strategy.run(lambda: 1))
# %% run-inside-run
strategy = mirrored(2)
fails(lambda: strategy.run(lambda: strategy.run(lambda: 1)))
fails(lambda: strategy.run(lambda: strategy.scope().__enter__()))
other = D.OneDeviceStrategy("/cpu:0")
with strategy.scope():
    fails(lambda: other.scope().__enter__())
    print(strategy.run(lambda: D.get_strategy() is strategy))
    fails(other.run, lambda: 1)
with other.scope():
    fails(lambda: strategy.scope().__enter__())
# %% scopes-end-in-order
strategy = mirrored(2)
scope = strategy.scope()
entered = scope.__enter__()
print(entered is strategy, D.has_strategy())
scope.__exit__(None, None, None)
print(D.has_strategy())
D.experimental_set_strategy(strategy)
print(D.get_strategy() is strategy, D.has_strategy())
D.experimental_set_strategy(None)
print(D.has_strategy())
# %% devices-of-replicas
strategy = mirrored(2)
print(strategy.extended.worker_devices, strategy.extended.parameter_devices)
with strategy.scope():
    v = tf.Variable(1.0)
print([component.device for component in v.values], v.device)
# %% replicas-by-default
print(logical(3))
print(D.MirroredStrategy().num_replicas_in_sync)
print(D.MirroredStrategy(["/cpu:0", "/cpu:1"]).num_replicas_in_sync)
fails(lambda: D.MirroredStrategy(["/cpu:0", "/cpu:0"]))
fails(lambda: D.MirroredStrategy([]))
# %% one-replica
strategy = D.MirroredStrategy(["/cpu:0"])
print(strategy.num_replicas_in_sync, strategy.run(lambda: C(5)), strategy.run(lambda: 3))
with strategy.scope():
    v = tf.Variable(1.0)
print(type(v).__name__, strategy.reduce("SUM", strategy.run(lambda: v.assign_add(1.0)), axis=None))
# %% gather
strategy = mirrored(2)
values = strategy.run(lambda: tf.reshape(tf.range(2 * (replica() + 1)), [-1, 2]))
show(strategy.gather(values, axis=0))
fails(strategy.gather, values, 1)
print(strategy.run(lambda: D.get_replica_context().all_gather(tf.reshape(replica(), [1]), axis=0)))
# %% plain-functions-are-converted
strategy = mirrored(2)


def step(x):
    if x > 1:
        return x * 2
    return x


print([value.numpy() for value in tf.function(lambda x: strategy.run(step, args=(x,)))(C(3)).values])
print(strategy.run(step, args=(C(1),)))
# %% names-in-graphs
strategy = mirrored(2)


@tf.function
def train(x):
    return strategy.reduce("SUM", strategy.run(lambda x: tf.square(x, name="sq") + 1, args=(x,)), axis=None)


graph = train.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
print([op.name for op in graph.get_operations() if op.type in ("Square", "AddV2", "AddN")])
# %% random-numbers-in-replicas
strategy = mirrored(2)
tf.random.set_seed(1)
show(*strategy.run(lambda: tf.random.uniform([2])).values)
show(*strategy.run(lambda: tf.random.uniform([2], seed=3)).values)
tf.random.set_seed(1)


@tf.function
def draw():
    return strategy.run(lambda: tf.random.normal([2]))


show(*draw().values, *draw().values)
show(*strategy.run(lambda: tf.random.stateless_uniform([1], [1, 2])).values)
# %% generators-in-replicas
strategy = mirrored(2)
with strategy.scope():
    generator = tf.random.Generator.from_seed(1)
show(*strategy.run(lambda: generator.normal([2])).values)
show(*strategy.run(lambda: generator.normal([2])).values)
print(type(generator.state).__name__)
fails(lambda: generator.normal([2]))
outside = tf.random.Generator.from_seed(1)
show(*strategy.run(lambda: outside.normal([1])).values)
# %% generators-outside-of-a-strategy
strategy = mirrored(2)
g = tf.random.Generator.from_seed(1)
with strategy.scope():
    strategy.run(lambda: print(g.normal([])))
# %% generators-made-in-replicas
strategy = mirrored(2)


def step():
    made = tf.random.Generator.from_seed(1)
    a = made.normal([])
    b = made.normal([])
    return tf.stack([a, b])


with strategy.scope():
    show(*strategy.run(step).values)
# %% generators-as-arguments
strategy = mirrored(2)
generators = tf.random.Generator.from_seed(1).split(2)
arguments = strategy.run(lambda: [generators[D.get_replica_context().replica_id_in_sync_group]])
strategy.run(lambda g: print(g.normal([])), args=arguments)
# %% generators-in-functions-of-a-strategy
strategy = mirrored(2)
with strategy.scope():
    g = tf.random.Generator.from_seed(1)


@tf.function
def draw():
    return strategy.run(lambda: g.normal([2]))


show(*draw().values, *draw().values)
g.reset_from_seed(1)
show(*draw().values)
# %% default-strategy-leaves-values-alone
strategy = D.get_strategy()
print(repr(strategy.reduce("SUM", 1., axis=None)), strategy.reduce("MEAN", [1, 2.], axis=None), strategy.reduce("SUM", {"a": "b"}, axis=None))
print(strategy.reduce("SUM", [1., 2.], axis=0), strategy.extended.reduce_to("SUM", 3., None), strategy.reduce("MEAN", tf.constant([1., 3.]), axis=0))
try:
    strategy.reduce("x", 1., axis=None)
except ValueError as error:
    print(error)
# %% central-storage
strategy = D.experimental.CentralStorageStrategy()
print(strategy.num_replicas_in_sync, strategy.extended.parameter_devices, isinstance(strategy, D.OneDeviceStrategy), isinstance(strategy, D.Strategy))
with strategy.scope():
    v = tf.Variable(1.0)
    print(v, type(v).__name__ != "MirroredVariable", D.get_strategy() is strategy)
print(strategy.run(lambda x: v.assign_add(x) + 0.0, args=(2.0,)), strategy.reduce("SUM", strategy.run(lambda: v + 1.0), axis=None))
print([batch.numpy().tolist() for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))])
print(strategy.experimental_local_results(strategy.run(lambda: tf.constant(1))), strategy.run(D.get_replica_context).replica_id_in_sync_group)
# %% communication
I = D.experimental.CommunicationImplementation
print(list(I), I.NCCL, I("RING") is I.RING, D.experimental.CollectiveCommunication is I)
print(D.experimental.CommunicationOptions(implementation=I.RING, timeout_seconds=3.0).implementation)
