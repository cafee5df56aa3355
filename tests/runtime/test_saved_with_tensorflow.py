"""What the runtime saves, TensorFlow uses, and the other way. Needs TensorFlow; skipped where it is missing."""

import contextlib
import importlib
import os
import pkgutil
import re
import sys

import numpy as np
import pytest

import runtime
import runtime as tf
from runtime.saved_model.__main__ import main
from tests.runtime import saved_functions

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
real = pytest.importorskip("tensorflow")


def test_what_the_runtime_saves_tensorflow_loads_runs_and_saves_again(tmp_path):
    module = saved_functions.make(tf)
    saved_functions.run(tf, module)
    tf.saved_model.save(module, tmp_path / "mine")
    loaded = real.saved_model.load(str(tmp_path / "mine"))
    expected = saved_functions.run(tf, module)
    saved_functions.assert_same(saved_functions.run(real, loaded), expected)
    real.saved_model.save(loaded, str(tmp_path / "theirs"))
    saved_functions.assert_same(saved_functions.run(tf, tf.saved_model.load(tmp_path / "theirs")),
                                saved_functions.run(tf, module))


def test_what_tensorflow_saves_the_runtime_loads_runs_and_saves_again(tmp_path):
    module = saved_functions.make(real)
    saved_functions.run(real, module)
    real.saved_model.save(module, str(tmp_path / "theirs"))
    loaded = tf.saved_model.load(tmp_path / "theirs")
    saved_functions.assert_same(saved_functions.run(tf, loaded), saved_functions.run(real, module))
    tf.saved_model.save(loaded, tmp_path / "mine")
    saved_functions.assert_same(saved_functions.run(real, real.saved_model.load(str(tmp_path / "mine"))),
                                saved_functions.run(real, module))


@pytest.mark.parametrize("writer, reader", [(tf, real), (real, tf)], ids=["to", "from"])
def test_custom_gradients(tmp_path, writer, reader):
    module = saved_functions.make_custom_gradients(writer, of_gradients=False)
    expected = saved_functions.custom_gradients(writer, module)
    writer.saved_model.save(module, str(tmp_path / "first"))
    loaded = reader.saved_model.load(str(tmp_path / "first"))
    assert saved_functions.custom_gradients(reader, loaded) == expected
    reader.saved_model.save(loaded, str(tmp_path / "second"))
    assert saved_functions.custom_gradients(writer, writer.saved_model.load(str(tmp_path / "second"))) == expected


@pytest.mark.parametrize("writer, reader", [(tf, real), (real, tf)], ids=["to", "from"])
def test_tables(tmp_path, writer, reader):
    vocabulary = tmp_path / "vocabulary"
    vocabulary.write_text("x\ny\nz\n")
    module = saved_functions.make_tables(writer, str(vocabulary))
    writer.saved_model.save(module, str(tmp_path / "first"))
    vocabulary.unlink()
    loaded = reader.saved_model.load(str(tmp_path / "first"))
    assert saved_functions.looked_up(reader, loaded.look_up) == saved_functions.LOOKED_UP
    reader.saved_model.save(loaded, str(tmp_path / "second"))
    again = writer.saved_model.load(str(tmp_path / "second"))
    assert saved_functions.looked_up(writer, again.look_up) == saved_functions.LOOKED_UP


def _keras_model(module, kind):
    keras, layers = module.keras, module.keras.layers
    if kind == "sequential":
        return keras.Sequential([layers.Input((4,)), layers.Dense(3), layers.BatchNormalization(), layers.Dense(1)])
    if kind == "functional":
        start = keras.Input((4,))
        return keras.Model(start, layers.Dense(1)(layers.LSTM(3)(layers.Reshape((2, 2))(start))))

    class Subclassed(keras.Model):
        def __init__(self):
            super().__init__()
            self.first = layers.Dense(3, activation="relu")
            self.inner = keras.Sequential([layers.Dense(2), layers.Dense(1)])

        def call(self, x):
            return self.inner(self.first(x))

    model = Subclassed()
    model(module.ones([1, 4]))
    return model


