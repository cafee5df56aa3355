"""`tf.summary`: the events on the disk, read back record by record, and by TensorBoard where it is installed."""

import glob
import io
import json
import struct
import time
import urllib.parse
import urllib.request
import wave

import numpy as np
import pytest

import runtime as tf
from runtime.proto.crc32c import masked
from runtime.proto.graph import GraphDef
from runtime.proto.values import array_of
from runtime.summary.events import Event


def events(folder):
    """The events of the files in `folder`, their checksums verified."""
    found = []
    for path in sorted(glob.glob(f"{folder}/events.out.tfevents.*.v2")):
        with open(path, "rb") as file:
            data = file.read()
        while data:
            length, check = struct.unpack("<QI", data[:12])
            assert check == masked(data[:8])
            body = data[12:12 + length]
            assert struct.unpack("<I", data[12 + length:16 + length]) == (masked(body),)
            found.append(Event.decode(body))
            data = data[16 + length:]
    return found


def values(folder):
    """tag → [(step, plugin, array)]."""
    result = {}
    for event in events(folder):
        for value in event.summary.value if event.summary else ():
            plugin = value.metadata.plugin_data.plugin_name if value.metadata else None
            result.setdefault(value.tag, []).append((event.step, plugin, array_of(value.tensor)[0]))
    return result


@pytest.fixture
def writer(tmp_path):
    made = tf.summary.create_file_writer(str(tmp_path / "logs"))
    yield made
    made.close()


@pytest.fixture
def logs(tmp_path):
    return tmp_path / "logs"


def test_the_file_begins_with_its_version(writer, logs):
    [event] = events(logs)
    assert event.file_version == "brain.Event:2"


def test_scalars(writer, logs):
    with writer.as_default(), tf.name_scope("train"):
        for step in range(3):
            assert bool(tf.summary.scalar("loss", 1.5 * step, step=step))
    found = values(logs)["train/loss"]
    assert [(step, plugin, float(array)) for step, plugin, array in found] == [
        (0, "scalars", 0.0), (1, "scalars", 1.5), (2, "scalars", 3.0)]
    assert found[0][2].dtype == np.float32


def test_scalars_in_functions_are_written_at_each_run(writer, logs):
    step = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def train(x):
        with writer.as_default():
            tf.summary.scalar("x", x, step=step)
        step.assign_add(1)

    for value in (4.0, 5.0):
        train(tf.constant(value))
    assert [(at, float(array)) for at, _, array in values(logs)["x"]] == [(0, 4.0), (1, 5.0)]


def test_record_if_in_functions(writer, logs):
    @tf.function
    def train(x):
        with writer.as_default(), tf.summary.record_if(x > 1.0):
            tf.summary.scalar("x", x, step=0)

    for value in (1.0, 2.0):
        train(tf.constant(value))
    assert [float(array) for _, _, array in values(logs)["x"]] == [2.0]


def test_histograms(writer, logs):
    with writer.as_default(step=1):
        tf.summary.histogram("h", [1.0, 2.0, 2.0, 5.0], buckets=2)
        tf.summary.histogram("same", [2.0, 2.0], buckets=3)
        tf.summary.histogram("empty", [])
    found = values(logs)
    assert found["h"][0][2].tolist() == [[1.0, 3.0, 3.0], [3.0, 5.0, 1.0]]
    assert found["same"][0][2].tolist() == [[2.0, 2.0, 0.0], [2.0, 2.0, 0.0], [2.0, 2.0, 2.0]]
    assert found["empty"][0][2].tolist() == [[0.0] * 3] * 30


def test_text_and_images(writer, logs):
    with writer.as_default(step=1):
        tf.summary.text("t", ["a", "b"], description="letters")
        tf.summary.image("i", np.zeros([5, 3, 4, 1]), max_outputs=2)
    found = values(logs)
    assert found["t"][0][2].tolist() == [b"a", b"b"]
    width, height, *files = found["i"][0][2].tolist()
    assert (width, height, len(files)) == (b"4", b"3", 2)
    assert files[0].startswith(b"\x89PNG\r\n\x1a\n") and files[0].endswith(b"IEND\xaeB`\x82")


def test_sounds(writer, logs):
    sounds = tf.reshape([0.0, 1.0, -1.0, 0.5, 2.0, -1.0 / 65536], [1, 3, 2])
    with writer.as_default(step=1):
        tf.summary.audio("one", sounds, 8000)
        tf.summary.audio("none", tf.zeros([0, 3, 2]), 8000)
        tf.function(lambda x: tf.summary.audio("in-function", x, tf.constant(8000), max_outputs=2))(tf.zeros([4, 2, 1]))
    found = values(logs)
    assert found["one"][0][1] == "audio"
    [[file, label]] = found["one"][0][2].tolist()
    with wave.open(io.BytesIO(file)) as read:
        assert (read.getnchannels(), read.getsampwidth(), read.getframerate(), read.getnframes()) == (2, 2, 8000, 3)
        assert np.frombuffer(read.readframes(3), "<i2").tolist() == [0, 32767, -32768, 16384, 32767, -1]
    assert label == b"" and found["none"][0][2].shape == (0, 2) and found["in-function"][0][2].shape == (2, 2)


