import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, show

random = np.random.RandomState(0)

# %% class-numbers
for mode in ("multi_hot", "one_hot", "count", "binary"):
    layer = layers.CategoryEncoding(4, output_mode=mode)
    show(*(layer(x) for x in ([0, 2], [[0, 2], [3, 3]], 2, [[1], [2]], np.array([[1], [2]]), tf.constant([[[1, 2]]]), np.array([[1.0, 2.0]]))))
    print(layer.compute_output_shape((None, 3)), layer.compute_output_shape((None, 1)), layer.compute_output_shape(()))
    fails(lambda: show(layer([[0, 9]])))
    fails(lambda: layer([[-1, 2]]))

# %% class-numbers-as-sparse-tensors
for mode in ("multi_hot", "one_hot", "count"):
    layer = layers.CategoryEncoding(4, output_mode=mode, sparse=True)
    found = layer([[0, 2], [3, 3]])
    show(found.indices, found.values, found.dense_shape)
    print(layer(tf.keras.Input((2,), dtype="int32")).sparse)

# %% weights-of-class-numbers-and-bad-arguments
layer = layers.CategoryEncoding(4, output_mode="count")
show(layer([[0, 1], [3, 3]], count_weights=[[0.1, 0.2], [0.5, 1.0]]))
print(layer(tf.keras.Input((2,), dtype="int64"), count_weights=tf.keras.Input((2,))).shape)
for make in (lambda: layers.CategoryEncoding(4)([[0, 1]], count_weights=[[1.0, 2.0]]), lambda: layers.CategoryEncoding(),
             lambda: layers.CategoryEncoding(0), lambda: layers.CategoryEncoding(3, output_mode="int")):
    fails(make)

# %% class-numbers-in-graphs-and-models
layer = layers.CategoryEncoding(4)
show(tf.function(layer)(tf.constant([[1, 2]])), *tf.data.Dataset.from_tensors([[1, 2]]).map(layer), layers.CategoryEncoding(3, dtype="int64")([[1]]))
show(layer(tf.ragged.constant([[1], [1, 2]])), tf.keras.Sequential([layer])(np.array([[1, 3]])))
print(layer.get_config(), layers.CategoryEncoding.from_config(layer.get_config()).num_tokens)

# %% numbers-in-bins
for mode in ("int", "multi_hot", "one_hot", "count"):
    layer = layers.Discretization([0.0, 1.0, 2.5], output_mode=mode)
    show(*(layer(x) for x in ([[-1.0, 0.0, 0.5], [1.0, 2.5, 9.0]], np.array([[1.0, 2.0]]), np.array([1, 3]), tf.constant([[0.5], [2.0]]),
                              1.5, tf.constant([1, 2], tf.uint8))))
    print(layer.compute_output_shape((None, 3)), layer.compute_output_shape((None, 1)), layer(tf.keras.Input((2,))).shape, layer.output_dtype)

# %% bins-that-are-learned
for mode in ("int", "multi_hot", "one_hot", "count"):
    layer = layers.Discretization(num_bins=4, output_mode=mode, epsilon=0.05)
    layer.adapt(random.randn(100, 2))
    print(np.round(layer.bin_boundaries, 4))
    show(layer([[0.0, 0.3], [-2.0, 2.0]]))
    layer.adapt(tf.data.Dataset.from_tensor_slices(np.arange(1000.0)).batch(64))
    print(layer.bin_boundaries)
layer = layers.Discretization(num_bins=3)
layer.adapt(np.array([1, 1, 1, 2, 2, 3, 9]))
print(layer.bin_boundaries)
layer.adapt([np.arange(9.0), np.arange(20.0)])
print(layer.bin_boundaries)
layer.adapt(np.arange(300.0) ** 2)
print(layer.bin_boundaries, layer.summary.shape)

