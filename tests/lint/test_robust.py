"""Any Python file lints without a crash, and the same way in one process or two."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from graphlint.findings import lint

CASES = Path(__file__).parent / "cases"
#: Each of these many files of the standard library is linted with all of its functions as graph functions.
SPREAD = 120
#: A file that prints in its functions, in each version of the library: the others may not.
PRINTS = "timeit.py"


def standard_library() -> list[Path]:
    folder = Path(sysconfig.get_path("stdlib"))
    files = (path for path in folder.rglob("*.py") if "site-packages" not in path.parts)
    return sorted(files)


def traced(source: str) -> str:
    """The source with every function made a graph function: the analysis looks at nothing else."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            line = lines[first - 1]
            if line.lstrip().startswith(("def ", "async def ", "@")):
                indent = line[: len(line) - len(line.lstrip())]
                lines[first - 1] = f"{indent}@tf.function\n{line}"
    return "\n".join([*lines, "import tensorflow as tf", ""])


def test_standard_library_with_every_function_traced(tmp_path: Path) -> None:
    count = 0
    for path in [*standard_library()[::SPREAD], Path(sysconfig.get_path("stdlib"), PRINTS)]:
        try:
            source = traced(path.read_text())
        except (SyntaxError, UnicodeDecodeError, ValueError):
            continue  # the library's tests hold files that are wrong on purpose
        count += 1
        (tmp_path / f"case{count}.py").write_text(source)
    report = lint([tmp_path])
    assert count > 8
    assert {problem.symbol for problem in report.problems} <= {"syntax-error"}  # an encoding that does not exist
    assert {finding.rule.symbol for finding in report.findings} >= {"print-in-graph", "outer-mutation-in-graph"}


def test_standard_library_as_it_is() -> None:
    report = lint(standard_library()[:: 2 * SPREAD])
    assert report.findings == ()
    assert {problem.symbol for problem in report.problems} <= {"syntax-error"}


def pylint(*arguments: object) -> str:
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--disable=all", "--enable=graphlint"]
    run = subprocess.run([*command, "--score=n", *map(str, arguments)], capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    assert "graph-function-not-analysed" not in run.stdout
    return run.stdout


def test_neither_jobs_nor_the_order_of_files_matter() -> None:
    files = sorted(CASES.glob("*.py"))
    one, two = pylint("--jobs=1", CASES), pylint("--jobs=2", CASES)
    assert one.count("W7303") > 100
    assert one == two
    assert sorted(one.splitlines()) == sorted(pylint(*reversed(files)).splitlines())


def questions(seed: int) -> list[int]:
    """What is asked about every other case: enough of each kind, in half the time."""
    command = [sys.executable, "-m", "tests.lint.questions", str(seed), *map(str, sorted(CASES.glob("*.py"))[::2])]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    run = subprocess.run(command, cwd=CASES.parents[2], env=environment, capture_output=True, text=True, check=True)
    return [int(word) for word in run.stdout.split()]


def test_hashes_do_not_matter() -> None:
    first = questions(1)
    _, asked, found = first
    assert asked > 10_000
    assert found > 500
    assert first == questions(2)


GRAPH = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n"


def write(tmp_path: Path, source: str | bytes) -> Path:
    path = tmp_path / "bad_input.py"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return path


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("import tensorflow as tf\n\n@tf.function\ndef step(x:\n    print(x)\n", "syntax-error"),
        (GRAPH.encode() + b"    print('caf\xe9')\n", "parse-error"),
        (b"# coding: no-such-codec\nimport tensorflow as tf\n", "syntax-error"),
        (GRAPH.encode() + b"    print(x)\n\x00", "syntax-error"),
        (GRAPH + "print(x)\n", "syntax-error"),
    ],
    ids=["syntax", "encoding", "codec", "null", "indentation"],
)
def test_unreadable_files_are_problems(tmp_path: Path, source: str | bytes, problem: str) -> None:
    path = write(tmp_path, source)
    report = lint([path])
    assert [found.symbol for found in report.problems] == [problem]
    assert report.problems[0].path == str(path)
    assert report.findings == ()


def test_missing_file_is_a_problem(tmp_path: Path) -> None:
    report = lint([tmp_path / "missing.py"])
    assert [found.symbol for found in report.problems] == ["fatal"]


def test_latin_1_with_its_declaration(tmp_path: Path) -> None:
    path = write(tmp_path, b"# coding: latin-1\n" + GRAPH.encode() + b"    print('caf\xe9')\n")
    assert [finding.line for finding in lint([path]).findings] == [7]


