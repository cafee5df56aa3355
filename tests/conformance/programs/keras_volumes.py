import numpy as np
import tensorflow as tf
from tell import fails, show

layers = tf.keras.layers


def volume(*shape):
    n = int(np.prod(shape))
    return tf.constant((np.arange(n) * 7 % 11 - 5).reshape(shape).astype(np.float32))


def given(layer, x):
    """What a layer gives with weights that are known, its weights' gradients, and its config."""
    layer.build(x.shape)
    for weight in layer.weights:
        weight.assign(volume(*weight.shape) / 8)
    with tf.GradientTape() as tape:
        y = layer(x)
        total = tf.reduce_sum(y * y)
    show(y, *tape.gradient(total, layer.trainable_variables))
    print(layer.compute_output_shape((None, *x.shape[1:])), {key: value for key, value in sorted(layer.get_config().items()) if key in KEYS})
    print(layer(tf.keras.Input(x.shape[1:])).shape)


KEYS = ("data_format", "kernel_size", "strides", "padding", "dilation_rate", "groups", "pool_size", "cropping", "size", "keepdims", "depth_multiplier")
x, first = volume(1, 4, 3, 4, 2), volume(1, 2, 4, 3, 4)

# %% conv3d
given(layers.Conv3D(3, 2), x)
given(layers.Conv3D(2, (1, 2, 3), strides=(1, 2, 1), padding="same", use_bias=False, activation="relu"), x)

# %% conv3d-options
given(layers.Conv3D(4, 2, groups=2), x)
given(layers.Conv3D(2, (1, 2, 2), dilation_rate=(1, 2, 1)), x)
given(layers.Conv3D(2, 2, data_format="channels_first"), first)

# %% conv3d-in-a-model
tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((4, 4, 4, 1)), layers.Conv3D(2, 3), layers.MaxPool3D(), layers.Flatten(), layers.Dense(1)])
model.compile("sgd", "mse")
print([weight.path for weight in model.weights], model.count_params())
data = volume(4, 4, 4, 4, 1).numpy() / 9
print(["%.4f" % loss for loss in model.fit(data, data.sum((1, 2, 3)), epochs=2, verbose=0, shuffle=False).history["loss"]])
model.summary()

# %% conv3d-refusals
fails(layers.Conv3D, 3, 2, data_format="last")
fails(layers.Conv3D(3, 2, groups=1), x[0])
fails(layers.Conv3D(4, 2, groups=4), x)

# %% conv3d-transpose
given(layers.Conv3DTranspose(3, 2), x)
given(layers.Conv3DTranspose(2, 2, strides=2, padding="same"), x)
given(layers.Conv3DTranspose(1, 3, strides=2, output_padding=1, use_bias=False), x)

# %% conv3d-transpose-unknown-sizes
layer = layers.Conv3DTranspose(2, 2, strides=2)
print(layer(tf.keras.Input((None, 3, None, 2))).shape, layer.compute_output_shape((None, None, 3, 4, 2)))
step = tf.function(lambda x: tf.shape(layer(x)), input_signature=[tf.TensorSpec([None, None, 3, None, 2])])
print(step(x))
fails(layers.Conv3DTranspose(2, 2, data_format="channels_first"), first)

# %% pooling3d
for name in ("MaxPooling3D", "AveragePooling3D"):
    given(getattr(layers, name)(2), x)
    given(getattr(layers, name)((1, 2, 3), strides=1, padding="same"), x)
    given(getattr(layers, name)((2, 1, 2), data_format="channels_first"), first)
print(layers.MaxPool3D is layers.MaxPooling3D, layers.AvgPool3D is layers.AveragePooling3D, layers.GlobalMaxPool3D is layers.GlobalMaxPooling3D)

# %% global-pooling3d
for name in ("GlobalMaxPooling3D", "GlobalAveragePooling3D"):
    given(getattr(layers, name)(), x)
    given(getattr(layers, name)(keepdims=True), x)
    given(getattr(layers, name)("channels_first", keepdims=True), first)

# %% pooling3d-refusals
fails(layers.MaxPooling3D(), x[0])
fails(layers.GlobalMaxPooling3D(), x[0])

# %% zero-padding3d
given(layers.ZeroPadding3D(), x)
given(layers.ZeroPadding3D((1, 0, 2)), x)
given(layers.ZeroPadding3D(((1, 0), (0, 2), (0, 0)), data_format="channels_first"), first)
fails(layers.ZeroPadding3D, (1, 2))

# %% cropping3d
given(layers.Cropping3D(), volume(1, 3, 4, 3, 1))
given(layers.Cropping3D((1, 0, 1)), x)
given(layers.Cropping3D(((1, 0), (0, 2), (0, 0)), data_format="channels_first"), first)
fails(layers.Cropping3D, (1, 2))
fails(layers.Cropping3D, -1)
fails(layers.Cropping3D(2), x)

# %% upsampling3d
given(layers.UpSampling3D(), volume(1, 2, 1, 2, 1))
given(layers.UpSampling3D((1, 2, 3)), volume(1, 1, 2, 2, 2))
given(layers.UpSampling3D(2, data_format="channels_first"), volume(1, 2, 1, 1, 2))
print(layers.UpSampling3D()(tf.keras.Input((None, 2, 3, 1))).shape)