# %% bins-in-graphs-and-models
layer = layers.Discretization([3.0, 9.5])
show(tf.function(layer)(tf.constant([[3.0, 900.0]])), *tf.data.Dataset.from_tensor_slices([[1], [5]]).map(layer))
show(tf.keras.Sequential([layer, layers.CategoryEncoding(3, output_mode="one_hot")])(np.array([[4.0]])))
print(layer.get_config(), layers.Discretization.from_config(layer.get_config()).get_config())
learned = layers.Discretization(num_bins=2)
learned.adapt(np.arange(5.0))
print(layers.Discretization.from_config(learned.get_config()).bin_boundaries)

# %% bad-bins
for options in ({}, {"num_bins": 2, "bin_boundaries": [1.0]}, {"num_bins": -1}, {"bin_boundaries": [1.0], "sparse": True},
                {"bin_boundaries": [1.0], "output_mode": "x"}):
    fails(lambda: layers.Discretization(**options))
fails(lambda: layers.Discretization(num_bins=3)([1.0]))
fails(lambda: layers.Discretization([1.0]).adapt(np.arange(3.0)))

# %% hashes
for options in ({}, {"salt": 3}, {"salt": (1, 2)}, {"mask_value": ""}, {"dtype": "int32"}):
    layer = layers.Hashing(5, **options)
    show(*(layer(x) for x in (["a", "b", ""], [["a"], ["b"]], [["a", "b"], ["c", "a"]], np.array([["q"]]))))
    if "mask_value" not in options:
        show(*(layer(x) for x in ([1, 2, 3], np.array([[1.5], [2.0]]), tf.constant([[7]], tf.int64))))
show(layers.Hashing(5, mask_value=0)([0, 1, 2, 0]), layers.Hashing(3)("a"))
print(layers.Hashing(3)(tf.ragged.constant([["a"], ["b", "c"]])))
show(layers.Hashing(3)(tf.sparse.from_dense([["a", ""]])).values)

# %% rows-of-hashes
for mode in ("one_hot", "multi_hot", "count"):
    layer = layers.Hashing(5, output_mode=mode)
    show(*(layer(x) for x in (["a", "b"], [["a"], ["b"]], [["a", "b"], ["c", "a"]], [1, 2])))
    print(layer.compute_output_shape((None, 3)), layer(tf.keras.Input((1,), dtype="string")).shape, layer.get_config())

# %% hashes-in-graphs-and-models
layer = layers.Hashing(7)
show(tf.function(layer)(tf.constant([["q", "r"]])), *tf.data.Dataset.from_tensor_slices(["a", "b"]).map(layer))
show(tf.keras.Sequential([tf.keras.Input((1,), dtype="string"), layer])(tf.constant([["q"]])))
show(layers.Hashing.from_config(layers.Hashing(4, salt=2).get_config())(["a"]))

# %% bad-hashes
for options in ({"num_bins": None}, {"num_bins": 0}, {"num_bins": 2, "dtype": "float32"}, {"num_bins": 2, "output_mode": "x"},
                {"num_bins": 2, "sparse": True}, {"num_bins": 2, "salt": "a"}):
    fails(lambda: layers.Hashing(**options))

# %% crossed-features
for options in ({}, {"output_mode": "one_hot"}, {"dtype": "int32"}):
    layer = layers.HashedCrossing(7, **options)
    show(*(layer(x) for x in ((["a", "b"], [1, 2]), ([["a"], ["b"]], [["x"], ["y"]]), ("a", 3), ([1, 2], [3, -4]), (["a"], ["b"], [5]))))

# %% crossed-features-in-graphs-and-models
layer = layers.HashedCrossing(7)
show(tf.function(lambda a, b: layer((a, b)))(tf.constant(["q"]), tf.constant([4])))
show(*tf.data.Dataset.from_tensor_slices((["q", "r"], [4, 5])).map(lambda a, b: layer((a, b))))
inputs = [tf.keras.Input((1,), dtype="string"), tf.keras.Input((1,), dtype="int64")]
model = tf.keras.Model(inputs, layer(inputs))
show(model([tf.constant([["q"]]), tf.constant([[4]], tf.int64)]))
print(model.output_shape)

