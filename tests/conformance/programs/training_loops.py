import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(7)
X = rng.normal(size=(24, 3)).astype("float32")
Y = (X @ np.float32([[1.0], [-2.0], [0.5]]) + 0.3).astype("float32")


class Line(tf.Module):
    def __init__(self, units=1, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.fill([3, units], 0.1), name="w")
        self.b = tf.Variable(tf.zeros([units]), name="b")

    def __call__(self, x):
        return x @ self.w + self.b


def mse(y, p):
    return tf.reduce_mean(tf.math.squared_difference(y, p))

# %% plain-loop
model = Line()
optimizer = tf.keras.optimizers.SGD(0.1)
losses = []
for epoch in range(3):
    for at in range(0, 24, 8):
        with tf.GradientTape() as tape:
            loss = mse(Y[at:at + 8], model(X[at:at + 8]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.append(float(loss))
near(losses, model.w, model.b)
print([v.name for v in model.trainable_variables], int(optimizer.iterations))

# %% gradient-accumulation
model = Line()
optimizer = tf.keras.optimizers.Adam(0.05)
sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]

@tf.function
def accumulate(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x)) / 3.0
    for total, g in zip(sums, tape.gradient(loss, model.trainable_variables)):
        total.assign_add(g)
    return loss

@tf.function
def apply():
    optimizer.apply_gradients(zip(sums, model.trainable_variables))
    for total in sums:
        total.assign(tf.zeros_like(total))

for epoch in range(4):
    loss = tf.add_n([accumulate(tf.constant(X[at:at + 8]), tf.constant(Y[at:at + 8])) for at in range(0, 24, 8)])
    apply()
    near(loss)
near(model.w, model.b, *sums)
print(accumulate.experimental_get_tracing_count(), apply.experimental_get_tracing_count())

# %% accumulation-by-counter-in-one-function
model = Line()
optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.9)
optimizer.build(model.trainable_variables)
sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
counter = tf.Variable(0, dtype=tf.int64)

@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 1])])
def step(x, y):
    counter.assign_add(1)
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    for total, g in zip(sums, tape.gradient(loss, model.trainable_variables)):
        total.assign_add(g)
    if counter % 3 == 0:
        optimizer.apply_gradients([(s / 3.0, v) for s, v in zip(sums, model.trainable_variables)])
        for total in sums:
            total.assign(tf.zeros_like(total))
    return loss

for i in range(9):
    at = (i * 7) % 20
    near(step(X[at:at + 4], Y[at:at + 4]))
near(model.w, *sums)
print(int(counter), step.experimental_get_tracing_count(), int(optimizer.iterations))

# %% whole-epoch-in-a-function
model = Line()
optimizer = tf.keras.optimizers.RMSprop(0.01)
data = tf.data.Dataset.from_tensor_slices((X, Y)).batch(5)

