"""What docs/contexts.md says of TensorFlow and Keras is so: run wherever TensorFlow is installed.

Each program calls `seen(name)` where its Python runs; what counts is in which mode, and how often.
"""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow")
keras = pytest.importorskip("keras", "3")
np = pytest.importorskip("numpy")

RAN: dict[str, list[str]] = {}


@pytest.fixture(autouse=True)
def _afresh():
    RAN.clear()
    yield
    tf.config.run_functions_eagerly(False)


def seen(name: str, value=None):
    RAN.setdefault(name, []).append("eager" if tf.executing_eagerly() else "graph")
    return value


def modes() -> dict[str, set[str]]:
    return {name: set(ran) for name, ran in RAN.items()}


def elements(count: int = 6):
    return tf.data.Dataset.range(count)


@pytest.mark.parametrize(
    "transform",
    [
        lambda ds: ds.map(lambda x: seen("f", x)),
        lambda ds: ds.filter(lambda x: seen("f", x > 1)),
        lambda ds: ds.flat_map(lambda x: seen("f", elements())),
        lambda ds: ds.interleave(lambda x: seen("f", elements())),
        lambda ds: ds.scan(np.int64(0), lambda s, x: seen("f", (s + x, x))),
        lambda ds: ds.take_while(lambda x: seen("f", x < 3)),
        lambda ds: ds.group_by_window(lambda x: seen("f", x % 2), lambda k, w: w.batch(2), window_size=2),
        lambda ds: ds.group_by_window(lambda x: x % 2, lambda k, w: seen("f", w.batch(2)), window_size=2),
        lambda ds: ds.map(lambda x: tf.fill([3], x)).bucket_by_sequence_length(lambda x: seen("f", 3), [2], [1, 1]),
        lambda ds: ds.apply(tf.data.experimental.map_and_batch(lambda x: seen("f", x), 2)),
        lambda ds: ds.apply(tf.data.experimental.take_while(lambda x: seen("f", x < 3))),
    ],
)
def test_datasets_trace_once(transform) -> None:
    dataset = transform(elements())
    for _ in range(2):
        list(dataset)
    assert RAN["f"] == ["graph"]


def test_reduce_is_traced() -> None:
    elements().reduce(np.int64(0), lambda s, x: seen("f", s + x))
    assert RAN["f"] == ["graph"]


def test_datasets_trace_even_where_functions_run_eagerly() -> None:
    tf.config.run_functions_eagerly(True)
    list(elements().map(lambda x: seen("f", x)))
    tf.function(lambda x: seen("g", x))(1)
    assert RAN == {"f": ["graph"], "g": ["eager"]}


def test_python_beside_datasets() -> None:
    list(elements().apply(lambda ds: seen("apply", ds)))
    generated = tf.data.Dataset.from_generator(lambda: [seen("generator", i) for i in range(3)], tf.int32)
    list(generated)
    list(elements(3).map(lambda x: tf.numpy_function(lambda y: seen("numpy_function", y), [x], tf.int64)))
    assert RAN == {"apply": ["eager"], "generator": ["eager"] * 3, "numpy_function": ["eager"] * 3}


class Regularizer(keras.regularizers.Regularizer):
    def __call__(self, weights):
        return seen("regularizer", tf.reduce_sum(weights) * 0.0)


class Constraint(keras.constraints.Constraint):
    def __call__(self, weights):
        return seen("constraint", weights)


class Initializer(keras.initializers.Initializer):
    def __call__(self, shape, dtype=None, **kwargs):
        return seen("initializer", tf.ones(shape))


class Layer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(
            1,
            activation=lambda x: seen("activation", x),
            kernel_regularizer=Regularizer(),
            kernel_constraint=Constraint(),
            kernel_initializer=Initializer(),
        )

    def call(self, x, training=None):
        return seen("Layer.call", self.dense(x))


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = Layer()
        self.scale = keras.layers.Lambda(lambda x: seen("Lambda", x))

    def call(self, x):
        return seen("Model.call", self.layer(self.scale(x)))

    def train_step(self, data):
        return seen("train_step", super().train_step(data))

    def test_step(self, data):
        return seen("test_step", super().test_step(data))

    def predict_step(self, data):
        return seen("predict_step", super().predict_step(data))

    def compute_loss(self, *args, **kwargs):
        return seen("compute_loss", super().compute_loss(*args, **kwargs))

    def compute_metrics(self, *args, **kwargs):
        return seen("compute_metrics", super().compute_metrics(*args, **kwargs))


