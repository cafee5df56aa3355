"""AutoGraph's conversion as a user meets it: lines, names, caching, memory, threads, fallback. Behaviour of converted
programs is held against TensorFlow in tests/conformance (topics autograph_*)."""

import builtins
import collections
import gc
import linecache
import logging
import subprocess
import sys
import textwrap
import threading
import traceback
import weakref

import pytest

import runtime as tf
from runtime.autograph.converter import factory

C = tf.constant


def defined(text, name="f", file=None, **names):
    """The function `name` of a module made from `text`, with its source where inspect looks for it."""
    text = textwrap.dedent(text)
    file = file or f"<made {len(linecache.cache)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space = {"tf": tf, "C": C, "__name__": "user_module", **names}
    exec(compile(text, file, "exec"), space)
    return space[name]


LINES = """
def f(x, log):
    total = C(0)
    for i in range(3):
        if i == 1:
            log.append(i)
            continue
        total += i
    while len(log) < 4:
        log.append("w")
    if x > 0:
        log.append("main")
    else:
        log.append("else")
    return total
"""


def line_counts(function, file, *args):
    counts = collections.Counter()

    def tracer(frame, event, _):
        if frame.f_code.co_filename != file:
            return None
        if event == "line":
            counts[frame.f_lineno] += 1
        return tracer

    outer = sys.gettrace()
    sys.settrace(tracer)
    try:
        function(*args)
    finally:
        sys.settrace(outer)
    return counts


def test_line_counters_see_the_lines_of_the_user_as_often_as_they_run():
    f = defined(LINES, file="<lines>")
    eager = line_counts(f, "<lines>", C(1), [])
    graph = line_counts(tf.autograph.to_graph(f), "<lines>", C(1), [])
    bodies = {3, 6, 7, 8, 10, 12, 15}
    assert {n: graph[n] for n in bodies} == {n: eager[n] for n in bodies}
    assert set(graph) <= {2, *range(3, 16)}


def test_a_traced_loop_runs_its_lines_once():
    f = defined("""
        def f(n, seen):
            for i in tf.range(n):
                seen.append(i)
            return n
        """, file="<once>")
    seen = []
    counts = line_counts(tf.function(lambda n: f(n, seen)), "<once>", C(5))
    assert counts[4] == len(seen) == 1


def test_code_objects_carry_the_user_s_file_lines_and_names():
    f = defined(LINES, file="<names>")
    converted = tf.autograph.to_graph(f)
    codes, pending = [], [converted.__code__]
    while pending:
        code = pending.pop()
        codes.append(code)
        pending += [c for c in code.co_consts if isinstance(c, type(code))]
    assert len(codes) > 10
    assert {c.co_filename for c in codes} == {"<names>"}
    assert {c.co_name for c in codes} == {"f"}
    assert all(2 <= c.co_firstlineno <= 15 for c in codes)
    assert converted.__name__ == "tf__f"


def test_tracebacks_show_the_user_s_lines_only():
    f = defined("""
        def f(x):
            if x > 0:
                y = x.nothing
            else:
                y = x
            return y
        """, file="<traceback>")
    with pytest.raises(AttributeError) as caught:
        tf.function(f)(C(1))
    entries = traceback.extract_tb(caught.value.__traceback__)
    inside = [(e.filename, e.lineno, e.name, e.line) for e in entries if e.filename == "<traceback>"]
    assert inside == [("<traceback>", 3, "f", "if x > 0:"), ("<traceback>", 4, "f", "y = x.nothing")]
    assert entries[-1].filename == "<traceback>"
    assert str(caught.value) == textwrap.dedent("""\
        in user code:

            File "<traceback>", line 4, in f  *
                y = x.nothing

            AttributeError: 'SymbolicTensor' object has no attribute 'nothing'
        """)


def test_the_line_of_a_statement_over_several_lines_is_the_one_that_fails():
    f = defined("""
        def f(x):
            return (x +
                    x.nothing)
        """, file="<long>")
    with pytest.raises(AttributeError, match=r'File "<long>", line 4, in f  \*\n        x.nothing\)'):
        tf.function(f)(C(1))