@pytest.mark.parametrize("kind", ["sequential", "functional", "subclassed"])
@pytest.mark.parametrize("writer, reader", [(tf, real), (real, tf)], ids=["to", "from"])
def test_checkpoints_of_keras_models_and_optimizers(tmp_path, writer, reader, kind):
    x = np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4)
    y = x.sum(1, keepdims=True)
    results = []
    for module in (writer, reader):
        module.keras.utils.set_random_seed(len(results) + 1)
        model = _keras_model(module, kind)
        optimizer = module.keras.optimizers.SGD(0.05, momentum=0.9)

        def step():
            with module.GradientTape() as tape:
                loss = module.reduce_mean((model(x) - y) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))

        checkpoint = module.train.Checkpoint(model=model, optimizer=optimizer)
        if module is writer:
            for _ in range(2):
                step()
            checkpoint.write(str(tmp_path / "c"))
            step()
        else:
            status = checkpoint.read(str(tmp_path / "c"))
            step()  # makes the optimizer's state, which takes over what was stored
            status.assert_consumed()
        results.append(model(x).numpy())
        assert int(optimizer.iterations) == 3
    np.testing.assert_allclose(*results, 1e-4, 1e-5)


def test_models_that_keras_exports(tmp_path):
    layers = real.keras.layers
    images = np.random.default_rng(0).random((2, 8, 8, 3), np.float32)
    words = np.array([[1, 2, 3], [0, 9, 4]], np.int32)
    pictures = real.keras.Sequential([layers.Input((8, 8, 3)), layers.Conv2D(4, 3, activation="relu"), layers.BatchNormalization(),
                                      layers.MaxPooling2D(), layers.Flatten(), layers.Dropout(0.5), layers.Dense(2, activation="softmax")])
    texts = real.keras.Sequential([layers.Input((3,), dtype="int32"), layers.Embedding(10, 4), layers.LSTM(6), layers.Dense(1)])
    for name, model, given in (("pictures", pictures, images), ("texts", texts, words)):
        model.export(str(tmp_path / name), verbose=False)
        loaded = tf.saved_model.load(tmp_path / name)
        expected = model(given).numpy()
        np.testing.assert_allclose(loaded.serve(tf.constant(given)).numpy(), expected, 1e-5, 1e-6)
        np.testing.assert_allclose(loaded.signatures["serving_default"](tf.constant(given))["output_0"].numpy(), expected, 1e-5, 1e-6)


def test_models_in_text_form_and_values_that_the_runtime_has_not(tmp_path, capsys, monkeypatch):
    from google.protobuf import text_format
    from tensorflow.core.protobuf import saved_model_pb2

    class Module(real.Module):
        def __init__(self):
            super().__init__()
            self.v = real.Variable([1.0, -2.5])
            self.text = real.constant([b"\x00\xff\"'\\n" * 30] * 5)

        @real.function(input_signature=[real.TensorSpec([None], real.float32, name="x")])
        def plain(self, x):
            return (x * self.v * float("inf") if real.reduce_sum(x) > 10.0 else x - self.v), self.text

        @real.function(input_signature=[real.RaggedTensorSpec([None, None], real.int32)])
        def ragged(self, x):
            return real.reduce_sum(x)

        @real.function(input_signature=[real.TensorSpec([None], real.string, name="x")])
        def gives_ragged(self, x):
            return real.strings.split(x)

    module = Module()
    real.saved_model.save(module, str(tmp_path))
    binary = tf.saved_model.load(tmp_path)
    message = saved_model_pb2.SavedModel.FromString((tmp_path / "saved_model.pb").read_bytes())
    (tmp_path / "saved_model.pb").unlink()
    (tmp_path / "saved_model.pbtxt").write_text(text_format.MessageToString(message))
    for loaded in (binary, tf.saved_model.load(tmp_path)):
        given = np.array([2.0, 3.0], np.float32)
        for mine, theirs in zip(loaded.plain(tf.constant(given)), module.plain(given)):
            assert mine.numpy().tolist() == theirs.numpy().tolist()
        assert int(loaded.ragged(tf.ragged.constant([[1, 2], [3]]))) == 6
        assert loaded.gives_ragged(tf.constant(["a b", "c"])).to_list() == [[b"a", b"b"], [b"c"]]
    _assert_shown_alike(tmp_path, capsys, monkeypatch)


