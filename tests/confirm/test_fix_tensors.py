"""The edits of rules about tensors, random numbers, clocks and loops: what they write, and that they hold when verified."""

import pytest

from tests.confirm.test_fix import HEAD, fix

EDITS = {
    "reduction": ("np.sum(tf.square(x), axis=-1, keepdims=True)", "tf.reduce_sum(tf.square(x), axis=-1, keepdims=True)"),
    "deviation": ("np.std(tf.square(x))", "tf.math.reduce_std(tf.square(x))"),
    "logarithm": ("np.log(tf.square(x))", "tf.math.log(tf.square(x))"),
    "pair": ("np.maximum(tf.square(x), 2.0)", "tf.maximum(tf.square(x), 2.0)"),
    "array": ("np.array([tf.square(x), tf.abs(x)])", "tf.convert_to_tensor([tf.square(x), tf.abs(x)])"),
    "cast": ("np.float64(tf.square(x))", "tf.cast(tf.square(x), tf.float64)"),
    "standard library": ("math.sqrt(tf.square(x))", "tf.sqrt(tf.square(x))"),
    "larger": ("max(tf.square(x), 2.0)", "tf.maximum(tf.square(x), 2.0)"),
    "value printed": ("tf.print(tf.square(x).numpy())", "tf.print(tf.square(x))"),
    "text printed": ('tf.print(f"x: {tf.square(x)}")', 'tf.print("x: ", tf.square(x), sep="")'),
    "random": ("x + random.random()", "x + tf.random.uniform([])"),
    "random between": ("x + random.uniform(-1.0, 1.0)", "x + tf.random.uniform([], -1.0, 1.0)"),
    "random normal": ("x + random.gauss(sigma=2.0, mu=1.0)", "x + tf.random.normal([], 1.0, 2.0)"),
    "clock": ("tf.cast(x, tf.float64) + time.time()", "tf.cast(x, tf.float64) + tf.timestamp()"),
}
LEFT = {
    "keyword": "np.sum(tf.square(x), dtype=np.float64)",
    "no counterpart": "np.median(tf.square(x))",
    "value used": "x * tf.square(x).numpy()",
    "number format": 'tf.print(f"{tf.square(x):.2f}")',
    "several": "max(tf.square(x), 1.0, 2.0)",
    "choice": "x + random.choice([1.0, 2.0])",
    "own generator": "x + random.Random().random()",
    "another clock": "x + time.perf_counter()",
}
IMPORTS = f"import math\nimport random\nimport time\n{HEAD}"


def program(tmp_path, expressions):
    """One graph function for each expression: one run of the command serves them all."""
    path = tmp_path / "program.py"
    functions = (f"@tf.function\ndef step_{i}(x):\n    y = {one}\n    return x\n" for i, one in enumerate(expressions))
    path.write_text("\n\n".join((IMPORTS.rstrip() + "\n", *functions)))
    return path


def test_edits_are_made_when_asked_for(tmp_path):
    path = program(tmp_path, [before for before, _ in EDITS.values()])
    result = fix("--write", "--unsafe", path)
    written = [line.removeprefix("    y = ") for line in path.read_text().splitlines() if line.startswith("    y = ")]
    assert dict(zip(EDITS, written)) == {name: after for name, (_, after) in EDITS.items()}, result.stderr


def test_what_has_no_counterpart_is_left(tmp_path):
    path = program(tmp_path, LEFT.values())
    text = path.read_text()
    assert fix("--write", "--unsafe", path).stderr == f"{len(LEFT)} findings, 0 edits written\n"
    assert path.read_text() == text


LOOP = "for value in (1.0, 2.0, 3.0, 4.0):\n    print(step(tf.constant([value, 2.0])).numpy() is None)\n"
HOLDS = {
    "numpy": ("def step(x):\n    y = tf.square(x)\n    return y / np.sum(y)", "np.sum", "tf.reduce_sum", LOOP),
    "array": (
        "def step(x):\n    array = tf.TensorArray(tf.float32, 2)\n    for i in tf.range(2):\n        array.write(i, x[i])\n"
        "    return array.stack()",
        "        array.write(",
        "        array = array.write(",
        LOOP,
    ),
    "random": ("def step(x):\n    return x + random.random()", "random.random()", "tf.random.uniform([])", LOOP),
    "clock": (
        "def step(x):\n    return x + time.time()",
        "time.time()",
        "tf.timestamp()",
        "print(len({float(step(tf.constant(1.0, tf.float64))) for _ in range(4)}))\n",
    ),
    "shared trace": (
        "def step(x, by):\n    return x / by",
        "print(step(x, -0.0).numpy())",
        "print(step(x, tf.constant(-0.0)).numpy())",
        "x = tf.constant([1.0])\nprint(step(x, 0.0).numpy())\nprint(step(x, -0.0).numpy())\n",
    ),
    "unrolled": (
        "def step(x):\n    for _ in range(300):\n        x = x - 0.1 * tf.sin(x)\n    return x",
        "in range(300)",
        "in tf.range(300)",
        LOOP,
    ),
}