@tf.function
def epoch(data):
    total, count = 0.0, 0
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = mse(y, model(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        total += loss
        count += 1
    return total / tf.cast(count, tf.float32), count

for _ in range(3):
    mean, count = epoch(data)
    near(mean, count)
near(model.w, model.b)

# %% early-stop-with-patience-in-graph
model = Line()

@tf.function
def train(steps, patience):
    best, wait, used = tf.constant(np.inf, tf.float32), 0, 0
    for i in tf.range(steps):
        with tf.GradientTape() as tape:
            loss = mse(Y, model(X))
        gw, gb = tape.gradient(loss, [model.w, model.b])
        rate = tf.where(i < 10, 0.1, 1.2)
        model.w.assign_sub(rate * gw)
        model.b.assign_sub(rate * gb)
        used += 1
        if loss < best:
            best, wait = loss, 0
        else:
            wait += 1
            if wait >= patience:
                break
    return best, used

best, used = train(tf.constant(60), tf.constant(2))
near(best, used)

# %% learning-rate-schedules
schedules = tf.keras.optimizers.schedules
for schedule in [
    schedules.ExponentialDecay(0.1, 3, 0.5), schedules.ExponentialDecay(0.1, 3, 0.5, staircase=True),
    schedules.PiecewiseConstantDecay([2, 5], [1.0, 0.1, 0.01]), schedules.PolynomialDecay(0.1, 4, 0.01, power=2.0),
    schedules.PolynomialDecay(0.1, 4, 0.01, cycle=True), schedules.InverseTimeDecay(0.1, 2, 0.5),
    schedules.CosineDecay(0.1, 6, alpha=0.1), schedules.CosineDecay(0.0, 4, warmup_target=0.1, warmup_steps=3),
    schedules.CosineDecayRestarts(0.1, 3),
]:
    print(type(schedule).__name__)
    near([float(schedule(step)) for step in range(8)])

# %% own-schedule-in-an-optimizer
class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width, warmup):
        self.width, self.warmup = width, warmup

    def __call__(self, step):
        step = tf.cast(step, tf.float32) + 1.0
        return tf.math.rsqrt(tf.cast(self.width, tf.float32)) * tf.minimum(tf.math.rsqrt(step), step * self.warmup ** -1.5)

    def get_config(self):
        return {"width": self.width, "warmup": self.warmup}

model = Line()
optimizer = tf.keras.optimizers.Adam(Warmup(64, 4), beta_1=0.9, beta_2=0.98, epsilon=1e-9)
for i in range(6):
    with tf.GradientTape() as tape:
        loss = mse(Y, model(X))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    near(loss, optimizer.learning_rate)
near(model.w)
print(optimizer.get_config()["learning_rate"])

# %% exponential-moving-average-of-weights
model = Line()
ema = tf.train.ExponentialMovingAverage(0.9)
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss

shadow = [tf.Variable(v, trainable=False) for v in model.trainable_variables]
for i in range(5):
    step(X, Y)
    for s, v in zip(shadow, model.trainable_variables):
        s.assign(0.9 * s + 0.1 * v)
    ema.apply(model.trainable_variables)
near(*shadow)
near(*[ema.average(v) for v in model.trainable_variables])
kept = [v.numpy() for v in model.trainable_variables]
for s, v in zip(shadow, model.trainable_variables):
    v.assign(s)
near(mse(Y, model(X)))
for k, v in zip(kept, model.trainable_variables):
    v.assign(k)
near(mse(Y, model(X)))

# %% multi-task-heads
trunk = tf.keras.Sequential([tf.keras.layers.Dense(4, "tanh", kernel_initializer="ones"), tf.keras.layers.LayerNormalization()])
heads = {"value": tf.keras.layers.Dense(1, kernel_initializer="zeros"), "sign": tf.keras.layers.Dense(2, kernel_initializer="ones")}
labels = tf.cast(Y[:, 0] > 0, tf.int32)
optimizer = tf.keras.optimizers.AdamW(0.01, weight_decay=0.1)
weights = {"value": 1.0, "sign": 0.3}
for i in range(4):
    with tf.GradientTape(persistent=True) as tape:
        shared = trunk(X)
        losses = {
            "value": tf.reduce_mean(tf.keras.losses.huber(Y, heads["value"](shared))),
            "sign": tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, heads["sign"](shared))),
        }
        total = sum(weights[k] * losses[k] for k in losses)
    variables = trunk.trainable_variables + [v for h in heads.values() for v in h.trainable_variables]
    norms = {k: tf.linalg.global_norm(tape.gradient(losses[k], trunk.trainable_variables)) for k in losses}
    optimizer.apply_gradients(zip(tape.gradient(total, variables), variables))
    print({k: f"{float(v):.3g}" for k, v in losses.items()}, {k: f"{float(v):.2f}" for k, v in norms.items()})
print([v.path.split("/")[-1] for v in variables])
print([tape.gradient(losses["value"], v) is None for v in variables])

# %% uncertainty-weighted-losses
log_variances = tf.Variable([0.0, 0.0])
w = tf.Variable([[0.1], [0.1], [0.1]])
optimizer = tf.keras.optimizers.Adagrad(0.5)
for i in range(5):
    with tf.GradientTape() as tape:
        p = X @ w
        parts = tf.stack([mse(Y, p), tf.reduce_mean(tf.abs(Y - p))])
        loss = tf.reduce_sum(tf.exp(-log_variances) * parts + log_variances)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w, log_variances]), [w, log_variances]))
    near(loss)
near(w, log_variances)