class _Served:
    @staticmethod
    def make(module):
        class Served(module.Module):
            def __init__(self):
                super().__init__()
                self.w = module.Variable([[2.0], [3.0]], name="w")
                self.same_name = module.Variable([1.0], name="w")
                self.calls = module.Variable(0, name="calls")
                self.table = module.constant(np.arange(200, dtype=np.float32))

            @module.function(input_signature=[module.TensorSpec([None, 2], module.float32, name="x")])
            def __call__(self, x):
                self.calls.assign_add(1)
                return {"y": x @ self.w + self.same_name, "total": module.reduce_sum(self.table)}

        return Served()


def test_servers_run_the_signatures_restore_and_save(tmp_path):
    """The way of TensorFlow Serving and of ``saved_model_cli run``: the graph, its signatures and its saver alone."""
    tf.saved_model.save(_Served.make(tf), tmp_path / "m")
    with real.compat.v1.Session(graph=real.Graph()) as session:
        graph = real.compat.v1.saved_model.loader.load(session, ["serve"], str(tmp_path / "m"))
        signature = graph.signature_def["serving_default"]
        feed = {signature.inputs["x"].name: [[1.0, 1.0]]}
        assert session.run(signature.outputs["y"].name, feed).tolist() == [[6]]
        assert session.run(signature.outputs["total"].name, feed) == 19900
        saver = graph.saver_def
        session.run(saver.save_tensor_name, {saver.filename_tensor_name: str(tmp_path / "again")})
    assert tf.train.load_variable(str(tmp_path / "again"), "calls/.ATTRIBUTES/VARIABLE_VALUE") == 2
    module = _Served.make(tf)
    tf.train.Checkpoint(module).read(str(tmp_path / "again")).assert_consumed()
    assert int(module.calls) == 2


def test_saved_model_cli_runs_the_signatures(tmp_path, monkeypatch, capsys):
    from tensorflow.python.tools import saved_model_cli

    class Module(tf.Module):
        def __init__(self):
            super().__init__()
            self.total = tf.Variable([1.0, 2.0])
            self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
            self.large = tf.constant(np.arange(200, dtype=np.float32))

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="text"), tf.TensorSpec([], tf.bool, name="flag")])
        def words(self, text, flag):
            return {"upper": tf.cond(flag, lambda: tf.strings.upper(text), lambda: text), "ids": self.table[text]}

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32, name="n")])
        def loop(self, n):
            tf.debugging.assert_positive(n, message="n is positive")
            for _ in tf.range(n):
                self.total.assign_add([1.0, 1.0])
            return {"total": self.total.read_value(), "large": tf.reduce_max(self.large)}

    module = Module()
    tf.saved_model.save(module, tmp_path / "m", {"serving_default": module.words, "loop": module.loop})

    def run(key, inputs):
        monkeypatch.setattr(sys, "argv", ["saved_model_cli", "run", "--dir", str(tmp_path / "m"), "--tag_set", "serve",
                                          "--signature_def", key, "--input_exprs", inputs])
        with pytest.raises(SystemExit) as end:
            saved_model_cli.main()
        assert not end.value.code
        return capsys.readouterr().out.split("Result for output key ")[1:]

    assert run("serving_default", 'text=["a","c"];flag=True') == ["ids:\n[ 1 -1]\n", "upper:\n[b'A' b'C']\n"]
    assert run("loop", "n=3") == ["large:\n199.0\n", "total:\n[4. 5.]\n"]
    with pytest.raises(real.errors.InvalidArgumentError, match="n is positive"):
        run("loop", "n=0")


def test_show_prints_what_saved_model_cli_prints(tmp_path, capsys, monkeypatch):
    tf.saved_model.save(_Served.make(tf), tmp_path / "mine")
    real.saved_model.save(_Served.make(real), str(tmp_path / "theirs"))
    for folder in (tmp_path / "mine", tmp_path / "theirs"):
        _assert_shown_alike(folder, capsys, monkeypatch)


