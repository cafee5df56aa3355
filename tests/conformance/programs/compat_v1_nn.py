import numpy as np
import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1


def image(*shape, dtype=np.float32):
    n = int(np.prod(shape))
    return tf.constant(((np.arange(n) * 7 % 11 - 5) / 4).reshape(shape).astype(dtype))


x, w = image(1, 4, 5, 2), image(2, 2, 2, 3)

# %% convolutions
near(v1.nn.conv2d(x, w, [1, 1, 1, 1], "VALID"), v1.nn.conv2d(x, filters=w, strides=2, padding="SAME"), v1.nn.conv2d(input=x, filter=w, strides=[1, 2, 1, 1], padding="SAME"))
near(v1.nn.conv2d_transpose(image(1, 2, 2, 3), w, [1, 4, 4, 2], 2), v1.nn.conv1d(x[0], w[0], 1, "SAME"), v1.nn.convolution(x, w, "VALID", dilation_rate=[1, 2]))
near(v1.nn.conv3d(x[None], w[None], [1] * 5, "VALID"), v1.nn.conv3d_transpose(image(1, 1, 2, 2, 3), w[None], [1, 1, 3, 3, 2], 1, "VALID"))

# %% backprops
near(v1.nn.conv2d_backprop_input([1, 4, 5, 2], w, image(1, 3, 4, 3), [1, 1, 1, 1], "VALID"), v1.nn.conv2d_backprop_filter(x, [2, 2, 2, 3], image(1, 3, 4, 3), [1, 1, 1, 1], "VALID"))
near(v1.nn.depthwise_conv2d_native_backprop_input([1, 4, 5, 2], image(2, 2, 2, 1), image(1, 3, 4, 2), [1, 1, 1, 1], "VALID"))
near(v1.nn.depthwise_conv2d_native(x, image(2, 2, 2, 1), [1, 1, 1, 1], "SAME"), v1.nn.depthwise_conv2d(x, image(2, 2, 2, 1), [1, 1, 1, 1], "SAME", rate=[2, 2]))
near(v1.nn.separable_conv2d(x, image(2, 2, 2, 1), image(1, 1, 2, 2), [1, 1, 1, 1], "SAME", rate=[1, 1]))

# %% pooling
show(v1.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"), v1.nn.avg_pool(value=x, ksize=2, strides=1, padding="VALID"), v1.nn.pool(x, [2, 2], "MAX", "VALID", dilation_rate=[1, 2]))

# %% dropout-keeps
tf.random.set_seed(3)
show(v1.nn.dropout(tf.ones([8]), 0.75, seed=1), v1.nn.dropout(tf.ones([8]), rate=0.75, seed=1))
fails(v1.nn.dropout, tf.ones([8]))

# %% losses
labels, logits = tf.nn.softmax(image(2, 3)), image(2, 3) * 2
for loss in (v1.nn.softmax_cross_entropy_with_logits, v1.nn.softmax_cross_entropy_with_logits_v2):
    with tf.GradientTape() as tape:
        tape.watch([labels, logits])
        y = loss(labels=labels, logits=logits)
    found = tape.gradient(y, [labels, logits])
    near(y, found[1])
    print(found[0] is None)
near(v1.nn.softmax_cross_entropy_with_logits_v2(labels, logits, dim=0), v1.nn.weighted_cross_entropy_with_logits(targets=labels, logits=logits, pos_weight=2.0))

# %% old-names-of-arguments
near(v1.nn.softmax(logits=image(2, 3), dim=0), v1.nn.log_softmax(image(2, 3), dim=-1), v1.nn.l2_normalize(image(2, 3), dim=1), *v1.nn.moments(image(2, 3), [0], keep_dims=True))
show(v1.nn.in_top_k(predictions=image(2, 3), targets=[0, 1], k=1), v1.nn.crelu(image(2, 3), axis=0), v1.nn.relu(image(3)))
near(v1.nn.xw_plus_b(image(2, 3), image(3, 2), image(2)), v1.nn.relu_layer(image(2, 3), image(3, 2), image(2)), v1.nn.embedding_lookup(image(4, 2), [3, 1]))

# %% ctc
scores = image(6, 2, 4)
labels = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 1, 2]), [2, 2])
near(v1.nn.ctc_loss(labels, scores, [6, 5]), v1.nn.ctc_loss(labels, scores, [6, 5], preprocess_collapse_repeated=True), v1.nn.ctc_loss(labels, tf.transpose(scores, [1, 0, 2]), [6, 5], ctc_merge_repeated=False, time_major=False))
near(v1.nn.ctc_loss(labels, scores, [1, 5], ignore_longer_outputs_than_inputs=True), v1.nn.ctc_loss_v2([[1, 2]], scores[:, :1], [2], [6]))
decoded, found = v1.nn.ctc_beam_search_decoder(scores, [6, 5], beam_width=5, top_paths=2)
show(*[part.values for part in decoded])
near(found)
fails(v1.nn.ctc_loss, [[1, 2]], scores, [6, 5])

# %% images
x = image(1, 3, 4, 2)
show(v1.image.resize_bilinear(x, [5, 6]), v1.image.resize_bilinear(x, [2, 3], align_corners=True), v1.image.resize_nearest_neighbor(x, [5, 3]), v1.image.resize_area(x, [2, 2]))
near(v1.image.resize_bicubic(x, [6, 5]) + 5, v1.image.resize_images(x[0], [2, 5]), v1.image.resize_images(x, [4, 4], method=v1.image.ResizeMethod.NEAREST_NEIGHBOR), v1.image.resize_images(x, [6, 9], preserve_aspect_ratio=True))
same = tf.cast(x, tf.int32)
print(v1.image.resize_images(same, [3, 4]).dtype, v1.image.resize(same, [3, 5]).dtype)
fails(v1.image.resize_images, x, [2, 2], method=7)

# %% images-with-old-arguments
x = image(1, 3, 4, 3)
show(v1.image.crop_and_resize(x, [[0.0, 0.0, 1.0, 0.5]], box_ind=[0], crop_size=[2, 2]), v1.image.draw_bounding_boxes(x, [[[0.0, 0.0, 1.0, 1.0]]]), v1.image.resize_image_with_crop_or_pad(x, 2, 2))
show(v1.image.extract_image_patches(x, ksizes=[1, 2, 2, 1], strides=[1, 1, 2, 1], rates=[1, 1, 1, 1], padding="VALID"))
show(*v1.image.sample_distorted_bounding_box([30, 40, 3], [[[0.1, 0.1, 0.9, 0.8]]], seed=4, seed2=5), v1.image.flip_left_right(x[0, 0:1]))
