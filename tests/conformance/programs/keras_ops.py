import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

ops = tf.keras.ops
x = np.array([[1.0, -2.0, 3.5], [0.0, 4.0, -0.5]], "float32")


def told(*values):
    for value in values:
        show(np.round(value, 4) if np.asarray(value).dtype.kind == "f" else value)

# %% elementwise
for name in ("absolute", "abs", "negative", "sign", "square", "exp", "floor", "ceil", "sin", "cos", "tanh", "arctan", "relu", "sigmoid", "softplus",
             "silu", "elu", "gelu", "leaky_relu", "softmax", "log_softmax", "isnan", "isfinite", "logical_not", "relu6", "hard_sigmoid", "erf"):
    print(name)
    told(getattr(ops, name)(x))
told(ops.sqrt(4), ops.log(np.array([1, 2])), ops.rsqrt(x * x + 1), ops.log1p(ops.abs(x)), ops.expm1(x), ops.clip(x, -1, 2), ops.round(x * 0.3, 1))
for name in ("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "maximum", "minimum", "power"):
    print(name)
    told(getattr(ops, name)(x, 2), getattr(ops, name)(np.array([5, 7], "int32"), np.array([2, 3], "int32")))
for name in ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or"):
    told(getattr(ops, name)(x, [[1.0, 0.0, 4.0]]))
told(ops.add(np.array([1, 2], "int32"), 0.5), ops.multiply(np.array([1, 2], "int32"), x[:, :2]), ops.divide(np.array([1, 2], "int32"), 2))

# %% reductions
for name in ("sum", "mean", "max", "min", "prod", "std", "var", "logsumexp"):
    print(name)
    told(getattr(ops, name)(x), getattr(ops, name)(x, axis=1), getattr(ops, name)(x, axis=0, keepdims=True))
told(ops.any(x > 3), ops.all(x > -3, axis=1), ops.argmax(x), ops.argmax(x, axis=1), ops.argmin(x, axis=0), ops.cumsum(x, axis=1), ops.cumsum(x))
told(ops.argsort(x), ops.sort(x, axis=0), ops.norm(x), ops.norm(x, axis=1), ops.normalize(x), ops.count_nonzero(x), ops.mean(np.array([1, 2])))
told(*ops.top_k(x, 2), ops.in_top_k(np.array([0, 1]), x, 1), *ops.moments(x, axes=[0]))

# %% shapes
told(ops.reshape(x, (3, 2)), ops.transpose(x), ops.expand_dims(x, 0), ops.squeeze(x[:1], 0), ops.concatenate([x, x], axis=1), ops.stack([x, x]))
told(*ops.split(x, 3, axis=1), *ops.split(x, [1], axis=1), ops.tile(x, (1, 2)), ops.repeat(x, 2, axis=0), ops.flip(x, 1), ops.roll(x, 1, axis=1))
told(ops.swapaxes(x, 0, 1), ops.moveaxis(x[None], 0, -1), ops.ravel(x), ops.broadcast_to(x[:1], (2, 3)), ops.pad(x, ((0, 1), (1, 0))))
told(ops.take(x, [0, 2], axis=1), ops.take_along_axis(x, np.array([[0, 1], [1, 2]]), axis=1), ops.where(x > 0, x, 0), ops.tril(x), ops.triu(x, 1))
told(ops.one_hot(np.array([0, 2]), 3), ops.dot(x, x.T), ops.matmul(x, x.T), ops.tensordot(x, x, [[0, 1], [0, 1]]), ops.einsum("ij,kj->ik", x, x))
told(ops.outer(x[0], x[1]), *ops.unstack(x), ops.slice(x, (0, 1), (2, 2)), ops.slice_update(x, (0, 1), np.ones((1, 2), "float32")))
told(*ops.meshgrid(np.array([1, 2]), np.array([3, 4])), ops.scatter(np.array([[0], [2]]), np.array([1.0, 2.0]), (4,)))
told(ops.scatter_update(x, np.array([[0, 1]]), np.array([9.0], "float32")), ops.segment_sum(np.array([1, 2, 3]), np.array([0, 0, 1])))
print(ops.shape(x), ops.ndim(x), ops.size(x), ops.is_tensor(x), ops.is_tensor(ops.convert_to_tensor(x)), type(ops.convert_to_numpy(tf.ones(2))).__name__)

# %% making
told(ops.zeros((2,)), ops.ones((1, 2), "int32"), ops.full((2,), 3.0), ops.arange(3), ops.arange(1, 2, 0.5), ops.linspace(0, 1, 3), ops.eye(2))
told(ops.zeros_like(x), ops.ones_like(x, dtype="int32"), ops.full_like(x, 2), ops.cast(x, "int32"), ops.convert_to_tensor([1, 2], "float32"))
told(ops.linspace(0.0, 1.0, 4, endpoint=False), ops.stop_gradient(tf.constant(1.0)))

# %% functions
told(ops.cond(True, lambda: 1, lambda: 2), ops.while_loop(lambda i: i < 5, lambda i: i + 2, 0), ops.fori_loop(0, 3, lambda i, v: v + i, 10))
told(*ops.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2.0), (0, tf.constant(1.0))), ops.map(lambda row: row * 2, x))
told(*ops.scan(lambda carry, v: (carry + v, carry * v), tf.constant(0.0), xs=tf.constant([1.0, 2.0, 3.0])), ops.vectorized_map(ops.sum, x))
told(ops.switch(1, [lambda v: v, lambda v: v + 1], tf.constant(1)))
told(ops.binary_crossentropy([1.0, 0.0], [0.8, 0.3]), ops.sparse_categorical_crossentropy([1], [[0.2, 0.8]]), ops.categorical_crossentropy(
    [[0.0, 1.0]], [[2.0, 1.0]], from_logits=True))
