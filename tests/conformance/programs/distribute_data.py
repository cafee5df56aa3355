# Datasets under a strategy.
import warnings

import tensorflow as tf
from tell import fails, show

D = tf.distribute
C = tf.constant


def mirrored(count=2):
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)
    return D.MirroredStrategy([f"CPU:{number}" for number in range(count)])


def told(value):
    return [part.numpy().tolist() for part in strategy.experimental_local_results(value)]


def ends(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__)


tf.get_logger().setLevel("ERROR")
warnings.simplefilter("ignore")
strategy = mirrored()
# %% distribute-a-dataset
dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(10).batch(4))
print(type(dataset).__name__, isinstance(dataset, D.DistributedDataset), dataset.element_spec)
for batch in dataset:
    print(type(batch).__name__, told(batch))
print([told(batch) for batch in dataset])
# %% batches-that-do-not-divide
for size in (3, 5, 1):
    print([told(batch) for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(5).batch(size))])
print([told(batch) for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(5).batch(4, drop_remainder=True))])
# %% structures
data = tf.data.Dataset.from_tensor_slices(({"x": C([1.0, 2.0, 3.0, 4.0])}, C([1, 2, 3, 4]))).batch(4)
for features, labels in strategy.experimental_distribute_dataset(data):
    print(told(features["x"]), told(labels))
# %% iterators
iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2)))
print(type(iterator).__name__, isinstance(iterator, D.DistributedIterator))
print(told(next(iterator)), told(iterator.get_next()))
fails(lambda: next(iterator))
ends(lambda: iterator.get_next())
iterator = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(2).batch(2)))
print(iterator.get_next_as_optional().has_value().numpy(), iterator.get_next_as_optional().has_value().numpy())
# %% datasets-in-steps
dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).batch(4))


@tf.function
def train(batch):
    return strategy.reduce("SUM", strategy.run(lambda x: tf.reduce_sum(x), args=(batch,)), axis=None)


print([train(batch).numpy() for batch in dataset])


@tf.function
def whole(iterator):
    return strategy.reduce("SUM", strategy.run(lambda x: tf.reduce_sum(x), args=(next(iterator),)), axis=None)


iterator = iter(dataset)
print(whole(iterator).numpy(), whole(iterator).numpy())
ends(lambda: whole(iterator))
# %% loops-over-datasets-in-functions
dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).batch(4, drop_remainder=False))


@tf.function
def train(dataset):
    total = 0.0
    for batch in dataset:
        total += strategy.reduce("SUM", strategy.run(lambda x: tf.reduce_sum(x), args=(batch,)), axis=None)
    return total


print(train(dataset).numpy())
# %% datasets-from-a-function
def make(context):
    print(context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync, context.get_per_replica_batch_size(8))
    return tf.data.Dataset.range(6).batch(2)


dataset = strategy.distribute_datasets_from_function(make)
print([told(batch) for batch in dataset])
print(type(dataset).__name__)
fails(lambda: strategy.distribute_datasets_from_function(lambda context: context.get_per_replica_batch_size(3)))
# %% input-context
context = D.InputContext(num_input_pipelines=2, input_pipeline_id=1, num_replicas_in_sync=4)
print(context, context.get_per_replica_batch_size(8))
fails(context.get_per_replica_batch_size, 6)
print(D.InputContext())
# %% unequal-ends
dataset = strategy.distribute_datasets_from_function(lambda context: tf.data.Dataset.range(3))
print([told(value) for value in dataset])
# %% input-options
options = D.InputOptions(experimental_fetch_to_device=False)
print([told(batch) for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2), options)])
print(options.experimental_replication_mode, D.InputReplicationMode.PER_WORKER)
# %% what-is-no-dataset
fails(strategy.experimental_distribute_dataset, [1, 2])
fails(strategy.experimental_distribute_dataset, 5)
# %% datasets-without-batches
fails(lambda: strategy.experimental_distribute_dataset(tf.data.Dataset.range(4)))
print([told(batch) for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensors([[1, 2], [3, 4]]))])
# %% other-strategies
for strategy in (D.OneDeviceStrategy("/cpu:0"), D.get_strategy()):
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    print(type(dataset).__name__, [told(batch) for batch in dataset])
    dataset = strategy.distribute_datasets_from_function(lambda context: tf.data.Dataset.range(context.get_per_replica_batch_size(4)).batch(2))
    print([told(batch) for batch in dataset])
