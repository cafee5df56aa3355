import warnings
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tests.conformance.support.tell import fails

warnings.simplefilter("ignore")
tf.get_logger().setLevel("ERROR")
x, y = np.ones((8, 3), "float32"), np.ones((8, 1), "float32")
steps = []


def shown(title):
    """What Python ran since the last time: each word is one run."""
    print(f"{title}:", *steps)
    steps.clear()


def of(tensor):
    """Whether a tensor has a value."""
    return "eager" if hasattr(tensor, "numpy") else "symbolic"


class Line(layers.Layer):
    def __init__(self, units=1):
        super().__init__()
        self.units = units

    def build(self, shape):
        steps.append("build")
        self.w = self.add_weight(shape=(shape[-1], self.units))

    def call(self, inputs):
        steps.append("layer")
        return inputs @ self.w


class Told:
    def compute_loss(self, *args, **kwargs):
        steps.append("compute_loss")
        return super().compute_loss(*args, **kwargs)

    def train_step(self, data):
        steps.append("train_step")
        return super().train_step(data)

    def test_step(self, data):
        steps.append("test_step")
        return super().test_step(data)

    def predict_step(self, data):
        steps.append(f"predict_step-{of(data[0])}")
        return super().predict_step(data)


class Subclassed(Told, keras.Model):
    def __init__(self):
        super().__init__()
        self.line = Line()

    def call(self, inputs, training=None):
        steps.append(f"call-{of(inputs)}-{training}")
        return self.line(inputs)


class Chain(Told, keras.Sequential):
    pass


class Functional(Told, keras.Model):
    pass


class Counted(keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="counted")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        steps.append("update_state")
        self.total.assign_add(1.0)

    def result(self):
        steps.append("result")
        return self.total + 0.0


def called():
    model = Subclassed()
    model(x)
    return model


def functional():
    inputs = keras.Input((3,))
    return Functional(inputs, Line()(inputs))


makers = {"subclassed": Subclassed, "called before": called, "sequential": lambda: Chain([Line()]),
          "sequential of known shape": lambda: Chain([keras.Input((3,)), Line()]), "functional": functional}


def each(*actions, names=makers, optimizer="sgd", **kwargs):
    """The actions one after the other on a new model of every kind."""
    for name in names:
        model = makers[name]()
        model.compile(optimizer, "mse", metrics=[Counted()], **kwargs)
        shown(f"{name}, made")
        for number, action in enumerate(actions):
            action(model)
            shown(f"{name}, {number}")


def fit(count=8, batch_size=4, **kwargs):
    return lambda model: model.fit(x[:count], y[:count], batch_size=batch_size, verbose=0, **kwargs)


def evaluate(count=8, batch_size=4):
    return lambda model: model.evaluate(x[:count], y[:count], batch_size=batch_size, verbose=0)


def predict(count=8, batch_size=4):
    return lambda model: model.predict(x[:count], batch_size=batch_size, verbose=0)

# %% fit
each(fit(), fit(), fit(6), fit(5, 2))
each(fit(4), names=["subclassed", "functional"])

# %% fit-with-an-optimizer-that-has-state
each(fit(), fit(), optimizer="adam")

# %% fit-with-validation
each(fit(epochs=2, validation_data=(x[:6], y[:6])))

# %% evaluate-and-predict
each(evaluate(), evaluate(6))
each(predict(), predict(), predict(5, 2), predict(7, 3))
each(fit(), evaluate(), predict(), fit(), evaluate(), predict())

# %% on-batch
each(*(lambda model, count=count: model.train_on_batch(x[:count], y[:count]) for count in (4, 4, 5, 6)), fit())
each(*(lambda model, count=count: model.test_on_batch(x[:count], y[:count]) for count in (4, 4, 5, 6)), evaluate())
each(*(lambda model, count=count: model.predict_on_batch(x[:count]) for count in (4, 4, 5, 6)), predict())

# %% steps-per-execution
each(fit(8, 2), fit(6, 2), evaluate(6, 2), predict(6, 2), steps_per_execution=2)
model = Chain([Line()])
model.compile("sgd", "mse", steps_per_execution=2)
print([part.shape for part in (model.predict(x[:7], batch_size=2, verbose=0), model.predict(x[:2], batch_size=2, verbose=0))])

# %% datasets
data = tf.data.Dataset.from_tensor_slices((x, y))
each(lambda model: model.fit(data.batch(4), verbose=0), lambda model: model.fit(data.batch(4, drop_remainder=True), verbose=0),
     fit(), lambda model: model.fit(data.batch(2, drop_remainder=True), verbose=0), names=["subclassed", "sequential"])

# %% run-eagerly
each(fit(validation_data=(x, y)), evaluate(), predict(), lambda model: model.train_on_batch(x, y), run_eagerly=True)
each(fit(8, 2), predict(8, 2), names=["subclassed"], run_eagerly=True, steps_per_execution=2)

# %% run-functions-eagerly
tf.config.run_functions_eagerly(True)
each(fit(validation_data=(x, y)), evaluate(), predict(), lambda model: model.train_on_batch(x, y))
each(fit(8, 2), predict(8, 2), names=["subclassed"], steps_per_execution=2)
tf.config.run_functions_eagerly(False)

