import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(41)
X = rng.normal(size=(8, 4)).astype("float32")


def variable(*shape, scale=0.5):
    return tf.Variable(rng.normal(size=shape).astype("float32") * scale)

# %% convolutional-step-by-hand
images = tf.constant(rng.normal(size=(4, 6, 6, 1)).astype("float32"))
labels = tf.constant([0, 1, 2, 1])
k1, k2, w = variable(3, 3, 1, 2), variable(3, 3, 2, 3), variable(3, 3)

@tf.function
def step(images, labels):
    with tf.GradientTape() as tape:
        h = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(images, k1, 1, "SAME")), 2, 2, "VALID")
        h = tf.reduce_mean(tf.nn.leaky_relu(tf.nn.conv2d(h, k2, [1, 1], "VALID")), axis=[1, 2])
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(tf.one_hot(labels, 3, 0.9, 0.05), h @ w))
    gs = tape.gradient(loss, [k1, k2, w])
    for v, g in zip([k1, k2, w], gs):
        v.assign_sub(0.5 * g)
    return loss

near(*[step(images, labels) for _ in range(4)])
near(k1, w)

# %% u-net-up-and-down
x = tf.constant(rng.normal(size=(1, 4, 4, 1)).astype("float32"))
down, up, out = variable(2, 2, 1, 2), variable(2, 2, 2, 2), variable(1, 1, 3, 1)
with tf.GradientTape() as tape:
    h = tf.nn.relu(tf.nn.conv2d(x, down, 2, "SAME"))
    h = tf.nn.conv2d_transpose(h, up, [1, 4, 4, 2], 2)
    logits = tf.nn.conv2d(tf.concat([x, h], -1), out, 1, "SAME")
    p, target = tf.sigmoid(logits), tf.cast(x > 0, tf.float32)
    dice = 1 - (2 * tf.reduce_sum(p * target) + 1) / (tf.reduce_sum(p) + tf.reduce_sum(target) + 1)
    smooth = tf.reduce_sum(tf.abs(logits[:, 1:] - logits[:, :-1])) + tf.reduce_sum(tf.abs(logits[:, :, 1:] - logits[:, :, :-1]))
    loss = dice + 0.1 * smooth
near(loss, dice, *tape.gradient(loss, [down, up, out]))
near(tf.image.resize(x, [2, 2])[0, ..., 0], tf.image.resize(x, [6, 6], method="nearest")[0, 0, :, 0])

# %% batch-normalisation-by-hand
gamma, beta = tf.Variable(tf.ones([4])), tf.Variable(tf.zeros([4]))
mean, variance = tf.Variable(tf.zeros([4]), trainable=False), tf.Variable(tf.ones([4]), trainable=False)

@tf.function
def normal(x, training):
    if training:
        m, v = tf.nn.moments(x, [0])
        mean.assign(0.9 * mean + 0.1 * m)
        variance.assign(0.9 * variance + 0.1 * v)
    else:
        m, v = mean, variance
    return tf.nn.batch_normalization(x, m, v, beta, gamma, 1e-3)

for training in [True, False, tf.constant(True), tf.constant(False)]:
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(normal(tf.constant(X), training) ** 3)
    near(y, *tape.gradient(y, [gamma, beta]))
near(mean, variance)
print(normal.experimental_get_tracing_count())

# %% detection-boxes
boxes = tf.constant([[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 3.0], [0.0, 0.0, 1.0, 1.0], [5.0, 5.0, 6.0, 7.0]])
scores = tf.constant([0.9, 0.8, 0.7, 0.6])

def iou(a, b):
    low, high = tf.maximum(a[:, None, :2], b[None, :, :2]), tf.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = tf.reduce_prod(tf.maximum(high - low, 0.0), -1)
    area = lambda t: tf.reduce_prod(t[:, 2:] - t[:, :2], -1)
    return tf.math.divide_no_nan(inter, area(a)[:, None] + area(b)[None] - inter)

near(iou(boxes, boxes))

@tf.function
def suppress(boxes, scores, threshold):
    order = tf.argsort(scores, direction="DESCENDING")
    keep = tf.TensorArray(tf.int32, 0, dynamic_size=True)
    overlaps = iou(boxes, boxes)
    while tf.size(order) > 0:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(order, tf.TensorShape([None]))])
        best = order[0]
        keep = keep.write(keep.size(), best)
        rest = order[1:]
        order = tf.boolean_mask(rest, tf.gather(overlaps[best], rest) <= threshold)
    return keep.stack()

