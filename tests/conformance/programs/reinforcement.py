import collections
import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(12)
tf.random.set_seed(5)


def seeded(seed):
    return tf.keras.initializers.GlorotUniform(seed=seed)


def network(inputs, outputs, seed=1):
    return tf.keras.Sequential([
        tf.keras.Input((inputs,)), tf.keras.layers.Dense(6, "tanh", kernel_initializer=seeded(seed)),
        tf.keras.layers.Dense(outputs, kernel_initializer=seeded(seed + 1)),
    ])

# %% replay-buffer-in-variables
class Replay(tf.Module):
    def __init__(self, size, width):
        super().__init__()
        self.size = size
        self.state = tf.Variable(tf.zeros([size, width]), trainable=False)
        self.reward = tf.Variable(tf.zeros([size]), trainable=False)
        self.at = tf.Variable(0, dtype=tf.int64, trainable=False)

    @tf.function
    def add(self, state, reward):
        n = tf.shape(state, out_type=tf.int64)[0]
        places = (self.at + tf.range(n)) % self.size
        self.state.scatter_nd_update(places[:, None], state)
        self.reward.scatter_update(tf.IndexedSlices(reward, places))
        self.at.assign_add(n)
        return tf.minimum(self.at, self.size)

    @tf.function
    def sample(self, n, seed):
        filled = tf.minimum(self.at, self.size)
        chosen = tf.random.stateless_uniform([n], seed, maxval=filled, dtype=tf.int64)
        return tf.gather(self.state, chosen), tf.gather(self.reward, chosen), chosen

replay = Replay(5, 2)
for i in range(3):
    filled = replay.add(tf.fill([2, 2], float(i)) + [[0.0, 0.1], [0.2, 0.3]], tf.constant([i, -i], tf.float32))
    show(filled)
show(replay.state, replay.reward, replay.at)
show(*replay.sample(4, [1, 2]))
print(replay.add.experimental_get_tracing_count(), replay.sample.experimental_get_tracing_count(), [v.name for v in replay.variables])

# %% dqn-with-target-network
online, target = network(3, 2), network(3, 2, 7)
target.set_weights(online.get_weights())
optimizer = tf.keras.optimizers.Adam(0.02)
huber = tf.keras.losses.Huber()
memory = collections.deque(maxlen=32)
state = rng.normal(size=3).astype("float32")
for i in range(24):
    values = online(state[None])
    action = int(rng.integers(2)) if rng.random() < 0.3 else int(tf.argmax(values[0]))
    following = (state * 0.9 + (0.1 if action else -0.1)).astype("float32")
    memory.append((state, action, float(following.sum()), following, i % 8 == 7))
    state = following

@tf.function(reduce_retracing=True)
def learn(states, actions, rewards, following, done):
    best = tf.reduce_max(target(following), 1)
    goal = rewards + 0.9 * best * (1.0 - done)
    with tf.GradientTape() as tape:
        chosen = tf.reduce_sum(online(states) * tf.one_hot(actions, 2), 1)
        loss = huber(goal, chosen)
    g = tape.gradient(loss, online.trainable_variables)
    optimizer.apply_gradients(zip(g, online.trainable_variables))
    return loss

for i in range(4):
    batch = [memory[j] for j in rng.choice(len(memory), 8, replace=False)]
    s, a, r, n, d = map(np.array, zip(*batch))
    near(learn(s, a, r.astype("float32"), n, d.astype("float32")))
    for t, o in zip(target.variables, online.variables):
        t.assign(0.9 * t + 0.1 * o)
near(online(s[:2]), target(s[:2]))
print(learn.experimental_get_tracing_count())

# %% double-dqn-with-priorities
online, target = network(3, 4), network(3, 4, 9)
priorities = tf.Variable([1.0, 2.0, 0.5, 1.5, 3.0])
s = tf.constant(rng.normal(size=(5, 3)).astype("float32"))
p = priorities ** 0.6 / tf.reduce_sum(priorities ** 0.6)
chosen = tf.random.stateless_categorical(tf.math.log(p)[None], 3, [3, 4])[0]
weights = (5 * tf.gather(p, chosen)) ** -0.4
weights /= tf.reduce_max(weights)
best = tf.argmax(online(tf.gather(s, chosen)), 1)
value = tf.gather(target(tf.gather(s, chosen)), best, batch_dims=1, axis=1)
with tf.GradientTape() as tape:
    error = 0.5 + 0.99 * value - tf.gather(online(tf.gather(s, chosen)), [0, 1, 2], batch_dims=1)
    loss = tf.reduce_mean(weights * error ** 2)
