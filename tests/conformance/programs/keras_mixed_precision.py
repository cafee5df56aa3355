import numpy as np
import tensorflow as tf
from tensorflow.keras import dtype_policies, layers, losses, metrics, mixed_precision, optimizers
from tests.conformance.support.tell import fails, near, show


def dtypes(layer, *shapes, training=False):
    """The dtypes of a layer's weights and of what it gives for float32 inputs, and its results."""
    inputs = [tf.constant(np.round(np.sin(np.arange(np.prod(shape)) + 1) * 4).reshape(shape) / 4, tf.float32) for shape in shapes]
    outputs = layer(*inputs, training=training) if layer._call_has_training_arg else layer(*inputs)
    print(layer.name, layer.dtype_policy, layer.dtype, layer.compute_dtype, [(v.name, v.dtype) for v in layer.weights])
    for output in tf.nest.flatten(outputs):
        print(output.dtype.name, output.shape)
    return outputs

# %% policies
for name in ("float32", "float16", "mixed_float16", "mixed_bfloat16", "float64", "int32"):
    policy = mixed_precision.Policy(name)
    print(policy, policy.name, policy.compute_dtype, policy.variable_dtype, policy.quantization_mode, policy.get_config())
fails(mixed_precision.Policy, "bogus")
fails(mixed_precision.Policy, 3)
print(mixed_precision.Policy("float32") == mixed_precision.Policy("float32"), mixed_precision.Policy("float32") == mixed_precision.Policy("float16"))
print(mixed_precision.Policy("float32") == "float32")

# %% global-policy
print(mixed_precision.global_policy(), mixed_precision.dtype_policy())
mixed_precision.set_global_policy("mixed_float16")
print(mixed_precision.global_policy(), layers.Dense(1).dtype_policy, layers.Dense(1, dtype="float32").dtype_policy, mixed_precision.Policy())
mixed_precision.set_dtype_policy(mixed_precision.Policy("float16"))
print(tf.keras.config.dtype_policy(), layers.Dense(1).dtype)
fails(mixed_precision.set_global_policy, 3)
fails(mixed_precision.set_global_policy, "bogus")
tf.keras.backend.clear_session()
print(mixed_precision.global_policy())

