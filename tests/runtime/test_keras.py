"""tf.keras beyond what the conformance topic `keras` records: data of all kinds, checkpoints, missing names."""

import numpy as np
import pytest

import runtime as tf

keras = tf.keras


def _model(**kwargs):
    return keras.Sequential([keras.layers.Dense(2, kernel_initializer=keras.initializers.GlorotUniform(1)),
                             keras.layers.Dense(1, kernel_initializer=keras.initializers.GlorotUniform(2))], **kwargs)


def _data(count=6):
    x = np.arange(count * 3, dtype="float32").reshape(count, 3) / 10
    return x, x.sum(1, keepdims=True)


@pytest.mark.parametrize("path", ["", "layers.", "losses.", "metrics.", "optimizers.", "initializers.", "activations.", "callbacks.",
                                  "utils.", "backend.", "optimizers.schedules."])
def test_missing_names_are_named(path):
    place = keras
    for part in path.split(".")[:-1]:
        place = getattr(place, part)
    with pytest.raises(AttributeError, match=f"^the runtime has no tf.keras.{path}Unheard"):
        place.Unheard


class Twice:
    """A source of batches that may be iterated again."""

    def __init__(self, *batches):
        self.batches = batches

    def __iter__(self):
        return iter(self.batches)


@pytest.mark.parametrize("make", [
    lambda x, y: dict(x=x, y=y, batch_size=3),
    lambda x, y: dict(x=Twice((x[:3], y[:3]), (x[3:], y[3:]))),
    lambda x, y: dict(x=((a, b) for a, b in 10 * [(x[:3], y[:3]), (x[3:], y[3:])]), steps_per_epoch=2),
    lambda x, y: dict(x=tf.data.Dataset.from_tensor_slices((x, y)).batch(3)),
    lambda x, y: dict(x=tf.data.Dataset.from_tensor_slices((x, y)).batch(3).repeat(), steps_per_epoch=2),
    lambda x, y: dict(x=tf.data.Dataset.from_tensor_slices((x, y)).batch(3).filter(lambda a, b: True)),
    lambda x, y: dict(x=tf.constant(x), y=tf.constant(y), batch_size=3),
    lambda x, y: dict(x=x, y=y, batch_size=3, sample_weight=np.ones(6, "float32")),
    lambda x, y: dict(x=np.concatenate([x, x[:2]]), y=np.concatenate([y, y[:2]]), batch_size=3, validation_split=0.25),
], ids=["arrays", "iterable", "generator", "dataset", "endless-dataset", "filtered-dataset", "tensors", "sample-weight", "validation-split"])
def test_fit_sees_the_same_numbers_whatever_holds_the_data(make):
    losses = []
    for arguments in (make(*_data()), dict(x=_data()[0], y=_data()[1], batch_size=3)):
        model = _model()
        model.compile("sgd", "mse")
        losses.append(model.fit(**arguments, epochs=2, shuffle=False, verbose=0).history["loss"])
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


class Order(keras.Model):
    """Notes the samples in the order in which they come."""

    def __init__(self, seen):
        super().__init__()
        object.__setattr__(self, "seen", seen)
        self.w = self.add_weight((1, 1), "ones")

    def call(self, x):
        self.seen.append(x.numpy().ravel().tolist())
        return x @ self.w


def test_shuffling_follows_the_seed():
    orders = []
    for _ in range(2):
        tf.random.set_seed(4)
        seen = []
        model = Order(seen)
        model.compile("sgd", "mse", run_eagerly=True)
        model.fit(np.arange(8.0).reshape(8, 1), np.zeros((8, 1)), batch_size=8, verbose=0)
        orders.append(seen[-1])
    assert orders[0] == orders[1] != sorted(orders[0])
    assert sorted(orders[0]) == list(range(8))


def test_class_weights_scale_the_samples():
    x, _ = _data()
    y = np.array([0, 1, 0, 1, 1, 1], "float32").reshape(6, 1)
    losses = []
    for arguments in ({"class_weight": {0: 2.0, 1: 0.5}}, {"sample_weight": np.where(y[:, 0] == 0, 2.0, 0.5)}):
        model = _model()
        model.compile("sgd", "mse")
        losses.append(model.fit(x, y, shuffle=False, verbose=0, **arguments).history["loss"])
    assert losses[0] == losses[1]


def test_data_of_different_lengths_is_refused():
    model = _model()
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="Data cardinality is ambiguous.*same number of samples.'x' sizes: 6\n'y' sizes: 5"):
        model.fit(_data()[0], _data(5)[1], verbose=0)


