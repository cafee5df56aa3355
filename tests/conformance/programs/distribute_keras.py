# Keras models under a strategy.
import warnings

import numpy as np
import tensorflow as tf
from tell import fails, near, show

D = tf.distribute
keras = tf.keras
C = tf.constant


def mirrored(count=2):
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)
    return D.MirroredStrategy([f"CPU:{number}" for number in range(count)])


def model_of(*layers):
    model = keras.Sequential([keras.Input([2]), *layers])
    for index, weight in enumerate(model.trainable_weights):
        weight.assign(tf.reshape(tf.range(int(np.prod(weight.shape)), dtype=tf.float32) / 10 + index, weight.shape))
    return model


tf.get_logger().setLevel("ERROR")
warnings.simplefilter("ignore")
X = np.arange(16, dtype=np.float32).reshape(8, 2) / 10
Y = X.sum(1, keepdims=True)
strategy = mirrored()
# %% weights-of-layers
with strategy.scope():
    layer = keras.layers.Dense(2)
    layer.build([None, 3])
    normal = keras.layers.BatchNormalization()
    normal.build([None, 3])
    print([type(w.value).__name__ for w in layer.weights + normal.weights])
    print([w.value.aggregation.name for w in layer.weights + normal.weights], [w.value.synchronization.name for w in layer.weights + normal.weights])
    optimizer = keras.optimizers.SGD(0.1, momentum=0.5)
    optimizer.build(layer.trainable_variables)
    print([(type(v.value).__name__, v.value.aggregation.name) for v in optimizer.variables])
    metric = keras.metrics.Mean()
    print([(type(v.value).__name__, v.value.aggregation.name) for v in metric.variables])
print(isinstance(layer.weights[0], keras.Variable), layer.weights[0].name, layer.weights[0].shape)
# %% a-training-loop-of-its-own
with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    optimizer = keras.optimizers.SGD(0.1)
    loss_of = keras.losses.MeanSquaredError(reduction="none")
dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((X, Y)).batch(4))


def step(inputs):
    x, y = inputs
    with tf.GradientTape() as tape:
        loss = tf.nn.compute_average_loss(loss_of(y, model(x)), global_batch_size=4)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train(batch):
    return strategy.reduce("SUM", strategy.run(step, args=(batch,)), axis=None)


for epoch in range(2):
    near(*[train(batch) for batch in dataset])
near(*model.get_weights())
print(optimizer.iterations.numpy())
# %% the-same-without-functions
with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    optimizer = keras.optimizers.Adam(0.1)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2) / strategy.num_replicas_in_sync
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


for x, y in strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((X, Y)).batch(4)):
    near(strategy.reduce("SUM", strategy.run(step, args=(x, y)), axis=None))
near(*model.get_weights())
# %% optimizers
for optimizer_class in (keras.optimizers.RMSprop, keras.optimizers.Adagrad, keras.optimizers.AdamW, keras.optimizers.Ftrl):
    with strategy.scope():
        v = tf.Variable([1.0, 2.0])
        optimizer = optimizer_class(0.1)
        optimizer.build([v])
    strategy.run(lambda: optimizer.apply_gradients([(C([1.0, 2.0]) * tf.cast(D.get_replica_context().replica_id_in_sync_group + 1, tf.float32), v)]))
    near(v, *v.values)
# %% fit
with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    model.compile("sgd", "mse", metrics=["mae"])
history = model.fit(X, Y, batch_size=4, epochs=2, verbose=0, shuffle=False)
near(*history.history["loss"], *history.history["mae"])
near(*model.get_weights())
near(*model.evaluate(X, Y, batch_size=4, verbose=0))
near(model.predict(X, batch_size=4, verbose=0))
# %% fit-a-dataset
with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    model.compile("adam", "mse")
history = model.fit(tf.data.Dataset.from_tensor_slices((X, Y)).batch(2), epochs=1, verbose=0)
near(*history.history["loss"])
near(*model.get_weights())
print(model.predict(tf.data.Dataset.from_tensor_slices(X).batch(2), verbose=0).shape)
# %% fit-with-batch-normalisation
with strategy.scope():
    model = keras.Sequential([keras.Input([2]), keras.layers.BatchNormalization(momentum=0.5), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
model.fit(X, Y, batch_size=4, epochs=1, verbose=0, shuffle=False)
near(*model.get_weights())
# %% train-on-batch
with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    model.compile("sgd", "mse")
near(model.train_on_batch(X * 1.1, Y))
near(model.test_on_batch(X, Y))
near(*model.get_weights())
# %% metrics-in-replicas
with strategy.scope():
    mean = keras.metrics.Mean()


@tf.function
def update(batch):
    strategy.run(lambda x: mean.update_state(x), args=(batch,))


for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 6.0]).batch(4)):
    update(batch)
print(mean.result().numpy())
mean.reset_state()
print(mean.result().numpy())
# %% saving-and-loading
import os
import tempfile

with strategy.scope():
    model = model_of(keras.layers.Dense(1))
    model.compile("sgd", "mse")
model.fit(X, Y, batch_size=8, verbose=0)
path = os.path.join(tempfile.mkdtemp(), "m.weights.h5")
model.save_weights(path)
plain = model_of(keras.layers.Dense(1))
plain.load_weights(path)
print(np.allclose(plain.get_weights()[0], model.get_weights()[0]))
with strategy.scope():
    other = model_of(keras.layers.Dense(1))
    other.load_weights(path)
print([np.allclose(part, model.get_weights()[0]) for part in other.weights[0].value.values])
# %% scale-the-loss
print(strategy.run(lambda: tf.nn.scale_regularization_loss(C(4.0))))
with strategy.scope():
    print(tf.nn.compute_average_loss([1.0, 3.0], global_batch_size=4).numpy())
    fails(lambda: tf.nn.compute_average_loss([1.0, 3.0]))
show(*strategy.run(lambda: tf.nn.compute_average_loss([1.0, 3.0]) + tf.cast(D.get_replica_context().replica_id_in_sync_group, tf.float32)).values)
# %% one-device
one = D.OneDeviceStrategy("/cpu:0")
with one.scope():
    model = model_of(keras.layers.Dense(1))
    model.compile("sgd", "mse")
model.fit(X, Y, batch_size=4, epochs=1, verbose=0, shuffle=False)
near(*model.get_weights())
print(model.distribute_strategy is one)