@pytest.mark.parametrize("call, kind, text", [
    (lambda: tf.summary.audio("a", [1.0], 8000, step=0), ValueError, "Tensor  must have rank 3.  Received rank 1, shape (1,)"),
    (lambda: tf.summary.audio("a", [[[1.0]]], 8000, step=0, encoding="mp3"), ValueError, "Unknown encoding: 'mp3'"),
    (lambda: tf.summary.scalar("a", [1.0, 2.0], step=0), ValueError, "Expected scalar shape, saw shape: (2,)."),
    (lambda: tf.summary.scalar("a", 1.0), ValueError, "No step set. Please specify one either through the `step` argument or "
     "through tf.summary.experimental.set_step()"),
    (lambda: tf.summary.text("a", 3, step=0), TypeError, "tensor must be of type tf.string; got tf.int32"),
    (lambda: tf.summary.image("a", np.zeros([3, 4, 1]), step=0), ValueError,
     "Tensor  must have rank 4.  Received rank 3, shape (3, 4, 1)"),
])
def test_bad_input(writer, call, kind, text):
    with writer.as_default(), pytest.raises(kind) as error:
        call()
    assert str(error.value) == text


def test_a_closed_writer(writer):
    writer.close()
    with pytest.raises(RuntimeError, match="is already closed"):
        writer.as_default().__enter__()


def test_trace_export_writes_the_graphs_that_ran(writer, logs):
    @tf.function
    def f(a):
        with tf.name_scope("inner"):
            for _ in tf.range(3):
                a = tf.nn.relu(a) + tf.reshape(tf.py_function(lambda x: x, [a], tf.float32), [])
        return a

    tf.summary.trace_on(graph=True)
    f(tf.constant(1.0))
    with writer.as_default():
        tf.summary.trace_export("drawn", step=2)
    [(step, plugin, array)] = values(logs)["drawn"]
    assert (step, plugin) == (2, "graph_run_metadata_graph")
    from runtime.summary.trace import _RunMetadata
    [graphs] = _RunMetadata.decode(array.item()).function_graphs
    drawn = graphs.pre_optimization_graph
    assert "inner/while" in [node.name for node in drawn.node]
    assert {"Relu", "EagerPyFunc"} <= {node.op for function in drawn.library.function for node in function.node_def}


def test_graph_writes_a_graph(writer, logs):
    @tf.function
    def f(a):
        return tf.split(a, 2)[1] + 1.0

    with writer.as_default():
        assert bool(tf.summary.graph(f.get_concrete_function(tf.TensorSpec([4])).graph))
    drawn = GraphDef.decode(events(logs)[-1].graph_def)
    inputs = {node.name: node.input for node in drawn.node}
    assert inputs["add"] == ["split:1", "add/y"]


def test_tensorboard_reads_it(writer, logs):
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    graph = tf.function(lambda a: a * 2.0).get_concrete_function(tf.TensorSpec([])).graph
    with writer.as_default(step=1):
        tf.summary.scalar("a", 2.0)
        tf.summary.histogram("h", [1.0, 2.0])
        tf.summary.image("i", np.zeros([1, 2, 2, 3], np.uint8))
        tf.summary.text("t", "hello")
        tf.summary.graph(graph)
    read = accumulator.EventAccumulator(str(logs))
    read.Reload()
    assert sorted(read.Tags()["tensors"]) == ["a", "h", "i", "t"]
    assert [node.op for node in read.Graph().node] == ["Placeholder", "Const", "Mul", "Identity"]
    assert read.SummaryMetadata("a").plugin_data.plugin_name == "scalars"


def test_tensorboard_serves_it(writer, logs):
    """What the pages of a TensorBoard that runs on the folder are made of."""
    program = pytest.importorskip("tensorboard.program")

    @tf.function
    def f(x):
        with tf.name_scope("layer"):
            return tf.nn.relu(x) * 2.0

    tf.summary.trace_on(graph=True)
    with writer.as_default():
        for step in range(2):
            with tf.name_scope("metrics"):
                tf.summary.scalar("loss", f(tf.constant(1.0 + step)), step=step, description="*mean*")
        tf.summary.histogram("h", [1.0, 2.0, 2.0], step=0, buckets=2)
        tf.summary.image("i", np.zeros([2, 3, 4, 1]), step=0)
        tf.summary.text("t", "# title", step=0)
        tf.summary.audio("a", tf.zeros([1, 5, 1]), 8000, step=0)
        tf.summary.trace_export("drawn", step=0)
    writer.flush()
    board = program.TensorBoard()
    board.configure(argv=["tensorboard", "--logdir", str(logs), "--port", "0", "--load_fast", "false"])
    url = board.launch()

    def get(path, query):
        with urllib.request.urlopen(f"{url}data/plugin/{path}?{query}", timeout=60) as answer:
            return answer.read(), answer.headers.get_content_type()

    def listed(path, **query):
        return json.loads(get(path, urllib.parse.urlencode({"run": ".", **query}))[0])

    for _ in range(100):  # the folder is read in the background
        if listed("graphs/info"):
            break
        time.sleep(0.1)
    assert listed("scalars/tags")["."]["metrics/loss"]["description"] == "<p><em>mean</em></p>"
    assert [(step, value) for _, step, value in listed("scalars/scalars", tag="metrics/loss")] == [(0, 2.0), (1, 4.0)]
    assert listed("histograms/histograms", tag="h")[0][2] == [[1.0, 1.5, 1.0], [1.5, 2.0, 2.0]]
    [first, second] = [listed("images/images", tag="i", sample=sample)[0] for sample in (0, 1)]
    for listing in (first, second):
        assert get("images/individualImage", listing["query"])[1] == "image/png"
    assert "<h1>title</h1>" in listed("text/text", tag="t")[0]["text"]
    [sound] = listed("audio/audio", tag="a", sample=0)
    assert sound["contentType"] == "audio/wav" and get("audio/individualAudio", sound["query"])[0].startswith(b"RIFF")
    assert listed("graphs/info")["."]["tags"]["drawn"]["op_graph"]
    graph = get("graphs/graph", "run=.&tag=drawn&conceptual=false&limit_attr_size=1024&large_attrs_key=_too_large")[0].decode()
    assert 'name: "layer/Relu"' in graph and 'name: "layer/mul"' in graph
