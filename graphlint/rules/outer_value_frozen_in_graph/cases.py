"""How outer-value-frozen-in-graph decides."""

from graphlint.analysis.timeline.writes import orders
from graphlint.rules.case import Case

TABLE = (("When the place is written", "What shows that the value is another one"), *((row.order, row.evidence) for row in orders.TABLE))

CASES = (
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.step = 0

            def train(self, x):
                self.step += 1
                return self.compute(x)

            @tf.function
            def compute(self, x):
                return x * self.step

        trainer = Trainer()
        trainer.train(tf.constant(1.0))
        """,
        says="an attribute that is counted or scaled around the calls: `self.step += 1`, `self.epsilon *= 0.99`",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.noisy = True

            def evaluate(self, x):
                self.noisy = False
                result = self.compute(x)
                self.noisy = True
                return result

            @tf.function
            def compute(self, x):
                return x + 0.5 if self.noisy else x

        trainer = Trainer()
        trainer.compute(tf.constant(1.0))
        trainer.evaluate(tf.constant(1.0))
        """,
        says="a flag that is set to one constant and to another",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            @tf.function
            def compute(self, x):
                return x * self.rate

        trainer = Trainer()
        for rate in (0.1, 0.2):
            trainer.rate = rate
            trainer.compute(tf.constant(1.0))
        """,
        says="an attribute that is set in the loop which calls the graph function",
    ),
    Case(
        """
        import tensorflow as tf

        class Cell:
            def __init__(self):
                self.state = tf.zeros([2])

            @tf.function
            def step(self):
                return self.state + 1.0

        cell = Cell()
        for _ in range(3):
            cell.state = cell.step()
        """,
        says="an attribute that is set to what the graph function returns: `cell.state = cell.step()`",
    ),
    Case(
        """
        import tensorflow as tf

        weights = {"l1": 0.0}

        @tf.function
        def f(x):
            return x * weights["l1"]

        for epoch in range(3):
            weights["l1"] = 0.1 * epoch
            f(tf.constant(1.0))
        """,
        says="what is in a list, dict, set or array: `weights[\"l1\"] = 0.1 * epoch`",
    ),
    Case(
        """
        import tensorflow as tf

        class Noisy(tf.keras.layers.Layer):
            def __init__(self):
                super().__init__()
                self.rate = 0.5

            def call(self, x):
                return x * self.rate

        class Schedule(tf.keras.callbacks.Callback):
            def on_epoch_end(self, epoch, logs=None):
                for layer in self.model.layers:
                    if isinstance(layer, Noisy):
                        layer.rate = 0.5 / (epoch + 1)
        """,
        says="an attribute of a Keras layer that a callback sets between epochs",
    ),
    Case(
        """
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])

        @tf.function
        def step(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(model(x))
            return tape.gradient(loss, model.trainable_variables)

        step(tf.ones([1, 2]))
        model.layers[0].trainable = False
        step(tf.ones([1, 2]))
        """,
        says="`layer.trainable = False` between two calls of a graph function that reads `model.trainable_variables`",
    ),
    Case(
        """
        import tensorflow as tf

        class Window:
            def __init__(self, size):
                self.size = size

            def set_size(self, size):
                self.size = size

            @tf.function
            def cut(self, x):
                return x[: self.size]
        """,
        says="a public method that does nothing but set the attribute: `set_size(size)`, even if nothing in the program calls it",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def fit(self, x, rate=0.1):
                self.rate = rate
                return self.step(x)

            @tf.function
            def step(self, x):
                return x * self.rate
        """,
        says="a public method that sets the attribute to its argument and then runs the graph function: `fit(x, rate=0.1)`",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self, rate):
                self.rate = rate

            @tf.function
            def step(self, x):
                return x * self.rate

        trainer = Trainer(0.1)
        trainer.step(tf.constant(1.0))
        """,
        says="an attribute that only `__init__` or `build` sets",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def fit(self, x, rate=0.1):
                self.rate = rate
                step = self.make()
                for _ in range(3):
                    step(x)

            def make(self):
                @tf.function
                def step(x):
                    return x * self.rate
                return step
        """,
        says="a method that sets the attribute and then makes the graph function again",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.rate = tf.Variable(0.1)

            @tf.function
            def step(self, x):
                return x * self.rate

        trainer = Trainer()
        for rate in (0.1, 0.2):
            trainer.rate.assign(rate)
            trainer.step(tf.constant(1.0))
        """,
        says="a `tf.Variable` that is changed with `assign`",
    ),
    Case(
        """
        import numpy as np
        import tensorflow as tf

        class Memory:
            def __init__(self):
                self.states = np.zeros([3], np.float32)

            def remember(self, index, state):
                self.states[index] = state

            @tf.function
            def read(self, x):
                return x + self.states
        """,
        says="a NumPy array that a method of the object writes to: the graph holds a copy",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def calibrate(self, data):
                self.offset = float(sum(data))

            @tf.function
            def predict(self, x):
                return x + self.offset

        model = Model()
        model.calibrate([1.0])
        model.predict(tf.constant(1.0))
        model.calibrate([2.0])
        model.predict(tf.constant(1.0))
        """,
        says="a method that sets the attribute, called between two calls of the graph function",
    ),
    Case(
        """
        import tensorflow as tf

        class Window:
            def __init__(self, size):
                self._size = size
                self.axis, self.name, self.padding = 0, "window", 1

            @property
            def size(self):
                return self._size

            @size.setter
            def size(self, size):
                self._size = size

            @tf.function
            def cut(self, x):
                return x[: self._size]
        """,
        says="the setter of a property",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.epsilon = 1.0

            def decay(self):
                self.epsilon *= 0.99

            @tf.function
            def step(self, x):
                return x * self.epsilon
        """,
        says="a method that makes the attribute decay, or counts steps or epochs by it, even if nothing in the program calls it",
    ),
    Case(
        """
        import contextlib
        import tensorflow as tf

        class Model:
            def __init__(self):
                self.rate = 0.5

            @tf.function
            def step(self, x):
                return x * self.rate

        @contextlib.contextmanager
        def at_rate(model, rate):
            old = model.rate
            model.rate = rate
            yield
            model.rate = old

        model = Model()
        model.step(tf.constant(1.0))
        with at_rate(model, 0.1):
            model.step(tf.constant(1.0))
        """,
        says="a context manager that sets the attribute to what it is given",
    ),
    Case(
        """
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
        model.optimizer.clipnorm = 1.0
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
        """,
        says="a setting of the optimizer or of a layer between two `fit`: only a new `compile` makes it count",
    ),
    Case(
        """
        import tensorflow as tf

        class Source:
            def __init__(self):
                self.scale = 1.0
                self.dataset = tf.data.Dataset.range(3).map(self.scaled)

            def scaled(self, x):
                return tf.cast(x, tf.float32) * self.scale

            def epochs(self):
                for epoch in range(3):
                    self.scale *= 0.5
                    for x in self.dataset:
                        print(x)
        """,
        says="what the function of a dataset reads: it was traced when the dataset was made",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.rate = 1.0

            @tf.function
            def step(self, x):
                return x * self.rate

        trainer = Trainer()
        trainer.rate = 0.5
        trainer.step(tf.constant(1.0))
        """,
        says="an attribute that is set once, before the first call",
    ),
    Case(
        """
        import tensorflow as tf

        class Net(tf.Module):
            def __init__(self):
                super().__init__()
                self.training = True

            def train(self):
                self.training = True

            def eval(self):
                self.training = False

            def __call__(self, x):
                return tf.nn.dropout(x, 0.5) if self.training else x

        class Trainer:
            def __init__(self):
                self.net = Net()

            @tf.function
            def train_step(self, x):
                return self.net(x)

            @tf.function
            def test_step(self, x):
                return self.net(x)

            def fit(self, data):
                for epoch in range(3):
                    self.net.train()
                    for x in data:
                        self.train_step(x)
                    self.net.eval()
                    for x in data:
                        self.test_step(x)
        """,
        says="a flag that selects between graph functions, each of which is called with one value of it",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.net = tf.keras.Sequential([tf.keras.layers.Dense(3)])

            def reset(self):
                self.net = tf.keras.Sequential([tf.keras.layers.Dense(3)])

            @tf.function
            def predict(self, x):
                return self.net(x)
        """,
        says="a public method that puts a new object in the place of the old one: `reset()`",
    ),
    Case(
        """
        import tensorflow as tf

        class Scaler:
            def fit(self, data):
                self.mean = sum(data) / len(data)

            @tf.function
            def transform(self, x):
                return x - self.mean
        """,
        says="a public method that learns the attribute again at each call: `fit(data)`, `train`, `adapt`, `update`",
    ),
    Case(
        """
        import tensorflow as tf

        class Net(tf.keras.Model):
            @tf.function
            def step(self, x, y):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self(x) - y) ** 2)
                gradients = tape.gradient(loss, self.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
                return loss
        """,
        says="what `compile` of a Keras model sets, read by a `tf.function` of the model: a second `compile` makes only Keras' own"
        " functions again",
    ),
    Case(
        """
        import tensorflow as tf

        class Filter:
            def __init__(self, size, rate, gain):
                self.size, self.rate, self.gain = size, rate, gain

            def set_size(self, size):
                self.size = size

            def set_rate(self, rate):
                self.rate = rate

            def set_gain(self, gain):
                self.gain = gain

            @tf.function
            def apply(self, x):
                return x[: self.size] * self.rate * self.gain
        """,
        says="setters of a class that has one for most of what its constructor sets: they are a way to write attributes",
    ),
)