show(suppress(boxes, scores, 0.1), suppress(boxes, scores, 0.2), tf.where(iou(boxes, boxes) > 0.2))

# %% graph-network-message-passing
nodes, source, target = variable(5, 3), tf.constant([0, 1, 2, 3, 3, 4]), tf.constant([1, 2, 0, 4, 0, 0])
wm, wu = variable(3, 3), variable(6, 3)

@tf.function
def propagate(nodes):
    for _ in range(2):
        messages = tf.nn.relu(tf.gather(nodes, source) @ wm)
        scores = tf.reduce_sum(messages, 1)
        top = tf.math.unsorted_segment_max(scores, target, 5)
        e = tf.exp(scores - tf.gather(top, target))
        alpha = e / tf.gather(tf.math.unsorted_segment_sum(e, target, 5), target)
        pooled = tf.math.unsorted_segment_sum(alpha[:, None] * messages, target, 5)
        nodes = tf.tanh(tf.concat([nodes, pooled], 1) @ wu)
    return tf.math.segment_mean(nodes, [0, 0, 0, 1, 1])

with tf.GradientTape() as tape:
    y = propagate(nodes)
    loss = tf.reduce_sum(y ** 2)
gs = tape.gradient(loss, [nodes, wm, wu])
near(y, *[tf.norm(tf.convert_to_tensor(g)) for g in gs])

# %% physics-informed-network
ws = [variable(1, 5, scale=1.0), variable(5, 1, scale=1.0)]
t = tf.constant(np.linspace(0, 1, 5, dtype="float32")[:, None])
optimizer = tf.keras.optimizers.Adam(0.05)

@tf.function
def step():
    with tf.GradientTape() as outer:
        with tf.GradientTape() as second:
            second.watch(t)
            with tf.GradientTape() as first:
                first.watch(t)
                y = tf.tanh(t @ ws[0]) @ ws[1]
            dy = first.gradient(y, t)
        ddy = second.gradient(dy, t)
        loss = tf.reduce_mean((ddy + y) ** 2) + (y[0, 0] - 1.0) ** 2
    gs = outer.gradient(loss, ws)
    optimizer.apply_gradients(zip(gs, ws))
    return loss, ddy[:2]

for _ in range(3):
    near(*step())

# %% hyper-network-and-functional-weights
h1, h2 = variable(2, 8), variable(2, 2)

def generated(z, x):
    w = tf.reshape(z @ h1, [-1, 4, 2])
    b = z @ h2
    return tf.tanh(tf.einsum("bi,bio->bo", x, w) + b)

z = tf.constant(rng.normal(size=(8, 2)).astype("float32"))
with tf.GradientTape() as tape:
    tape.watch(z)
    loss = tf.reduce_mean(generated(z, X) ** 2)
near(loss, *tape.gradient(loss, [h1, h2, z]))
with tf.GradientTape() as tape:
    tape.watch(z)
    y = generated(z, X)
near(tf.linalg.det(tape.batch_jacobian(y, z)))

# %% jacobians-forward-and-backward
w = variable(3, 3)

def f(x):
    return tf.sin(tf.linalg.matvec(w, x)) * x

x = tf.constant([0.1, -0.4, 0.7])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
backward = tape.jacobian(y, x)
columns = []
for i in range(3):
    with tf.autodiff.ForwardAccumulator(x, tf.one_hot(i, 3)) as acc:
        y = f(x)
    columns.append(acc.jvp(y))
near(backward, backward - tf.stack(columns, 1))
acc_of = tf.function(lambda v: tf.autodiff.ForwardAccumulator(x, v))
with tf.autodiff.ForwardAccumulator(w, tf.ones_like(w)) as acc:
    y = tf.function(f)(x)
near(acc.jvp(y))
with tf.GradientTape(persistent=True) as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        s = tf.reduce_sum(f(x) ** 2)
    g = inner.gradient(s, x)
near(outer.jacobian(g, x), outer.jacobian(g, x, experimental_use_pfor=False))

