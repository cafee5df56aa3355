import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, near, show

images = (np.random.RandomState(0).rand(3, 6, 5, 3) * 255).astype("float32")


def told(value):
    """Prints dtype and shape, and some of the values to one digit."""
    value = tf.convert_to_tensor(value)
    print(value.dtype.name, value.shape, [round(float(number), 1) + 0.0 for number in np.asarray(value, "float64").ravel()[::31]])


FIXED = [lambda: layers.Resizing(4, 7), lambda: layers.Resizing(3, 9, interpolation="bicubic", antialias=True),
         lambda: layers.Resizing(4, 4, crop_to_aspect_ratio=True), lambda: layers.Resizing(4, 8, pad_to_aspect_ratio=True, fill_value=3.0),
         lambda: layers.CenterCrop(3, 2), lambda: layers.CenterCrop(8, 9)]
GEOMETRIC = [lambda: layers.RandomFlip(seed=1), lambda: layers.RandomFlip("horizontal", seed=2), lambda: layers.RandomRotation(0.2, seed=1),
             lambda: layers.RandomRotation((0.1, 0.3), fill_mode="constant", fill_value=7.0, interpolation="nearest", seed=4),
             lambda: layers.RandomZoom(0.3, seed=1), lambda: layers.RandomZoom((-0.3, -0.1), (0.2, 0.4), seed=2, fill_mode="nearest"),
             lambda: layers.RandomTranslation(0.3, 0.2, seed=1),
             lambda: layers.RandomTranslation((-0.3, -0.1), (0.2, 0.4), seed=2, fill_mode="wrap")]
OTHERS = [lambda: layers.RandomCrop(3, 2, seed=1), lambda: layers.RandomCrop(8, 2, seed=1), lambda: layers.RandomContrast(0.4, seed=1),
          lambda: layers.RandomContrast((0.1, 0.4), seed=1, value_range=(0, 1)), lambda: layers.RandomBrightness(0.4, seed=1),
          lambda: layers.RandomBrightness((0.1, 0.4), seed=1, value_range=[1, 0])]

# %% fixed-layers-on-batches-single-images-and-integers
for make in FIXED:
    for given in (images, images[0], images.astype("uint8"), tf.constant(images[:1]), images.astype("float64")[0]):
        fails(lambda: told(make()(given)))

# %% flips-turns-shifts-and-zooms-while-training-and-after
for make in GEOMETRIC:
    layer = make()
    for given in (images, images[0], images.astype("uint8")):
        told(layer(given))
    told(layer(images, training=True))
    told(layer(images, training=False))

# %% crops-contrast-and-brightness-while-training-and-after
for make in OTHERS:
    layer = make()
    for given in (images, images[0]):
        told(layer(given))
    told(layer(images, training=True))
    told(layer(images, training=False))

# %% integers-of-crops-contrast-and-brightness
for make in OTHERS:
    fails(lambda: told(make()(images.astype("uint8"))))

# %% fixed-layers-in-functions-and-datasets
for make in FIXED:
    layer = make()
    told(tf.function(layer)(tf.constant(images)))
    told(next(iter(tf.data.Dataset.from_tensor_slices(images.astype("uint8")).map(make()))))
    told(next(iter(tf.data.Dataset.from_tensor_slices(images).batch(2).map(lambda batch: layer(batch)))))

# %% geometric-layers-in-functions-and-datasets
for make in GEOMETRIC:
    told(tf.function(make())(tf.constant(images)))
    told(next(iter(tf.data.Dataset.from_tensor_slices(images.astype("uint8")).map(make()))))
    layer = make()
    told(next(iter(tf.data.Dataset.from_tensors(images).map(lambda batch: layer(batch, training=True)))))

# %% other-layers-in-functions-and-datasets
for make in OTHERS:
    fails(lambda: told(tf.function(make())(tf.constant(images))))
    fails(lambda: told(next(iter(tf.data.Dataset.from_tensor_slices(images.astype("uint8")).map(make())))))
    layer = make()
    fails(lambda: told(next(iter(tf.data.Dataset.from_tensors(images).map(lambda batch: layer(batch, training=True))))))

# %% in-models
for make in FIXED + GEOMETRIC + OTHERS:
    model = tf.keras.Sequential([make()])
    told(model(images, training=True))
    told(model(images, training=False))
    told(model(images))
    print(model.output_shape, make()(tf.keras.Input((6, 5, 3))).shape, make().compute_output_shape((None, 6, 5, 3)))

# %% training-behind-them
model = tf.keras.Sequential([tf.keras.Input((6, 5, 3)), layers.RandomFlip(seed=1), layers.RandomRotation(0.1, seed=2),
                             layers.RandomContrast(0.1, seed=3), layers.Rescaling(1 / 255), layers.Flatten(),
                             layers.Dense(1, kernel_initializer="ones")])
model.compile("sgd", "mse")
near(model.fit(images, np.ones(3), epochs=2, shuffle=False, verbose=0).history["loss"])
near(model.predict(images, verbose=0).shape)
print([variable.path for variable in model.variables], len(model.weights))

# %% configs
for make in FIXED + GEOMETRIC + OTHERS:
    config = make().get_config()
    print(config)
    layer = make()
    assert type(layer).from_config(layer.get_config()).get_config() == layer.get_config()

