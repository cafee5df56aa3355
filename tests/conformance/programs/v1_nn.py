import tensorflow as tf
from tell import fails, near, show

nn = tf.compat.v1.nn
x = tf.reshape(tf.range(32.0), [1, 4, 4, 2]) / 10
w = tf.reshape(tf.range(16.0), [2, 2, 2, 2]) / 8 - 1
logits, labels = tf.constant([[1.0, 2, 0.5], [0, 0, 3]]), tf.constant([[0.0, 1, 0], [0.5, 0, 0.5]])

# %% pooling
show(nn.avg_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"), nn.max_pool(None, input=x, ksize=2, strides=2, padding="VALID"), nn.avg_pool2d(value=x, ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding="VALID"), nn.avg_pool_v2(x, 2, 2, "SAME"), nn.max_pool_v2(x, 2, 1, "VALID"))
fails(nn.max_pool, x, 2, 2, "VALID", input=x)
show(nn.pool(x, [2, 2], "MAX", "VALID"), nn.pool(x, [2, 2], "AVG", "VALID", strides=[2, 2]))

# %% convolutions
show(nn.conv2d(x, w, [1, 1, 1, 1], "SAME"), nn.conv2d(x, filters=w, strides=2, padding="VALID"), nn.convolution(x, w, "VALID"), nn.convolution(x, None, "SAME", filters=w, dilation_rate=[2, 2]), nn.conv1d(x[0], w[0], 1, "SAME"), nn.conv1d(input=x[0], filters=w[0], stride=2, padding="VALID"))
show(nn.conv2d_transpose(x, w, [1, 8, 8, 2], [1, 2, 2, 1]), nn.conv2d_backprop_input([1, 4, 4, 2], w, x, [1, 1, 1, 1], "SAME"))
fails(nn.conv2d, x, w, 1, "SAME", filters=w)

# %% depthwise
show(nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"), nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "VALID", rate=[2, 2]), nn.depthwise_conv2d_native(x, w, [1, 2, 2, 1], "VALID"), nn.separable_conv2d(x, w, tf.ones([1, 1, 4, 1]), [1, 1, 1, 1], "VALID"))

# %% softmax-and-losses
show(nn.softmax(logits, dim=0), nn.softmax(logits, 1), nn.log_softmax(logits, dim=-1), nn.softmax_cross_entropy_with_logits_v2(labels, logits), nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, dim=0), nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits), nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 2], logits=logits), nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits), nn.weighted_cross_entropy_with_logits(targets=labels, logits=logits, pos_weight=2.0))
fails(nn.softmax_cross_entropy_with_logits, labels=labels)
fails(nn.sparse_softmax_cross_entropy_with_logits, logits=logits)
fails(nn.softmax, logits, 1, dim=1)

# %% gradients-of-labels
for f in (nn.softmax_cross_entropy_with_logits, nn.softmax_cross_entropy_with_logits_v2):
    with tf.GradientTape() as tape:
        tape.watch([labels, logits])
        y = f(labels=labels, logits=logits)
    first, second = tape.gradient(y, [labels, logits])
    near(second, *([] if first is None else [first]))
    print(first is None)

# %% dropout
tf.random.set_seed(1)
show(nn.dropout(tf.ones([6]), keep_prob=0.5, seed=3), nn.dropout(tf.ones([6]), rate=0.25, seed=3), nn.dropout(tf.ones([2]), 1.0))
fails(nn.dropout, x)
fails(nn.dropout, x, keep_prob="a")
fails(nn.dropout, x, keep_prob=0.5, rate=0.5)
fails(nn.dropout, x, rate=1.5)

# %% statistics
show(*nn.moments(logits, [0]), *nn.moments(logits, [0], keep_dims=True), *nn.weighted_moments(logits, [0], [[1.0], [2]]), *nn.weighted_moments(logits, [0], [[1.0], [2]], keepdims=True), *nn.sufficient_statistics(logits, [0])[:3], *nn.sufficient_statistics(logits, [0], keep_dims=True)[:3], nn.l2_normalize(logits, dim=1), nn.l2_normalize(logits, 0))

# %% layers-in-one
show(nn.xw_plus_b([[1.0, 2]], [[1.0, 2, 3], [-4, 5, 6]], [1.0, 0, -1]), nn.relu_layer([[1.0, 2]], [[1.0, 2, 3], [-4, 5, 6]], [1.0, 0, -1]), nn.crelu(logits, axis=0), nn.in_top_k(logits, [1, 0], 1), nn.top_k(logits, 2)[1], nn.bias_add(logits, [1.0, 2, 3]), nn.relu6(logits * 4), nn.zero_fraction(logits))
fails(nn.xw_plus_b, [[1.0, 2]], [[1.0, 2]], [1.0])

# %% names-in-a-graph
with tf.Graph().as_default() as graph:
    a = tf.compat.v1.placeholder(tf.float32, [None, 2], name="a")
    nn.xw_plus_b(a, tf.ones([2, 3]), tf.ones([3]), name="affine")
    nn.softmax(a, name="s")
    print([op.name for op in graph.get_operations()])
