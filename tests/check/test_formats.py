"""Formats for machines and the HTML page, as their readers need them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from graphlint.formats import FORMATS
from graphlint.rules import RULES

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = '''"""</style><script>alert(1)</script> ]]> & \x0c"""
import tensorflow as tf


@tf.function
def größe(x):
    "日本"; print("<img src=x onerror=alert(2)>: 50%, \u202e", x)
    tell(x)
    return x


def tell(x):
    print("a",
          x)
'''


@pytest.fixture
def hostile(project: Path) -> Path:
    """One file with what formats have to escape, in a folder of such a name, and one that does not parse."""
    (project / "train.py").unlink()
    folder = project / "a,b: 100%<i>"
    folder.mkdir()
    (folder / "ü.py").write_text(HOSTILE, "utf-8")
    (folder / "broken.py").write_text("def (\n")
    return folder


def apply(text: str, replacements: list[dict]) -> str:
    """The text after a SARIF fix, by lines and columns."""
    lines = text.splitlines(True) if "\x0c" not in text else re.findall(r"[^\n]*\n|[^\n]+$", text)
    for one in sorted(replacements, key=lambda one: one["deletedRegion"]["startLine"], reverse=True):
        region = one["deletedRegion"]
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        lines[region["startLine"] - 1] = line[: region["startColumn"] - 1] + one["insertedContent"]["text"] + line[region["endColumn"] - 1 :]
    return "".join(lines)


def test_sarif_keeps_to_the_schema(check, hostile: Path) -> None:
    ran = check("--format", "sarif")
    log = json.loads(ran.out)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    run, = log["runs"]
    assert ran.err == "" and run["invocations"][0]["exitCode"] == ran.status == 2
    assert [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]] == [
        "Parsing failed: 'invalid syntax (broken, line 1)' (syntax-error)"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [rule.id for rule in RULES]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%2Cb%3A%20100%25%3Ci%3E/%C3%BC.py", "uriBaseId": "SRCROOT"}
    assert place["region"] == {"startLine": 7, "startColumn": 11, "endLine": 7, "endColumn": 59}  # in characters, not in bytes
    steps = [step["location"] for step in second["codeFlows"][0]["threadFlows"][0]["locations"]]
    assert [(step["physicalLocation"]["region"]["startLine"], step["message"]["text"]) for step in steps] == [
        (8, "tell is called here"), (13, "it happens here")]
    assert "codeFlows" not in first
    assert len({result["partialFingerprints"]["graphlint/v1"] for result in run["results"]}) == 2


def test_sarif_fixes_do_what_fix_does(check, hostile: Path) -> None:
    results = json.loads(check("--format", "sarif").out)["runs"][0]["results"]
    told = [change for result in results for fix in result["fixes"] for change in fix["artifactChanges"]]
    assert {change["artifactLocation"]["uri"] for change in told} == {"a%2Cb%3A%20100%25%3Ci%3E/%C3%BC.py"}
    after = apply(HOSTILE, [one for change in told for one in change["replacements"]])
    check("--fix")
    assert (hostile / "ü.py").read_text("utf-8") == after != HOSTILE


def test_sarif_fingerprints_outlive_an_edit_above(check, project: Path) -> None:
    def prints() -> list[dict]:
        return [result["partialFingerprints"] for result in json.loads(check("--format", "sarif").out)["runs"][0]["results"]]

    before = prints()
    (project / "train.py").write_text("# more\n\n" + (project / "train.py").read_text())
    assert prints() == before


def test_json(check, project: Path) -> None:
    told = json.loads(check("--format", "json").out)
    assert {key: value for key, value in told.items() if key != "findings"} == {
        "version": 1, "graphlint": told["graphlint"], "status": 1, "files": 2, "problems": [], "baseline": None}
    assert [finding["line"] for finding in told["findings"]] == [9, 10, 11, 16]
    assert told["findings"][0] == {
        "id": "W7303", "symbol": "print-in-graph", "level": "warning", "path": "train.py", "line": 9, "column": 4, "end_line": 9,
        "end_column": 21, "message": "'print' runs only while graph function 'step' is traced, not at each call; use tf.print",
        "confidence": "HIGH", "function": "step", "place": None, "calls": [], "effects": [{"path": "train.py", "line": 9}],
        "fix": {"summary": "print → tf.print", "safe": True, "path": "train.py", "edits": [
            {"line": 9, "column": 4, "end_line": 9, "end_column": 9, "text": "tf.print"}]},
    }
    assert told["findings"][1]["calls"] == [{"name": "log", "path": "train.py", "line": 10}]
    assert told["findings"][1]["effects"] == [{"path": "helpers.py", "line": 2}]


def test_json_columns_are_characters(check, hostile: Path) -> None:
    told = json.loads(check("--format", "json").out)
    assert [(one["line"], one["column"], one["end_line"], one["end_column"]) for one in told["findings"]] == [(7, 10, 7, 58), (13, 4, 14, 12)]
    assert told["problems"] == [{"symbol": "syntax-error", "path": "a,b: 100%<i>/broken.py", "line": 1, "column": 5,
                                 "message": "Parsing failed: 'invalid syntax (broken, line 1)'"}]


def test_github(check, hostile: Path) -> None:
    file = "file=a%2Cb%3A 100%25<i>/"
    assert check("--format", "github").lines == [
        f"::error {file}broken.py,line=1,title=syntax-error::Parsing failed: 'invalid syntax (broken, line 1)' (syntax-error)",
        f"::warning {file}ü.py,line=7,endLine=7,col=11,endColumn=58,title=W7303 print-in-graph::'print' runs only while graph function"
        " 'größe' is traced, not at each call; use tf.print",
        f"::warning {file}ü.py,line=13,endLine=14,title=W7303 print-in-graph::'print' runs only while graph function 'größe' is traced"
        " (through tell called at line 8), not at each call; use tf.print",
    ]


def test_gitlab(check, hostile: Path) -> None:
    told = json.loads(check("--format", "gitlab").out)
    assert [(one["check_name"], one["severity"], one["location"]["lines"]) for one in told] == [
        ("syntax-error", "major", {"begin": 1, "end": 1}), ("print-in-graph", "minor", {"begin": 7, "end": 7}),
        ("print-in-graph", "minor", {"begin": 13, "end": 14})]
    assert told[1]["location"]["path"] == "a,b: 100%<i>/ü.py"
    assert len({one["fingerprint"] for one in told}) == 3
    assert all(one["description"] and one["type"] == "issue" for one in told)


def test_junit(check, hostile: Path) -> None:
    root = ElementTree.fromstring(check("--format", "junit").out)
    assert root.attrib == {"name": "graphlint", "tests": "4", "failures": "2", "errors": "1"}
    suites = {suite.get("name"): suite for suite in root}
    assert set(suites) == {"helpers.py", "a,b: 100%<i>/ü.py", "a,b: 100%<i>/broken.py"}
    case, = suites["helpers.py"]
    assert (case.get("name"), len(case)) == ("no findings", 0)
    failed = suites["a,b: 100%<i>/ü.py"]
    assert [(case.get("name"), case.get("line"), case[0].tag) for case in failed] == [
        ("W7303 print-in-graph in line 7", "7", "failure"), ("W7303 print-in-graph in line 13", "13", "failure")]
    assert failed.get("failures") == "2" and suites["a,b: 100%<i>/broken.py"][0][0].tag == "error"


def test_html_escapes_and_loads_nothing(check, hostile: Path) -> None:
    page = check("--format", "html").out
    assert page.isascii()
    assert "<script" not in page and "<img" not in page and "default-src 'none'" in page
    text = html.unescape(page)
    assert "print(\"<img src=x onerror=alert(2)>: 50%, [U+202E]\", x)" in text
    assert "a,b: 100%<i>/ü.py:7" in text and "2 warnings" in text
    links = re.findall(r'href="#([^"]+)"', page)
    assert links and set(links) <= set(re.findall(r'id="([^"]+)"', page))


def test_lines_are_counted_as_python_does(check, hostile: Path) -> None:
    # The form feed in the first line ends no line.
    page = html.unescape(check("--format", "html").out)
    assert re.search(r'<i>13</i>    print\("a",<b>', page)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("width", [500, 1200])
def test_html_fits_a_narrow_window(check, hostile: Path, tmp_path: Path, width: int) -> None:
    measure = """<script>document.querySelectorAll("details").forEach(one => one.open = true); document.title = JSON.stringify(
        [document.documentElement.scrollWidth - document.documentElement.clientWidth,
         [...document.querySelectorAll("body *")].filter(e => !e.closest(".source, pre")
            && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))])</script></body>"""
    text = re.sub("<meta http-equiv[^>]*>", "", check("--format", "html").out).replace("</body>", measure)
    (tmp_path / "page.html").write_text(text, "utf-8")
    done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--window-size={width},2000",
                           f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", (tmp_path / "page.html").as_uri()],
                          check=True, capture_output=True, timeout=120)
    assert json.loads(html.unescape(re.search("<title>(.*?)</title>", done.stdout.decode("utf-8"), re.S)[1])) == [0, []]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_has_what_would_be_shown(check, project: Path, form: str) -> None:
    shown = check("--format", form).out
    ran = check("--format", form, "--output", "report")
    assert (ran.status, ran.out) == (1, "") and ran.err.startswith("4 findings in 2 files; ")
    written = (project / "report").read_text("utf-8")
    assert html.unescape(written) == html.unescape(shown) if form in ("html", "junit") else written == shown


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found(check, project: Path, form: str) -> None:
    ran = check("--format", form, "helpers.py")
    assert ran.status == 0
    assert bool(ran.out) == (form not in ("text", "full", "github"))