priorities.scatter_update(tf.IndexedSlices(tf.abs(error) + 1e-3, chosen))
near(chosen, weights, best, loss, priorities, tape.gradient(loss, online.trainable_variables)[0])

# %% reinforce-with-returns
policy = network(2, 3)
optimizer = tf.keras.optimizers.SGD(0.1)
rewards = tf.constant([1.0, 0.0, 0.5, 2.0])
states = tf.constant(rng.normal(size=(4, 2)).astype("float32"))

def returns(rewards, gamma=0.9):
    return tf.scan(lambda total, r: r + gamma * total, rewards, initializer=0.0, reverse=True)

near(returns(rewards))
for i in range(3):
    with tf.GradientTape() as tape:
        logits = policy(states)
        actions = tf.random.stateless_categorical(logits, 1, [i, 1])[:, 0]
        logp = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
        G = returns(rewards)
        G = (G - tf.reduce_mean(G)) / (tf.math.reduce_std(G) + 1e-8)
        entropy = -tf.reduce_mean(tf.reduce_sum(tf.nn.softmax(logits) * tf.nn.log_softmax(logits), 1))
        loss = -tf.reduce_mean(logp * G) - 0.01 * entropy
    optimizer.apply_gradients(zip(tape.gradient(loss, policy.trainable_variables), policy.trainable_variables))
    near(loss, actions, entropy)

# %% actor-critic-episode-in-a-graph
class ActorCritic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.common = tf.keras.layers.Dense(5, "relu", kernel_initializer=seeded(1))
        self.actor = tf.keras.layers.Dense(2, kernel_initializer=seeded(2))
        self.critic = tf.keras.layers.Dense(1, kernel_initializer=seeded(3))

    def call(self, x):
        x = self.common(x)
        return self.actor(x), self.critic(x)

model = ActorCritic()
calls = []

def environment(state, action):
    calls.append(int(action))
    state = state * 0.8 + (0.5 if action == 1 else -0.5)
    return state.astype(np.float32), np.float32(-abs(state).sum()), np.int32(abs(state).max() > 0.9)

def run_episode(model, state, limit):
    logps = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    rewards = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    shape = state.shape
    for t in tf.range(limit):
        logits, value = model(state[None])
        action = tf.random.stateless_categorical(logits, 1, tf.stack([t, 3]))[0, 0]
        logps = logps.write(t, tf.nn.log_softmax(logits)[0, action])
        values = values.write(t, tf.squeeze(value))
        state, reward, done = tf.numpy_function(environment, [state, action], [tf.float32, tf.float32, tf.int32])
        state.set_shape(shape)
        reward.set_shape([])
        rewards = rewards.write(t, reward)
        if tf.cast(done, tf.bool):
            break
    return logps.stack(), values.stack(), rewards.stack()

@tf.function
def train(state, optimizer, limit):
    with tf.GradientTape() as tape:
        logp, values, rewards = run_episode(model, state, limit)
        G = tf.math.cumsum(rewards, reverse=True)
        loss = -tf.reduce_sum(logp * (G - values)) + tf.reduce_sum(tf.keras.losses.huber(G[:, None], values[:, None]))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss, tf.size(rewards)

optimizer = tf.keras.optimizers.Adam(0.01)
for i in range(3):
    near(*train(tf.constant([0.1, -0.2]), optimizer, 6))
print(calls, train.experimental_get_tracing_count())

# %% proximal-policy-optimisation
policy = network(2, 3)
states = tf.constant(rng.normal(size=(8, 2)).astype("float32"))
actions = tf.constant(rng.integers(0, 3, 8))
advantages = tf.constant(rng.normal(size=8).astype("float32"))
old = tf.stop_gradient(tf.gather(tf.nn.log_softmax(policy(states)), actions, axis=1, batch_dims=1))
optimizer = tf.keras.optimizers.Adam(0.05, clipnorm=0.5)
for epoch in range(4):
    with tf.GradientTape() as tape:
        new = tf.gather(tf.nn.log_softmax(policy(states)), actions, axis=1, batch_dims=1)
        ratio = tf.exp(new - old)
        loss = -tf.reduce_mean(tf.minimum(ratio * advantages, tf.clip_by_value(ratio, 0.8, 1.2) * advantages))
    kl = tf.reduce_mean(old - new)
    optimizer.apply_gradients(zip(tape.gradient(loss, policy.trainable_variables), policy.trainable_variables))
    near(loss, kl)
    if kl > 0.015:
        print("stopped at", epoch)
        break