def test_ten_thousand_lines(tmp_path: Path) -> None:
    body = "".join(f"    x = helper_{i % 100}(x, 1)\n" + "    x = x + 1\n" * 8 + "    print(x)\n" for i in range(1000))
    helpers = "".join(f"def helper_{i}(x, n):\n    return x + n\n\n\n" for i in range(100))
    report = lint([write(tmp_path, GRAPH + body + "    return x\n\n\n" + helpers)])
    assert len(report.findings) == 1000


@pytest.mark.faults
@pytest.mark.parametrize(
    "body",
    [
        "    print(" + "(" * 80 + "x" + ")" * 80 + ")\n",
        "    print(" + " + ".join(["x"] * 900) + ")\n",
        "    print(" + "[" * 80 + "x" + "]" * 80 + ")\n",
        "    print(x" + ".a" * 300 + ")\n",
        "    print(x" + "[0]" * 300 + ")\n",
        "    print(" + "lambda: " * 80 + "x)\n",
        "".join("    " * i + "if x:\n" for i in range(1, 90)) + "    " * 90 + "x = 1\n    print(x)\n",
        "    if x == 0:\n        x = 0\n"
        + "".join(f"    elif x == {i}:\n        x = {i}\n" for i in range(1, 400))
        + "    print(x)\n",
        "".join("    " * i + "for i in x:\n" for i in range(1, 18)) + "    " * 18 + "x += 1\n    print(x)\n",
        "    y = x\n" + "    y = y.a\n    y = [y, y]\n    y = {'k': y}\n" * 200 + "    print(y)\n",
    ],
    ids=["parentheses", "sum", "lists", "attributes", "items", "lambdas", "ifs", "elifs", "loops", "chain"],
)
def test_deep_nesting(tmp_path: Path, body: str) -> None:
    report = lint([write(tmp_path, GRAPH + body)])
    assert [finding.rule.symbol for finding in report.findings] in (["print-in-graph"], [])
    problems = ([], ["astroid-error"], ["syntax-error"], ["parse-error"], ["graph-function-not-analysed"])
    assert [problem.symbol for problem in report.problems] in problems