# %% influence-and-unconnected
a, b, c = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3, trainable=False)
frozen = tf.Variable(4.0, trainable=False)
with tf.GradientTape(persistent=True) as tape:
    y = a * a + tf.stop_gradient(b) * a + frozen
print([g if g is None else float(g) for g in tape.gradient(y, [a, b, frozen])])
near(*tape.gradient(y, [a, b], unconnected_gradients="zero"))
with tf.GradientTape() as other:
    with other.stop_recording():
        z = a * 10.0
print(other.gradient(z, a))
fails(lambda: tape.stop_recording().__enter__())
print([v.name for v in tape.watched_variables()])
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(b)
    y = a * b * b
print([g if g is None else float(g) for g in tape.gradient(y, {"a": a, "b": b}).values()])
fails(lambda: tape.gradient(y, b))
with tf.GradientTape() as tape:
    y = tf.cast(tf.cast(b, tf.int32), tf.float32) * 1.0
print(tape.gradient(y, b))

# %% evolution-strategy
theta = tf.Variable([1.0, -1.0, 0.5])

@tf.function
def fitness(t):
    return -tf.reduce_sum((t - [0.2, 0.1, -0.3]) ** 2, -1)

for i in range(4):
    noise = tf.random.stateless_normal([6, 3], [i, 2])
    noise = tf.concat([noise, -noise], 0)
    rewards = tf.vectorized_map(lambda e: fitness(theta + 0.1 * e), noise)
    ranks = tf.cast(tf.argsort(tf.argsort(rewards)), tf.float32) / 11.0 - 0.5
    theta.assign_add(0.5 * tf.tensordot(ranks, noise, 1) / 1.2 * 0.1)
    near(fitness(theta), tf.reduce_max(rewards))
near(theta)

# %% metrics-over-a-loop
metrics = {"loss": tf.keras.metrics.Mean(), "acc": tf.keras.metrics.BinaryAccuracy(), "auc": tf.keras.metrics.AUC(num_thresholds=20),
           "precision": tf.keras.metrics.Precision(), "recall": tf.keras.metrics.Recall(thresholds=[0.3, 0.6]), "rmse": tf.keras.metrics.RootMeanSquaredError()}

@tf.function
def update(y, p, w):
    metrics["loss"].update_state(tf.keras.losses.binary_crossentropy(y, p), w)
    for name, metric in metrics.items():
        if name != "loss":
            metric.update_state(y, p, sample_weight=w)

for i in range(3):
    p = tf.random.stateless_uniform([5, 1], [i, 3])
    y = tf.cast(tf.random.stateless_uniform([5, 1], [i, 4]) > 0.5, tf.float32)
    update(y, p, tf.constant([1.0, 1.0, 0.5, 2.0, 0.0]))
for name, metric in metrics.items():
    print(name)
    near(metric.result())
    metric.reset_state()
show(tf.math.confusion_matrix([0, 1, 2, 1], [0, 2, 2, 1], weights=[1, 2, 3, 4]))
m = tf.keras.metrics.MeanIoU(num_classes=3)
m.update_state([0, 1, 2, 1], [0, 2, 2, 1])
near(m.result(), tf.math.in_top_k([1, 0], [[0.1, 0.5, 0.4], [0.3, 0.2, 0.5]], 2))

# %% quantised-and-pruned-weights
w = variable(4, 3)

@tf.custom_gradient
def fake_quantise(x):
    scale = tf.reduce_max(tf.abs(x)) / 7.0
    q = tf.clip_by_value(tf.round(x / scale), -7.0, 7.0) * scale
    return q, lambda d: tf.where(tf.abs(x) <= scale * 7.0, d, 0.0)

def mask_of(w, sparsity):
    k = tf.cast(sparsity * tf.cast(tf.size(w), tf.float32), tf.int32)
    threshold = tf.sort(tf.reshape(tf.abs(w), [-1]))[k]
    return tf.cast(tf.abs(w) >= threshold, w.dtype)

mask = mask_of(w, 0.5)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((X @ (fake_quantise(w) * mask)) ** 2)
g = tape.gradient(loss, w)
w.assign((w - 0.1 * g) * mask)
near(loss, g, w)
show(tf.math.count_nonzero(w), tf.cast(tf.round(w / tf.reduce_max(tf.abs(w)) * 127), tf.int8), tf.math.zero_fraction(w) > 0.4)