def _assert_shown_alike(folder, capsys, monkeypatch):
    from tensorflow.python.tools import saved_model_cli
    show = ["show", "--dir", str(folder), "--all"]
    monkeypatch.setattr(sys, "argv", ["saved_model_cli", *show])
    with contextlib.suppress(SystemExit):
        saved_model_cli.main()
    theirs = capsys.readouterr().out
    with contextlib.suppress(SystemExit):
        main(show)
    assert _sorted_ops(capsys.readouterr().out) == _sorted_ops(theirs)


def _sorted_ops(text):
    """TensorFlow prints the set of ops in any order."""
    return [sorted(re.findall(r"'(\w+)'", line)) if "contains the following ops" in line else line for line in text.splitlines()]


@pytest.mark.parametrize("writer, reader", [(tf, real), (real, tf)], ids=["to", "from"])
def test_checkpoints(tmp_path, writer, reader):
    def make(module, value):
        root = module.Module()
        root.w = module.Variable([[value, 2.0]])
        root.l = [module.Variable(int(value), dtype=module.int64), {"s": module.Variable(["a", "b" * int(value * 100)])}]
        root.t = (module.Variable([True, False]),)
        root.g = module.random.Generator.from_seed(int(value))
        return root

    root = make(writer, 5.0)
    manager = writer.train.CheckpointManager(writer.train.Checkpoint(root=root), str(tmp_path), 2)
    paths = [manager.save() for _ in range(3)]
    assert reader.train.latest_checkpoint(str(tmp_path)) == paths[-1]
    twin = make(reader, 1.0)
    checkpoint = reader.train.Checkpoint(root=twin)
    checkpoint.restore(paths[-1]).assert_consumed()
    assert twin.w.numpy().tolist() == [[5, 2]] and int(twin.l[0]) == 5 and int(checkpoint.save_counter) == 3
    assert twin.l[1]["s"].numpy().tolist() == [b"a", b"b" * 500]
    assert np.array_equal(root.g.normal([4]).numpy(), twin.g.normal([4]).numpy())
    assert reader.train.CheckpointManager(checkpoint, str(tmp_path), 2).checkpoints == paths[1:]
    assert reader.train.list_variables(paths[-1]) == writer.train.list_variables(paths[-1])


def test_the_op_table_has_tensorflow_names():
    """Files name the outputs and attributes of nodes, and take default values for granted."""
    from tensorflow.python.framework import op_def_registry
    from runtime.core.op_def import OPS, REQUIRED
    from runtime.saved_model.export_graph import _OWN, DATA
    for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    wrong = []
    for name, mine in OPS.items():
        if DATA.search(name):
            continue
        theirs = op_def_registry.get(name)
        if theirs is None:
            wrong.append(f"{name}: TensorFlow has no such op")
            continue
        if [arg.name for arg in mine.outputs] != [arg.name for arg in theirs.output_arg]:
            wrong.append(f"{name}: outputs {[arg.name for arg in mine.outputs]}")
        if [arg.name for arg in mine.inputs] != [arg.name for arg in theirs.input_arg]:
            wrong.append(f"{name}: inputs {[arg.name for arg in mine.inputs]}")
        attrs = {attr.name: attr for attr in theirs.attr}
        wrong += [f"{name}: attribute {attr}" for attr in mine.attrs
                  if attr not in attrs and not attr.startswith("_") and (name, attr) not in _OWN]
        follow = {arg.type_attr for arg in mine.inputs} | {arg.number_attr for arg in mine.inputs}
        wrong += [f"{name}: lacks the attribute {attr}" for attr, proto in attrs.items()
                  if attr not in mine.attrs and attr not in follow and not proto.HasField("default_value")]
        wrong += [f"{name}: default of {attr}" for attr, default in mine.attrs.items()
                  if attr in attrs and attrs[attr].HasField("default_value") and attrs[attr].type in ("int", "bool")
                  and default is not REQUIRED and default != getattr(attrs[attr].default_value, attrs[attr].type[0])]
    assert not wrong
