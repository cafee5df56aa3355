# The functions of `tf.keras.backend` from before Keras 3.
import numpy as np
import tensorflow as tf
from tell import fails, near, show

K = tf.keras.backend
C = tf.constant
X = C([[1.0, -2.0, 3.0], [0.5, 0.0, -1.0]])
# %% elementwise
for function in (K.abs, K.cos, K.exp, K.sin, K.sign, K.square, K.sqrt, K.tanh, K.sigmoid, K.softplus, K.softsign, K.round, K.hard_sigmoid, K.elu, K.transpose):
    show(function(X))
show(K.log(C([1.0, 2.0])), K.pow(X, 2), K.elu(X, 0.5), K.clip(X, -1, 1), K.clip(X, 1, -1), K.clip(X, None, 0.5))
# %% reductions
for function in (K.sum, K.mean, K.max, K.min, K.prod, K.std, K.var):
    show(function(X), function(X, axis=1), function(X, axis=0, keepdims=True))
show(K.mean(C([True, False])), K.any(X, axis=1), K.all(X, axis=1), K.all(X), K.argmax(X), K.argmin(X, 0), K.cumsum(X), K.cumprod(X, 1))
# %% comparisons
for function in (K.equal, K.not_equal, K.greater, K.greater_equal, K.less, K.less_equal, K.maximum, K.minimum):
    show(function(X, C([[1.0, 0.0, 0.0]])))
# %% shapes
show(K.shape(X), K.expand_dims(X), K.expand_dims(X, 0), K.squeeze(C([[1.0]]), 0), K.flatten(X), K.reshape(X, (3, 2)), K.permute_dimensions(X, (1, 0)),
     K.batch_flatten(tf.zeros([2, 2, 2])), K.repeat(X, 2), K.repeat_elements(X, 2, 1), K.tile(C([1, 2]), 2), K.stack([X, X]), K.concatenate([X, X]), K.concatenate([X, X], 0),
     K.reverse(X, 1), K.temporal_padding(tf.ones([1, 2, 1])), K.one_hot(C([0, 2]), 3), K.gather(X, [1]))
print(K.int_shape(X), K.ndim(X), K.dtype(X), K.count_params(X), K.is_sparse(X), K.int_shape(tf.Variable([1])))
fails(K.repeat, C([1.0]), 2)
# %% products
show(K.dot(X, K.transpose(X)), K.dot(tf.ones([2, 2, 3]), tf.ones([3, 2])), K.dot(tf.ones([2, 3]), tf.reshape(tf.range(24.0), [4, 3, 2])))
show(K.batch_dot(X, X), K.batch_dot(tf.reshape(tf.range(12.0), [2, 2, 3]), X, axes=(2, 1)), K.batch_dot(tf.reshape(tf.range(12.0), [2, 2, 3]), tf.reshape(tf.range(12.0), [2, 3, 2])),
     K.batch_dot(tf.reshape(tf.range(12.0), [2, 2, 3]), tf.reshape(tf.range(12.0), [2, 2, 3]), axes=2), K.batch_dot(X, tf.reshape(tf.range(12.0), [2, 3, 2]), axes=1))
fails(K.batch_dot, X, C([1.0]))
fails(K.batch_dot, X, tf.ones([3, 3]))
fails(K.batch_dot, X, tf.ones([2, 2]))
fails(K.batch_dot, X, X, axes=0)
# %% values
show(K.constant([1, 2]), K.constant(2, dtype="int32", shape=[2]), K.cast(X, "int32"), K.arange(3), K.arange(1, 5, 2, dtype="float32"), K.arange(-2))
print(K.cast_to_floatx([1, 2]), K.cast_to_floatx(C([1, 2])), K.zeros((2,)), K.ones((1, 2)), K.eye(2))
show(K.zeros_like(X), K.ones_like(X, dtype="int32"))
v = K.variable([1.0, 2.0], name="v")
print(v, K.get_value(v), K.eval(v * 2), K.get_value(5))
K.set_value(v, [3.0, 4.0])
K.batch_set_value([(v, [5.0, 6.0])])
print(K.batch_get_value([v, v]), K.update(v, v * 2).numpy(), K.update_add(v, [1.0, 1.0]).numpy(), K.update_sub(v, [1.0, 1.0]).numpy())
print(K.moving_average_update(v, C([0.0, 0.0]), 0.5).numpy())
# %% activations-and-losses
show(K.relu(X), K.relu(X, alpha=0.1), K.relu(X, max_value=2.0), K.relu(X, max_value=6), K.relu(X, threshold=0.6), K.relu(X, alpha=0.1, max_value=2.0, threshold=0.6),
     K.l2_normalize(X, axis=1), K.bias_add(X, C([1.0, 2.0, 3.0])), K.bias_add(tf.zeros([1, 2, 2]), C([[1.0, 2.0], [3.0, 4.0]])))
near(K.softmax(X), K.softmax(X, axis=0))
P, Y = C([[0.2, 0.8], [0.6, 0.4]]), C([[0.0, 1.0], [1.0, 0.0]])
show(K.binary_crossentropy(Y, P), K.binary_crossentropy(Y, P, from_logits=True), K.categorical_crossentropy(Y, P), K.categorical_crossentropy(Y, P, from_logits=True),
     K.sparse_categorical_crossentropy(C([1, 0]), P), K.sparse_categorical_crossentropy(C([[1], [0]]), P, from_logits=True))
fails(K.softmax, C([1.0]))
fails(K.bias_add, X, C([[1.0]]), "x")
# %% switch
show(K.switch(C(True), X, -X), K.switch(C(0), lambda: X, lambda: -X), K.switch(C([[True, False, True], [False, False, True]]), X, -X), K.switch(K.greater(X, 0), X, tf.zeros_like(X)))
fails(K.switch, C([[True]]), C([1.0]), C([2.0]))
# %% random-numbers
show(K.random_normal([2], seed=1), K.random_uniform([2], seed=1), K.truncated_normal([2], seed=1), K.random_bernoulli([4], 0.5, seed=1), K.dropout(tf.ones([4]), 0.5, seed=1))
print(K.random_normal([2]).shape, K.random_uniform([2], dtype="float64").dtype)
# %% in-functions
@tf.function
def function(x):
    with K.name_scope("scope"):
        return K.mean(K.square(K.dot(x, K.transpose(x)))), K.stop_gradient(x), K.switch(K.sum(x) > 0, x, -x)


show(*function(X))
show(*K.stop_gradient([X, X]))
# %% legacy-optimizers
for name in ("Adam", "SGD", "RMSprop", "Adagrad", "Ftrl", "Optimizer"):
    fails(getattr(tf.keras.optimizers.legacy, name), 0.1)
print(isinstance(tf.keras.optimizers.Adam(), tf.keras.optimizers.legacy.Optimizer), hasattr(tf.keras.optimizers.legacy, "Nadam"), tf.keras.optimizers.legacy.Adam is tf.keras.optimizers.legacy.SGD)