# %% configs-of-crossed-features
for options in ({}, {"output_mode": "one_hot"}):
    layer = layers.HashedCrossing(7, **options)
    print(layer.get_config(), layer.compute_output_shape(((None, 1), (None, 1))))
    show(layers.HashedCrossing.from_config(layer.get_config())((["a"], [1])))

# %% bad-crosses
layer = layers.HashedCrossing(7)
for x in (["a"], "a", (["a"], ["b", "c"]), ([["a", "b"]], [["b", "c"]]), ([1.0], [2.0])):
    fails(lambda: layer(x))
fails(lambda: layers.HashedCrossing(7, output_mode="count"))

# %% normalization-by-arrays-datasets-and-batches
layer = layers.Normalization()
layer.adapt(np.array([[1.0, 2.0], [3.0, 6.0]]))
show(*(layer(x) for x in ([[1.0, 2.0]], np.array([[1.0, 2.0]]), np.array([[1, 2]]))))
show(layer.mean, layer.variance, layer.adapt_mean, layer.count)
layer = layers.Normalization(axis=None)
layer.adapt(np.array([1.0, 2.0, 3.0]))
show(layer(np.array([2.0, 4.0])))
layer = layers.Normalization(axis=(1, 2))
layer.adapt(random.rand(3, 2, 2).astype("float32"))
show(layer(np.ones((1, 2, 2))))
layer = layers.Normalization()
for data in (tf.data.Dataset.from_tensor_slices(random.rand(20, 3).astype("float32")).batch(7), [random.rand(4, 3), random.rand(2, 3)],
             tf.constant(random.rand(4, 3)), iter([random.rand(4, 3)]), tf.data.Dataset.from_tensor_slices(random.rand(5, 3))):
    layer.adapt(data)
    show(layer(np.ones((1, 3))))

# %% normalization-by-numbers-that-are-given
layer = layers.Normalization(mean=3.0, variance=4.0, invert=True)
show(layer(np.array([[2.0, 4.0]])))
print(layer.get_config(), layers.Normalization().get_config())
show(layers.Normalization(mean=[3.0, 1.0], variance=[4.0, 2.0])(np.array([[2.0, 4.0]])))
show(*tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]]).map(layers.Normalization(mean=1.0, variance=4.0)))
print(layers.Normalization.from_config(layers.Normalization(mean=[1.0], variance=[2.0]).get_config()).get_config())

# %% normalization-in-models
layer = layers.Normalization()
layer.adapt(np.array([[1.0], [3.0]]))
model = tf.keras.Sequential([tf.keras.Input((1,)), layer, layers.Dense(1, kernel_initializer="ones")])
show(model(np.array([[5.0]])), tf.function(layer)(tf.constant([[5]])))
print(layer.get_build_config(), [weight.path for weight in model.weights], len(model.trainable_weights))
clone = tf.keras.models.clone_model(model)
show(clone(np.array([[5.0]])))

# %% bad-normalizations
for make in (lambda: layers.Normalization(mean=1.0), lambda: layers.Normalization(mean=[1.0], variance=2.0),
             lambda: layers.Normalization(mean=[[1.0]], variance=[[2.0]]), lambda: layers.Normalization().adapt([]),
             lambda: layers.Normalization().adapt(["a"]), lambda: layers.Normalization().adapt(3),
             lambda: layers.Normalization(axis=5).build((1, 2)), lambda: layers.Normalization()(tf.keras.Input((None,))),
             lambda: layers.Normalization(axis=0).adapt(tf.data.Dataset.from_tensor_slices(random.rand(20, 3)))):
    fails(make)
layer = layers.Normalization()
layer(np.ones((2, 3)))
fails(lambda: layer.adapt(np.ones((2, 2))))

# %% rescaling
layer = layers.Rescaling(1 / 255.0, offset=-1)
show(layer([[255.0, 0.0]]), layer(np.array([[255, 0]], "uint8")), tf.function(layer)(tf.constant([[255, 0]])))
show(layers.Rescaling([1.0, 2.0])(np.ones((1, 2))), layers.Rescaling(2.0, dtype="float64")(np.ones((1, 2))))

