"""SavedModels: what TensorFlow saved, round trips, and texts."""

import collections
import os
import pathlib

import pytest

import runtime as tf
from runtime.saved_model.__main__ import main
from tests.runtime import saved_functions

SAVED = pathlib.Path(__file__).parent / "saved" / "module"  # by TensorFlow 2.21, see `Module`
Pair = collections.namedtuple("Pair", "left right")


class Module(tf.Module):
    """What was saved; `table` is a constant that functions capture."""

    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.steps = tf.Variable(0, trainable=False, name="steps")
        self.parts = [tf.Variable(5.0), {"k": tf.Variable("text")}]
        self.table = tf.constant([float(i) for i in range(130)])

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def __call__(self, x):
        self.steps.assign_add(1)
        return {"y": x @ self.w, "s": tf.reduce_sum(self.table)}

    @tf.function
    def control(self, x, n=2, *, scale=1.0):
        if tf.reduce_sum(x) > 0.0:
            x = x + self.parts[0]
        else:
            x = x - self.parts[0]
        for _ in tf.range(n):
            x = x * 2.0
        return x * scale, [tf.strings.join(["a", self.parts[1]["k"]])]


def _traced():
    module = Module()
    module.control(tf.constant([1.0, 2.0]))
    module.control(tf.constant([1.0]), 3)
    module.control.get_concrete_function(tf.TensorSpec([None], tf.float32), scale=0.5)
    return module


def _own(path):
    tf.saved_model.save(_traced(), path)
    return path


def _again(path):
    tf.saved_model.save(tf.saved_model.load(_own(path / "first")), path / "second")
    return path / "second"


@pytest.fixture(params=["tensorflow", "own", "again"])
def folder(request, tmp_path):
    """A folder with the module in it: saved by TensorFlow, by the runtime, or loaded and saved once more."""
    return {"tensorflow": lambda: SAVED, "own": lambda: _own(tmp_path / "model"), "again": lambda: _again(tmp_path)}[request.param]()


# -- loading -----------------------------------------------------------------------------------------------------------
def test_a_loaded_module_computes_what_it_did(folder):
    loaded = tf.saved_model.load(folder)
    result = loaded(tf.constant([[1.0, 1.0]]))
    assert result["y"].numpy().tolist() == [[4, 6]] and float(result["s"]) == 8385
    assert int(loaded.steps) == 1
    first, [second] = loaded.control(tf.constant([1.0, 2.0]))
    assert first.numpy().tolist() == [24, 28] and second.numpy() == b"atext"
    assert loaded.control(tf.constant([-1.0, -2.0, -3.0]), scale=0.5)[0].numpy().tolist() == [-12, -14, -16]
    assert loaded.control(tf.constant([2.0]), 3)[0].numpy().tolist() == [56]


def test_functions_use_the_loaded_variables(folder):
    loaded = tf.saved_model.load(folder)
    loaded.w.assign(tf.zeros([2, 2]))
    loaded.parts[0].assign(0.0)
    assert loaded([[1.0, 1.0]])["y"].numpy().tolist() == [[0, 0]]
    assert loaded.control(tf.constant([1.0, 2.0]))[0].numpy().tolist() == [4, 8]


def test_gradients_flow_through_loaded_functions(folder):
    loaded = tf.saved_model.load(folder)
    with tf.GradientTape(persistent=True) as tape:
        first = tf.reduce_sum(loaded(tf.constant([[1.0, 2.0]]))["y"])
        second = tf.reduce_sum(loaded.control(tf.constant([1.0, 2.0]))[0])
    assert tape.gradient(first, loaded.w).numpy().tolist() == [[1, 1], [2, 2]]
    assert float(tape.gradient(second, loaded.parts[0])) == 8


def test_loaded_functions_run_inside_other_functions(folder):
    loaded = tf.saved_model.load(folder)
    outer = tf.function(lambda x: loaded(x)["y"] + 1.0)
    assert outer(tf.constant([[1.0, 1.0]])).numpy().tolist() == [[5, 7]]
    assert int(loaded.steps) == 1


