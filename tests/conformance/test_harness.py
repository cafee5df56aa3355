"""The harness itself: what is captured, in which order, what is taken out, and how a program may end."""

from __future__ import annotations

import pytest

from . import cases
from .cases import Case
from .play import BackendError, headline, play

BACKEND = "json"  # any package can stand in: these programs do not use what they import


def lines_of(program: str, *, full_error: bool = False, seconds: int = 30) -> list[str]:
    case = Case("topic", "some-case", program, full_error=full_error)
    [(_, outcome)] = play([case], BACKEND, seconds=seconds)
    return outcome.lines()


def test_both_streams_in_true_order_also_below_python():
    program = """
import os, sys
print("one")
os.write(2, b"two\\n")
sys.stderr.write("three")
os.write(1, b"four\\nfive")
print("six")
"""
    assert lines_of(program) == ["out|one", "err|two", "err~three", "out|four", "out|fivesix"]


def test_exception_exit_signal_and_time_limit():
    assert lines_of("print(1)\nraise KeyError('gone')") == ["out|1", "end|KeyError: 'gone'"]
    assert lines_of("import sys\nsys.exit(3)") == ["end|SystemExit: 3"]
    assert lines_of("import os\nos._exit(4)") == ["end|exit 4"]
    assert lines_of("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)") == ["end|killed by SIGKILL"]
    assert lines_of("print('before')\nwhile True: pass", seconds=1) == ["out|before", "end|killed by SIGALRM"]
    assert lines_of("def f(:") == ["end|SyntaxError: invalid syntax (some-case.py, line 1)"]


def test_a_program_is_the_main_module_of_a_file_of_its_own():
    program = "import inspect, sys\ndef f(): pass\nprint(__name__, inspect.getsource(f).strip(), sys.argv, sys.stdin.read() == '')"
    assert lines_of(program) == ["out|__main__ def f(): pass ['some-case.py'] True"]


def test_no_state_passes_from_one_case_to_the_next():
    program = "import tensorflow\nprint(hasattr(tensorflow, 'mark'))\ntensorflow.mark = 1"
    outcomes = [outcome.lines() for _, outcome in play([Case("topic", name, program) for name in "ab"], BACKEND)]
    assert outcomes == [["out|False"], ["out|False"]]


def test_the_backend_is_served_as_tensorflow_with_its_submodules():
    program = "import tensorflow as tf, tensorflow.decoder, json\nprint(tf is json, tf.decoder is json.decoder, tf.__spec__.name)"
    assert lines_of(program) == ["out|True True json"]


def test_what_no_program_can_rely_on_is_taken_out():
    program = """
print(object())
print("__inference_my_fn_12 __forward_f_3", "FuncGraph(name=f, id=140)", "cond_true_27 while_body_4", "pyfunc_6")
print("<class 'tensorflow.python.framework.tensor.TensorSpec'>", "https://www.tensorflow.org/guide/function")
print(__file__)
print("0x1.8p3 0x10 __inference_")
"""
    assert lines_of(program) == [
        "out|<object object at 0x…>",
        "out|__inference_my_fn_N __forward_f_N FuncGraph(name=f, id=N) cond_true_N while_body_N pyfunc_N",
        "out|<class 'TensorSpec'> https://www.tensorflow.org/guide/function",
        "out|some-case.py",
        "out|0x1.8p3 0x10 __inference_",
    ]


def test_frames_of_libraries_are_left_out_and_those_of_the_program_kept():
    program = """
text = '''in user code:

    File "/somewhere/site-packages/library/api.py", line 9, in wrapped  **
        return f(
            x)
    File "%s", line 3, in f  *
        return x + 1

    ValueError: why
''' % __file__
raise ValueError(text)
"""
    assert lines_of(program, full_error=True) == [
        "end|ValueError: in user code:",
        "end|",
        '    File "some-case.py", line 3, in f  *'.join(["end|", ""]),
        "end|        return x + 1",
        "end|",
        "end|    ValueError: why",
    ]
    assert lines_of(program) == ["end|ValueError: in user code: ValueError: why"]


def test_headline_says_what_happened():
    assert headline("first\nsecond") == "first"
    assert headline("\n\nthird") == "third"
    text = "Graph execution error:\n\nDetected at node x defined at (most recent call last):\n  File \"a.py\", line 1, in f\n\nwhy\n\t [[x]]"
    assert headline(text) == "Graph execution error: why"


def test_a_backend_that_is_not_there_is_named():
    with pytest.raises(BackendError, match=r"no_such_backend ended with status 1:\n(.|\n)*ModuleNotFoundError"):
        list(play([], "no_such_backend"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import os\n", "no case"),
        ("# %% Bad Name\npass\n", "case name 'Bad Name'"),
        ("# %% twice\npass\n# %% twice\npass\n", "case 'twice' stands there twice"),
    ],
)
def test_a_bad_program_file_is_refused(tmp_path, monkeypatch, text, complaint):
    monkeypatch.setattr(cases, "PROGRAMS", tmp_path)
    (tmp_path / "topic.py").write_text(text)
    with pytest.raises(ValueError, match=complaint):
        cases.read_topic("topic")


def test_cells_headers_and_marks_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "PROGRAMS", tmp_path)
    (tmp_path / "topic.py").write_text("import os\n\n# %% first\nprint(1)\n\n# %% second\n# differs: a reason\n# full error\nprint(2)\n")
    first, second = cases.read_topic("topic")
    assert (first.id, first.program, first.differs, first.full_error) == ("topic::first", "import os\nprint(1)\n", None, False)
    assert (second.differs, second.full_error) == ("a reason", True)


def test_recordings_survive_writing_and_reading(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "RECORDED", tmp_path)
    recorded = {"a": ["out|1", "out|", "err~# %% no marker"], "b": []}
    cases.write_recording("topic", recorded)
    assert cases.read_recording("topic") == recorded
    assert cases.read_recording("other") == {}
