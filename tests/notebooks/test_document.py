"""The file of a notebook: how it is read, and that an edit changes its own characters and no others."""

from __future__ import annotations

import json

import pytest

from graphlint.notebooks.notebook import Damaged, Notebook, Unwritable
from tests.notebooks import make


def _edited(data: bytes, old: str, new: str) -> str:
    """The file after the first text in the module is replaced."""
    notebook = Notebook(data)
    at = notebook.text.index(old)
    begin, end, text = notebook.in_document(at, at + len(old), new)
    return notebook.document.text[:begin] + text + notebook.document.text[end:]


def _sources(text: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


@pytest.mark.parametrize("indent", [None, 1, 2, "\t"])
def test_an_edit_changes_its_own_characters(indent: int | str | None) -> None:
    text = make.text(["import tensorflow as tf\nprint('ä')\ny = 2", "z = \"\\n\"\nprint(z)"], indent)
    assert _edited(text.encode(), "print(z)", "tf.print(z)") == text.replace("print(z)", "tf.print(z)")
    assert _edited(text.encode(), "print('ä')", "tf.print('ö')") == text.replace("print('ä')", "tf.print('ö')")


@pytest.mark.parametrize(("old", "new", "sources"), [
    ("b = 2\n", "", ["a = 1\nc = 3", "d = 4"]),
    ("a = 1\n", "", ["b = 2\nc = 3", "d = 4"]),
    ("\nc = 3", "", ["a = 1\nb = 2", "d = 4"]),
    ("b = 2\n", "b = 2\nnew = 0\n", ["a = 1\nb = 2\nnew = 0\nc = 3", "d = 4"]),
    ("a = 1", "import x\na = 1", ["import x\na = 1\nb = 2\nc = 3", "d = 4"]),
    ("c = 3\n", "c = 0\ne = 5\n", ["a = 1\nb = 2\nc = 0\ne = 5", "d = 4"]),
    ("1\nb = 2\nc", "[\n\n]", ["a = [\n\n] = 3", "d = 4"]),
    ("d = 4", "", ["a = 1\nb = 2\nc = 3", ""]),
])
@pytest.mark.parametrize("indent", [None, 1])
def test_lines_come_and_go(old: str, new: str, sources: list[str], indent: int | None) -> None:
    text = make.text(["a = 1\nb = 2\nc = 3", "d = 4"], indent)
    edited = _edited(text.encode(), old, new)
    assert _sources(edited) == sources
    canonical = json.loads(edited)
    for cell in canonical["cells"]:
        cell["source"] = "".join(cell["source"]).splitlines(True) or cell["source"]
    if sources[1]:  # an emptied cell keeps its one string
        assert edited == json.dumps(canonical, indent=indent, ensure_ascii=False)


def test_a_source_that_is_one_string() -> None:
    text = make.text([{**make.cell(""), "source": "a = 1\nb = \"\\\"\"\nc = 3"}])
    edited = _edited(text.encode(), "c = 3", "c = 0\nd")
    assert _sources(edited) == ['a = 1\nb = "\\""\nc = 0\nd']


def test_escapes_stay_and_new_text_is_escaped_as_the_file_is() -> None:
    text = json.dumps(json.loads(make.text(["s = '😀é'; print(s)"])), indent=1)  # all of it in ASCII
    assert "\\ud83d\\ude00\\u00e9" in text
    assert _edited(text.encode(), "print", "ü") == text.replace("print", "\\u00fc")


def test_the_mark_of_utf_8_is_no_part_of_the_text() -> None:
    notebook = Notebook(b"\xef\xbb\xbf" + make.text(["x = 1"]).encode())
    assert notebook.document.marked and notebook.document.text[0] == "{"


def test_the_older_format() -> None:
    cells = [{"cell_type": "heading", "source": "t"}, {"cell_type": "code", "language": "python", "input": ["x = 1\n", "y"], "outputs": []},
             {"cell_type": "code", "language": "ruby", "input": "puts 1", "outputs": []}]
    notebook = Notebook(json.dumps({"worksheets": [{"cells": cells}], "metadata": {}, "nbformat": 3, "nbformat_minor": 0}).encode())
    assert notebook.text == "# -*- coding: utf-8 -*-\n# cell 1\nx = 1\ny\n# cell 2\n#\n"


@pytest.mark.parametrize(("data", "line", "column", "text"), [
    (b"", 1, 0, "the notebook is damaged: it is empty"),
    (b'{"cells": [\n{"a": 1,}]}', 2, 8, "the notebook is damaged: "),
    (b'{"cells": []} x', 1, 14, "the notebook is damaged: extra data"),
    (b"{\n'\xff'", 2, 0, "the notebook is damaged: it is not UTF-8 here"),
    (b"[" * 100_000, 1, 0, "the notebook is damaged: it is nested too deeply"),
    (b"{}", 1, 0, "it is no notebook: it has no cells"),
    (b"[]", 1, 0, "it is no notebook: it has no cells"),
    (b'{"nbformat": 2, "worksheets": []}', 1, 0, "the notebook has format 2: only 3 and 4 are read"),
    (b'{"cells": [\n {"cell_type": "code", "source": [1]}], "nbformat": 4}', 2, 1,
     "the notebook is damaged: the source of code cell 1 is no text"),
])
def test_what_is_no_notebook(data: bytes, line: int, column: int, text: str) -> None:
    with pytest.raises(Damaged) as caught:
        Notebook(data)
    assert caught.value.msg.startswith(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_places() -> None:
    text = make.text(["!ls\né = '\"'; x", "  y = 1"])
    notebook = Notebook(text.encode())
    lines = notebook.text.splitlines()
    assert lines == ["# -*- coding: utf-8 -*-", "# cell 1", "pass", "é = '\"'; x", "if 1:  # cell 2", "  y = 1"]
    assert [str(notebook.place(number)) for number in range(1, 7)] == [
        "None", "None", "line 1 of cell 1", "line 2 of cell 1", "None", "line 1 of cell 2"]
    rows = text.splitlines()
    for number, character in ((4, "x"), (6, "y")):
        line, column = notebook.in_file(number, lines[number - 1].index(character))
        assert rows[line - 1][column] == character
        assert notebook.in_file(number, lines[number - 1].index(character) + 1, end=True) == (line, column + 1)


def test_no_edit_of_a_command_or_of_two_cells() -> None:
    notebook = Notebook(make.text(["!ls\nx", "y"]).encode())
    for old in ("pass", "x\n# cell 2\ny", "# cell"):
        at = notebook.text.index(old)
        with pytest.raises(Unwritable):
            notebook.in_document(at, at + len(old), "z")


def test_a_cell_that_is_no_python_is_left_out() -> None:
    notebook = Notebook(make.text(["x = 1", "def f(:\n  pass", "a\0b", "y = 2"]).encode())
    assert notebook.text.splitlines()[1:] == ["# cell 1", "x = 1", "# cell 2", "#", "#", "# cell 3", "#", "# cell 4", "y = 2"]
    assert [(str(notebook.place(one.line)), one.column) for one in notebook.troubles] == [("line 1 of cell 2", 6), ("line 1 of cell 3", 0)]
    assert notebook.troubles[0].text == "this cell is no Python, and is left out: invalid syntax"


def test_what_a_cell_says_of_its_encoding_does_not_count() -> None:
    notebook = Notebook(make.text(["# coding: latin-1\nx = 'é'"]).encode())
    assert notebook.text.splitlines()[0] == "# -*- coding: utf-8 -*-"