def test_objects_come_back_in_their_containers(folder):
    loaded = tf.saved_model.load(folder)
    assert type(loaded).__name__ == "_UserObject" and not hasattr(loaded, "variables") and not hasattr(loaded, "table")
    assert isinstance(loaded.parts, list) and isinstance(loaded.parts[1], dict)
    assert (loaded.w.trainable, loaded.steps.trainable, loaded.w.name, loaded.w.dtype) == (True, False, "w:0", tf.float32)
    assert loaded.parts[1]["k"].numpy() == b"text"
    assert loaded.tensorflow_version == tf.__version__


def test_signatures(folder):
    loaded = tf.saved_model.load(folder)
    assert list(loaded.signatures) == ["serving_default"]
    signature = loaded.signatures["serving_default"]
    assert signature.structured_input_signature == ((), {"x": tf.TensorSpec([None, 2], tf.float32, "x")})
    assert signature.structured_outputs == {"s": tf.TensorSpec([], tf.float32, "s"), "y": tf.TensorSpec([None, 2], tf.float32, "y")}
    x = tf.constant([[1.0, 1.0]])
    assert signature(x=x)["y"].numpy().tolist() == signature(x)["y"].numpy().tolist() == [[4, 6]]
    assert sorted(v.name for v in signature.variables) == ["steps:0", "w:0"]


def test_a_call_that_no_trace_fits_lists_them(folder):
    loaded = tf.saved_model.load(folder)
    with pytest.raises(ValueError) as error:
        loaded.control(tf.constant([1, 2]))
    assert str(error.value).startswith(
        "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
        "  Positional arguments (2 total):\n    * <tf.Tensor 'x:0' shape=(2,) dtype=int32>\n    * 2\n"
        "  Keyword arguments: {'scale': 1.0}\n\n Expected these arguments to match one of the following 3 option(s):\n\nOption 1:\n")
    for option in ("    * TensorSpec(shape=(None,), dtype=tf.float32, name='x')\n    * 2\n  Keyword arguments: {'scale': 0.5}",
                   "    * TensorSpec(shape=(1,), dtype=tf.float32, name='x')\n    * 3\n  Keyword arguments: {'scale': 1.0}"):
        assert option in str(error.value)
    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        loaded.control()


def test_a_checkpoint_reads_the_variables_of_a_saved_model(folder):
    module = Module()
    module.w.assign(tf.zeros([2, 2]))
    tf.train.Checkpoint(module).restore(str(folder)).expect_partial()
    assert module.w.numpy().tolist() == [[1, 2], [3, 4]]


# -- saving ------------------------------------------------------------------------------------------------------------
def test_structured_arguments_and_results(tmp_path):
    class Structures(tf.Module):
        @tf.function
        def call(self, pair, *rest, mode="sum", **named):
            total = pair.left + pair.right["a"][0]
            for item in rest:
                total += item
            return Pair(total, {"none": None, "named": named["z"] if mode == "sum" else total})

    module = Structures()
    arguments = Pair(tf.constant(1.0), {"a": [tf.constant(2.0)]}), tf.constant(3.0), tf.constant(4.0)
    module.call(*arguments, z=tf.constant(5.0))
    tf.saved_model.save(module, tmp_path / "m")
    result = tf.saved_model.load(tmp_path / "m").call(*arguments, z=tf.constant(5.0))
    assert type(result).__name__ == "Pair" and float(result.left) == 10
    assert result.right["none"] is None and float(result.right["named"]) == 5


def test_lists_of_functions_and_of_other_things(tmp_path):
    module = tf.Module()
    plus = tf.function(lambda x: x + 1.0, input_signature=[tf.TensorSpec([], tf.float32)])
    module.items = [1, tf.Variable(2.0), plus, "x", {"v": tf.Variable(3.0)}]
    for name in ("first", "second"):
        tf.saved_model.save(module, tmp_path / name)
        module = tf.saved_model.load(tmp_path / name)
        assert len(module.items) == 5 and module.items[0] is None and module.items[3] is None
        assert module.items[1].numpy() == 2 and module.items[2](tf.constant(1.0)).numpy() == 2 and module.items[4]["v"].numpy() == 3


def test_a_variable_as_an_argument(tmp_path):
    module = tf.Module()
    module.scale = tf.function(lambda variable, x: variable * x)
    module.scale(tf.Variable([1.0, 2.0]), tf.constant(2.0))
    tf.saved_model.save(module, tmp_path / "m")
    loaded = tf.saved_model.load(tmp_path / "m")
    assert loaded.scale(tf.Variable([3.0, 4.0]), tf.constant(2.0)).numpy().tolist() == [6, 8]


