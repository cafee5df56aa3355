"""Keras's files: what is written is read again, what Keras wrote is read, and faulty files are refused. Needs h5py."""

import io
import json
import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from runtime.proto.graph import GraphDef
from tests.runtime.test_summary import events, values

keras = tf.keras
layers = tf.keras.layers
WRITTEN_BY_KERAS = Path(__file__).parent / "saved" / "two_outputs.keras"  # Keras 3.15 with TensorFlow 2.21
H5_WRITTEN_BY_KERAS = WRITTEN_BY_KERAS.parent / "sequential.h5"  # by the same
TOKENS = np.array([[1, 2, 0], [3, 0, 0]], "int32")


def test_without_h5py_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    model = keras.Sequential([keras.Input((2,)), layers.Dense(1)])
    for use in (lambda: model.save(tmp_path / "m.keras"), lambda: model.save_weights(tmp_path / "m.weights.h5"),
                lambda: keras.models.load_model(WRITTEN_BY_KERAS)):
        with pytest.raises(ImportError, match=r"needs h5py, which is not installed; .*`pip install pylint-graphlint\[keras\]`"):
            use()
    assert not list(tmp_path.iterdir())


@pytest.fixture
def h5py():
    return pytest.importorskip("h5py")


def _model():
    tokens = keras.Input((None,), dtype="int32")
    x = layers.Embedding(5, 3, mask_zero=True)(tokens)
    x = layers.Bidirectional(layers.LSTM(2))(x)
    model = keras.Model(tokens, [layers.Dense(2, name="a")(x) * 2.0, layers.Dense(1, name="b")(layers.Dropout(0.5)(x))])
    model.compile(keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)), ["mse", keras.losses.Huber()])
    model.fit(TOKENS, [np.ones((2, 2)), np.ones((2, 1))], verbose=0)
    return model


class Own(keras.Model):
    def __init__(self, units=2, **kwargs):
        super().__init__(**kwargs)
        self.first, self.others = layers.Dense(units), [layers.Dense(3), layers.Dense(1)]

    def call(self, x):
        for layer in (self.first, *self.others):
            x = layer(x)
        return x

    def get_config(self):
        return {**super().get_config(), "units": self.first.units}


def _same(first, second):
    for a, b in zip(tf.nest.flatten(first), tf.nest.flatten(second)):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6)


def test_a_saved_model_is_the_same_when_loaded(h5py, tmp_path):
    model = _model()
    model.save(tmp_path / "m.keras")
    loaded = keras.models.load_model(tmp_path / "m.keras")
    _same(loaded(TOKENS), model(TOKENS))
    _same(loaded.optimizer.variables, model.optimizer.variables)
    assert loaded.get_config() == model.get_config()
    targets = [np.ones((2, 2)), np.ones((2, 1))]
    assert loaded.evaluate(TOKENS, targets, verbose=0) == pytest.approx(model.evaluate(TOKENS, targets, verbose=0))
    model.save_weights(tmp_path / "m.weights.h5")
    other = keras.models.clone_model(model)
    other.load_weights(tmp_path / "m.weights.h5")
    _same(other(TOKENS), model(TOKENS))
    assert not keras.models.load_model(tmp_path / "m.keras", compile=False).compiled
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.keras", "m.weights.h5"]


def test_own_classes_need_their_names(h5py, tmp_path):
    model = Own(4)
    x = tf.ones((2, 3))
    model(x)
    model.save(tmp_path / "own.keras")
    _same(keras.models.load_model(tmp_path / "own.keras", custom_objects={"Own": Own})(x), model(x))
    with pytest.raises(TypeError, match="Could not locate class 'Own'"):
        keras.models.load_model(tmp_path / "own.keras")