# %% rescaling-in-datasets-and-models
layer = layers.Rescaling(0.5)
show(*tf.data.Dataset.from_tensor_slices(np.array([[2, 4]], "uint8")).map(layer), tf.keras.Sequential([layer])(np.array([[3]])))
print(layer(tf.keras.Input((3,), dtype="uint8")).dtype)

# %% configs-of-rescaling
print(layers.Rescaling(2.0, 1).get_config(), layers.Rescaling.from_config(layers.Rescaling([1.0, 2.0]).get_config()).get_config())

# %% rescaling-keeps-masks
x = layers.Masking()(np.array([[[0.0], [1.0]]]))
print(layers.Rescaling(2.0)(x)._keras_mask.numpy(), layers.Normalization(mean=0.0, variance=1.0)(x)._keras_mask.numpy())

# %% features-of-several-kinds-in-one-model
inputs = {"num": tf.keras.Input((1,), name="num"), "cat": tf.keras.Input((1,), dtype="string", name="cat"),
          "id": tf.keras.Input((1,), dtype="int64", name="id")}
normal, strings, integers = layers.Normalization(), layers.StringLookup(output_mode="one_hot"), layers.IntegerLookup(output_mode="multi_hot")
normal.adapt(np.array([[1.0], [2.0], [3.0]]))
strings.adapt(["x", "y"])
integers.adapt([1, 2, 2])
joined = layers.Concatenate()([normal(inputs["num"]), strings(inputs["cat"]), integers(inputs["id"])])
model = tf.keras.Model(inputs, layers.Dense(1, kernel_initializer="ones")(joined))
data = {"num": np.array([[2.0], [3.0]]), "cat": np.array([["x"], ["q"]]), "id": np.array([[1], [5]])}
show(model(data))
model.compile("sgd", "mse")
dataset = tf.data.Dataset.from_tensor_slices((data, [1.0, 2.0])).batch(2)
show(*model.fit(dataset, shuffle=False, verbose=0).history["loss"], model.predict(dataset, verbose=0))
print(joined.shape, [type(layer).__name__ for layer in model.layers])

# %% merged-tensors-of-several-dtypes
small, whole, wide, floating = (tf.constant([[1, 2]], dtype) for dtype in (tf.uint8, tf.int32, tf.int64, tf.float32))
for layer in (layers.Add(), layers.Multiply(), layers.Concatenate(), layers.Maximum(), layers.Average(), layers.Subtract()):
    show(*(layer(pair) for pair in ([whole, floating], [wide, floating], [whole, wide], [small, whole], [small, floating])))

# %% a-compiled-model-inside-another
inner = tf.keras.Sequential([tf.keras.Input((1,)), layers.Dense(1, kernel_initializer="ones")])
inner.compile("sgd", "mse", metrics=["mae"])
inputs = tf.keras.Input((1,))
outer = tf.keras.Model(inputs, inner(layers.Rescaling(2.0)(inputs)))
outer.compile("sgd", "mse", metrics=["mae"])
print(outer.evaluate(np.ones((2, 1)), np.zeros((2, 1)), verbose=0), [metric.name for metric in outer.metrics])
print(outer.evaluate(np.ones((2, 1)), np.zeros((2, 1)), verbose=0, return_dict=True))

# %% shapes-that-layers-were-built-for
for layer in (layers.Rescaling(2.0), layers.Flatten(), layers.Resizing(2, 2), layers.RandomFlip(), layers.Discretization([1.0]),
              layers.Normalization(mean=1.0, variance=2.0), layers.ReLU(), layers.Dropout(0.1)):
    before = layer.built
    layer(np.ones((1, 2, 2, 1)))
    print(type(layer).__name__, before, layer.built, layer.get_build_config())
tf.keras.utils.set_random_seed(1)
show(tf.keras.random.normal((2,)), tf.keras.random.uniform((2,)), layers.Dense(2)(np.ones((1, 2))))
print(tf.keras.random.SeedGenerator(2).state.path)