class Loss(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return seen("Loss.call", tf.reduce_mean((y_true - y_pred) ** 2, -1))


class Metric(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        seen("update_state", self.total.assign_add(tf.reduce_mean(y_true)))

    def result(self):
        return seen("result", self.total + 0.0)

    def reset_state(self):
        seen("reset_state", self.total.assign(0.0))


class Schedule(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return seen("schedule", 0.01)


class Callback(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        seen("callback")


def fit(**compiled):
    model = Model()
    model.compile(keras.optimizers.SGD(Schedule()), Loss(), **compiled)
    x, y = np.ones((8, 4), "float32"), np.ones((8, 1), "float32")
    model.fit(x, y, batch_size=2, verbose=0, callbacks=[Callback()])
    model.evaluate(x, y, batch_size=2, verbose=0)
    model.predict(x, batch_size=2, verbose=0)


def test_keras_traces() -> None:
    fit(metrics=[Metric(), lambda y_true, y_pred: seen("metric", tf.reduce_mean(y_pred, -1))])
    ran = modes()
    assert ran.pop("callback") == ran.pop("reset_state") == {"eager"}
    assert "graph" in ran.pop("result")
    assert "eager" in ran.pop("initializer")  # Variables are made in Python
    assert set(map(frozenset, ran.values())) == {frozenset({"graph"})}
    assert set(ran) == {
        "Layer.call", "Model.call", "train_step", "test_step", "predict_step", "compute_loss", "compute_metrics",
        "Loss.call", "update_state", "metric", "schedule", "regularizer", "constraint", "activation", "Lambda",
    }  # fmt: skip


class Weighted(keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(
            name="kernel",
            shape=(shape[-1], 1),
            regularizer=lambda weight: seen("weight's regularizer", tf.reduce_sum(weight) * 0.0),
            constraint=lambda weight: seen("weight's constraint", weight),
        )

    def call(self, x):
        return x @ self.kernel


class Wrapped(keras.metrics.MeanMetricWrapper):
    def __init__(self):
        super().__init__(fn=lambda y_true, y_pred: seen("wrapped", y_pred), name="wrapped")


class Applying(keras.optimizers.SGD):
    def apply_gradients(self, grads_and_vars):
        return seen("apply_gradients", super().apply_gradients(grads_and_vars))

    def apply(self, grads, trainable_variables=None):
        return seen("apply", super().apply(grads, trainable_variables))


def test_keras_traces_what_is_handed_on() -> None:
    model = keras.Sequential([Weighted()])
    model.compile(Applying(), "mse", metrics=[Wrapped()])
    model.fit(np.ones((8, 4), "float32"), np.ones((8, 1), "float32"), batch_size=2, verbose=0)
    traced = ("weight's regularizer", "weight's constraint", "wrapped", "apply_gradients", "apply")
    assert modes() == {name: {"graph"} for name in traced}


def test_run_eagerly() -> None:
    fit(run_eagerly=True)
    assert modes()["train_step"] == modes()["Loss.call"] == {"eager"}


def test_keras_converts_nothing() -> None:
    class Branches(keras.layers.Layer):
        def call(self, x):
            if tf.reduce_sum(x) > 0:
                x = -x
            return x

    model = keras.Sequential([Branches(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    with pytest.raises(Exception, match="Using a symbolic `tf.Tensor` as a Python `bool` is not allowed"):
        model.fit(np.ones((2, 4)), np.ones((2, 1)), verbose=0)


CONTROL_FLOW = {
    "while_loop": lambda x: tf.while_loop(lambda i: i < 2, lambda i: seen("f", (i + 1,)), [tf.constant(0)]),
    "cond": lambda x: tf.cond(x[0] > 0, lambda: seen("f", x), lambda: x),
    "case": lambda x: tf.case([(x[0] > 0, lambda: seen("f", x))], default=lambda: x),
    "switch_case": lambda x: tf.switch_case(tf.constant(0), [lambda: seen("f", x)]),
    "map_fn": lambda x: tf.map_fn(lambda y: seen("f", y), x),
    "scan": lambda x: tf.scan(lambda a, y: seen("f", a + y), x),
    "foldl": lambda x: tf.foldl(lambda a, y: seen("f", a + y), x),
    "foldr": lambda x: tf.foldr(lambda a, y: seen("f", a + y), x),
    "custom_gradient": lambda x: tf.custom_gradient(lambda y: seen("f", (y, lambda dy: dy)))(x),
    "recompute_grad": lambda x: tf.recompute_grad(lambda y: seen("f", y))(x),
    "strategy.run": lambda x: tf.distribute.OneDeviceStrategy("/cpu:0").run(lambda y: seen("f", y), args=(x,)),
}


@pytest.mark.parametrize("name", CONTROL_FLOW)
def test_traced_in_graphs_alone(name: str) -> None:
    call, x = CONTROL_FLOW[name], tf.constant([1.0, 2.0])
    call(x)
    assert modes() == {"f": {"eager"}}
    RAN.clear()
    graph = tf.function(call)
    graph(x)
    first = list(RAN["f"])
    graph(x)
    assert modes() == {"f": {"graph"}} and RAN["f"] == first


def test_vectorized_map_traces_at_each_call() -> None:
    for _ in range(3):
        tf.vectorized_map(lambda y: seen("f", y), tf.constant([1.0, 2.0]))
    assert RAN["f"] == ["graph"] * 3


def test_other_makers() -> None:
    x = tf.constant([1.0])
    wrapped = tf.compat.v1.wrap_function(lambda y: seen("wrap_function", y), [tf.TensorSpec([1])])
    batched = tf.nondifferentiable_batch_function(1, 10, 4)(lambda y: seen("batch", y))

    def plain(y):
        return seen("to_graph", y)

    for function in (wrapped, batched, tf.autograph.to_graph(plain)):
        for _ in range(2):
            function(x)
    assert RAN["wrap_function"] == ["graph"]
    assert set(RAN["batch"]) == {"graph"}
    assert RAN["to_graph"] == ["eager"] * 2


def test_the_gradient_of_a_custom_gradient_is_traced() -> None:
    @tf.custom_gradient
    def doubled(x):
        return 2 * x, lambda upstream: seen("gradient", 2 * upstream)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = doubled(x)
        return tape.gradient(y, x)

    step(tf.constant(1.0))
    step(tf.constant(1.0))
    assert RAN["gradient"] == ["graph"]