# %% generalised-advantages
@tf.function
def advantages(rewards, values, done, gamma=0.9, lam=0.8):
    deltas = rewards + gamma * values[1:] * (1 - done) - values[:-1]
    result = tf.TensorArray(tf.float32, tf.shape(rewards)[0])
    last = tf.constant(0.0)
    for t in tf.range(tf.shape(rewards)[0] - 1, -1, -1):
        last = deltas[t] + gamma * lam * (1 - done[t]) * last
        result = result.write(t, last)
    return result.stack()

r, v, d = tf.constant([1.0, 0.5, -1.0, 2.0]), tf.constant([0.1, 0.2, 0.3, 0.4, 0.5]), tf.constant([0.0, 0.0, 1.0, 0.0])
near(advantages(r, v, d))
back = tf.scan(lambda a, x: x[0] + 0.72 * (1 - x[1]) * a, (r + 0.9 * v[1:] * (1 - d) - v[:-1], d), initializer=tf.constant(0.0), reverse=True)
near(back)

# %% deterministic-policy-gradient
actor, critic = network(2, 1), network(3, 1, 5)
states = tf.constant(rng.normal(size=(6, 2)).astype("float32"))
with tf.GradientTape() as tape:
    actions = tf.tanh(actor(states))
    loss = -tf.reduce_mean(critic(tf.concat([states, actions], 1)))
gs = tape.gradient(loss, actor.trainable_variables)
near(loss, *gs)
with tf.GradientTape() as tape:
    tape.watch(actions)
    q = critic(tf.concat([states, actions], 1))
dq = tape.gradient(q, actions)
with tf.GradientTape() as tape:
    actions = tf.tanh(actor(states))
near(*tape.gradient(actions, actor.trainable_variables, output_gradients=-dq / 6.0))

# %% bandits-with-state
class Bandit(tf.Module):
    def __init__(self, arms):
        super().__init__()
        self.counts, self.sums = tf.Variable(tf.zeros([arms])), tf.Variable(tf.zeros([arms]))

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def pull(self, t):
        untried = tf.where(self.counts == 0)
        if tf.size(untried) > 0:
            arm = tf.cast(untried[0, 0], tf.int32)
        else:
            bonus = tf.sqrt(2.0 * tf.math.log(tf.cast(t, tf.float32)) / self.counts)
            arm = tf.argmax(self.sums / self.counts + bonus, output_type=tf.int32)
        reward = tf.gather([0.2, 0.5, 0.4], arm) + 0.1 * tf.random.stateless_normal([], tf.stack([t, 0]))
        self.counts.scatter_nd_add([[arm]], [1.0])
        self.sums.scatter_add(tf.IndexedSlices(reward, arm))
        return arm

bandit = Bandit(3)
print([int(bandit.pull(t)) for t in range(1, 15)])
near(bandit.counts, bandit.sums)

# %% tabular-q-learning
Q = tf.Variable(tf.zeros([4, 2]))

@tf.function
def episode(seed):
    state, steps = tf.constant(0), tf.constant(0)
    while state < 3 and steps < 20:
        explore = tf.random.stateless_uniform([2], tf.stack([seed, steps]))
        action = tf.where(explore[0] < 0.3, tf.cast(explore[1] * 2, tf.int32), tf.argmax(Q[state], output_type=tf.int32))
        following = tf.where(action == 1, state + 1, tf.maximum(state - 1, 0))
        reward = tf.where(following == 3, 1.0, -0.05)
        goal = reward + 0.9 * tf.reduce_max(Q[following])
        Q[state, action].assign(Q[state, action] + 0.5 * (goal - Q[state, action]))
        state, steps = following, steps + 1
    return steps

print([int(episode(tf.constant(i))) for i in range(6)])
near(Q)