# %% run-functions-eagerly-in-between
def switch(on):
    return lambda model: tf.config.run_functions_eagerly(on)


each(fit(), switch(True), fit(), predict(), switch(False), fit(), predict(), names=["subclassed", "functional"])
model = Subclassed()
model.compile("sgd", "mse")
model.fit(x, y, batch_size=4, verbose=0)
shown("traced")
model.compile("sgd", "mse", run_eagerly=True)
model.fit(x, y, batch_size=4, verbose=0)
print(model.run_eagerly)
shown("compiled to run eagerly")

# %% made-anew
model = Subclassed()
for _ in range(2):
    model.compile("sgd", "mse")
    model.fit(x, y, batch_size=4, verbose=0)
    shown("compiled")
model.make_train_function(force=True)
model.fit(x, y, batch_size=4, verbose=0)
shown("made")

# %% own-train-step
class Own(keras.Model):
    def __init__(self, inner):
        super().__init__()
        self.inner, self.tracker = inner, keras.metrics.Mean("loss")

    def build(self, shape):
        steps.append("model-build")
        super().build(shape)

    def call(self, inputs):
        steps.append("call")
        return self.inner(inputs)

    def train_step(self, data):
        steps.append(f"train_step-{of(data[0])}")
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(data[0], training=True) - data[1]) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}

    @property
    def metrics(self):
        return [self.tracker]


def own(prepare=lambda model: None, optimizer="sgd", **kwargs):
    model = Own(Line())
    prepare(model)
    shown("prepared")
    model.compile(optimizer, **kwargs)
    model.fit(x, y, batch_size=4, verbose=0)
    shown("fit")


own()
own(optimizer="adam")
own(lambda model: model.build((None, 3)))
own(lambda model: model(x))
own(run_eagerly=True)
tf.config.run_functions_eagerly(True)
own()

# %% build-of-a-model-without-build
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = Subclassed()
    model.build((None, 3))
    print(model.built, model.line.built, len(model.weights), *(warning.message for warning in caught))
model(x)
print(model.line.built, len(model.weights))
shown("built and called")
fails(lambda: model.compute_output_shape((None, 3)))

# %% layers-that-say-their-shape
class Says(Line):
    def compute_output_shape(self, shape):
        steps.append("shape")
        return (*shape[:-1], self.units)


print(Says(2)(keras.Input((3,))).shape)
shown("on a symbolic input")
model = keras.Sequential([keras.Sequential([Says(2), layers.Dropout(0.5)]), Says()])
model.compile("sgd", "mse")
model.fit(x, y, verbose=0)
shown("in a sequence")
for inner in (Line(), Says()):
    model = keras.Sequential([layers.TimeDistributed(inner)])
    model.compile("sgd", "mse")
    model.fit(np.ones((8, 2, 3)), np.ones((8, 2, 1)), verbose=0)
    shown("at each time step")

# %% cells
class Cell(layers.Layer):
    state_size = output_size = 2

    def build(self, shape):
        steps.append("build")
        self.w = self.add_weight(shape=(3, 2))

    def call(self, inputs, states):
        steps.append("cell")
        return inputs @ self.w + states[0], [inputs @ self.w]


model = keras.Sequential([layers.RNN(Cell())])
model.compile("sgd", "mse")
model.fit(np.ones((8, 5, 3)), np.ones((8, 2)), verbose=0)
shown("fit")
layers.RNN(Cell())(np.ones((2, 3, 3), "float32"))
shown("eagerly")
layers.RNN(Cell(), unroll=True)(np.ones((2, 3, 3), "float32"))
shown("unrolled")

# %% losses-and-metrics-of-ones-own
class Squares(keras.losses.Loss):
    def call(self, y_true, y_pred):
        steps.append("loss")
        return (y_true - y_pred) ** 2


def error(y_true, y_pred):
    steps.append("metric")
    return tf.abs(y_true - y_pred)


model = keras.Sequential([Line()])
model.compile("sgd", Squares(), metrics=[error, lambda a, b: tf.abs(a - b)], weighted_metrics=[Counted()])
print(sorted(model.fit(x, y, epochs=2, validation_split=0.5, batch_size=2, verbose=0).history))
shown("fit")

# %% data-of-a-step
class Shows(keras.Model):
    def predict_step(self, data):
        print("predict_step", tf.nest.map_structure(lambda leaf: (leaf.shape, leaf.dtype.name), data))
        return super().predict_step(data)

    def train_step(self, data):
        print("train_step", tf.nest.map_structure(lambda leaf: None if leaf is None else (leaf.shape, leaf.dtype.name), data))
        return {"loss": tf.constant(1.0)}

    def call(self, inputs):
        return inputs


model, wide = Shows(), np.ones((4, 3))
model.compile()
model.predict(wide, verbose=0)
model.predict_on_batch(wide)
model.predict([wide], verbose=0)
model.fit(wide, verbose=0)
model.fit(wide, wide, verbose=0)
model.fit(wide, wide, sample_weight=np.ones(4), verbose=0)
model.train_on_batch(wide)
model.train_on_batch(wide, wide)
model.train_on_batch(wide, np.array([[0], [1], [1], [0]]), class_weight={0: 1.0, 1: 2.0})
fails(lambda: model.train_on_batch(wide, wide, sample_weight=np.ones(4), class_weight={0: 1.0}))
