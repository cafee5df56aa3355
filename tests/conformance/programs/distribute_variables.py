# Variables under a strategy: mirrored ones and those that are reduced when read.
import tensorflow as tf
from tell import fails, show

D = tf.distribute
C = tf.constant
S = tf.VariableSynchronization
A = tf.VariableAggregation


def mirrored(count=2):
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)
    return D.MirroredStrategy([f"CPU:{number}" for number in range(count)])


def replica():
    return D.get_replica_context().replica_id_in_sync_group


def values(variable):
    return [value.numpy().tolist() for value in variable.values]


tf.get_logger().setLevel("ERROR")
strategy = mirrored()
# %% mirrored-variables
with strategy.scope():
    v = tf.Variable([1.0, 2.0], name="v")
print(type(v).__name__, isinstance(v, tf.Variable), isinstance(v, D.DistributedValues), v.name, v.dtype, v.shape, v.trainable, v.synchronization.name, v.aggregation.name)
print(v)
print([component.name for component in v.values], [type(component).__name__ for component in v.values])
print(v.numpy(), v + 1, tf.reduce_sum(v).numpy(), v[0].numpy(), v.read_value())
print([x.numpy().tolist() for x in strategy.run(lambda: v * 2).values])
print(tf.Variable(1.0), tf.is_tensor(v))
# %% assign-outside-of-replicas
with strategy.scope():
    v = tf.Variable(1.0)
    v.assign(3.0)
    print(values(v))
v.assign_add(1.0)
print(values(v), v.numpy())
v.assign_sub(0.5)
print(values(v))
print(tf.function(lambda: v.assign_add(1.0))().numpy(), values(v))
fails(v.assign, [1.0, 2.0])
# %% assign-in-replicas-needs-an-aggregation
with strategy.scope():
    v = tf.Variable(1.0)
for assign in (lambda: v.assign(2.0), lambda: v.assign_add(2.0)):
    try:
        strategy.run(assign)
    except ValueError as error:
        print(str(error)[:160])
print(values(v))
# %% aggregations
with strategy.scope():
    summed = tf.Variable(10.0, aggregation=A.SUM)
fails(lambda: strategy.run(lambda: summed.assign_sub(1.0)))
for aggregation in (A.SUM, A.MEAN, A.ONLY_FIRST_REPLICA):
    with strategy.scope():
        v = tf.Variable(10.0, aggregation=aggregation)
    result = strategy.run(lambda: v.assign(tf.cast(replica() + 1, tf.float32)))
    print(aggregation.name, values(v), [x.numpy() for x in strategy.experimental_local_results(result)])
    strategy.run(lambda: v.assign_add(tf.cast(replica() + 1, tf.float32)))
    print(values(v))
    if aggregation is not A.SUM:
        strategy.run(lambda: v.assign_sub(1.0))
    print(values(v))
    tf.function(lambda: strategy.run(lambda: v.assign_add(tf.cast(replica() + 1, tf.float32))))()
    print(values(v))
# %% sync-on-read
with strategy.scope():
    v = tf.Variable(0.0, synchronization=S.ON_READ, aggregation=A.SUM)
    m = tf.Variable(0.0, synchronization=S.ON_READ, aggregation=A.MEAN)
    f = tf.Variable(0.0, synchronization=S.ON_READ, aggregation=A.ONLY_FIRST_REPLICA)
print(type(v).__name__, v.trainable, v.synchronization)
print(v)


def step():
    for variable in (v, m, f):
        variable.assign_add(tf.cast(replica() + 1, tf.float32))
    return v.read_value(), v + 0.0


own, _ = strategy.run(step)
print([x.numpy() for x in own.values], values(v), values(m), values(f))
print(v.numpy(), m.numpy(), f.numpy(), (v + 1).numpy(), v.read_value().numpy())
with strategy.scope():
    v.assign(10.0), m.assign(10.0)
print(values(v), values(m), v.numpy(), m.numpy())
# %% sync-on-read-refuses
with strategy.scope():
    v = tf.Variable(0.0, synchronization=S.ON_READ, aggregation=A.SUM)
    n = tf.Variable(0.0, synchronization=S.ON_READ)
with strategy.scope():
    fails(v.assign_add, 1.0)
    fails(n.numpy)
    fails(n.read_value)
strategy.run(lambda: n.assign_add(1.0))
print(values(n))
fails(lambda: tf.Variable(0.0, synchronization=S.ON_READ, trainable=True))
with strategy.scope():
    fails(lambda: tf.Variable(0.0, synchronization=S.ON_READ, trainable=True))
    fails(lambda: tf.Variable(0.0, synchronization=S.NONE))
    print(tf.Variable(0.0, synchronization=S.ON_WRITE).synchronization)
# %% initial-values
made = []


