"""Names that may be asked for and say one sentence when they are used, and optional packages."""

import subprocess
import sys

import pytest

import runtime as tf

USES = [
    (lambda: tf.lite.Interpreter("model"), "tf.lite.Interpreter: TensorFlow Lite's converter and interpreter are native code"),
    (lambda: tf.lite.TFLiteConverter.from_keras_model(None), "tf.lite.TFLiteConverter: TensorFlow Lite's"),
    (lambda: tf.tpu.experimental.initialize_tpu_system(None), "tf.tpu.experimental.initialize_tpu_system: the runtime is one process on one CPU, and has no TPUs"),
    (lambda: tf.xla.experimental.compile(lambda: 1), "tf.xla.experimental.compile: the runtime compiles nothing with XLA"),
    (lambda: tf.compat.v1.tpu.cross_replica_sum(1), "tf.compat.v1.tpu.cross_replica_sum: the runtime is one process"),
    (lambda: tf.load_op_library("x.so"), "tf.load_op_library: ops in native code cannot run"),
    (lambda: tf.config.experimental_connect_to_cluster(None), "tf.config.experimental_connect_to_cluster: the runtime is one process"),
    (lambda: tf.distribute.TPUStrategy(), "tf.distribute.TPUStrategy needs other processes or devices"),
    (lambda: tf.distribute.ParameterServerStrategy(None), "tf.distribute.ParameterServerStrategy needs other processes"),
    (lambda: tf.distribute.experimental.TPUStrategy(), "tf.distribute.experimental.TPUStrategy needs"),
    (lambda: tf.distribute.cluster_resolver.TPUClusterResolver.connect("x"), "tf.distribute.cluster_resolver.TPUClusterResolver needs"),
    (lambda: tf.test.create_local_cluster(1, 1), "tf.test.create_local_cluster: there are no servers"),
]


@pytest.mark.parametrize("use, sentence", USES, ids=[sentence.partition(" ")[0] for _, sentence in USES])
def test_what_no_cpu_can_mean_says_one_sentence(use, sentence):
    with pytest.raises(NotImplementedError) as caught:
        use()
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_refused_names_can_be_asked_for():
    assert not isinstance(tf.distribute.get_strategy(), tf.distribute.TPUStrategy)
    assert not isinstance(5, tf.lite.Interpreter)

    class Own(tf.distribute.cluster_resolver.ClusterResolver):
        pass

    assert issubclass(Own, tf.distribute.cluster_resolver.ClusterResolver)
    for area in (tf.lite, tf.tpu, tf.distribute.experimental):
        with pytest.raises(AttributeError, match="the runtime has no tf"):
            area.nothing


def test_several_workers_are_refused(monkeypatch):
    assert tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync == 1
    monkeypatch.setenv("TF_CONFIG", '{"cluster": {"worker": ["a:1", "b:1"]}, "task": {"type": "worker", "index": 0}}')
    with pytest.raises(NotImplementedError, match="has one worker in the runtime"):
        tf.distribute.MultiWorkerMirroredStrategy()


@pytest.mark.parametrize("name", ["test.TestCase", "compat.v1.flags", "compat.v1.app"])
def test_names_that_need_absl_say_so(name):
    code = f"import sys; sys.modules['absl'] = None; import runtime as tf; tf.{name}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "needs absl, which is not installed; install it with `pip install pylint-graphlint[absl]`" in run.stderr


def test_the_import_of_the_runtime_loads_no_area():
    areas = ("distribute", "coverage", "testing", "elsewhere", "gfile", "coordinator", "compat.faces.flags")
    code = f"import sys, runtime; print([name for name in {areas!r} if f'runtime.{{name}}' in sys.modules], 'absl' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "[] False", run.stderr


def test_jpeg_images_need_pillow_and_others_do_not():
    code = ("import sys; sys.modules['PIL'] = None; import runtime as tf; image = tf.zeros([2, 2, 3], tf.uint8); "
            "print(tf.io.decode_image(tf.io.encode_png(image)).shape); tf.io.encode_jpeg(image)")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "(2, 2, 3)"
    assert "needs PIL, which is not installed; install it with `pip install pylint-graphlint[images]`" in run.stderr


def test_sampled_candidates_that_are_missing_say_so():
    with pytest.raises(NotImplementedError, match="draws candidates by uniform_candidate_sampler"):
        tf.random.learned_unigram_candidate_sampler([[0]], 1, 1, True, 5)
