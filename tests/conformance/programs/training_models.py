import numpy as np
import tensorflow as tf
from tell import fails, near, show
from tensorflow.keras import layers

rng = np.random.default_rng(11)
X = rng.normal(size=(16, 4)).astype("float32")
Y = (X[:, :1] * X[:, 1:2]).astype("float32")
tf.keras.utils.set_random_seed(3)


def told(logs):
    print({name: [float(f"{v:.3g}") for v in np.ravel(values)] for name, values in logs.items()})

# %% variational-autoencoder
class Encoder(layers.Layer):
    def __init__(self, latent):
        super().__init__()
        self.hidden = layers.Dense(6, "tanh")
        self.mean, self.log_variance = layers.Dense(latent, name="mean"), layers.Dense(latent, name="log_variance")

    def call(self, x):
        h = self.hidden(x)
        return self.mean(h), self.log_variance(h)

class VAE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(2)
        self.decoder = tf.keras.Sequential([layers.Dense(6, "relu"), layers.Dense(4)])
        self.kl = tf.keras.metrics.Mean(name="kl")
        self.rec = tf.keras.metrics.Mean(name="reconstruction")

    @property
    def metrics(self):
        return [self.kl, self.rec]

    def call(self, x):
        return self.decoder(self.encoder(x)[0])

    def train_step(self, x):
        noise = tf.random.stateless_normal([tf.shape(x)[0], 2], seed=[1, 2])
        with tf.GradientTape() as tape:
            mean, log_variance = self.encoder(x)
            z = mean + tf.exp(0.5 * log_variance) * noise
            rec = tf.reduce_mean(tf.reduce_sum((self.decoder(z) - x) ** 2, -1))
            kl = tf.reduce_mean(-0.5 * tf.reduce_sum(1 + log_variance - mean ** 2 - tf.exp(log_variance), -1))
            loss = rec + kl
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_weights), self.trainable_weights))
        self.kl.update_state(kl)
        self.rec.update_state(rec)
        return {m.name: m.result() for m in self.metrics}

model = VAE()
model.compile(optimizer=tf.keras.optimizers.Adam(0.01))
told(model.fit(X, batch_size=8, epochs=3, verbose=0, shuffle=False).history)
near(model(X[:2]))
print([w.path for w in model.trainable_weights], model.count_params())

# %% gan-with-two-optimizers
class GAN(tf.keras.Model):
    def __init__(self, generator, discriminator):
        super().__init__()
        self.generator, self.discriminator = generator, discriminator
        self.d_loss, self.g_loss = tf.keras.metrics.Mean(name="d_loss"), tf.keras.metrics.Mean(name="g_loss")

    def compile(self, d, g, loss):
        super().compile()
        self.d, self.g, self.own_loss = d, g, loss

    @property
    def metrics(self):
        return [self.d_loss, self.g_loss]

    def train_step(self, real):
        batch = tf.shape(real)[0]
        z = tf.random.stateless_normal([batch, 2], seed=[5, 6])
        labels = tf.concat([tf.ones([batch, 1]), tf.zeros([batch, 1])], 0)
        with tf.GradientTape() as tape:
            loss = self.own_loss(labels, self.discriminator(tf.concat([self.generator(z), real], 0)))
        weights = self.discriminator.trainable_weights
        self.d.apply_gradients(zip(tape.gradient(loss, weights), weights))
        with tf.GradientTape() as tape:
            g_loss = self.own_loss(tf.zeros([batch, 1]), self.discriminator(self.generator(z)))
        weights = self.generator.trainable_weights
        self.g.apply_gradients(zip(tape.gradient(g_loss, weights), weights))
        self.d_loss.update_state(loss)
        self.g_loss.update_state(g_loss)
        return {"d_loss": self.d_loss.result(), "g_loss": self.g_loss.result()}

gan = GAN(tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(4)]),
          tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(5), layers.LeakyReLU(negative_slope=0.2), layers.Dense(1)]))
gan.compile(tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.Adam(0.02), tf.keras.losses.BinaryCrossentropy(from_logits=True))
told(gan.fit(X, batch_size=8, epochs=2, verbose=0, shuffle=False).history)
near(gan.generator(tf.ones([1, 2])))

# %% wgan-with-several-critic-steps
critic = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(5, "tanh"), layers.Dense(1)])
generator = tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(4)])
d, g = tf.keras.optimizers.RMSprop(0.01), tf.keras.optimizers.RMSprop(0.01)