@pytest.mark.parametrize("body, before, after, calls", HOLDS.values(), ids=HOLDS)
def test_edits_hold(tmp_path, body, before, after, calls):
    path = tmp_path / "program.py"
    path.write_text(f"{IMPORTS}@tf.function\n{body}\n\n\n{calls}")
    wanted = path.read_text().replace(before, after)
    result = fix("--verify", "--write", "--backend", "runtime", path)
    assert path.read_text() == wanted, result.stderr


def test_a_graph_function_is_made_in_front_of_the_loop(tmp_path):
    path = tmp_path / "program.py"
    head = "import tensorflow as tf\n\n\ndef double(x):\n    return x * 2.0\n\n\n"
    made, used = "step = tf.function(double)\n", "    print(step(tf.constant(value)).numpy())\n"
    path.write_text(f"{head}for value in (1.0, 2.0, 3.0):\n    {made}{used}")
    result = fix("--verify", "--write", "--backend", "runtime", path)
    assert path.read_text() == f"{head}{made}for value in (1.0, 2.0, 3.0):\n{used}", result.stderr


@pytest.mark.parametrize("line", [
    "    step = tf.function(lambda x: x * value)\n", "    double = make()\n    step = tf.function(double)\n",
    "    step = tf.function(double)  # made here\n", "    step = tf.function(double); print()\n"])
def test_a_graph_function_of_something_that_the_loop_makes_stays(tmp_path, line):
    path = tmp_path / "program.py"
    text = ("import tensorflow as tf\n\n\ndef double(x):\n    return x * 2.0\n\n\ndef make():\n    return double\n\n\n"
            f"for value in (1.0, 2.0, 3.0):\n{line}    print(step(tf.constant(1.0)))\n")
    path.write_text(text)
    fix("--write", "--unsafe", path)
    assert path.read_text() == text


def test_an_array_of_the_caller_is_left(tmp_path):
    path = tmp_path / "program.py"
    text = ("import tensorflow as tf\n\n\ndef fill(array, x):\n    array.write(0, x)\n\n\n@tf.function\ndef step(x):\n"
            "    array = tf.TensorArray(tf.float32, 1)\n    fill(array, x)\n    return array.stack()\n")
    path.write_text(text)
    assert fix("--write", "--unsafe", path).stderr.startswith("1 finding, 0 edits written")
    assert path.read_text() == text


STEPS = '''import tempfile
import tensorflow as tf

writer = tf.summary.create_file_writer(tempfile.mkdtemp())


class Trainer:
    @tf.function
    def in_a_method(self, x, i):
        self.log(x, i)
        return x * 2.0

    def log(self, value, at):
        with writer.as_default():
            tf.summary.scalar("loss", value, at)


def log(value, at):
    tf.summary.scalar("loss", value, step=at)


@tf.function
def direct(x, step):
    with writer.as_default():
        tf.summary.write("loss", x, step=step)
    return x


@tf.function
def helped(x, step):
    with writer.as_default():
        log(x, step)
    return x


@tf.function
def default(x, step):
    with writer.as_default(step=step):
        tf.summary.write("loss", x)
    return x


@tf.function
def taken(x, count):
    for value in tf.data.Dataset.range(10).take(count):
        x += tf.cast(value, tf.float32)
    return x


@tf.function
def cast(x, step):
    with writer.as_default():
        tf.summary.write("loss", x, step=tf.cast(step, tf.int64))
    return x


@tf.function
def rebound(x, step):
    step = tf.cast(step, tf.int64)
    with writer.as_default():
        tf.summary.write("loss", x, step=step)
    return x


@tf.function
def written_by_a_list(x, step, items=()):
    items.take(step) if items else None
    return x


trainer, x = Trainer(), tf.constant(1.0)
for i in range(4):
    trainer.in_a_method(x, i)
    direct(x, i)
    helped(x, step=i)
    default(x, i)
    taken(x, i)
    cast(x, i)
    rebound(x, i)
    written_by_a_list(x, i)
'''
DEMANDING = ("trainer.in_a_method(x, ", "direct(x, ", "helped(x, step=", "default(x, ", "taken(x, ")
OTHERS = ("cast(x, ", "rebound(x, ", "written_by_a_list(x, ")


def test_a_tensor_is_made_of_the_dtype_that_the_use_demands(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(STEPS)
    wanted = STEPS
    for calls, made in ((DEMANDING, "tf.constant(i, tf.int64)"), (OTHERS, "tf.constant(i)")):
        for call in calls:
            wanted = wanted.replace(f"    {call}i)\n", f"    {call}{made})\n")
    assert "i)\n    direct" not in wanted
    result = fix("--verify", "--write", "--backend", "runtime", path)
    assert path.read_text() == wanted, result.stderr


def test_a_step_of_another_dtype_does_not_hold(tmp_path):
    # The step reaches the summary in a way that is not followed, so the edit makes an int32.
    path = tmp_path / "program.py"
    text = STEPS[:STEPS.index("class Trainer")] + (
        "@tf.function\ndef step(x, i):\n    steps = {'step': i}\n    with writer.as_default():\n"
        "        tf.summary.write('loss', x, **steps)\n    return x\n\n\nfor i in range(4):\n    step(tf.constant(1.0), i)\n")
    path.write_text(text)
    result = fix("--verify", "--write", "--backend", "runtime", path)
    assert path.read_text() == text
    assert "raised ValueError: Tensor conversion requested dtype int64 for Tensor with dtype int32" in result.stderr + result.stdout