def test_conversion_writes_no_file(monkeypatch):
    f = defined(LINES)
    opened = []

    def guarded(file, mode="r", *args, **kwargs):
        opened.append((file, mode))
        return original(file, mode, *args, **kwargs)

    original = builtins.open
    monkeypatch.setattr(builtins, "open", guarded)
    tf.autograph.to_graph(f)
    assert [entry for entry in opened if set(entry[1]) & set("wax+")] == []


def test_converted_function_shares_globals_closure_and_defaults():
    make = defined("""
        def f():
            n = 1
            def g(x, k=[], *, q=2):
                "doc"
                nonlocal n
                n += 1
                return n, k, q, G
            def peek():
                return n
            return g, peek
        """, G=7)
    g, peek = make()
    converted = tf.autograph.to_graph(g)
    assert converted.__globals__ is g.__globals__
    assert converted.__defaults__ is g.__defaults__ and converted.__kwdefaults__ == {"q": 2}
    assert converted.__doc__ == "doc" and converted.__annotations__ == {}
    assert converted(0) == (2, [], 2, 7) and peek() == 2
    g.__globals__["G"] = 8
    assert g(0) == (3, [], 2, 8) and converted(0) == (4, [], 2, 8)


@pytest.fixture
def conversions(monkeypatch):
    """The names of the functions that are converted while a test runs."""
    names = []
    original = factory._convert

    def counted(function, options):
        names.append(function.__name__)
        return original(function, options)

    monkeypatch.setattr(factory, "_convert", counted)
    return names


def test_functions_made_again_are_converted_once(conversions):
    make = defined("""
        def f(k):
            def g(x):
                if x > 0:
                    return x * k
                return x
            return g
        """)
    results = [int(tf.function(make(k))(C(2))) for k in range(20)]
    assert results == [2 * k for k in range(20)]
    assert conversions == ["g"]


def test_methods_of_many_instances_are_converted_once(conversions):
    A = defined("""
        class A:
            def __init__(self, k):
                self.k = k
            @tf.function
            def run(self, x):
                if x > 0:
                    return x * self.k
                return x
        """, name="A")
    instances = [A(k) for k in range(5)]
    assert [int(a.run(C(2))) for a in instances] == [0, 2, 4, 6, 8]
    assert conversions == ["run"]


def test_other_options_are_another_conversion(conversions):
    f = defined(LINES)
    for features in (None, tf.autograph.experimental.Feature.EQUALITY_OPERATORS, None):
        tf.autograph.to_graph(f, experimental_optional_features=features)
    assert conversions == ["f", "f"]


def test_equal_code_of_two_files_keeps_its_own_file():
    text = "def f(x):\n    return x.nothing\n"
    functions = [defined(text, file=file) for file in ("<first>", "<second>")]
    assert functions[0].__code__ == functions[1].__code__
    for f, file in zip(functions, ("<first>", "<second>")):
        with pytest.raises(AttributeError, match=f'File "{file}", line 2, in f'):
            tf.function(f)(C(1))


def test_nothing_is_kept_of_functions_that_are_gone():
    gc.collect()
    before = len(factory._factories)
    dead = []
    for k in range(30):
        f = defined(f"def f(x):\n    if x > {k}:\n        return x\n    return -x\n", file="<again>")
        assert int(tf.function(f)(C(-1))) == 1
        dead.append(weakref.ref(f.__code__))
    del f
    gc.collect()
    assert sum(ref() is not None for ref in dead) <= 2
    assert len(factory._factories) <= before + 2


def test_one_conversion_for_many_threads(conversions):
    f = defined(LINES)
    start = threading.Barrier(8)
    made = []

    def work():
        start.wait()
        made.append(tf.autograph.to_graph(f).__code__)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert conversions == ["f"] and len(made) == 8 and len(set(map(id, made))) == 1


def test_importing_the_runtime_does_not_import_the_converter():
    check = "import runtime, sys; print([m for m in sys.modules if m.startswith('runtime.autograph.')])"
    assert subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_source_that_is_gone_is_told(caplog):
    f = defined("def f(x):\n    return x + 1\n", file="<stdin-7>")
    del linecache.cache["<stdin-7>"]
    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert int(tf.function(f)(C(1))) == 2
    [record] = caplog.records
    assert record.getMessage().startswith(f"AutoGraph could not transform {f} and will run it as-is.\nCause: Unable to locate "
                                          f"the source code of {f}. Note that functions defined in certain environments")
    assert "Original error: could not get source code" in record.getMessage()