@tf.function
def step(real):
    for i in range(3):
        z = tf.random.stateless_normal([16, 2], seed=[i, 0])
        with tf.GradientTape() as tape:
            fake = generator(z, training=True)
            loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
            mix = 0.5 * real + 0.5 * fake
            with tf.GradientTape() as inner:
                inner.watch(mix)
                score = critic(mix)
            slopes = inner.gradient(score, mix)
            loss += 10.0 * tf.reduce_mean((tf.norm(slopes, axis=-1) - 1.0) ** 2)
        d.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(critic(generator(z)))
    g.apply_gradients(zip(tape.gradient(g_loss, generator.trainable_variables), generator.trainable_variables))
    return loss, g_loss

for _ in range(3):
    near(*step(tf.constant(X)))
print(step.experimental_get_tracing_count(), int(d.iterations), int(g.iterations))

# %% contrastive-pairs
encoder = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(8, "relu"), layers.Dense(3), layers.UnitNormalization()])
optimizer = tf.keras.optimizers.SGD(0.1)
for i in range(3):
    with tf.GradientTape() as tape:
        a, b = encoder(X), encoder(X + 0.1 * tf.random.stateless_normal(X.shape, [i, 1]))
        similar = tf.matmul(a, b, transpose_b=True) / 0.2
        labels = tf.range(16)
        loss = 0.5 * tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, similar)
                                    + tf.nn.sparse_softmax_cross_entropy_with_logits(labels, tf.transpose(similar)))
    optimizer.apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))
    near(loss)
near(tf.linalg.diag_part(similar)[:4])

# %% triplet-loss-with-mining
weights = tf.Variable(rng.normal(size=(4, 2)).astype("float32"))
labels = tf.constant([0, 0, 1, 1] * 4)

@tf.function
def loss_of(x):
    e = tf.math.l2_normalize(x @ weights, axis=1)
    distances = tf.maximum(2.0 - 2.0 * tf.matmul(e, e, transpose_b=True), 0.0)
    same = tf.equal(labels[:, None], labels[None])
    positive = tf.reduce_max(tf.where(same, distances, tf.zeros_like(distances)), axis=1)
    negative = tf.reduce_min(tf.where(same, tf.fill(tf.shape(distances), 1e9), distances), axis=1)
    return tf.reduce_mean(tf.nn.relu(positive - negative + 0.3))

for _ in range(3):
    with tf.GradientTape() as tape:
        loss = loss_of(tf.constant(X))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    near(loss)
near(weights)

# %% knowledge-distillation
class Distiller(tf.keras.Model):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher

    def compile(self, optimizer, metrics, alpha=0.1, temperature=3.0):
        super().compile(optimizer=optimizer, metrics=metrics)
        self.alpha, self.temperature = alpha, temperature

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        soft = tf.nn.softmax(self.teacher(x, training=False) / self.temperature)
        hard_loss = tf.keras.losses.sparse_categorical_crossentropy(y, y_pred, from_logits=True)
        soft_loss = tf.keras.losses.kld(soft, tf.nn.softmax(y_pred / self.temperature)) * self.temperature ** 2
        return tf.reduce_mean(self.alpha * hard_loss + (1 - self.alpha) * soft_loss)

    def call(self, x):
        return self.student(x)

labels = (X[:, 0] > 0).astype("int32")
teacher = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(8, "relu"), layers.Dense(2)])
teacher.trainable = False
student = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(2)])
model = Distiller(student, teacher)
model.compile(tf.keras.optimizers.Adam(0.05), [tf.keras.metrics.SparseCategoricalAccuracy(name="accuracy")])
told(model.fit(X, labels, batch_size=8, epochs=3, verbose=0, shuffle=False).history)
print(len(model.trainable_weights), len(model.non_trainable_weights))

# %% residual-block-with-config
@tf.keras.utils.register_keras_serializable("own")
class Residual(layers.Layer):
    def __init__(self, units, rate=0.0, activation="relu", **kwargs):
        super().__init__(**kwargs)
        self.units, self.rate = units, rate
        self.activation = tf.keras.activations.get(activation)

    def build(self, shape):
        self.first, self.second = layers.Dense(self.units, name="first"), layers.Dense(shape[-1], name="second")
        self.first.build(shape)
        self.second.build((*shape[:-1], self.units))
        self.scale = self.add_weight(shape=(), initializer="ones", name="scale", regularizer=tf.keras.regularizers.L2(0.1))

    def call(self, x, training=False):
        return x + self.scale * self.second(self.activation(self.first(x)))

    def get_config(self):
        return {**super().get_config(), "units": self.units, "rate": self.rate, "activation": tf.keras.activations.serialize(self.activation)}

