"""What the runtime backend serves beside `tensorflow`, what it says of what it cannot serve, and what it leaves alone."""
import importlib.util
import subprocess
import sys
import textwrap

import pytest

from graphlint.confirm import session
from graphlint.confirm.session import Program
from graphlint.confirm.shown import report

from . import truth

pytestmark = pytest.mark.skipif("runtime" not in truth.BACKENDS, reason="is about the runtime")
NO_TENSORFLOW = pytest.mark.skipif(importlib.util.find_spec("tensorflow") is not None, reason="TensorFlow's libraries find it")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a program on the runtime, beside files of its own and installed libraries; gives what it printed and the run."""
    def write(folder, files):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))

    def execute(text, installed=(), **files):
        write(tmp_path / "project", {"program.py": text, **{name.replace("__py", ".py"): t for name, t in files.items()}})
        write(tmp_path / "site-packages", dict(installed))
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site-packages"))
        found = session.run(Program(str(tmp_path / "project" / "program.py")), "graph")
        return [output.text for output in found.printed if output.stream == "stdout"], found
    return execute


INSTALLED = {"keras/__init__.py": "raise SystemError('wants a backend of its own')", "keras/layers.py": ""}


@pytest.mark.parametrize("installed", [{}, INSTALLED], ids=["alone", "with Keras installed"])
def test_keras_is_that_of_the_runtime(run, installed):
    printed, found = run('''
        import keras.layers as L
        import keras
        from keras import layers, ops
        from keras.layers import Dense
        import tensorflow as tf
        import tensorflow.keras.layers
        print(keras is tf.keras, L is layers is tf.keras.layers is tensorflow.keras.layers)
        print(Dense is L.Dense, ops is tf.keras.ops)
        model = keras.Sequential([keras.Input((2,)), Dense(1)])
        model.compile("sgd", "mse")
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0)
        print(tf.keras.__spec__.name.endswith("keras"), len(model.weights))
        ''', installed)
    assert found.status == "finished", found.error
    assert printed == ["True True", "True True", "True 2"]
    assert any(call.traced for call in found.calls)  # the steps of `fit`


@pytest.mark.parametrize("text, files, installed", [
    ('import os\nos.environ["KERAS_BACKEND"] = "jax"\n', {}, {"keras/__init__.py": "mine = 1", "keras/layers.py": ""}),
    ("", {"keras__py": "mine = 1"}, {}),
], ids=["another backend", "a module of the project"])
def test_a_keras_that_the_program_means_is_left_alone(run, text, files, installed):
    printed, _ = run(text + "import tensorflow as tf\nimport keras\nprint(keras.mine)\n", installed, **files)
    assert printed == ["1"]


@NO_TENSORFLOW
@pytest.mark.parametrize("name", ["tensorflow_probability", "tensorflow_datasets", "tensorflow_hub", "tensorflow_addons",
                                  "tf_keras", "tf_agents", "keras_cv"])
def test_libraries_that_are_not_installed(run, name):
    printed, found = run(f'''
        import importlib.util
        import tensorflow as tf
        print(importlib.util.find_spec("{name}"))
        try:
            import {name}.parts
        except ImportError:
            print("goes on without")
        from {name} import anything
        ''')
    assert printed == ["None", "goes on without"]
    assert (found.error["type"], found.error["message"]) == (
        "ModuleNotFoundError", f"{name} is not installed, and needs TensorFlow: install both, and use --backend tensorflow")


def test_other_libraries_that_are_not_installed(run):
    _, found = run("import tensorflow\nimport somelib\n")
    assert found.error["message"] == "No module named 'somelib'"


@pytest.mark.parametrize("text, lacks", [
    ("from tensorflow.python.ops import nothing", "tensorflow.python"),
    ("import tensorflow.nothing.here", "tensorflow.nothing"),
    ("import tensorflow as tf\ntf.nn.nothing", "tf.nn.nothing"),
    ("from tensorflow import nothing", "tf.nothing"),
    ("from tensorflow.keras.layers import Nothing", "tf.keras.layers.Nothing"),
    ("import keras.src", "keras.src"),
    ("import inner", "tf.nothing"),
])
def test_installed_libraries_that_need_more_are_named(run, tmp_path, text, lacks):
    _, found = run("import tensorflow as tf\nimport outer.part\n", {
        "outer/__init__.py": "from outer import deep", "outer/deep.py": text, "outer/part.py": "",
        "inner.py": "import tensorflow as tf\ntf.nothing"})
    message = f"outer needs {lacks}, which the runtime has not got: use --backend tensorflow"
    assert (found.error["type"], found.error["message"]) == ("ImportError", message)
    assert found.error["stack"] == [[str(tmp_path / "project" / "program.py"), 2]]


def test_other_failures_of_libraries_stay_as_they_are(run):
    printed, found = run('''
        import tensorflow as tf
        import good
        try:
            import optional
        except ImportError as error:
            print(error)
        import bad
        ''', {"good.py": "try:\n    import tensorflow.nothing\nexcept ImportError:\n    pass",
              "bad.py": "import math\nmath.nothing", "optional.py": "import nowhere"})
    assert printed == ["No module named 'nowhere'"]
    assert (found.error["type"], found.error["message"]) == ("AttributeError", "module 'math' has no attribute 'nothing'")


WHERE = "`--backend tensorflow` runs this program where both are installed."


@pytest.mark.parametrize("text, note", [
    ("tf.nothing", "The runtime has no tf.nothing: `--backend tensorflow` runs this program."),
    ("from tensorflow import nothing", "The runtime has no tf.nothing: `--backend tensorflow` runs this program."),
    ("import tensorflow.nothing", "The runtime has no tensorflow.nothing: `--backend tensorflow` runs this program."),
    ("import outer", f"outer needs tf.nothing, which the runtime has not got: {WHERE}"),
    pytest.param("import tf_agents", f"tf_agents is not installed, and needs TensorFlow: {WHERE}", marks=NO_TENSORFLOW),
    ("raise ValueError('the runtime is fine')", None),
])
def test_the_report_says_what_is_lacking(tmp_path, monkeypatch, text, note):
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages" / "outer.py").write_text("import tensorflow as tf\ntf.nothing\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site-packages"))
    path = tmp_path / "program.py"
    path.write_text(f"import tensorflow as tf\n{text}\n")
    result = truth.run(path, "runtime")
    assert list(report.notes(result)) == ([note] if note else [])
    assert result.status == 2


@pytest.mark.parametrize("code, names", [
    ("if not True:\n    tf.random_index_shuffle\n    tf.contrib\n", ["tf.random_index_shuffle"]),  # TensorFlow has no contrib either
    ("tf.abs(-1)\n", []),
])
def test_the_report_begins_with_the_names_that_the_runtime_lacks(tmp_path, code, names):
    path = tmp_path / "program.py"
    path.write_text(f"import tensorflow as tf\n{code}")
    result = truth.run(path, "runtime")
    assert [name for name, _, _ in result.lacking] == names
    assert [entry["line"] for entry in report.data(result)["lacking"]] == [3] * len(names)
    assert ("  The runtime has no tf.random_index_shuffle (" in report.text(result).replace("\n", "")) == bool(names)
    assert result.status == 0


# --- a project with a module called runtime --------------------------------------------------------------------------

PROGRAM = '''
    import pickle
    import tensorflow as tf
    import keras
    import runtime
    from runtime import hello

    seen = []

    @tf.function
    def step(x):
        seen.append(1)
        for i in tf.range(3):
            x += i
        return x

    print(hello(), runtime.__name__, runtime.__file__.endswith(PLACE))
    print(int(step(tf.constant(1))), int(step(tf.constant(2))), len(seen))
    print([int(x) for x in tf.data.Dataset.range(3).map(lambda x: x + 1)], keras is tf.keras)
    print(pickle.loads(pickle.dumps(tf.float32)) is tf.float32, pickle.loads(pickle.dumps(hello))())
    '''


@pytest.mark.parametrize("files, place", [
    ({"runtime__py": "def hello(): return 'mine'"}, "runtime.py"),
    ({"runtime/__init____py": "from .parts import hello", "runtime/parts__py": "def hello(): return 'mine'"}, "__init__.py"),
], ids=["a module", "a package"])
def test_a_runtime_of_the_project(run, files, place):
    printed, found = run(PROGRAM.replace("PLACE", repr(place)), **files)
    assert found.status == "finished", found.error
    assert printed == ["mine runtime True", "4 5 1", "[1, 2, 3] True", "True mine"]
    call = found.calls[0]
    assert call.traced == 1 and [line for _, line in sorted(call.lines)][-4:] == [12, 13, 14, 15]


def test_a_folder_of_data_is_no_runtime(run):
    printed, _ = run("import runtime as tf\nprint(tf.constant(1).numpy())\n", **{"runtime/data.txt": "x"})
    assert printed == ["1"]


def test_the_message_of_a_private_runtime_names_what_is_lacking(run):
    _, found = run("import tensorflow as tf\nfrom tensorflow.keras import nothing\n", runtime__py="")
    from graphlint.confirm.backends import lacking
    assert lacking.wanted(found.error["message"]) == "tf.keras.nothing"


def test_every_module_of_the_runtime_can_be_private():
    done = subprocess.run([sys.executable, "-c", textwrap.dedent('''
        import importlib, pkgutil, sys
        from graphlint.confirm.backends import private
        sys.meta_path.insert(0, private._Finder())
        package = importlib.import_module(private.PRIVATE)
        for module in pkgutil.walk_packages(package.__path__, f"{private.PRIVATE}."):
            importlib.import_module(module.name)
        print(sorted(name for name in sys.modules if name.partition(".")[0] == private.PUBLIC))
        print(len([name for name in sys.modules if name.startswith(private.PRIVATE)]) > 100)
        ''')], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == ["[]", "True"], done.stderr