# %% policies-of-things
for thing in ("mixed_float16", tf.float16, None, "float64", {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float16"}, "registered_name": None}):
    print(dtype_policies.get(thing))
fails(dtype_policies.get, 3)
config = dtype_policies.serialize(mixed_precision.Policy("mixed_float16"))
print(config, dtype_policies.deserialize(config))
print(tf.keras.FloatDTypePolicy("float16"), tf.keras.DTypePolicy is mixed_precision.Policy)

# %% dense
layer = layers.Dense(3, kernel_initializer="ones", dtype="mixed_float16")
show(dtypes(layer, (2, 4)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.cast(layer(tf.ones((2, 4))), tf.float32))
print([gradient.dtype.name for gradient in tape.gradient(loss, layer.trainable_weights)])
print(layer.get_config()["dtype"])
print(type(layer).from_config(layer.get_config()).dtype_policy)
show(layer(tf.ones((1, 4), tf.float64)), layer(tf.ones((1, 4), tf.int32)))

# %% layers
mixed_precision.set_global_policy("mixed_float16")
for layer, *shapes in ((layers.Conv2D(2, 2), (1, 4, 4, 2)), (layers.Conv1D(2, 2), (1, 4, 2)), (layers.BatchNormalization(), (2, 3)),
                       (layers.LayerNormalization(), (2, 3)), (layers.GroupNormalization(2), (2, 4)), (layers.LSTM(2), (2, 3, 2)),
                       (layers.GRU(2, return_sequences=True), (2, 3, 2)), (layers.SimpleRNN(2), (2, 3, 2)), (layers.EinsumDense("ab,bc->ac", 3), (2, 4)),
                       (layers.MultiHeadAttention(2, 2), (1, 3, 4), (1, 2, 4)), (layers.Dropout(0.5), (2, 3)), (layers.ReLU(), (2, 3)),
                       (layers.MaxPooling2D(), (1, 4, 4, 2)), (layers.GlobalAveragePooling2D(), (1, 4, 4, 2)), (layers.Flatten(), (1, 2, 2)),
                       (layers.Rescaling(0.5), (2, 3)), (layers.UpSampling2D(), (1, 2, 2, 1)), (layers.Softmax(), (2, 3)), (layers.PReLU(), (2, 3)),
                       (layers.DepthwiseConv2D(2), (1, 4, 4, 2)), (layers.Conv2DTranspose(2, 2), (1, 4, 4, 2)), (layers.Bidirectional(layers.LSTM(2)), (2, 3, 2))):
    dtypes(layer, *shapes)
    dtypes(layer, *shapes, training=True)

# %% embedding
layer = layers.Embedding(3, 2, embeddings_initializer="ones", dtype="mixed_float16")
show(layer(tf.constant([[0, 2]])))
print(layer.embeddings.dtype)

# %% normalisation-is-wide
layer = layers.BatchNormalization(dtype="mixed_float16")
show(layer(tf.constant([[30000.0], [60000.0]]), training=True))
show(layer.moving_mean)
show(layers.LayerNormalization(dtype="mixed_float16")(tf.constant([[30000.0, 60000.0]])))

# %% variables-in-calls
class Own(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight((2,), "ones", name="w")
        self.wide = self.add_weight((2,), "ones", name="wide", autocast=False)
        self.count = self.add_weight((), "zeros", dtype="int32", trainable=False, name="count")

    def call(self, x):
        self.count.assign_add(1)
        print(x.dtype.name, self.w.dtype, tf.convert_to_tensor(self.w).dtype.name, (self.w * 2).dtype.name, self.wide.dtype, self.count.dtype)
        return x + self.w


layer = Own(dtype="mixed_float16")
print(layer(tf.ones((1, 2))).dtype.name, layer.w.dtype, (layer.w * 2).dtype.name)
layer = Own(dtype="mixed_float16", autocast=False)
fails(layer, tf.ones((1, 2)))
print(Own()(tf.ones((1, 2), tf.float16)).dtype.name, Own(dtype="float64")(np.ones((1, 2))).dtype.name)

# %% nested-layers
class Inner(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight((2,), "ones", name="w")

    def call(self, x):
        print(self.name, x.dtype.name, self.w.dtype)
        return x * self.w


class Outer(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = [Inner(name="same", dtype="mixed_float16"), Inner(name="wide", dtype="float32"), Inner(name="plain", dtype="float16")]

    def build(self, shape):
        self.w = self.add_weight((2,), "ones", name="w")
        for layer in self.inner:
            layer.build(shape)

    def call(self, x):
        for layer in self.inner:
            x = layer(x)
        print(self.w.dtype)
        return x * tf.cast(self.w, x.dtype)


print(Outer(dtype="mixed_float16")(tf.ones((1, 2))).dtype.name)
print(Outer(dtype="float32")(tf.ones((1, 2))).dtype.name)

# %% set-the-policy-of-a-layer
layer = layers.Dense(2, kernel_initializer="ones")
layer.dtype_policy = "mixed_float16"
print(layer(tf.ones((1, 2))).dtype.name, layer.kernel.dtype)
layer.dtype_policy = "float32"
print(layer(tf.ones((1, 2))).dtype.name, layer.dtype_policy)
fails(setattr, layer, "dtype_policy", "bogus")

# %% functional-model
mixed_precision.set_global_policy("mixed_float16")
inputs = tf.keras.Input((4,))
x = layers.Dense(3, activation="relu", kernel_initializer="ones")(inputs)
logits = layers.Dense(2, kernel_initializer="ones")(x)
outputs = layers.Activation("softmax", dtype="float32")(logits)
print(inputs.dtype, x.dtype, logits.dtype, outputs.dtype)
model = tf.keras.Model(inputs, outputs)
show(model(tf.ones((1, 4))), model(np.ones((1, 4))))
print(model.compute_dtype, model.dtype, [layer.dtype_policy.name for layer in model.layers], model.predict(np.ones((1, 4)), verbose=0).dtype)
copy = tf.keras.models.model_from_json(model.to_json())
print([layer.dtype_policy.name for layer in copy.layers], copy(tf.ones((1, 4))).dtype.name)
model.summary()

# %% sequential-model
mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([layers.Dense(3, kernel_initializer="ones"), layers.Dense(1, dtype="float32", kernel_initializer="ones")])
show(model(tf.ones((1, 4))))
model = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(3, kernel_initializer="ones")])
show(model(tf.ones((1, 4))))

# %% fit
mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([layers.Dense(2, kernel_initializer="ones"), layers.Dense(1, kernel_initializer="ones", dtype="float32")])
model.compile("sgd", "mse", metrics=["mae"])
print(type(model.optimizer).__name__, model.optimizer.name, type(model.optimizer.inner_optimizer).__name__)
history = model.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=3, verbose=0)
near(*history.history["loss"], *history.history["mae"], *model.weights)
print([v.dtype for v in model.weights], float(model.optimizer.dynamic_scale), int(model.optimizer.step_counter), int(model.optimizer.iterations))
near(model.evaluate(np.ones((4, 2)), np.zeros((4, 1)), verbose=0))

# %% fit-that-overflows
model = tf.keras.Sequential([layers.Dense(1, kernel_initializer="ones", dtype="mixed_float16")], name="s")
model.dtype_policy = "mixed_float16"
model.compile(optimizers.SGD(0.001), "mse")
print(type(model.optimizer).__name__)
model.fit(np.full((4, 2), 100.0), np.zeros((4, 1)), epochs=6, batch_size=4, verbose=0)
print(float(model.optimizer.dynamic_scale), int(model.optimizer.iterations), int(model.optimizer.step_counter))

# %% without-scaling
mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse", auto_scale_loss=False)
print(type(model.optimizer).__name__)
model.compile(optimizers.LossScaleOptimizer(optimizers.Adam(), name="mine"), "mse")
print(type(model.optimizer).__name__, model.optimizer.name)
mixed_precision.set_global_policy("float32")
model = tf.keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
print(type(model.optimizer).__name__)

# %% save-and-load
import os
import tempfile

mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(2, kernel_initializer="ones"), layers.Dense(1, dtype="float32", kernel_initializer="ones")])
model.compile("adam", "mse")
model.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=2, verbose=0)
path = os.path.join(tempfile.mkdtemp(), "m.keras")
model.save(path)
mixed_precision.set_global_policy("float32")
copy = tf.keras.models.load_model(path)
print([layer.dtype_policy for layer in copy.layers], type(copy.optimizer).__name__, int(copy.optimizer.iterations))
print(np.array_equal(copy.predict(np.ones((1, 2)), verbose=0), model.predict(np.ones((1, 2)), verbose=0)))
print([v.path for v in copy.optimizer.variables] == [v.path for v in model.optimizer.variables], int(copy.optimizer.iterations))
mixed_precision.set_global_policy("mixed_float16")
copy = tf.keras.models.load_model(path)
print([v.path for v in copy.optimizer.variables] == [v.path for v in model.optimizer.variables], float(copy.optimizer.dynamic_scale))
print(all(np.array_equal(a, b) for a, b in zip(copy.optimizer.variables, model.optimizer.variables)), int(copy.optimizer.iterations))
import h5py
import io
import zipfile
with h5py.File(io.BytesIO(zipfile.ZipFile(path).read("model.weights.h5"))) as file:
    file["optimizer"].visit(print)