inputs = tf.keras.Input((4,))
x = Residual(3, name="r1")(inputs)
x = Residual(5, activation="gelu", name="r2")(x)
model = tf.keras.Model(inputs, layers.Dense(1, kernel_regularizer="l2")(x))
near(model(X[:3]), model.losses)
copy = tf.keras.Model.from_config(model.get_config())
copy.set_weights(model.get_weights())
near(copy(X[:3]))
print(Residual(3, name="r").get_config())
again = layers.deserialize(layers.serialize(Residual(3, name="r")))
print(type(again).__name__, again.units, again.built)
model.compile("sgd", "mse")
told(model.fit(X, Y, epochs=2, verbose=0, shuffle=False).history)

# %% mixture-of-experts
class Experts(tf.Module):
    def __init__(self, count, width):
        super().__init__()
        self.gate = tf.Variable(rng.normal(size=(4, count)).astype("float32"))
        self.w = tf.Variable(rng.normal(size=(count, 4, width)).astype("float32"))

    @tf.function(input_signature=[tf.TensorSpec([None, 4])])
    def __call__(self, x):
        scores = tf.nn.softmax(x @ self.gate)
        top, chosen = tf.math.top_k(scores, 2)
        top /= tf.reduce_sum(top, -1, keepdims=True)
        dispatch = tf.einsum("bk,bke->be", top, tf.one_hot(chosen, self.gate.shape[1]))
        out = tf.einsum("be,bd,edw->bw", dispatch, x, self.w)
        balance = tf.reduce_sum(tf.reduce_mean(scores, 0) * tf.reduce_mean(tf.cast(dispatch > 0, tf.float32), 0))
        return out, balance

model = Experts(3, 2)
with tf.GradientTape() as tape:
    out, balance = model(X)
    loss = tf.reduce_mean(out ** 2) + balance
near(out[:3], balance, *tape.gradient(loss, model.trainable_variables))

# %% diffusion-step
betas = tf.linspace(1e-4, 0.2, 8)
kept = tf.math.cumprod(1.0 - betas)
net = tf.keras.Sequential([tf.keras.Input((5,)), layers.Dense(8, "silu"), layers.Dense(4)])
optimizer = tf.keras.optimizers.AdamW(0.01, weight_decay=0.01)

@tf.function
def step(x, seed):
    t = tf.random.stateless_uniform([tf.shape(x)[0]], seed, maxval=8, dtype=tf.int32)
    noise = tf.random.stateless_normal(tf.shape(x), seed)
    a = tf.gather(kept, t)[:, None]
    noisy = tf.sqrt(a) * x + tf.sqrt(1 - a) * noise
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(tf.concat([noisy, tf.cast(t, tf.float32)[:, None] / 8], 1)) - noise) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    return loss

near(*[step(tf.constant(X), tf.constant([i, 1])) for i in range(3)])

@tf.function
def sample(n):
    x = tf.random.stateless_normal([n, 4], [9, 9])
    for t in tf.range(7, -1, -1):
        e = net(tf.concat([x, tf.fill([n, 1], tf.cast(t, tf.float32) / 8)], 1))
        x = (x - betas[t] / tf.sqrt(1 - kept[t]) * e) / tf.sqrt(1 - betas[t])
        if t > 0:
            x += tf.sqrt(betas[t]) * tf.random.stateless_normal([n, 4], tf.stack([t, 3]))
    return x

near(sample(2))

# %% real-nvp-flow
class Coupling(tf.Module):
    def __init__(self, flip):
        super().__init__()
        self.flip = flip
        self.w = tf.Variable(rng.normal(size=(2, 4)).astype("float32") * 0.3)

    def split(self, x):
        a, b = tf.split(x, 2, axis=1)
        return (b, a) if self.flip else (a, b)

    def join(self, a, b):
        return tf.concat([b, a] if self.flip else [a, b], axis=1)

    def forward(self, x):
        a, b = self.split(x)
        s, t = tf.split(a @ self.w, 2, axis=1)
        s = tf.tanh(s)
        return self.join(a, b * tf.exp(s) + t), tf.reduce_sum(s, 1)

    def inverse(self, y):
        a, b = self.split(y)
        s, t = tf.split(a @ self.w, 2, axis=1)
        return self.join(a, (b - t) * tf.exp(-tf.tanh(s)))

flow = [Coupling(i % 2 == 1) for i in range(3)]

@tf.function
def log_probability(x):
    total = tf.zeros([tf.shape(x)[0]])
    for layer in flow:
        x, d = layer.forward(x)
        total += d
    return total - 0.5 * tf.reduce_sum(x ** 2, 1) - 2 * np.log(2 * np.pi), x

with tf.GradientTape() as tape:
    lp, z = log_probability(tf.constant(X))
    loss = -tf.reduce_mean(lp)
near(loss, *tape.gradient(loss, [c.w for c in flow]))
for layer in reversed(flow):
    z = layer.inverse(z)
print(bool(tf.reduce_max(tf.abs(z - X)) < 1e-5))
