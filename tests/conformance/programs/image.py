# tf.image: sizes, places, colours, random changes, PNG files.
import base64

import numpy as np
import tensorflow as tf
from tell import fails, show

I = tf.image
draw = np.random.RandomState(3)
small = np.round(draw.rand(4, 5, 3), 3).astype(np.float32)
ints = draw.randint(0, 256, (4, 5, 3)).astype(np.uint8)


def ops(function, *specs):
    graph = tf.function(function).get_concrete_function(*specs).graph
    print([(op.name, op.type) for op in graph.get_operations()])
# %% resize
for size in ([2, 3], [7, 4], [4, 5], [1, 1], [9, 9]):
    for method in ("bilinear", "nearest", "area", "bicubic"):
        show(I.resize(small, size, method)[..., 0])
show(I.resize(ints, [3, 2]), I.resize(ints, [3, 2], "nearest"), I.resize(small[None], [2, 2]))
for method in ("bilinear", "bicubic", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"):
    show(I.resize(small, [2, 3], method, antialias=True)[..., 1])
show(I.resize(small, [5, 8], "lanczos3")[..., 1], I.resize(small, [8, 5], preserve_aspect_ratio=True)[..., 2])
print(I.resize(small, [8, 5], preserve_aspect_ratio=True).shape)
show(I.resize_with_pad(small, 6, 3)[..., 0], I.resize_with_pad(ints, 3, 6, "nearest")[..., 0])
fails(I.resize, small[0], [2, 2])
fails(I.resize, small, [2])
fails(I.resize, small, 2)
fails(I.resize, small, [0, 2])
fails(I.resize, small, [2, 2], "best")
ops(lambda x: I.resize(x, [3, 2]), tf.TensorSpec([4, 5, 3]))
print(tf.function(lambda x, s: I.resize(x, s)).get_concrete_function(tf.TensorSpec([None, None, 3]), tf.TensorSpec([2], tf.int32)).structured_outputs)
# %% gradients-of-resizing
for method in ("bilinear", "nearest", "bicubic", "lanczos3"):
    for size in ([2, 3], [6, 7]):
        x = tf.Variable(small)
        with tf.GradientTape() as tape:
            y = I.resize(x, size, method)
            loss = tf.reduce_sum(y * tf.reshape(tf.range(tf.size(y, out_type=tf.int32)), tf.shape(y)).numpy().astype(np.float32))
        show(tape.gradient(loss, x)[..., 0])
# %% flips-and-turns
show(I.flip_left_right(ints)[..., 0], I.flip_up_down(ints)[..., 0], I.transpose(ints)[..., 0], I.flip_left_right(ints[None])[0, ..., 1])
for k in range(5):
    show(I.rot90(ints, k)[..., 0])
show(I.rot90(ints[None], 3)[0, ..., 0], I.rot90(ints, tf.constant(1))[..., 0])
fails(I.flip_left_right, ints[0])
fails(I.rot90, ints[None, None])
fails(I.flip_up_down, np.zeros([0, 2, 3]))
ops(lambda x: I.flip_left_right(x), tf.TensorSpec([4, 5, 3]))
f = tf.function(I.flip_up_down)
print(f.get_concrete_function(tf.TensorSpec(None)).structured_outputs, f.get_concrete_function(tf.TensorSpec([None, None, 3])).structured_outputs)
# %% crops-and-pads
show(I.crop_to_bounding_box(ints, 1, 2, 2, 3)[..., 0], I.pad_to_bounding_box(ints, 1, 2, 6, 8)[..., 0])
show(I.central_crop(ints, 0.5)[..., 0], I.central_crop(ints[None], 0.7)[0, ..., 0], I.central_crop(ints, 1.0)[..., 0])
for size in ((2, 3), (6, 7), (3, 9), (4, 5)):
    show(I.resize_with_crop_or_pad(ints, *size)[..., 0])
show(I.resize_with_crop_or_pad(ints[None], 2, 7)[0, ..., 0])
for wrong in (lambda: I.crop_to_bounding_box(ints, 1, 2, 4, 3), lambda: I.crop_to_bounding_box(ints, -1, 2, 4, 3), lambda: I.central_crop(ints, 0.0),
              lambda: I.pad_to_bounding_box(ints, 1, 1, 4, 9), lambda: I.pad_to_bounding_box(ints, -1, 1, 9, 9), lambda: I.central_crop(ints, 1.5),
              lambda: I.resize_with_crop_or_pad(ints, 0, 3), lambda: I.crop_to_bounding_box(ints[0], 0, 0, 1, 1)):
    fails(wrong)
ops(lambda x: I.crop_to_bounding_box(x, 0, 1, 2, 3), tf.TensorSpec([4, 5, 3]))
ops(lambda x: I.pad_to_bounding_box(x, 0, 1, 9, 9), tf.TensorSpec([4, 5, 3]))
ops(lambda x: I.central_crop(x, 0.5), tf.TensorSpec([4, 5, 3]))
f = tf.function(lambda x: (I.central_crop(x, 0.5), I.resize_with_crop_or_pad(x, 3, 7), I.crop_to_bounding_box(x, 0, 0, 2, 2)))
print(f.get_concrete_function(tf.TensorSpec([None, None, 3])).structured_outputs)
show(*[one[..., 0] for one in f(tf.constant(small))])
x = tf.Variable(small)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(I.resize_with_crop_or_pad(x, 3, 7) ** 2)
show(tape.gradient(y, x)[..., 0])
# %% dtypes
for given, wanted in ((ints, tf.float32), (ints, tf.uint16), (ints, tf.int32), (small, tf.uint8), (small, tf.float16), (ints, tf.uint8), (small, tf.int16),
                      ((ints.astype(np.uint16) * 200), tf.uint8), (ints, tf.int8)):
    result = I.convert_image_dtype(given, wanted)
    print(result.dtype)
    show(result[..., 0])
show(I.convert_image_dtype(small * 2 - 0.5, tf.uint8, saturate=True)[..., 0])
fails(I.convert_image_dtype, small, tf.bool)
fails(I.convert_image_dtype, small > 0, tf.float32)
ops(lambda x: I.convert_image_dtype(x, tf.float32), tf.TensorSpec([4, 5, 3], tf.uint8))
ops(lambda x: I.convert_image_dtype(x, tf.uint8, saturate=True), tf.TensorSpec([4, 5, 3]))
# %% colours
show(I.rgb_to_grayscale(small), I.rgb_to_grayscale(ints)[..., 0], I.grayscale_to_rgb(tf.constant(ints[..., :1]))[0], I.rgb_to_hsv(small), I.hsv_to_rgb(small))
show(I.adjust_brightness(small, 0.2)[0], I.adjust_brightness(ints, 0.2)[0], I.adjust_contrast(small, 2.0)[0], I.adjust_contrast(ints, 0.5)[0])
show(I.adjust_gamma(small, 2.0, 0.5)[0], I.adjust_hue(small, 0.1)[0], I.adjust_hue(ints, -0.3)[0], I.adjust_saturation(small, 0.5)[0], I.adjust_saturation(ints, 3.0)[0])
show(I.per_image_standardization(ints)[0], I.per_image_standardization(np.ones([2, 3, 3, 1], np.float32))[0])
for wrong in (lambda: I.grayscale_to_rgb(tf.constant(ints)), lambda: I.adjust_hue(small, 2), lambda: I.adjust_gamma(small, -1), lambda: I.rgb_to_hsv(small[..., :2]),
              lambda: I.adjust_contrast(small[0], 2.0)):
    fails(wrong)
ops(lambda x: I.rgb_to_grayscale(x), tf.TensorSpec([4, 5, 3]))
ops(lambda x: I.adjust_brightness(x, 0.1), tf.TensorSpec([4, 5, 3], tf.uint8))
ops(lambda x: I.per_image_standardization(x), tf.TensorSpec([4, 5, 3], tf.uint8))
ops(lambda x: I.adjust_contrast(x, 0.1), tf.TensorSpec([4, 5, 3]))
# %% gradients-of-colours
x = tf.Variable(small)
for function in (lambda x: I.rgb_to_grayscale(x) ** 2, lambda x: I.adjust_brightness(x, 0.1) ** 2, lambda x: I.per_image_standardization(x) ** 3,
                 lambda x: I.rgb_to_hsv(x) ** 2, lambda x: I.adjust_gamma(x, 2.0)):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(function(x))
    show(tape.gradient(y, x)[0])
for function in (lambda x: I.adjust_contrast(x, 0.5), lambda x: I.hsv_to_rgb(x), lambda x: I.adjust_hue(x, 0.5), lambda x: I.adjust_saturation(x, 0.5)):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(function(x))
    fails(tape.gradient, y, x)
# %% random-changes
tf.random.set_seed(5)
for function in (lambda: I.random_flip_left_right(ints, seed=1), lambda: I.random_flip_up_down(ints), lambda: I.random_brightness(small, 0.3, seed=2),
                 lambda: I.random_contrast(small, 0.5, 1.5), lambda: I.random_hue(small, 0.2, seed=3), lambda: I.random_saturation(small, 0.5, 2.0),
                 lambda: I.random_crop(ints, [2, 3, 3], seed=4), lambda: I.random_flip_left_right(np.stack([ints] * 3))):
    show(function()[..., 0], function()[..., 0])
S = (3, 4)
show(I.stateless_random_flip_left_right(ints, S)[..., 0], I.stateless_random_flip_up_down(ints, S)[..., 0], I.stateless_random_brightness(small, 0.3, S)[0],
     I.stateless_random_contrast(small, 0.5, 1.5, S)[0], I.stateless_random_hue(small, 0.2, S)[0], I.stateless_random_saturation(small, 0.5, 2.0, S)[0],
     I.stateless_random_crop(ints, [2, 3, 3], S)[..., 0])
for wrong in (lambda: I.random_brightness(small, -1), lambda: I.random_contrast(small, 2, 1), lambda: I.random_hue(small, 0.7), lambda: I.random_saturation(small, -1, 2),
              lambda: I.random_crop(ints, [9, 9, 3])):
    fails(wrong)
ops(lambda x: I.random_crop(x, [2, 2, 3]), tf.TensorSpec([4, 5, 3]))
# %% likeness
# needs: numpy>=2.3 (the last digits of sums)
other = np.clip(small + 0.1, 0, 1)
show(I.psnr(small, other, 1.0), I.psnr(ints, ints[::-1], 255), I.psnr(small[None], other[None], 1.0))
big, noisy = draw.rand(2, 14, 13, 3).astype(np.float32), draw.rand(2, 14, 13, 3).astype(np.float32)
show(I.ssim(big, noisy, 1.0), I.ssim(big, big * 0.9, 1.0), I.ssim(big, big, 1.0, filter_size=5), I.ssim(big[0], noisy[0], 1.0, return_index_map=True))
fails(I.psnr, small, small[:2], 1.0)
fails(I.ssim, small, small, 1.0)
x = tf.Variable(big)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(I.ssim(x, noisy, 1.0))
show(tape.gradient(y, x)[0, 6, 6])
# %% png
for image in (ints, ints[..., :1], np.concatenate([ints, ints[..., :1]], -1), ints[..., :2], ints.astype(np.uint16) * 256 + 7):
    data = I.encode_png(image)
    same = I.decode_png(data, dtype=image.dtype.name)
    print(data.dtype, same.dtype, same.shape, bool(tf.reduce_all(same == image)))
    for channels in (1, 3, 4):
        show(I.decode_png(data, channels)[0])
show(I.decode_png(I.encode_png(ints), dtype=tf.uint16)[0], I.decode_image(I.encode_png(ints), dtype=tf.float32)[0], I.decode_jpeg(I.encode_png(ints))[0])
print(I.encode_png(np.stack([ints, ints])).shape, tf.io.decode_png(tf.io.encode_png(ints)).shape)
for wrong in (lambda: I.decode_png("junk"), lambda: I.encode_png(ints[0]), lambda: I.encode_png(small)):
    fails(wrong)
print(tf.function(lambda x: (I.decode_png(x), I.decode_png(x, 3), I.decode_image(x), I.decode_jpeg(x, 1))).get_concrete_function(tf.TensorSpec([], tf.string)).structured_outputs)
# of one bit, with a palette
for text in ("iVBORw0KGgoAAAANSUhEUgAAAAQAAAAEAQMAAACTPww9AAAABlBMVEUAAP//AABXvx8PAAAADUlEQVQI12NgYAhlYAAAAZ4Ah3V0bhkAAAAASUVORK5CYII=",):
    try:
        show(I.decode_png(base64.b64decode(text)))
    except Exception as error:
        print(type(error).__name__)
