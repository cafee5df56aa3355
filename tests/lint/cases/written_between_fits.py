"""What is changed between two fits of a model, or two steps of its training, within branches and managed blocks."""

import tensorflow as tf


def in_branch(model, data, warm):
    model.fit(data)
    if warm:
        model.layers[0].trainable = False  # [outer-value-frozen-in-graph]
    model.fit(data)


def in_block(model, data, path):
    model.fit(data)
    with open(path):
        model.optimizer.clipnorm = 1.0  # [outer-value-frozen-in-graph]
    model.fit(data)


def compiled_again(model, data, warm):
    model.fit(data)
    if warm:
        model.layers[0].trainable = False
    model.compile("sgd", "mse")
    model.fit(data)


def one_or_the_other(model, data, warm):
    if warm:
        model.fit(data)
    else:
        model.layers[0].trainable = False
    if not warm:
        model.fit(data)


def left_before(model, data, warm):
    if warm:
        model.fit(data)
        return
    model.layers[0].trainable = False
    model.fit(data)


class Stepper:
    def __init__(self, net):
        self.net = net

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.net(x))
        return tape.gradient(loss, self.net.trainable_variables)  # [outer-value-frozen-in-graph]


def thaws(net):
    net.trainable = True


def thawed_in_branch(x, deep):
    net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    net.trainable = False
    stepper = Stepper(net)
    stepper.step(x)
    if deep:
        thaws(net)
    stepper.step(x)


class Calm(Stepper):
    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.net(x))
        return tape.gradient(loss, self.net.trainable_variables)


def thawed_before(x):
    net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    calm = Calm(net)
    thaws(net)
    calm.step(x)
    calm.step(x)


def thawed_another(x):
    net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    twin = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    calm = Calm(net)
    calm.step(x)
    thaws(twin)
    calm.step(x)
    return twin


class Compiled(tf.keras.Model):
    @tf.function
    def pretrain(self, x):
        return self.optimizer.learning_rate * x  # [outer-value-frozen-in-graph]

    def train_step(self, data):
        return {"loss": self.pretrain(data)}


class Untrained(tf.keras.Model):
    @tf.function
    def pretrain(self, x):  # `fit` does not run it
        return self.optimizer.learning_rate * x


def compiled_for_others(data):
    model = Untrained()
    model.compile("sgd", "mse")
    model.fit(data)
    model.compile("adam", "mse")
    model.fit(data)


def recompiles(model):
    model.compile("adam", "mse")


class Helped(tf.keras.Model):
    @tf.function
    def train_step(self, data):
        return {"loss": self.optimizer.learning_rate * data}  # [outer-value-frozen-in-graph]


def compiled_by_helper(data):
    model, other = Helped(), Helped()
    model.compile("sgd", "mse")
    model.fit(data)
    recompiles(model)
    model.fit(data)


class Apart(tf.keras.Model):
    @tf.function
    def train_step(self, data):
        return {"loss": self.optimizer.learning_rate * data}


def compiled_another(data):
    model, other = Apart(), Apart()
    model.compile("sgd", "mse")
    model.fit(data)
    other.compile("adam", "mse")
    model.fit(data)
    other.fit(data)


class Asked(tf.keras.Model):
    @tf.function
    def train_step(self, data):
        return {"loss": self.optimizer.learning_rate * data}


def compiled_to_ask(data):
    model = Asked()
    model.compile("sgd", "mse")
    model.fit(data)
    model.compile("adam", "mse")
    model.predict(data)


class Stepwise(tf.keras.Model):
    @tf.function
    def advance(self, x):
        self.optimizer.apply_gradients([(x, self.w)])  # [outer-value-frozen-in-graph]


def compiled_between_steps(x):
    model = Stepwise()
    model.compile("sgd")
    model.advance(x)
    model.compile("adam")
    model.advance(x)


def compiled_in_branch(data, again):
    model = Compiled()
    model.compile("sgd", "mse")
    model.fit(data)
    if again:
        model.compile("adam", "mse")
    model.fit(data)