def test_checkpoints_hold_models_and_optimizers(tmp_path):
    x, y = _data()
    model, other = _model(), _model()
    for one in (model, other):
        one.compile(keras.optimizers.Adam(0.1), "mse")
    model.fit(x, y, verbose=0)
    other.fit(x, 2 * y, epochs=3, verbose=0)
    path = tf.train.Checkpoint(model=model, optimizer=model.optimizer).save(str(tmp_path / "ckpt"))
    tf.train.Checkpoint(model=other, optimizer=other.optimizer).restore(path)
    for a, b in zip(model.weights + model.optimizer.variables, other.weights + other.optimizer.variables):
        assert np.array_equal(a.numpy(), b.numpy())


def test_frozen_layers_do_not_train():
    model = _model()
    model.build((None, 3))
    model.layers[0].trainable = False
    before = [v.numpy() for v in model.weights]
    model.compile("sgd", "mse")
    model.fit(*_data(), verbose=0)
    changed = [not np.array_equal(a, v.numpy()) for a, v in zip(before, model.weights)]
    assert changed == [False, False, True, True]


def test_weights_of_one_model_fit_another():
    model, other = _model(), keras.Sequential([keras.layers.Dense(2), keras.layers.Dense(1)])
    x = _data()[0]
    model(x)
    other(x)
    other.set_weights(model.get_weights())
    assert np.array_equal(model(x).numpy(), other(x).numpy())
    with pytest.raises(ValueError, match="weight list of length 1, but the layer was expecting 4 weights"):
        other.set_weights(model.get_weights()[:1])


def test_lstm_learns_through_its_loop():
    layer = keras.layers.LSTM(3, kernel_initializer=keras.initializers.GlorotUniform(1),
                              recurrent_initializer=keras.initializers.Orthogonal(seed=2))
    x = tf.constant(np.linspace(-1, 1, 24).reshape(2, 4, 3).astype("float32"))

    def loss():
        return tf.reduce_sum(layer(x) ** 2)

    with tf.GradientTape() as tape:
        value = loss()
    gradients = tape.gradient(value, layer.trainable_weights)
    traced = tf.function(loss)
    assert float(traced()) == pytest.approx(float(value), rel=1e-6)
    weight = layer.trainable_weights[1]
    step = 1e-2 * gradients[1]
    weight.assign_add(step)
    above = float(loss())
    weight.assign_sub(2 * step)
    assert (above - float(loss())) / 2e-2 == pytest.approx(float(tf.reduce_sum(gradients[1] ** 2)), rel=1e-2)


@pytest.mark.parametrize("kept", ["x", "y", ""])
def test_fit_needs_the_rank_of_the_data(kept):
    """What tf.numpy_function makes has no shape until it is set: Keras asks for that of the features and of the labels."""
    def parse(x, y):
        x, y = tf.numpy_function(lambda x, y: (x, y), [x, y], [tf.float32, tf.float32])
        if kept != "x":
            x.set_shape([3])
        if kept != "y":
            y.set_shape([1])
        return x, y

    data = tf.data.Dataset.from_tensors((np.ones(3, np.float32), np.ones(1, np.float32))).map(parse).batch(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    if kept:
        with pytest.raises(ValueError, match="unknown"):
            model.fit(data, verbose=0)
    else:
        model.fit(data, verbose=0)


def test_layers_with_a_spec_need_the_rank_when_they_are_built():
    dense, dropout = tf.keras.layers.Dense(2), tf.keras.layers.Dropout(0.5)
    dense(tf.ones([2, 3]))
    opened = lambda x: tf.py_function(lambda value: value, [x], tf.float32)
    with pytest.raises(ValueError, match="unknown TensorShape"):
        tf.function(lambda x: dense(opened(x)))(tf.ones([2, 3]))
    assert tf.function(lambda x: dropout(opened(x)))(tf.ones([2, 3])).shape == (2, 3)


def test_models_and_layers_are_modules():
    class Pair(keras.Model):
        def __init__(self):
            super().__init__()
            self.first, self.others = keras.layers.Dense(1, name="first"), [keras.layers.Dense(1, name="second")]

        def call(self, x):
            return self.others[0](self.first(x))

        @tf.Module.with_name_scope
        def scoped(self):
            return tf.compat.v1.get_default_graph().get_name_scope() if not tf.executing_eagerly() else "eager"

    class Holder(tf.Module):
        def __init__(self, model):
            super().__init__()
            self.model, self.v = model, tf.Variable(1.0)

    assert issubclass(keras.Model, tf.Module) and issubclass(keras.layers.Layer, tf.Module)
    model = Pair()
    model(tf.ones([1, 2]))
    assert [module.name for module in model.submodules] == ["first", "second"]
    assert len(model.variables) == 4 and all(module.submodules == () for module in model.submodules)
    with model.first.name_scope as scope:
        assert scope == "first/"
    assert model.scoped() == "eager"
    assert model.name_scope() == "pair" and list(model.submodules()) == list(model.submodules)  # as TensorFlow 2.0 had them
    holder = Holder(model)
    assert list(holder.submodules) == [model, *model.submodules]
    assert holder.variables == (holder.v,)
