import tensorflow as tf
from tell import fails, near, show

image = tf.compat.v1.image
x = tf.reshape(tf.range(24.0), [1, 3, 4, 2])
bytes_ = tf.cast(x, tf.uint8)

# %% resize-images
for method in range(4):
    show(image.resize_images(x, [5, 2], method), image.resize_images(x, [2, 6], method, align_corners=True), image.resize_images(bytes_[0], [2, 2], method))
show(image.resize(x, [4, 4], "bilinear"), image.resize_images(x, [6, 4], preserve_aspect_ratio=True), image.resize_images(x, [3, 4]))
print(image.resize_images(bytes_, [3, 4]).dtype, image.resize_images(bytes_, [4, 4]).dtype, image.resize_images(bytes_, [4, 4], image.ResizeMethod.NEAREST_NEIGHBOR).dtype, image.ResizeMethod.AREA)
fails(image.resize_images, x, [2, 2], 7)
fails(image.resize_images, tf.ones([2]), [2, 2])
fails(image.resize_images, x, [2])

# %% resizers
for f in (image.resize_bilinear, image.resize_nearest_neighbor, image.resize_bicubic):
    show(f(x, [2, 3]), f(x, [5, 7], align_corners=True), f(x, [2, 3], half_pixel_centers=True))
show(image.resize_area(x, [2, 3]), image.resize_area(x, [2, 3], align_corners=True))
fails(image.resize_bilinear, x[0], [2, 3])
fails(image.resize_bilinear, x, [2, 3], align_corners=True, half_pixel_centers=True)

# %% gradients
for f in (image.resize_bilinear, image.resize_nearest_neighbor, image.resize_bicubic):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, [5, 2]) ** 2
    near(tape.gradient(y, x))

# %% with-padding
show(image.resize_image_with_crop_or_pad(x, 2, 6), image.resize_image_with_pad(x, 4, 4), image.resize_image_with_pad(x[0], 2, 4, image.ResizeMethod.NEAREST_NEIGHBOR, True))
fails(image.resize_image_with_pad, x, 0, 4)

# %% names-from-now
show(image.transpose_image(x), image.flip_left_right(x), image.rgb_to_grayscale(tf.ones([1, 1, 3])))
with tf.Graph().as_default():
    given = tf.compat.v1.placeholder(tf.float32, [None, None, None, 3])
    print(image.resize_images(given, [7, 8]).shape, image.resize_bilinear(given, [7, 8]).shape, image.resize_image_with_crop_or_pad(given, 4, 5).shape)