def test_what_keras_wrote_is_loaded(h5py):
    model = keras.models.load_model(WRITTEN_BY_KERAS)
    a, b = model(TOKENS)
    np.testing.assert_allclose(a, [[0.031133, 0.007936], [0.027934, 0.0]], atol=2e-6)
    np.testing.assert_allclose(b, [[0.095273], [0.062011]], atol=2e-6)
    assert int(model.optimizer.iterations) == 1
    found = model.evaluate(TOKENS, [np.ones((2, 2)), np.ones((2, 1))], verbose=0, return_dict=True)
    assert found == pytest.approx({"a_loss": 0.966952, "a_mae": 0.983249, "b_loss": 0.921358, "loss": 1.909292}, abs=2e-6)


def test_what_keras_wrote_to_an_h5_file_is_loaded(h5py):
    model = keras.models.load_model(H5_WRITTEN_BY_KERAS)
    np.testing.assert_allclose(model(np.ones((1, 3))), [[2.2806933]], rtol=1e-6)
    assert (int(model.optimizer.iterations), type(model.optimizer).__name__) == (1, "Adam")
    found = model.evaluate(np.ones((4, 3)), np.ones((4, 1)), verbose=0, return_dict=True)
    assert found == pytest.approx({"loss": 1.640175, "mean_absolute_error": 1.280693}, abs=1e-5)