told(ops.max_pool(x[None, :, :, None], 2), ops.average_pool(x[None, :, :, None], (1, 3)), ops.conv(x[None, :, :, None], np.ones((2, 2, 1, 1), "float32")))

# %% in-models
inputs = tf.keras.Input((3,), name="x")
y = ops.concatenate([ops.exp(inputs), inputs * 2.0 - 1.0], axis=-1)
y = ops.sum(ops.reshape(y, (-1, 2, 3)) ** 2, axis=1) / 2 + inputs[:, :1]
mask = ops.logical_and(inputs > 0, ops.not_equal(inputs, 4.0))
model = tf.keras.Model(inputs, [ops.where(mask, y, -y), ops.mean(y, axis=1, keepdims=True), ops.cast(ops.argmax(y, axis=-1), "float32")], name="m")
model.summary()
told(*model(x))
copy = tf.keras.Model.from_config(model.get_config())
told(*copy(x))
print(inputs + 1, ops.matmul(inputs, np.ones((3, 2), "float32")).shape, 1 - inputs, abs(inputs), ops.shape(inputs), (inputs @ np.ones((3, 4), "float32")).shape)
print(ops.expand_dims(inputs, 1).shape, [t.shape for t in ops.split(inputs, 3, axis=1)], tf.keras.utils.is_keras_tensor(inputs))

# %% utils
utils = tf.keras.utils
told(utils.to_categorical([0, 2, 1], num_classes=4), utils.normalize(x, axis=1), utils.pad_sequences([[1, 2, 3], [4], []], maxlen=2),
     utils.pad_sequences([[1], [2, 3]], padding="post", value=9), utils.pad_sequences([[1, 2, 3]], maxlen=2, truncating="post", dtype="float32"))
fails(lambda: utils.pad_sequences([1, 2]))
for batch in utils.timeseries_dataset_from_array(np.arange(10), np.arange(10) * 2, sequence_length=3, sequence_stride=2, batch_size=2):
    told(*batch)
for batch in utils.timeseries_dataset_from_array(np.arange(8), None, 2, sampling_rate=3, start_index=1, end_index=7):
    told(batch)
print(utils.unpack_x_y_sample_weight((1, 2)), utils.pack_x_y_sample_weight(1, 2, 3))
bar = utils.Progbar(3, verbose=2)
for step in range(3):
    bar.add(0)
print(utils.standardize_dtype(tf.int32), utils.is_interactive_logging_enabled())
model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
model.compile("sgd", "mse")
utils.disable_interactive_logging()
model.fit(np.zeros((2, 1)), np.zeros((2, 1)), verbose=0)
print(utils.is_interactive_logging_enabled())