def initial():
    made.append(1)
    return tf.random.normal([2])


with strategy.scope():
    tf.random.set_seed(1)
    v = tf.Variable(initial)
print(len(made), values(v)[0] == values(v)[1])
with strategy.scope():
    w = tf.Variable(v)
print(values(w) == values(v))
# %% variables-made-in-replicas
made = []


def step():
    if not made:
        made.append(tf.Variable(float(replica()) + 5.0, name="made"))
    return made[0]


try:
    result = strategy.run(lambda: tf.Variable(float(replica()) + 5.0, name="made"))
    print(type(result).__name__, [x.numpy() for x in result.values])
except Exception as error:
    print(type(error).__name__)
# %% gradients-of-mirrored-variables
with strategy.scope():
    v = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(v * v)
show(tape.gradient(y, v))


def step():
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(v * tf.cast(replica() + 1, tf.float32))
    return tape.gradient(y, v)


show(*strategy.run(step).values)
show(*tf.function(lambda: strategy.run(step))().values)


def watched():
    with tf.GradientTape() as tape:
        y = v * v
    return [w is v for w in tape.watched_variables()], len(tape.watched_variables())


print(strategy.run(watched))
# %% update-each-component
with strategy.scope():
    v = tf.Variable(1.0)
    strategy.extended.update(v, lambda component, x: component.assign_add(x), args=(2.0,))
    print(values(v))
    per_replica = strategy.run(lambda: tf.cast(replica(), tf.float32))
    result = strategy.extended.update(v, lambda component, x: component.assign_add(x), args=(strategy.extended.reduce_to("SUM", per_replica, v),))
    print(values(v))
    print([x.numpy() for x in strategy.experimental_local_results(v)])
# %% sparse-updates
with strategy.scope():
    v = tf.Variable([[1.0], [2.0], [3.0]], aggregation=A.SUM)
    n = tf.Variable([[1.0], [2.0]])
strategy.run(lambda: v.scatter_add(tf.IndexedSlices(C([[10.0]]), tf.reshape(replica(), [1]), C([3, 1]))))
print(values(v))
try:
    v.scatter_update(tf.IndexedSlices(C([[5.0]]), C([2])))
except NotImplementedError as error:
    print(str(error)[:150])
v.scatter_sub(tf.IndexedSlices(C([[5.0]]), C([2])))
print(values(v))
n.scatter_update(tf.IndexedSlices(C([[5.0]]), C([1])))
print(values(n))
try:
    strategy.run(lambda: n.scatter_add(tf.IndexedSlices(C([[10.0]]), C([0]))))
except Exception as error:
    print(type(error).__name__, str(error)[:100])
# %% reading-in-functions
with strategy.scope():
    v = tf.Variable(1.0)
    s = tf.Variable(1.0, synchronization=S.ON_READ, aggregation=A.SUM)


@tf.function
def read():
    return v + 1, s + 1


show(*read())
v.assign(5.0)
strategy.run(lambda: s.assign_add(1.0))
show(*read())
show(*[x for pair in strategy.run(read) for x in pair.values])
# %% modules-and-checkpoints
import os
import tempfile

with strategy.scope():
    module = tf.Module()
    module.v = tf.Variable(3.0)
    module.s = tf.Variable(4.0, synchronization=S.ON_READ, aggregation=A.SUM)
print(len(module.variables), len(module.trainable_variables), module.variables[0] is module.v or module.variables[1] is module.v)
path = tf.train.Checkpoint(m=module).write(os.path.join(tempfile.mkdtemp(), "c"))
print(tf.train.list_variables(path))
plain = tf.Module()
plain.v, plain.s = tf.Variable(0.0), tf.Variable(0.0)
tf.train.Checkpoint(m=plain).read(path)
print(plain.v.numpy(), plain.s.numpy())
module.v.assign(0.0)
tf.train.Checkpoint(m=module).read(path)
print(values(module.v), values(module.s), module.s.numpy())
# %% variables-of-other-strategies
with strategy.scope():
    v = tf.Variable(1.0)
one = D.OneDeviceStrategy("/cpu:0")
with one.scope():
    w = tf.Variable(2.0)
    fails(lambda: one.run(lambda: w.assign_add(1.0)).numpy())
print(type(w).__name__)
print(strategy.extended.variable_created_in_scope(v), strategy.extended.variable_created_in_scope(w), one.extended.variable_created_in_scope(w))
# %% creators-of-variables
def creator(next_creator, **kwargs):
    print(kwargs["name"])
    return next_creator(**kwargs)


with tf.variable_creator_scope(creator), strategy.scope():
    tf.Variable(1.0, name="a")
with strategy.scope(), tf.variable_creator_scope(creator):
    print(type(tf.Variable(1.0, name="b")).__name__)