# %% own-loop
mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(1, kernel_initializer="ones")])
optimizer = mixed_precision.LossScaleOptimizer(optimizers.SGD(0.5), initial_scale=8.0)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.cast(model(x), tf.float32) - y))
        scaled = optimizer.scale_loss(loss)
    optimizer.apply_gradients(zip(tape.gradient(scaled, model.trainable_weights), model.trainable_weights))
    return loss


for _ in range(3):
    near(step(tf.ones((1, 2)), tf.ones((1, 1))))
near(*model.weights)

# %% losses-and-metrics
x, y = tf.constant([[0.25, 0.75]], tf.float16), tf.constant([[0.0, 1.0]], tf.float16)
print(losses.MeanSquaredError()(y, x).dtype.name, losses.MeanSquaredError(dtype="float16")(y, x).dtype.name, losses.MeanSquaredError(dtype="mixed_float16").dtype)
print(losses.binary_crossentropy(y, x).dtype.name, losses.CategoricalCrossentropy()(y, x).dtype.name)
metric = metrics.Mean(dtype="mixed_float16")
print(metric.dtype, metric(1.5).dtype.name, metrics.Mean().dtype, metrics.Mean(dtype="float64")(1.5).dtype.name)
mixed_precision.set_global_policy("mixed_float16")
print(losses.MeanSquaredError().dtype, metrics.Mean().dtype)