# %% spatial-dropout3d
layer = layers.SpatialDropout3D(0.5, seed=3)
print(layer.get_config()["data_format"], layer.get_config()["rate"])
show(tf.reduce_mean(layer(tf.ones([2, 2, 2, 2, 4]), training=True), [1, 2, 3]), layer(tf.ones([1, 1, 1, 2, 2])))
show(tf.reduce_mean(layers.SpatialDropout3D(0.5, "channels_first", seed=3)(tf.ones([2, 4, 2, 2, 2]), training=True), [2, 3, 4]))
fails(layer, tf.ones([2, 2]))

# %% channels-first-images
image = volume(1, 4, 5, 6)
for layer in (layers.DepthwiseConv2D(2, data_format="channels_first"), layers.SeparableConv2D(3, 2, data_format="channels_first"),
              layers.Conv2D(4, 2, groups=2, data_format="channels_first"), layers.MaxPooling2D(data_format="channels_first"),
              layers.GlobalAveragePooling2D("channels_first"), layers.ZeroPadding2D(1, "channels_first"),
              layers.Cropping2D(1, "channels_first"), layers.UpSampling2D(2, "channels_first"), layers.Flatten("channels_first")):
    given(layer, image[:, :, :3, :3])
show(layers.UpSampling2D(2, "channels_first", "bilinear")(image[:, :1, :2, :2]), layers.SpatialDropout2D(0.5, "channels_first", seed=2)(tf.ones([1, 4, 1, 2]), training=True))

# %% channels-first-steps
steps = volume(2, 3, 6)
for layer in (layers.MaxPooling1D(data_format="channels_first"), layers.AveragePooling1D(2, data_format="channels_first"),
              layers.GlobalMaxPooling1D("channels_first"), layers.GlobalAveragePooling1D("channels_first", keepdims=True),
              layers.ZeroPadding1D(1, "channels_first"), layers.Conv1D(3, 2, groups=3, data_format="channels_first")):
    given(layer, steps)
show(layers.GlobalAveragePooling1D("channels_first")(steps, mask=tf.constant([[True] * 4 + [False] * 2] * 2)))

# %% channels-first-that-no-kernel-serves
fails(layers.Conv2D(3, 2, data_format="channels_first"), volume(1, 4, 5, 6))
fails(layers.Conv1D(3, 2, data_format="channels_first"), volume(1, 4, 5))
fails(layers.Conv2DTranspose(3, 2, data_format="channels_first"), volume(1, 4, 5, 6))
model = tf.keras.Sequential([tf.keras.Input((4, 5, 6)), layers.Conv2D(3, 2, data_format="channels_first")])
print(model.output_shape, [tuple(weight.shape) for weight in model.weights])

# %% the-default-data-format
keras = tf.keras
print(keras.backend.image_data_format(), keras.config.image_data_format())
keras.backend.set_image_data_format("channels_first")
print(layers.Conv2D(3, 2).data_format, layers.Flatten().data_format, layers.MaxPooling2D().data_format, keras.config.image_data_format())
keras.config.set_image_data_format("channels_last")
print(layers.Conv3D(3, 2).data_format)
fails(keras.config.set_image_data_format, "last")

# %% separable-and-depthwise-steps
given(layers.DepthwiseConv1D(2), volume(2, 5, 3))
given(layers.DepthwiseConv1D(3, strides=2, padding="same", depth_multiplier=2, data_format="channels_first"), volume(2, 3, 5))
given(layers.SeparableConv1D(4, 2, dilation_rate=2, padding="same"), volume(2, 5, 3))
given(layers.SeparableConv1D(2, 2, use_bias=False, data_format="channels_first"), volume(2, 3, 5))

# %% settings-that-are-refused
for layer in (layers.Conv1D, layers.Conv2D, layers.Conv3D):
    fails(layer, 0, 2)
    fails(layer, 3, 2, groups=0)
    fails(layer, 3, 2, groups=2)
    fails(layer, 3, 0)
    fails(layer, 3, (1, 2, 3, 4))
    fails(layer, 3, 2, strides=2, dilation_rate=2)
    fails(layer, 3, "ab")
fails(layers.Conv2D, 3, None)
fails(layers.Conv2DTranspose, 3, 2, output_padding=1)
fails(layers.Conv2DTranspose, 3, 2, strides=2, dilation_rate=2)
fails(layers.Conv2DTranspose, 3, 2, strides=(2, 3), output_padding=(1, -1))
fails(layers.DepthwiseConv2D, 2, depth_multiplier=0)
fails(layers.SeparableConv2D, 0, 2)
fails(layers.MaxPooling2D, (2, 2, 2))
fails(layers.AveragePooling3D, 0)
fails(layers.MaxPooling1D, 2, strides=-1)
print(layers.Conv2D(3, 2, padding="SAME").padding, layers.Conv3D(2, [1, 2, 3]).kernel_size)

# %% depthwise-with-strides-and-dilations
for padding in ("valid", "same"):
    given(layers.DepthwiseConv2D(2, strides=2, padding=padding, dilation_rate=2), volume(1, 6, 7, 2))
    given(layers.SeparableConv1D(2, 3, strides=2, padding=padding, dilation_rate=2), volume(1, 9, 2))