# %% dicts-of-images-labels-and-masks
for make in FIXED[:1] + FIXED[4:5] + GEOMETRIC[:7:2] + OTHERS[::2]:
    found = make()({"images": images, "labels": np.ones((3, 2)), "segmentation_masks": np.arange(90.0, dtype="float32").reshape(3, 6, 5, 1)})
    for name in sorted(found):
        told(found[name])
    told(make()({"images": images[0], "labels": np.ones(2)}, training=True)["images"])

# %% gradients
for layer in (layers.RandomRotation(0.1, seed=1), layers.RandomZoom(0.1, seed=1), layers.RandomTranslation(0.1, 0.1, seed=1),
              layers.RandomFlip(seed=1), layers.Resizing(3, 3), layers.CenterCrop(2, 2), layers.RandomCrop(2, 2, seed=1),
              layers.RandomContrast(0.2, seed=1), layers.RandomBrightness(0.2, seed=1)):
    x = tf.constant(images[:2, :, :, :1])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(layer(x) ** 2)
    print(layer.name)
    told(tape.gradient(y, x))

# %% images-whose-size-is-not-known
def sizes():
    yield images[0]
    yield images[1][:4]
for layer in (layers.Resizing(3, 4, crop_to_aspect_ratio=True), layers.Resizing(3, 4), layers.CenterCrop(3, 4)):
    dataset = tf.data.Dataset.from_generator(sizes, output_signature=tf.TensorSpec((None, None, 3)))
    told(next(iter(dataset.map(layer).batch(2))))
print(layers.CenterCrop(3, 4)(tf.keras.Input((None, None, 3))).shape, layers.Resizing(3, 4)(tf.keras.Input((None, None, 3))).shape)
fails(lambda: layers.RandomCrop(2, 2, seed=1)(tf.keras.Input((None, None, 3))))

# %% seeds-that-are-not-given
tf.keras.utils.set_random_seed(3)
for layer in (layers.RandomFlip(), layers.RandomCrop(2, 2), layers.RandomZoom(0.1), layers.RandomBrightness(0.1), layers.RandomContrast(0.1),
              layers.RandomRotation(0.1), layers.RandomTranslation(0.1, 0.1)):
    told(layer(images))
    told(layer(images))

# %% bad-arguments
for make in (lambda: layers.RandomRotation(2.0), lambda: layers.RandomRotation("a"), lambda: layers.RandomRotation([0.1, 0.2, 0.3]),
             lambda: layers.RandomRotation(0.1, fill_mode="x"), lambda: layers.RandomRotation(0.1, interpolation="x"),
             lambda: layers.RandomZoom(-1.0), lambda: layers.RandomZoom("a"), lambda: layers.RandomZoom([0.1]),
             lambda: layers.RandomTranslation(1.5, 0.1), lambda: layers.RandomTranslation(-1.0, 0.1).height_lower,
             lambda: layers.RandomContrast(2.0), lambda: layers.RandomContrast(-0.5), lambda: layers.RandomBrightness(2.0),
             lambda: layers.RandomBrightness(0.1, value_range=1), lambda: layers.RandomBrightness(0.1, value_range=(1,)),
             lambda: layers.RandomFlip(factor=0.1), lambda: layers.RandomFlip(seed="a"), lambda: layers.CenterCrop(2, 2).compute_output_shape((1, 2)),
             lambda: layers.Resizing(3, 3, interpolation="x")(images), lambda: layers.Resizing(3, 3, fill_mode="reflect")(images),
             lambda: layers.Resizing(3, 3, crop_to_aspect_ratio=True, pad_to_aspect_ratio=True)(images)):
    fails(make)

# %% tensors-that-are-no-images
for make in FIXED[::5] + GEOMETRIC[::2] + OTHERS[::2]:
    fails(lambda: make()(images[0, 0]))

# %% keras-ops-image
ops = tf.keras.ops
x = images[0]
for options in ({}, {"interpolation": "nearest"}, {"interpolation": "lanczos3", "antialias": True}, {"crop_to_aspect_ratio": True},
                {"pad_to_aspect_ratio": True, "fill_value": 1.0}, {"interpolation": "x"}):
    fails(lambda: told(ops.image.resize(x, (4, 8), **options)))
matrix = np.array([0.9, 0.1, -1.0, -0.2, 1.1, 0.5, 0.0, 0.01], "float32")
for interpolation in ("nearest", "bilinear"):
    for mode in ("constant", "nearest", "wrap", "reflect", "x"):
        fails(lambda: told(ops.image.affine_transform(x, matrix, interpolation, mode, 2.0)))
told(ops.image.affine_transform(images, np.stack([matrix, matrix * 0.5, matrix * 2])))
fails(lambda: ops.image.affine_transform(x, matrix[None, None]))
fails(lambda: ops.image.resize(x[0], (2, 2)))
fails(lambda: ops.image.resize(x, (2, 2, 2)))
print(ops.image.resize(tf.keras.Input((6, 5, 3)), (2, 4)).shape, ops.image.affine_transform(tf.keras.Input((6, 5, 3)), matrix).shape)
