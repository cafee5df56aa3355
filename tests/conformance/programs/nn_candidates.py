import numpy as np
import tensorflow as tf
from tell import fails, near, show

true = tf.constant([[3, 1], [0, 7], [9, 2]], tf.int64)


def table(*shape):
    n = int(np.prod(shape))
    return tf.constant(((np.arange(n) * 7 % 11 - 5) / 9).reshape(shape).astype(np.float32))


weights, biases, inputs = table(12, 5), table(12), table(3, 5)

# %% samplers
tf.random.set_seed(4)
for sampler in (tf.random.uniform_candidate_sampler, tf.random.log_uniform_candidate_sampler):
    for unique in (True, False):
        for _ in range(2):
            show(*sampler(true, 2, 6, unique, 50, seed=3))
show(*tf.random.log_uniform_candidate_sampler(true, 2, 4, True, 64), *tf.random.all_candidate_sampler(true, 2, 12, True))
print(tf.random.uniform_candidate_sampler(true[:1], 2, 2, True, 16, seed=1))

# %% samplers-in-a-graph
tf.random.set_seed(4)

@tf.function
def step(true):
    return tf.random.uniform_candidate_sampler(true, 2, 5, False, 40, seed=2), tf.random.log_uniform_candidate_sampler(true, 2, 5, True, 40)

print(step.get_concrete_function(tf.TensorSpec([None, 2], tf.int64)).structured_outputs)
for _ in range(2):
    for found in step(true):
        show(*found)

# %% samplers-refuse
fails(tf.random.uniform_candidate_sampler, true, 2, 6, True, 5, seed=1)
fails(tf.random.uniform_candidate_sampler, true, 1, 6, True, 50, seed=1)
fails(tf.random.log_uniform_candidate_sampler, true[0], 2, 6, True, 50, seed=1)
fails(tf.random.uniform_candidate_sampler, tf.cast(true, tf.int32), 2, 6, True, 50, seed=1)
fails(tf.random.all_candidate_sampler, true, 2, 6, True)

# %% accidental-hits
show(*tf.nn.compute_accidental_hits(true, tf.constant([1, 5, 9, 3], tf.int64), 2))
fails(tf.nn.compute_accidental_hits, true, tf.constant([1], tf.int64), 1)
fails(tf.nn.compute_accidental_hits, true, tf.constant([[1]], tf.int64), 2)

# %% nce-loss
tf.random.set_seed(2)
for remove in (False, True):
    with tf.GradientTape() as tape:
        tape.watch([weights, biases, inputs])
        loss = tf.nn.nce_loss(weights, biases, true, inputs, 4, 12, 2, remove_accidental_hits=remove)
        total = tf.reduce_sum(loss ** 2)
    near(loss, *map(tf.convert_to_tensor, tape.gradient(total, [weights, biases, inputs])))
sampled = tf.random.uniform_candidate_sampler(true, 2, 4, True, 12, seed=1)
near(tf.nn.nce_loss([weights[:6], weights[6:]], [biases[:6], biases[6:]], true, inputs, 4, 12, 2, sampled))

# %% sampled-softmax-loss
tf.random.set_seed(2)
for remove in (False, True):
    with tf.GradientTape() as tape:
        tape.watch([weights, biases, inputs])
        loss = tf.nn.sampled_softmax_loss(weights, biases, true[:, :1], inputs, 4, 12, remove_accidental_hits=remove, seed=5)
        total = tf.reduce_sum(loss ** 2)
    near(loss, *map(tf.convert_to_tensor, tape.gradient(total, [weights, biases, inputs])))
near(tf.nn.sampled_softmax_loss(weights, biases, tf.cast(true, tf.int32), inputs, 4, 12, 2, seed=5))

# %% sampled-losses-in-a-graph
tf.random.set_seed(2)
v = tf.Variable(weights)

@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.sampled_softmax_loss(v, biases, true[:, :1], x, 5, 12, seed=1) + tf.nn.nce_loss(v, biases, true[:, 1:], x, 3, 12))
    v.assign_sub(0.5 * tf.convert_to_tensor(tape.gradient(loss, v)))
    return loss

near(step(inputs), step(inputs), tf.reduce_sum(v))

# %% local-response-normalization
x = table(1, 2, 2, 7) * 5
for radius in (0, 1, 5):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.local_response_normalization(x, radius, bias=1.5, alpha=0.7, beta=0.75)
        total = tf.reduce_sum(y ** 3)
    near(y, tape.gradient(total, x))
print(tf.nn.lrn(tf.cast(x, tf.float16)).dtype)
fails(tf.nn.local_response_normalization, x[0], bias=1.0, alpha=1.0)
fails(tf.nn.local_response_normalization, tf.cast(x, tf.float64))

# %% dilation-and-erosion
x, k = table(1, 4, 5, 2) * 9, table(2, 2, 2)
for f in (tf.nn.dilation2d, tf.nn.erosion2d):
    for options in (([1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]), ([1, 2, 1, 1], "SAME", "NHWC", [1, 2, 2, 1])):
        with tf.GradientTape() as tape:
            tape.watch([x, k])
            y = f(x, k, *options)
            total = tf.reduce_sum(y * y)
        show(y, *tape.gradient(total, [x, k]))

# %% dilation-of-integers-and-refusals
x = tf.cast(table(1, 4, 5, 2) * 9, tf.int32)
show(tf.nn.dilation2d(x, x[0, :2, :2], [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1]))
fails(tf.nn.dilation2d, x, x[0], [1, 1, 1, 1], "SAME", "NCHW", [1, 1, 1, 1])
fails(tf.nn.erosion2d, x, x[0], [1, 1, 1, 1], "SAME", "NCHW", [1, 1, 1, 1])
fails(tf.nn.dilation2d, x[0], x[0], [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1])
fails(tf.nn.dilation2d, x, x[0, ..., :1], [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1])
step = tf.function(lambda x, k: tf.nn.dilation2d(x, k, [1, 2, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]))
print(step.get_concrete_function(tf.TensorSpec([None, 5, None, 3]), tf.TensorSpec([2, 2, None])).structured_outputs)

# %% backprops-of-depthwise-convolutions
x, k, dy = table(1, 4, 5, 2), table(2, 3, 2, 2), table(1, 3, 3, 4)
with tf.GradientTape(persistent=True) as tape:
    tape.watch([x, k, dy])
    to_input = tf.nn.depthwise_conv2d_backprop_input([1, 4, 5, 2], k, dy, [1, 1, 1, 1], "VALID")
    to_filter = tf.nn.depthwise_conv2d_backprop_filter(x, [2, 3, 2, 2], dy, [1, 1, 1, 1], "VALID")
    totals = [tf.reduce_sum(to_input ** 2), tf.reduce_sum(to_filter ** 2)]
near(to_input, to_filter, *tape.gradient(totals[0], [k, dy]), *tape.gradient(totals[1], [x, dy]))
show(tf.nn.depthwise_conv2d_backprop_input([1, 5, 6, 2], k, dy, strides=[1, 2, 2, 1], padding="SAME"))

# %% transposed-convolutions-that-are-spread
x, k = table(1, 3, 3, 2), table(2, 2, 3, 2)
near(tf.nn.atrous_conv2d_transpose(x, k, [1, 5, 5, 3], 2, "VALID"), tf.nn.atrous_conv2d_transpose(x, k, [1, 3, 3, 3], 2, "SAME"), tf.nn.atrous_conv2d_transpose(x, k, [1, 4, 4, 3], 1, "VALID"))
