"""Layers that are frozen or thawed between the calls of a graph function, which goes on with the variables that it has read."""

import tensorflow as tf

optimizer = tf.keras.optimizers.Adam()
base = tf.keras.applications.ResNet50(include_top=False)
base.trainable = False
inputs = tf.keras.Input((32, 32, 3))
features = base(inputs, training=False)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(features))
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def set_trainable(net, flag):
    net.trainable = flag
    for layer in net.layers:
        layer.trainable = flag


def loss_of(net, x):
    return tf.reduce_sum(net(x))


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = loss_of(model, x)
    weights = model.trainable_variables  # [outer-value-frozen-in-graph]
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss


@tf.function
def step_other(x):
    with tf.GradientTape() as tape:
        loss = loss_of(other, x)
    weights = other.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss


class Stepper:
    def __init__(self, net):
        self.net = net
        self.top = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
        self.top.trainable = False

    @tf.function
    def step(self, x):
        with tf.GradientTape(persistent=True) as tape:
            loss = loss_of(self.net, x) + loss_of(self.top, x)
        weights = self.net.trainable_weights  # [outer-value-frozen-in-graph]
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        weights = self.top.trainable_weights  # [outer-value-frozen-in-graph]
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))

    @tf.function
    def predict(self, x):
        return self.net(x)

    def thaw(self):
        for layer in self.top.layers[1:]:
            layer.trainable = True


def train(data):
    for x in data:
        step(x)
        step_other(x)
    base.trainable = True
    for x in data:
        step(x)
        step_other(x)


def train_by_object(data):
    stepper = Stepper(other)
    for x in data:
        stepper.step(x)
    stepper.thaw()
    set_trainable(other, False)
    for x in data:
        stepper.step(x)


def train_another(data):
    for x in data:
        Stepper(other).step(x)
    set_trainable(base, False)


def train_anew(data):
    stepper = Stepper(other)
    for x in data:
        stepper.step(x)
    set_trainable(other, False)
    stepper = Stepper(other)
    for x in data:
        stepper.step(x)


def thawed_at_a_later_epoch(images):
    body = tf.keras.Sequential([tf.keras.layers.Dense(4)])
    net = tf.keras.Sequential([body, tf.keras.layers.Dense(3, name="head")])

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(x, training=True))
        return tape.gradient(loss, net.trainable_variables)  # [outer-value-frozen-in-graph]

    for epoch in range(10):
        if epoch == 0:
            body.trainable = False
        elif epoch == 5:
            body.trainable = True
        for x in images:
            step(x)


def thawed_by_name(images):
    net = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(3, name="head")])

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(x, training=True))
        return tape.gradient(loss, net.trainable_variables)  # [outer-value-frozen-in-graph]

    layer = net.get_layer("head")
    layer.trainable = False
    for x in images:
        step(x)
    layer.trainable = True
    for x in images:
        step(x)


def progressive(model, data, dropouts, layer=-2):
    for rate in dropouts:
        if isinstance(model.layers[layer], tf.keras.layers.Dropout):
            model.layers[layer].rate = rate  # [outer-value-frozen-in-graph]
        model.fit(data)


def progressive_compiled(model, data, dropouts, layer=-2):
    for rate in dropouts:
        if isinstance(model.layers[layer], tf.keras.layers.Dropout):
            model.layers[layer].rate = rate
        model.compile("sgd", "mse")
        model.fit(data)


def first_alone(model, data, dropouts, layer=-2):
    for epoch, rate in enumerate(dropouts):
        if epoch == 0:
            model.layers[layer].rate = rate
        model.fit(data)