def test_signatures_that_are_asked_for(tmp_path):
    module = Module()
    plain = module.control.get_concrete_function(tf.TensorSpec([2], tf.float32))
    twice = tf.function(lambda a, b: (a + b, a - b), input_signature=[tf.TensorSpec([], tf.float32)] * 2)
    with pytest.raises(ValueError, match="Got a non-Tensor value .* for key 'output_1' in the output of the function __inference_control"):
        tf.saved_model.save(module, tmp_path / "m", signatures=plain)
    tf.saved_model.save(module, tmp_path / "m", signatures={"call": module.__call__, "twice": twice})
    loaded = tf.saved_model.load(tmp_path / "m")
    assert sorted(loaded.signatures) == ["call", "twice"]
    result = loaded.signatures["twice"](a=tf.constant(3.0), b=tf.constant(1.0))
    assert {name: float(value) for name, value in result.items()} == {"output_0": 4.0, "output_1": 2.0}
    with pytest.raises(TypeError, match="takes 0 positional arguments, got 2."):
        loaded.signatures["twice"](tf.constant(3.0), tf.constant(1.0))
    with pytest.raises(ValueError, match="Expected a TensorFlow function for which to generate a signature, but got 3."):
        tf.saved_model.save(module, tmp_path / "n", signatures=3)
    alike = tf.function(lambda x, y: x + y).get_concrete_function(tf.TensorSpec([], name="a-b"), tf.TensorSpec([], name="a_b"))
    with pytest.raises(ValueError, match="Name collision after sanitization. .*Original: \\['a-b', 'a_b'\\], Sanitized: \\['a_b'\\]"):
        tf.saved_model.save(module, tmp_path / "n", signatures=alike)
    assert not (tmp_path / "n").exists()


def test_a_function_without_traces_says_so(tmp_path):
    tf.saved_model.save(Module(), tmp_path / "m")
    with pytest.raises(ValueError, match="Found zero restored functions for caller function."):
        tf.saved_model.load(tmp_path / "m").control(tf.constant([1.0]))


def test_what_cannot_be_saved(tmp_path):
    module = tf.Module()
    hidden = tf.Variable(1.0, name="hidden")
    module.f = tf.function(lambda x: x * hidden, input_signature=[tf.TensorSpec([])])
    with pytest.raises(AssertionError, match="Tried to export a function which references an 'untracked' resource"):
        tf.saved_model.save(module, tmp_path / "m")
    module.f = tf.function(lambda x: tf.py_function(lambda y: y, [x], tf.float32), input_signature=[tf.TensorSpec([])])
    with pytest.raises(ValueError, match="tf.py_function and tf.numpy_function call Python"):
        tf.saved_model.save(module, tmp_path / "m")
    with pytest.raises(ValueError, match="Expected an object of type `Trackable`"):
        tf.saved_model.save(object(), tmp_path / "m")
    with pytest.raises(AssertionError, match="not supported inside a traced @tf.function"):
        tf.function(lambda: tf.saved_model.save(tf.Module(), str(tmp_path / "m")))()
    assert os.listdir(tmp_path) == []


def test_signatures_have_names(tmp_path):
    with pytest.raises(ValueError, match="strings. Got 1."):
        tf.saved_model.save(tf.Module(), tmp_path / "m", {1: tf.function(lambda: 1.0, input_signature=[])})


def test_a_failing_save_leaves_the_old_model(tmp_path, monkeypatch):
    folder = _own(tmp_path / "m")
    before = {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    from runtime.checkpoint import bundle

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bundle, "write", full)
    with pytest.raises(OSError, match="No space left"):
        tf.saved_model.save(_traced(), folder)
    assert {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()} == before
    assert os.listdir(tmp_path) == ["m"]


def test_saving_over_a_model_replaces_it(tmp_path):
    folder = _own(tmp_path / "m")
    module = _traced()
    module.w.assign([[0.0, 0.0], [0.0, 1.0]])
    tf.saved_model.save(module, folder)
    assert tf.saved_model.load(folder)([[1.0, 1.0]])["y"].numpy().tolist() == [[0, 1]]
    assert sorted(os.listdir(folder)) == ["assets", "fingerprint.pb", "saved_model.pb", "variables"]


