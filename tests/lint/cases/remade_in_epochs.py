"""Graph functions that each epoch makes, and a loop in it calls; factories that are given a tuple; one for each setting."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
dataset = tf.data.Dataset.from_tensor_slices(tf.zeros([8, 2])).batch(2)


def make_step(model, optimizer):
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss

    return tf.function(step)  # [graph-function-in-loop]


def run_epoch(parts, dataset):
    step = make_step(*parts)
    for x in dataset:
        loss = step(x)
    return float(loss)


def run_epochs():
    for _ in range(3):
        run_epoch((model, optimizer), dataset)


for epoch in range(10):

    @tf.function
    def mean(x):  # [graph-function-in-loop]
        return tf.reduce_mean(x)

    for x in dataset:
        print(mean(x))

for epoch in range(10):
    sgd = tf.keras.optimizers.SGD()

    @tf.function
    def rated(x):
        return tf.reduce_mean(x) * sgd.learning_rate

    for x in dataset:
        print(rated(x))

results = {}
for name in ["tanh", "relu", "sigmoid"]:
    activation = getattr(tf.nn, name)
    results[name] = float(tf.function(lambda x: tf.reduce_mean(activation(x)))(tf.zeros([3])))


base = tf.keras.layers.Dense(2)
for stage in range(2):
    base.trainable = stage > 0

    @tf.function
    def of_stage(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        return tape.gradient(loss, model.trainable_variables)

    for x in dataset:
        of_stage(x)

for seed in range(2):
    tf.random.set_seed(seed)

    @tf.function
    def of_seed(x):
        return x + tf.random.normal([2])

    for x in dataset:
        of_seed(x)


class Coverage(tf.keras.callbacks.Callback):
    def __init__(self, users):
        super().__init__()
        self.users = users

    def recommend(self, users):
        return self.model(users)

    def on_epoch_end(self, epoch, logs=None):
        recommend = tf.function(self.recommend)  # [graph-function-in-loop]
        for batch in tf.split(self.users, 2):
            print(recommend(batch).shape)


def make_mean(scale):
    @tf.function
    def scaled(x):  # [graph-function-in-loop]
        return scale * tf.reduce_mean(x)

    return scaled


for x in dataset:
    print(make_mean(2.0)(x))
config = {}
for rate in (0.1, 0.2):
    config["rate"] = rate
    print(make_mean(config)(tf.ones(3)))


def fit_by_epochs(options, net, loader):
    """Functions with the names of whole trainings, each of which does one epoch."""
    seen = tf.keras.metrics.Mean()

    def train(epoch):
        @tf.function
        def train_step(x):  # [graph-function-in-loop]
            seen(net(x))

        for x in loader:
            train_step(x)
        print(epoch, seen.result())

    def test():
        @tf.function
        def test_step(x):  # [graph-function-in-loop]
            return net(x)

        return [test_step(x) for x in loader]

    for epoch in range(options.epochs):
        train(epoch)
        test()


def train_with(rate, loader):
    net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(rate)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(net(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))

    for x in loader:
        step(x)


def search(rates, loader):
    for rate in rates:
        train_with(rate, loader)


def run_custom_training_loop(net, strategy, loader):
    """A whole training, whoever calls it."""

    @tf.function
    def steps(iterator, count):
        for _ in tf.range(count):
            strategy.run(net, args=(next(iterator),))

    steps(iter(loader), tf.constant(10))


def both(nets, strategy, loader):
    run_custom_training_loop(nets[0], strategy, loader)
    run_custom_training_loop(nets[1], strategy, loader)