@pytest.mark.parametrize("text, cause", [
    ("def f(x):\n    yield x\n", "generators are not supported"),
    ("def f(x):\n    for i in x:\n        pass\n    else:\n        pass\n", "for/else statement not yet supported"),
    ("def f(x):\n    while x:\n        pass\n    else:\n        pass\n", "while/else statement not yet supported"),
    ("def f(self):\n    return self.__x\n", "mangled names are not yet supported"),
])
def test_what_cannot_be_converted_is_refused_by_to_graph(text, cause):
    with pytest.raises(NotImplementedError, match=cause):
        tf.autograph.to_graph(defined(text))


def test_the_fallback_is_warned_of_once(caplog):
    f = defined("""
        def h(x):
            for i in range(2):
                x += i
            else:
                x += 10
            return x
        def f(x):
            return h(x) + h(x)
        """)
    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert int(tf.function(f)(C(1))) == 24
        assert float(tf.function(f)(C(1.0))) == 24.0
    assert [r.getMessage().split("\n")[1:] for r in caplog.records] == [[
        "Cause: for/else statement not yet supported",
        "To silence this warning, decorate the function with @tf.autograph.experimental.do_not_convert"]]


def test_strict_conversion_raises(monkeypatch):
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    f = defined("def f(x):\n    for i in range(2):\n        x += i\n    else:\n        x += 10\n    return x\n")
    with pytest.raises(NotImplementedError, match="for/else"):
        tf.function(f)(C(1))


def test_verbosity_logs_and_echoes(caplog, capsys):
    f = defined("def f(x):\n    yield x\n")
    tf.autograph.set_verbosity(1, alsologtostdout=True)
    try:
        with caplog.at_level(logging.INFO, "tensorflow"), pytest.raises(TypeError):
            tf.function(f)(C(1))
    finally:
        tf.autograph.set_verbosity(0)
    assert any(r.getMessage().startswith("Error transforming entity") for r in caplog.records)
    assert "WARNING: AutoGraph could not transform" in capsys.readouterr().out


def test_an_indented_function_with_a_dedented_string():
    f = defined('''
        if True:
            def f(x):
                s = """
        not code
            """
                if x > 0:
                    return len(s)
                return 0
        ''')
    assert int(tf.function(f)(C(1))) == len("\nnot code\n    ")


def test_non_ascii_lambda_source():
    f = defined("f = ('ä', lambda x: x if x > 0 else x.nothing)[1]\n", file="<ä>")
    with pytest.raises(AttributeError, match=r'File "<ä>", line 1, in None  \*\n        lambda x: x if x > 0 else x.nothing\n'):
        tf.function(f)(C(1))


def test_twenty_nested_loops_are_converted():
    depth = 19
    lines = ["def f(n):", "    s = 0"]
    lines += ["    " * (k + 1) + f"for i{k} in range(n):" for k in range(depth)]
    lines += ["    " * (depth + 1) + "s += 1", "    return s"]
    assert tf.autograph.to_graph(defined("\n".join(lines) + "\n"))(1) == 1


def test_a_user_s_own_names_are_not_taken():
    f = defined("""
        def f(x, get_state=1, if_body=2, do_return=3):
            retval_ = 4
            fscope = 5
            if x > 0:
                fscope = 6
                return x + get_state + if_body + do_return + retval_ + fscope
            return x
        """, set_state=7)
    assert int(tf.function(f)(C(1))) == 1 + 1 + 2 + 3 + 4 + 6
    assert int(tf.function(f)(C(-1))) == -1


def test_do_not_convert_keeps_name_and_documentation():
    @tf.autograph.experimental.do_not_convert
    def f(x):
        "doc"
        return x

    assert (f.__name__, f.__doc__, f(3)) == ("f", "doc", 3)


def test_large_unrolled_loops_are_warned_of(monkeypatch, caplog):
    from runtime.autograph.operators import control_flow
    monkeypatch.setattr(control_flow, "INEFFICIENT_UNROLL_MIN_ITERATIONS", 5)
    f = defined("def f(x):\n    for i in range(20):\n        x += i\n    return x\n")
    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert int(tf.function(f)(C(0))) == 190
    assert [r.getMessage().split("?")[0] for r in caplog.records] == [
        "Large unrolled loop detected. Did you mean to use a TF loop"]