def test_assets_move_along(tmp_path):
    (tmp_path / "words.txt").write_text("one two")
    module = tf.Module()
    module.words = tf.saved_model.Asset(tmp_path / "words.txt")
    module.path = tf.function(lambda: tf.identity(module.words.asset_path), input_signature=[])
    tf.saved_model.save(module, tmp_path / "m")
    (tmp_path / "words.txt").unlink()
    loaded = tf.saved_model.load(tmp_path / "m")
    assert pathlib.Path(loaded.path().numpy().decode()).read_text() == "one two"
    assert loaded.words.asset_path.numpy() == str(tmp_path / "m" / "assets" / "words.txt").encode()


# -- show --------------------------------------------------------------------------------------------------------------------
def test_show(capsys):
    assert main(["show", "--dir", str(SAVED), "--all"]) == 0
    assert capsys.readouterr().out == (SAVED.parent / "module_show.txt").read_text()
    assert main(["show", "--dir", str(SAVED)]) == 0
    assert capsys.readouterr().out == "The given SavedModel contains the following tag-sets:\n'serve'\n"
    assert main(["show", "--dir", str(SAVED), "--tag_set", "serve"]) == 0
    assert capsys.readouterr().out == (
        "The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:\n"
        'SignatureDef key: "__saved_model_init_op"\nSignatureDef key: "serving_default"\n')
    assert main(["show", "--dir", str(SAVED), "--tag_set", "serve", "--signature_def", "none"]) == 1
    assert 'Could not find signature "none"' in capsys.readouterr().err
    assert main(["show", "--dir", str(SAVED / "no")]) == 1
    assert "SavedModel file does not exist at" in capsys.readouterr().err


# -- many kinds of ops -------------------------------------------------------------------------------------------------------
def test_functions_of_many_ops_come_back(tmp_path):
    from tests.runtime import saved_functions
    module = saved_functions.make(tf)
    saved_functions.run(tf, module)
    tf.saved_model.save(module, tmp_path / "m")
    loaded = tf.saved_model.load(tmp_path / "m")
    saved_functions.assert_same(saved_functions.run(tf, loaded), saved_functions.run(tf, module))
    for function in (getattr(loaded, name) for name in saved_functions.CALLS):
        for concrete in function.concrete_functions:
            concrete.graph.verify()


def test_custom_gradients(tmp_path):
    module = saved_functions.make_custom_gradients(tf)
    expected = saved_functions.custom_gradients(tf, module)
    tf.saved_model.save(module, tmp_path / "first")
    loaded = tf.saved_model.load(tmp_path / "first")
    assert saved_functions.custom_gradients(tf, loaded) == expected
    tf.saved_model.save(loaded, tmp_path / "second")
    assert saved_functions.custom_gradients(tf, tf.saved_model.load(tmp_path / "second")) == expected
    tf.saved_model.save(loaded, tmp_path / "without", options=tf.saved_model.SaveOptions(experimental_custom_gradients=False))
    without = tf.saved_model.load(tmp_path / "without")
    assert without.of_two(tf.constant([2.0])).numpy() == 14
    with pytest.raises(LookupError, match="the SavedModel was saved without this custom gradient"):
        saved_functions.custom_gradients(tf, without)


def test_tables(tmp_path):
    vocabulary = tmp_path / "vocabulary"
    vocabulary.write_text("x\ny\nz\n")
    tf.saved_model.save(saved_functions.make_tables(tf, vocabulary), tmp_path / "first")
    vocabulary.unlink()
    loaded = tf.saved_model.load(tmp_path / "first")
    assert saved_functions.looked_up(tf, loaded.look_up) == saved_functions.LOOKED_UP
    tf.saved_model.save(loaded, tmp_path / "second")
    assert saved_functions.looked_up(tf, tf.saved_model.load(tmp_path / "second").look_up) == saved_functions.LOOKED_UP
    module = tf.Module()
    module.table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    with pytest.raises(ValueError, match="only checkpoints hold the entries of a table that can change"):
        tf.saved_model.save(module, tmp_path / "third")