# %% loss-scale-by-hand
scale, good = tf.Variable(1024.0), tf.Variable(0)
w = tf.Variable(tf.ones([3, 1]))

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        p = tf.cast(tf.cast(x, tf.float16) @ tf.cast(w, tf.float16), tf.float32)
        loss = mse(y, p)
        scaled = loss * scale
    g = tape.gradient(scaled, w) / scale
    if tf.reduce_all(tf.math.is_finite(g)):
        w.assign_sub(0.05 * g)
        good.assign_add(1)
        if good % 2 == 0:
            scale.assign(scale * 2.0)
    else:
        scale.assign(scale * 0.5)
    return tf.round(loss * 50.0) / 50.0

for i in range(4):
    near(step(X, Y))
bad = X.copy()
bad[0, 0] = np.inf
step(bad, Y)
near(scale, good)

# %% optimizers-side-by-side
for name in ["sgd", "adam", "rmsprop", "adagrad", "adadelta", "adamax", "adamw", "nadam", "ftrl", "lion"]:
    model = Line()
    optimizer = tf.keras.optimizers.get(name)
    optimizer.learning_rate = 0.05
    for i in range(4):
        with tf.GradientTape() as tape:
            loss = mse(Y, model(X))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    print(name, len(optimizer.variables), optimizer.name)
    near(model.w, model.b)

# %% optimizer-options
for optimizer in [
    tf.keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True), tf.keras.optimizers.SGD(0.1, clipnorm=0.5),
    tf.keras.optimizers.SGD(0.1, global_clipnorm=0.5), tf.keras.optimizers.SGD(0.1, clipvalue=0.2),
    tf.keras.optimizers.Adam(0.1, amsgrad=True), tf.keras.optimizers.RMSprop(0.1, centered=True, momentum=0.5),
    tf.keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2),
    tf.keras.optimizers.SGD(0.1, gradient_accumulation_steps=2), tf.keras.optimizers.Adam(0.1, weight_decay=0.2),
    tf.keras.optimizers.SGD(0.1, loss_scale_factor=4.0),
]:
    model = Line()
    for i in range(4):
        with tf.GradientTape() as tape:
            loss = optimizer.scale_loss(mse(Y, model(X)))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    near(model.w, model.b)

# %% means-and-waiting-gradients-in-fit
def fitted(optimizer):
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(optimizer, "mse")
    near(model.fit(X, Y, batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"], *model.get_weights())
    print(len(optimizer.variables), int(optimizer.iterations), [v.name for v in optimizer.variables][2:5])
    config = optimizer.get_config()
    print({name: config[name] for name in ("use_ema", "ema_momentum", "ema_overwrite_frequency", "loss_scale_factor", "gradient_accumulation_steps")})
    return model

optimizers = tf.keras.optimizers
fitted(optimizers.SGD(0.1, use_ema=True, ema_momentum=0.6))
fitted(optimizers.Adam(0.1, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2, weight_decay=0.1))
fitted(optimizers.Adam(0.1, gradient_accumulation_steps=2, clipnorm=1.0))
fitted(optimizers.Nadam(0.1, gradient_accumulation_steps=3, use_ema=True, ema_momentum=0.9))
fitted(optimizers.RMSprop(0.1, loss_scale_factor=128.0))
fitted(optimizers.Ftrl(0.5, l1_regularization_strength=0.01, l2_regularization_strength=0.1, l2_shrinkage_regularization_strength=0.1, beta=0.2))
fitted(optimizers.Lion(0.05, beta_1=0.8, beta_2=0.9, weight_decay=0.5))
fails(optimizers.SGD, 0.1, gradient_accumulation_steps=1)
fails(optimizers.SGD, 0.1, use_ema=True, ema_momentum=2.0)
fails(optimizers.SGD, 0.1, use_ema=True, ema_overwrite_frequency=0.5)
fails(optimizers.Ftrl, 0.1, beta=0.0, l1_regularization_strength=-1.0)
fails(optimizers.Lion, 0.1, beta_1=0.0)
print([type(optimizers.get(name)).__name__ for name in ("nadam", "Ftrl", "LION")])
print(optimizers.deserialize(optimizers.serialize(optimizers.Ftrl(0.1, beta=0.3))).beta)

# %% sparse-rows-with-the-newer-optimizers
optimizers = tf.keras.optimizers
for optimizer in [optimizers.Nadam(0.1), optimizers.Lion(0.1), optimizers.Ftrl(0.1), optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5)]:
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    for ids in [[0, 0], [2, 0]]:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.gather(v, ids) ** 2)
        optimizer.apply_gradients([(tape.gradient(loss, v), v)])
    near(v)