# %% regularizers
layer = layers.Dense(1, kernel_initializer="ones", kernel_regularizer="l2", activity_regularizer="l1", dtype="mixed_float16")
layer(tf.ones((2, 3)))
show(*layer.losses)

# %% map-of-policies
policies = tf.keras.dtype_policies.DTypePolicyMap("float32", {"model/first": mixed_precision.Policy("mixed_float16")})
policies["model/s.*"] = "float64"
print(policies.name, len(policies), list(policies), policies["model/second"], policies["other"], "model/first" in policies, policies.compute_dtype)
fails(policies.__setitem__, "model/first", "float16")
policies["model/sec.*"] = "float16"
fails(policies.__getitem__, "model/second")
del policies["model/sec.*"]
layer = layers.Dense(1, dtype=policies, name="first")
print(layer.compute_dtype)
model = tf.keras.Sequential([tf.keras.Input((2,)), layer], name="model")
print(layer.path, layer.compute_dtype, layer.kernel.dtype, model(tf.ones((1, 2))).dtype.name)
config = layer.get_config()["dtype"]
print(config["class_name"], sorted(config["config"]["policy_map"]))
fails(tf.keras.dtype_policies.DTypePolicyMap, policies)
fails(tf.keras.dtype_policies.DTypePolicyMap, "float32", [1])

# %% floatx
print(tf.keras.backend.floatx(), tf.keras.config.floatx(), tf.keras.backend.epsilon())
tf.keras.backend.set_floatx("float16")
print(layers.Dense(1).dtype, tf.keras.Input((1,)).dtype, tf.keras.ops.zeros(1).dtype.name, metrics.Mean().dtype, losses.MeanSquaredError().dtype)
tf.keras.config.set_floatx("float64")
mixed_precision.set_global_policy("float64")
print(layers.Dense(1)(np.ones((1, 1))).dtype.name, tf.keras.initializers.Ones()((1,)).dtype.name)
try:
    tf.keras.backend.set_floatx("int8")
except ValueError as error:
    print(str(error)[:40])
tf.keras.backend.set_epsilon(1e-3)
print(tf.keras.backend.epsilon(), tf.keras.config.epsilon())

# %% bfloat16
# needs: ml_dtypes (bfloat16)
mixed_precision.set_global_policy("mixed_bfloat16")
inputs = tf.keras.Input((2,))
x = layers.Dense(2, kernel_initializer="ones")(inputs)
model = tf.keras.Model(inputs, layers.Dense(1, kernel_initializer="ones", dtype="float32")(x))
show(model(tf.ones((1, 2))))
model.compile("sgd", "mse")
print(x.dtype, type(model.optimizer).__name__)
near(*model.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=2, verbose=0).history["loss"])