@pytest.mark.parametrize(
    "source",
    [
        GRAPH + "    return step(x)\n",
        GRAPH + "    return a(x)\n\n\ndef a(x):\n    return b(x)\n\n\ndef b(x):\n    return a(b(x))\n",
        "import tensorflow as tf\n\nf = tf.function(f)\ng = g\nh = tf.function(lambda: h())\n",
        "import tensorflow as tf\n\n\nclass A(A):\n    pass\n\n\nclass B(C):\n    pass\n\n\nclass C(B):\n"
        "    @tf.function\n    def f(self):\n        self.x = self.x\n        return self.f() + super().f()\n",
        "import keras\n\n\nclass A(A.layers.Layer):\n    def call(self, x):\n        print(x)\n        return self.y\n\n\na = A()\n",
        "import keras\n\n\nclass A(B.x):\n    x = keras.Model\n\n    def call(self, x):\n        return x\n\n\nclass B(A.x):\n    x = A\n",
        "import tensorflow as tf\n\n\ndef a(f=b()):\n    return tf.function(f)\n\n\ndef b(f=a(), g=b()):\n    return tf.function(f)\n\n\n@a\ndef c(x):\n    print(x)\n",
        GRAPH + "    return x * rate\n\n\nrate = 1.0\nfor () in rows:\n    step(x)\n    if i > 0:\n        rate = 2.0\n",
        GRAPH.replace("x", "x, **options") + "    return x\n\n\nfor n in range(9):\n    step(n, **{'*a': n})\n",
        "enumerate = list\n" + GRAPH + "    for y in enumerate([(x,)]):\n        x = y\n    return x\n",
        "import tensorflow as tf\n\ntf = tf.function\n\n\n@tf\ndef f(x):\n    print(x)\n",
        "@f\n@f\ndef f(x):\n    return f\n\n\nimport tensorflow as f\n",
        "import tensorflow as tf\n\n\nx = [tf.function]\nfor x in x:\n    x = x(x)\n",
        "import tensorflow as tf\n\n\ndef a(f=tf.function(lambda: a())):\n    return a(a)\n\n\na(a)\n",
        "from . import tf\nfrom .... import tf as t\nfrom .x import *\n\n\n@tf.function\n@t.function\ndef f(x):\n    print(x)\n",
        GRAPH + "    def step(y, f=step):\n        return f(step)\n    return step(step, step)\n",
        GRAPH + "".join(f"    f{i} = lambda y: f{i + 1}(y)\n" for i in range(300)) + "    return f0(x)\n",
        "import tensorflow as tf\n\n"
        + "".join(f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(-x)\n\n\n" for i in range(300))
        + "tf.function(f0)\n",
        "import tensorflow as tf\n\n\ndef deco(f):\n    return tf.function(deco(f))\n\n\n@deco\ndef g(x):\n    print(x)\n",
    ],
)
def test_recursion_and_cycles(tmp_path: Path, source: str) -> None:
    assert lint([write(tmp_path, source)]).problems == ()


def test_linted_code_is_neither_run_nor_imported(tmp_path: Path) -> None:
    (tmp_path / "side_effect.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    path = write(tmp_path, "import side_effect\n" + GRAPH + f"    open({str(tmp_path / 'ran')!r}, 'w')\n    print(x)\n")
    found = lint([path, tmp_path / "side_effect.py"]).findings
    assert [finding.rule.symbol for finding in found] == ["world-read-in-graph", "print-in-graph"]
    assert not (tmp_path / "ran").exists()


def test_a_change_of_the_file_is_seen(tmp_path: Path) -> None:
    path = write(tmp_path, GRAPH + "    print(x)\n")
    assert len(lint([path]).findings) == 1
    write(tmp_path, GRAPH + "    tf.print(x)\n")
    assert lint([path]).findings == ()


def test_attributes_that_are_made_of_themselves(tmp_path: Path) -> None:
    """Each way that leads to an attribute is followed once: there are 12 ** 7 of them."""
    methods = "".join(f"    def set_{i}(self, f):\n        self.loss = f or self.loss or Loss({i})\n\n" for i in range(12))
    source = f"import keras\n\nclass Loss:\n    pass\n\nclass Trainer:\n{methods}"
    source += "    def run(self, model):\n        model.compile(loss=self.loss)\n"
    assert lint([write(tmp_path, source)]).findings == ()


def test_folders_without_init_in_packages(tmp_path: Path) -> None:
    """pylint passes over these when it walks a folder."""
    package = tmp_path / "package"
    files = [package / "module.py", package / "scripts" / "train.py", package / "scripts" / "more" / "train.py"]
    for path in files:
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(GRAPH + "    print(x)\n")
    (package / "__init__.py").write_text("")
    assert sorted(finding.path for finding in lint([tmp_path]).findings) == sorted(map(str, files))
    assert len(lint([package]).findings) == len(files)


@pytest.mark.parametrize(
    ("argument", "body"),
    [
        ("n + 1", "return tf.sqrt(0.0) * n"),
        ("n", "return tf.add_n([tf.sqrt(0.0) for _ in range(n)])"),
        ("n", "return tf.add_n([tf.sqrt(0.0) for _ in range(n.shape[1])])"),
    ],
)
def test_functions_that_call_each_other_often(tmp_path: Path, argument: str, body: str) -> None:
    """10 ** 12 ways lead to the graph function: what is known of an argument does not depend on the way."""
    source = f"import tensorflow as tf\n\n@tf.function\ndef step(n):\n    {body}\n\n"
    names = ["step", *(f"f{i}" for i in range(12))]
    for inner, outer in zip(names, names[1:]):
        source += f"def {outer}(n):\n" + f"    {inner}({argument})\n" * 10
    source += f"for _ in range(10):\n    {names[-1]}(tf.zeros([4, 3]))\n"
    assert lint([write(tmp_path, source)]).findings == ()


def test_methods_that_store_much(tmp_path: Path) -> None:
    """Each store is compared with those of its own name, not each with each: the source of 600 takes a while to write."""
    names = [f"a{i}" for i in range(600)]
    source = f"import tensorflow as tf\n\nclass M:\n    @tf.function\n    def step(self, x, {', '.join(names)}):\n"
    source += "".join(f"        self.{name} = {name}\n" for name in names)
    assert len(lint([write(tmp_path, source)]).findings) == 600


def test_generators_that_go_over_each_other(tmp_path: Path) -> None:
    """Each has two loops: 2 ** 20 ways lead to the last, and the loop is longer than what Python would print."""
    source = "import tensorflow as tf\n\n"
    for i in range(20):
        turns = f"g{i + 1}()" if i < 19 else "range(10)"
        source += f"def g{i}():\n    for a in {turns}:\n        for b in {turns}:\n            yield a\n\n"
    source += "@tf.function\ndef step(x):\n    for a in g12():\n        x = x + tf.sin(x)\n    return x\n"
    (finding,) = lint([write(tmp_path, source)]).findings
    assert (finding.rule.id, finding.line) == ("R7313", 105)


def test_functions_that_pass_on_to_each_other(tmp_path: Path) -> None:
    """Each of 12 calls all others: 12 ** 6 ways of six calls lead to what a parameter is given."""
    source = "import tensorflow as tf\n\n@tf.function\ndef step(x, act):\n    return act(x)\n\n"
    for i in range(12):
        source += f"def f{i}(x, act):\n    step(x, act)\n" + "".join(f"    f{j}(x, act)\n" for j in range(12) if j != i)
    source += "f0(tf.ones([3]), tf.sqrt)\n"
    assert lint([write(tmp_path, source)]).findings == ()
