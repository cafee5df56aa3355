# Sparse tensors as inputs of Keras models.
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import show

K = tf.keras
data = tf.SparseTensor([(0, 0), (0, 1), (0, 2), (4, 3), (5, 0), (5, 1)], [1, 1, 1, 1, 1, 1], (6, 4))
floats = tf.cast(data, tf.float32) * 0.5


def model():
    K.utils.set_random_seed(1)
    x = K.Input(shape=(4,), sparse=True)
    return K.Model(x, K.layers.Dense(3)(x))


# %% call-and-predict
m = model()
show(m(data), m.predict(data, verbose=0), m(floats), m.predict(floats, batch_size=4, verbose=0))
# %% fit
m = model()
m.compile("sgd", "mse")
show([m.fit(floats, np.ones((6, 3)), epochs=3, batch_size=4, shuffle=False, verbose=0).history["loss"]])
show([m.fit(tf.data.Dataset.from_tensor_slices((floats, np.ones((6, 3), np.float32))).batch(2), shuffle=False, verbose=0).history["loss"]])
show([m.evaluate(floats, np.ones((6, 3)), verbose=0)])
# %% fit-in-another-order
m = model()
m.compile("sgd", "mse")
show([m.fit(floats, np.arange(18.0).reshape(6, 3), epochs=2, batch_size=2, verbose=0).history["loss"]])
# %% layers
show(K.layers.Dense(2, use_bias=False, kernel_initializer="ones")(floats), K.layers.Dense(2, activation="relu", kernel_initializer="ones", bias_initializer="ones")(data))
dense = K.layers.Dense(2, kernel_initializer="ones")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(dense(floats) ** 2)
show(*tape.gradient(loss, dense.trainable_weights))
# %% products
show(K.ops.matmul(floats, tf.ones([4, 2])), K.ops.matmul(tf.ones([2, 6]), floats))
f = tf.function(lambda x: K.ops.matmul(x, np.ones((4, 1), np.float32)))
show(f(floats))