def test_faulty_h5_files_are_refused_by_name(h5py, tmp_path):
    path = tmp_path / "faulty.h5"

    def refused(change, match):
        shutil.copy(H5_WRITTEN_BY_KERAS, path)
        with h5py.File(path, "r+") as file:
            change(file, file["model_weights/dense/m/dense"])
        with pytest.raises(ValueError, match=match) as caught:
            keras.models.load_model(path)
        assert "faulty.h5" in str(caught.value)

    def link(target):
        def change(file, weights):
            del weights["kernel"]
            weights["kernel"] = target
        return change

    def enlarge(file, weights):
        del weights["kernel"]
        weights.create_dataset("kernel", (1 << 20, 1 << 14), "float32", chunks=(16, 16), compression="gzip")

    def without_weights(file, weights):
        del file["model_weights"]

    refused(link(h5py.ExternalLink("/etc/hostname", "/")), "is a link")
    refused(link(h5py.SoftLink("/model_weights/dense_1/m/dense_1/kernel")), "is a link")
    refused(enlarge, "too large for this file")
    refused(without_weights, "is a link, or not what it should be")
    refused(lambda file, _: file.attrs.update(model_config=b"{"), "damaged")
    whole = H5_WRITTEN_BY_KERAS.read_bytes()
    path.write_bytes(whole[:len(whole) // 2])
    with pytest.raises(ValueError, match="no HDF5 file, or it is damaged"):
        keras.models.load_model(path)


def test_classes_that_an_h5_file_names_must_be_known(h5py, tmp_path):
    path = tmp_path / "named.h5"
    for name in ("os", "eval", "tf", "Layer.__init__", "deserialize", "__import__"):
        shutil.copy(H5_WRITTEN_BY_KERAS, path)
        with h5py.File(path, "r+") as file:
            config = json.loads(file.attrs["model_config"])
            config["config"]["layers"][1]["class_name"] = name
            file.attrs["model_config"] = json.dumps(config).encode()
        with pytest.raises(ValueError, match="Unknown layer: "):
            keras.models.load_model(path)


def test_code_in_files_is_never_run(h5py, tmp_path):
    model = keras.Sequential([keras.Input((2,)), layers.Lambda(lambda x: x * 2)])
    model.save(tmp_path / "lambda.keras")
    with pytest.raises(ValueError, match="whose `function` is a Python lambda. This carries a potential risk of arbitrary code execution"):
        keras.models.load_model(tmp_path / "lambda.keras")
    with pytest.raises(ValueError, match="makes no functions of the code in files"):
        keras.models.load_model(tmp_path / "lambda.keras", safe_mode=False)
    for module, name, config in (("os", "function", "system"), ("builtins", "function", "eval"), ("keras.layers", "__import__", {}),
                                 ("keras.utils", "get_file", {}), ("keras.layers", "tf", {}), ("subprocess", "Popen", {})):
        with pytest.raises(TypeError, match="Could not locate|the runtime has no"):
            keras.saving.deserialize_keras_object({"module": module, "class_name": name, "config": config})


def test_operations_are_made_of_keras_configs():
    config = {"module": "keras.src.ops.numpy", "class_name": "Max", "registered_name": "Max",
              "config": {"name": "max_3", "axis": -1, "keepdims": False, "initial": None}}
    operation = keras.saving.deserialize_keras_object(config)
    assert (operation.name, operation(tf.constant([[1.0, 2.0]])).numpy().tolist()) == ("max_3", [2.0])
    config["config"]["initial"] = 5.0
    with pytest.raises(ValueError, match="the runtime's Max has no initial=5.0"):
        keras.saving.deserialize_keras_object(config)


def _altered(path, **members):
    """A copy of the file with other members; None leaves one out."""
    with zipfile.ZipFile(WRITTEN_BY_KERAS) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = members.get(name, source.read(name))
            if content is not None:
                target.writestr(name, content)
    return path


def _changed_weights(h5py, change):
    with zipfile.ZipFile(WRITTEN_BY_KERAS) as archive:
        content = io.BytesIO(archive.read("model.weights.h5"))
    with h5py.File(content, "r+") as file:
        change(file)
    return content.getvalue()


def test_faulty_files_are_refused_by_name(h5py, tmp_path):
    path = tmp_path / "faulty.keras"

    def refused(match, error=ValueError):
        with pytest.raises(error, match=match) as caught:
            keras.models.load_model(path)
        assert "faulty.keras" in str(caught.value)

    refused("File not found")
    path.write_bytes(b"no zip")
    refused("File not found")
    whole = WRITTEN_BY_KERAS.read_bytes()
    path.write_bytes(whole[:len(whole) // 2])
    refused("File not found")
    path.write_bytes(whole[:3000] + bytes(4000) + whole[7000:])
    refused("damaged")
    for config, match in ((None, "has no config.json"), (b"{", "damaged"), (b"[" * 100000, "damaged"), (b"[]", "describes no model"),
                          (b'{"class_name": "Sequential", "module": "keras", "config": {"name": "s", "layers": 3}}', "could not be"),
                          (json.dumps({"class_name": "Adam", "module": "keras.optimizers", "config": {}}).encode(), "which is no model")):
        _altered(path, **{"config.json": config})
        with pytest.raises((ValueError, TypeError), match=match):
            keras.models.load_model(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("config.json", b"{}" * 100)
    packed = bytearray(path.read_bytes())
    packed[41] = 0xFF  # the first byte behind the header and the name
    path.write_bytes(packed)
    refused("damaged: Error -3 while decompressing data")
    _altered(path, **{"model.weights.h5": None})
    refused("has no model.weights.h5")
    _altered(path, **{"model.weights.h5": b"no HDF5"})
    refused("no HDF5 file, or it is damaged")
    _altered(path, **{"model.weights.h5": bytes(1 << 28)})
    refused("would unpack to")

    def relink(link):
        def change(file):
            del file["layers/dense/vars/0"]
            file["layers/dense/vars/0"] = link
        return _changed_weights(h5py, change)

    for link in (h5py.ExternalLink("/etc/hostname", "/"), h5py.SoftLink("/layers/dense/vars/1")):
        _altered(path, **{"model.weights.h5": relink(link)})
        refused("is a link")

    def enlarge(file):
        del file["layers/dense/vars/0"]
        file["layers/dense/vars"].create_dataset("0", (1 << 20, 1 << 14), "float32", chunks=(16, 16), compression="gzip")

    _altered(path, **{"model.weights.h5": _changed_weights(h5py, enlarge)})
    refused("too large for this file")

    def shrink(file):
        del file["layers/dense/vars/0"]

    _altered(path, **{"model.weights.h5": _changed_weights(h5py, shrink)})
    refused("expected 2 variables, but received 1 variables")


def test_weights_that_do_not_fit_can_be_left_out(h5py, tmp_path):
    first, second = (keras.Sequential([keras.Input((2,)), layers.Dense(units), layers.Dense(1)]) for units in (3, 3))
    first.save_weights(tmp_path / "w.weights.h5")
    other = keras.Sequential([keras.Input((2,)), layers.Dense(3), layers.Dense(2)])
    with pytest.raises(ValueError, match="A total of 1 objects could not be loaded"):
        other.load_weights(tmp_path / "w.weights.h5")
    with pytest.warns(UserWarning, match="A total of 1 objects could not be loaded"):
        other.load_weights(tmp_path / "w.weights.h5", skip_mismatch=True)
    _same(other.layers[0].weights, first.layers[0].weights)
    second.load_weights(tmp_path / "w.weights.h5")
    _same(second.weights, first.weights)
    for call, match in ((lambda: first.save_weights(tmp_path / "w.h5"), "must end in `.weights.h5`"),
                        (lambda: first.save(tmp_path / "folder"), "Invalid filepath extension for saving"),
                        (lambda: first.load_weights(tmp_path / "none.weights.h5"), "File not found"),
                        (lambda: keras.models.load_model(tmp_path / "w.weights.h5"), "No model config found in the file"),
                        (lambda: keras.models.load_model(tmp_path), "File format not supported")):
        with pytest.raises(ValueError, match=match):
            call()
    shutil.copy(WRITTEN_BY_KERAS, tmp_path / "m.keras")
    with pytest.raises(ValueError, match="could not be loaded"):
        first.load_weights(tmp_path / "m.keras")


def test_an_exported_model_serves(tmp_path, capsys):
    model = _model()
    expected = model(TOKENS)
    model.export(tmp_path / "served")
    assert capsys.readouterr().out.startswith(
        f"Saved artifact at '{tmp_path / 'served'}'. The following endpoints are available:\n\n* Endpoint 'serve'\n  args_0 "
        "(POSITIONAL_ONLY): TensorSpec(shape=(None, None), dtype=tf.int32, name=")
    loaded = tf.saved_model.load(tmp_path / "served")
    _same(loaded.serve(tf.constant(TOKENS)), expected)
    results = loaded.signatures["serving_default"](tf.constant(TOKENS))
    _same([results[name] for name in sorted(results)], expected)
    assert len(loaded.trainable_variables) == len(model.trainable_variables)
    with pytest.raises(ValueError, match="has not yet been built. It must be built before export"):
        Own().export(tmp_path / "unbuilt")
    with pytest.raises(ValueError, match="has the format 'tf_saved_model' alone"):
        model.export(tmp_path / "other", format="onnx")


def test_the_best_model_is_kept(h5py, tmp_path, capsys):
    model = keras.Sequential([keras.Input((1,)), layers.Dense(1, kernel_initializer="ones")])
    model.compile(keras.optimizers.SGD(1.2), "mse")
    x, y = np.ones((4, 1)), np.zeros((4, 1))
    checkpoint = keras.callbacks.ModelCheckpoint(tmp_path / "{epoch}-{loss:.1f}.keras", "loss", verbose=1, save_best_only=True)
    model.fit(x, y, epochs=2, verbose=0, callbacks=[checkpoint, keras.callbacks.ModelCheckpoint(
        tmp_path / "deep" / "{batch}.weights.h5", save_weights_only=True, save_freq=2)])
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")) == ["1-1.0.keras", "deep/1.weights.h5"]
    path = tmp_path / "1-1.0.keras"
    assert capsys.readouterr().out == (
        f"\nEpoch 1: loss improved from None to 1.00000, saving model to {path}\n\nEpoch 1: finished saving model to {path}\n"
        "\nEpoch 2: loss did not improve from 1.00000\n")
    with pytest.raises(KeyError, match="Failed to format this callback filepath"):
        model.fit(x, y, verbose=0, callbacks=[keras.callbacks.ModelCheckpoint(tmp_path / "{other}.keras")])


def test_tensorboards_files_hold_the_logs_and_the_graph(tmp_path):
    model = keras.Sequential([keras.Input((1,)), layers.Dense(2, name="d")], name="m")
    model.compile("sgd", "mse")
    x, y = np.ones((4, 1)), np.ones((4, 2))
    model.fit(x, y, epochs=2, batch_size=2, verbose=0, validation_data=(x, y),
              callbacks=[keras.callbacks.TensorBoard(tmp_path, histogram_freq=1, update_freq="batch", write_images=True)])
    train, validation = ({tag: [step for step, *_ in found] for tag, found in values(tmp_path / kind).items()}
                         for kind in ("train", "validation"))
    assert train == {"epoch_loss": [0, 1], "epoch_learning_rate": [0, 1], "batch_loss": [1, 2, 3, 4],
                     **{f"m/d/{weight}/{kind}": [0, 1] for weight in ("kernel", "bias") for kind in ("histogram", "image")}}
    assert validation == {"epoch_loss": [0, 1], "evaluation_loss_vs_iterations": [2, 4]}
    [graph] = [event.graph_def for event in events(tmp_path / "train") if event.graph_def]
    assert any(node.name.startswith("m/d/MatMul") for node in GraphDef.decode(graph).node)


@pytest.fixture
def with_vocabulary(h5py, tmp_path):
    """The path of a model whose vocabulary lies in a file of the archive."""
    words = layers.StringLookup()
    words.adapt(["b", "a", "a"])
    model = keras.Sequential([keras.Input((1,), dtype="string"), words])
    model.save(tmp_path / "words.keras")
    return tmp_path / "words.keras"


def _with_members(path, **members):
    """A copy of an archive with other or more members, by name with ``__`` for ``/``; None leaves one out."""
    members = {name.replace("__", "/"): data for name, data in members.items()}
    copy = path.with_name("altered.keras")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            if name not in members:
                new.writestr(name, old.read(name))
        for name, data in members.items():
            if data is not None:
                new.writestr(name, data, zipfile.ZIP_DEFLATED)
    return copy


def test_vocabularies_lie_in_the_archive(with_vocabulary):
    assert keras.models.load_model(with_vocabulary).layers[0].get_vocabulary() == ["[UNK]", "a", "b"]
    other = _with_members(with_vocabulary, **{"assets__layers__string_lookup__vocabulary.txt": "[UNK]\nq\n\n"})
    assert keras.models.load_model(other).layers[0].get_vocabulary() == ["[UNK]", "q"]


def test_files_of_layers_stay_in_their_folder(with_vocabulary, tmp_path):
    strange = _with_members(with_vocabulary, **{"assets__layers__string_lookup__..__..__out.txt": "x", "assets__layers__string_lookup__..": "x",
                                                "assets__layers__other__a.txt": "x"})
    assert keras.models.load_model(strange).layers[0].get_vocabulary() == ["[UNK]", "a", "b"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["altered.keras", "words.keras"]


@pytest.mark.parametrize("data, text", [(b"\xff\xfe", "cannot be read"), (b"[UNK]\na\na", "repeated term"), (b"0" * (1 << 27), "would unpack to")])
def test_faulty_vocabularies_are_refused(with_vocabulary, data, text):
    faulty = _with_members(with_vocabulary, **{"assets__layers__string_lookup__vocabulary.txt": data})
    with pytest.raises(ValueError, match=text):
        keras.models.load_model(faulty)


def test_a_config_names_no_vocabulary_outside_of_its_file(tmp_path):
    (tmp_path / "secret.txt").write_text("a\nb")
    layer = layers.StringLookup(vocabulary=str(tmp_path / "secret.txt"))
    config = keras.utils.serialize_keras_object(layer)
    config["config"]["vocabulary"] = str(tmp_path / "secret.txt")
    with pytest.raises(TypeError, match="vocabulary file outside of the model archive"):
        keras.utils.deserialize_keras_object(config)
    assert layer.get_vocabulary() == ["[UNK]", "a", "b"]
