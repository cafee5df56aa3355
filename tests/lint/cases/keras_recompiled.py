"""What `compile` of Keras sets, and a graph function of the model's own reads: after a second `compile`, the first one's."""

import tensorflow as tf


class Base(tf.keras.Model):
    def loss_of(self, data):
        x, y = data
        return tf.reduce_mean((self(x) - y) ** 2)

    def apply(self, tape, loss):
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))  # [outer-value-frozen-in-graph]


class NobodyCompiles(Base):
    @tf.function
    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self.loss_of(data)
        self.apply(tape, loss)
        return {"loss": loss}

    def test_step(self, data):  # Keras' own graph function is made anew
        self.optimizer.iterations.assign_add(1)
        return {"loss": self.loss_of(data)}


class CompiledAgain(tf.keras.Model):
    @tf.function
    def step(self, x, y):
        loss = self.compiled_loss(y, self(x))  # [outer-value-frozen-in-graph]
        self.optimizer.minimize(loss, self.trainable_variables)  # [outer-value-frozen-in-graph]
        return loss

    def train_step(self, data):
        return {"loss": self.step(*data)}


class CompiledOnce(CompiledAgain):
    @tf.function
    def step(self, x, y):
        loss = self.compiled_loss(y, self(x))
        self.optimizer.minimize(loss, self.trainable_variables)
        return loss


class HasItsOwn(Base):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    @tf.function
    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self.loss_of(data)
        self.optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
        return {"loss": loss}


class MadeOfAFile(tf.keras.Model):
    def compile_from_config(self, config):
        self.compile(**config)

    @tf.function
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - y) ** 2)
            if self.optimizer is not None:  # [outer-value-frozen-in-graph]
                loss = self.optimizer.scale_loss(loss)
        self._loss_tracker.update_state(loss)  # [outer-value-frozen-in-graph]
        return tape.gradient(loss, self.w)


class MadeAnew(Base):
    def compile(self, *args, **kwargs):
        super().compile(*args, **kwargs)
        self.step = tf.function(self._step)

    def _step(self, data):
        with tf.GradientTape() as tape:
            loss = self.loss_of(data)
        self.optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
        return loss


class MadeByItsOwnCompile(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.fast = tf.function(self._fast)

    def compile(self, *args, **kwargs):
        super().compile(*args, **kwargs)
        self.fast = tf.function(self._fast)

    def _fast(self, x):
        self.optimizer.apply_gradients([(x, self.w)])


class CompiledByItself(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.compile("adam")

    @tf.function
    def step(self, x):
        self.optimizer.apply_gradients([(x, self.w)])


class HasAProperty(tf.keras.Model):
    @property
    def optimizer(self):
        return self.inner.optimizer

    @tf.function
    def step(self, x):
        self.optimizer.apply_gradients([(x, self.w)])


class Stepped(tf.keras.Model):
    @tf.function
    def train_step(self, x):
        self.optimizer.apply_gradients([(x, self.w)])
        return {}


class Folds:
    def run(self, folds, pretrained):
        for fold in folds:
            self.model = Stepped()
            self.model.compile("adam")
            self.model.fit(fold)
        models = [Stepped(), Stepped()]
        for number in range(2):
            models[number].compile("adam")
            models[number].fit(folds[number])
        model = Stepped()
        if pretrained:
            model.compile("sgd")
            model.fit(folds[0])
        else:
            model.compile("adam")
            model.fit(folds[0])
        model.compile(metrics=["mse"])
        model.evaluate(folds[0])


def train(data):
    once = CompiledOnce()
    once.compile("adam", "mse")
    once.fit(data)
    model = CompiledAgain()
    model.compile("adam", "mse")
    model.fit(data)
    model.compile("sgd", "mse")
    model.fit(data)
    for width in (1, 2):
        other = CompiledOnce(width)
        other.compile("adam", "mse")
        other.fit(data)
