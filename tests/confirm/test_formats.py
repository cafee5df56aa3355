"""SARIF, the HTML page, files that are written, the report on retracing."""
import html
import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib import metadata
from xml.etree import ElementTree

import pytest

from graphlint import cli
from graphlint.confirm.confirmation import confirm, lint_program
from graphlint.confirm.judgement import retracing
from graphlint.confirm.session import Program
from graphlint.confirm.shown import page, pictures, report, sarif
from graphlint.rules import RULES

from . import truth

BACKEND = truth.BACKENDS[0]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = '''
"""</style></script><script>alert(1)</script><!-- ]]> -->"""
import tensorflow as tf

seen = []
weights = [tf.Variable(tf.ones([2, 2])) for _ in range(3)]


def tell(x):
    print("<img src=x onerror=alert(2)>", "\\u202egnp\\x07", x.shape[0], flush=True)


@tf.function
def step(x, n, mode, config):
    tell(x)
    for index, weight in enumerate(weights):
        with tf.name_scope(f"layer{index}"):
            x = tf.nn.relu(tf.matmul(x, weight) + 1.0)
    return x


@tf.function
def note(x):
    getattr(seen, "ap" + "pend")("<b>")  # the linter does not see through this
    return x


class Config:
    pass


config = Config()
for i in range(5):
    step(tf.ones([1, 2]), 7 + i // 2, "</title>" if i % 2 else "train", config)
    step(tf.ones([1, 2]), 7 + i // 2, "</title>" if i % 2 else "train", config)
step(tf.ones([3, 2]), 7, "train", Config())
for _ in range(3):
    note(tf.constant(1.0))
for _ in range(3):
    tf.function(lambda x: x)(tf.constant(1.0))
'''


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    path = tmp_path_factory.mktemp("<i>&amp; ünsafe") / "it's <b>.py"
    path.write_text(HOSTILE, encoding="utf-8")
    program = Program(str(path), ("--<arg>",), BACKEND, pictures=True)
    return confirm(program, lint_program(program))


def test_the_program_shows_all_there_is_to_show(hostile):
    answers = {(verdict.finding.rule.symbol, verdict.answer) for verdict in hostile.verdicts}
    assert ("print-in-graph", "observed") in answers and ("graph-function-in-loop", "observed") in answers
    assert [divergence.kind for divergence in hostile.unforeseen] == ["state"]


# --- SARIF -----------------------------------------------------------------------------------------------------------

def test_sarif_has_what_the_schema_requires(hostile):
    log = sarif.data(hostile)
    assert json.loads(json.dumps(log)) == log
    assert log["version"] == "2.1.0" and set(log) == {"$schema", "version", "runs"}
    run, = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "graphlint"
    assert driver["version"] == metadata.version("pylint-graphlint") == driver["semanticVersion"]
    assert [rule["id"] for rule in driver["rules"]] == [*(rule.id for rule in RULES), sarif.UNFORESEEN]
    for rule in driver["rules"]:
        assert all(rule[field]["text"] for field in ("shortDescription", "fullDescription", "help"))
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert isinstance(run["invocations"][0]["executionSuccessful"], bool)
    assert len(run["results"]) == len(hostile.verdicts) + len(hostile.unforeseen)
    for result in run["results"]:
        assert result["message"]["text"]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == driver["rules"][result["ruleIndex"]]["defaultConfiguration"]["level"]
        flows = result.get("codeFlows", [])
        places = result["locations"] + [step["location"] for flow in flows for thread in flow["threadFlows"]
                                        for step in thread["locations"]]
        assert places
        for place in places:
            physical = place["physicalLocation"]
            assert re.fullmatch(r"[!-~]+", physical["artifactLocation"]["uri"])
            assert physical["region"]["startLine"] >= 1 and physical["region"].get("startColumn", 1) >= 1
    assert run["originalUriBaseIds"]["SRCROOT"]["uri"].endswith("/")


def test_sarif_results(hostile):
    results = sarif.data(hostile)["runs"][0]["results"]
    told = next(result for result in results if result["ruleId"] == "W7303")
    line = HOSTILE.splitlines().index(next(line for line in HOSTILE.splitlines() if "onerror" in line)) + 1
    region = told["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (line, 5)
    assert told["level"] == "warning" and told["properties"]["verdict"] == "observed"
    assert told["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "step", "kind": "function"}]
    steps = [step["location"]["physicalLocation"]["region"]["startLine"]
             for step in told["codeFlows"][0]["threadFlows"][0]["locations"]]
    assert [HOSTILE.splitlines()[number - 1].strip()[:5] for number in steps] == ["tell(", "print"]
    assert "printed: eagerly <img" in told["message"]["text"]
    assert next(result for result in results if result["ruleId"] == "R7307")["level"] == "note"
    assert [result["properties"]["kind"] for result in results if result["ruleId"] == sarif.UNFORESEEN] == ["state"]
    prints = [tuple(result["partialFingerprints"].items()) for result in results]
    assert len(set(prints)) == len(prints)


def test_sarif_fingerprints_outlive_an_edit_above(tmp_path, monkeypatch):
    text = (truth.PROGRAMS / "print_at_trace.py").read_text()
    prints = []
    for above in ("", "# one more line\n"):
        folder = tmp_path / f"{len(above)}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        path = folder / "program.py"
        path.write_text(above + text)
        program = Program(str(path), (), BACKEND)
        log = sarif.data(confirm(program, lint_program(program)))
        prints.append([result["partialFingerprints"] for result in log["runs"][0]["results"]])
    assert prints[0] == prints[1] and prints[0]


# --- HTML ------------------------------------------------------------------------------------------------------------

class _Page(HTMLParser):
    VOID = ("meta",)
    OPTIONAL = ("th", "td", "tr", "p", "br")

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.attributes, self.texts = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID and tag not in self.OPTIONAL:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.OPTIONAL:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_html_is_whole_and_escaped(hostile):
    text = page.text(hostile)
    seen = _Page(text)
    assert not seen.open
    assert not {"script", "img", "link", "iframe", "object"} & set(seen.tags)
    assert {name for name, _ in seen.attributes if name.startswith("on")} == set()
    assert all(value.startswith("#") for name, value in seen.attributes if name in ("href", "src"))
    assert "url(" not in text and "@import" not in text
    assert "<img src=x onerror=alert(2)> [U+202E]gnp[U+0007] 1" in "".join(seen.texts)
    assert "\u202e" not in text
    ids = [value for name, value in seen.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert all(value[1:] in ids for name, value in seen.attributes if name == "href" and "program" in value)
    text.encode("utf-8")


def test_html_marks_the_lines_and_draws_the_graphs(hostile):
    text = page.text(hostile)
    marked = re.findall(r'<span class="([\w-]+)" id="[^"]*"><i>(\d+)</i>', text)
    lines = HOSTILE.splitlines()
    assert {(answer, lines[int(number) - 1].strip()[:12]) for answer, number in marked} >= {
        ("observed", 'print("<img '), ("unforeseen", "@tf.function")}
    drawn = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg .*?</svg>", text, re.S)]
    assert len(drawn) == 3
    labels = "".join(drawn[0].itertext())
    assert "MatMul" in labels and "layer0" in labels and "Const" in labels


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("width", [360, 500, 1200])
def test_html_fits_a_narrow_window(hostile, tmp_path, width):
    measure = """<script>document.title = JSON.stringify({
        page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: [...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll, .source, .graph")
            && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80)),
        thin: [...document.querySelectorAll("td, th")].filter(e => e.offsetWidth && e.textContent.trim().length > 2
            && e.offsetWidth < 40).map(e => e.textContent)})</script></body>"""
    text = re.sub("<meta http-equiv[^>]*>", "", page.text(hostile)).replace("</body>", measure)
    (tmp_path / "page.html").write_text(text, "utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
         f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},2000", "--dump-dom",
         (tmp_path / "page.html").as_uri()],
        check=True, capture_output=True, timeout=120)
    title = re.search("<title>(.*?)</title>", done.stdout.decode("utf-8"), re.S)[1]
    assert json.loads(html.unescape(title)) == {"page": 0, "cut": [], "thin": []}


@pytest.mark.parametrize("count", [0, 1, 30, 3000])
def test_pictures_are_capped_in_size(count):
    nodes = [[f"scope{i // 10}/node_{i}", "Add", [f"scope{(i - 1) // 10}/node_{i - 1}"] * bool(i), []] for i in range(count)]
    nodes += [["loop", "While", ["loop"], []], ["stray", "Add", ["not kept"], ["loop"]]]
    picture = ElementTree.fromstring(pictures.svg({"size": len(nodes), "nodes": nodes}))
    boxes = picture.findall(".//{http://www.w3.org/2000/svg}rect")
    assert 2 <= len(boxes) <= pictures.BOXES
    spans = sorted((float(box.get("y")), float(box.get("x")), float(box.get("width"))) for box in boxes)
    for (y, x, width), (next_y, next_x, _) in zip(spans, spans[1:]):
        assert y != next_y or x + width <= next_x  # no box covers another


def test_groups_that_need_each_other_are_drawn():
    nodes = [[f"{'ab'[i % 2]}/node_{i}", "Add", [f"{'ba'[i % 2]}/node_{i - 1}"] * bool(i), []] for i in range(100)]
    assert pictures.svg({"size": 100, "nodes": nodes}).count("<rect") == 2


# --- retracing -------------------------------------------------------------------------------------------------------

def test_retracing(hostile):
    found = {traces.function: traces for traces in retracing.report(hostile.graph)}
    step = found["step"]
    assert (step.calls, step.traces, step.excessive) == (11, 6, True)
    assert step.needed == 2  # two modes
    differences = {difference.argument: difference for difference in step.differences}
    assert set(differences) == {"x", "n", "config"}
    assert differences["n"].advice == "pass a tensor: tf.constant(n)"
    assert set(differences["n"].values) == {"7", "8", "9"}
    assert "[None, None]" in differences["x"].advice
    assert differences["config"].values == ("2 objects of class Config",)
    assert not found["note"].excessive and found["note"].traces == 1
    assert "make the graph function once" in found["<lambda>"].differences[0].advice
    assert 0 <= step.wasted <= step.seconds


def test_retracing_in_the_table_and_in_json(hostile):
    text = report.text(hostile)
    assert re.search(r"^RETRACED .*\n  step: 6 graphs for 11 calls, where 2 would do\n  cost            \d+\.\d\d s spent on", text, re.M)
    entry = next(entry for entry in report.data(hostile)["functions"] if entry["function"] == "step")
    assert entry["graphs"] == 6 and entry["graphs_needed"] == 2
    assert {difference["argument"] for difference in entry["differences"]} == {"x", "n", "config"}


def test_variables_made_at_the_first_call_and_objects_are_no_excess(tmp_path):
    path = tmp_path / "program.py"
    path.write_text('''
import tensorflow as tf

class Model(tf.Module):
    variable = None

    @tf.function
    def __call__(self, x, training=False):
        if self.variable is None:
            self.variable = tf.Variable(1.0)
        return x * self.variable if training else x

for model in (Model(), Model()):
    for training in (False, True):
        model(tf.constant(1.0), training=training)
        model(tf.constant(2.0), training=training)
''')
    program = Program(str(path), (), BACKEND)
    traces, = retracing.report(confirm(program, lint_program(program)).graph)
    assert traces.calls == 8 and traces.traces >= 4 and not traces.excessive


# --- files -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("form, begins", [("text", "graphlint confirm"), ("json", "{"), ("sarif", "{"), ("html", "<!doctype")])
def test_output_goes_to_a_file(tmp_path, capsys, form, begins):
    path = tmp_path / "report"
    path.write_text("old")
    path.chmod(0o640)
    program = truth.PROGRAMS / "innocent_numbers.py"
    assert cli.main(["confirm", "--backend", BACKEND, "--format", form, "--output", str(path), str(program)]) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text(encoding="utf-8").startswith(begins)
    assert os.listdir(tmp_path) == ["report"] and path.stat().st_mode & 0o777 == 0o640


def test_output_that_cannot_be_written(tmp_path, capsys):
    path = tmp_path / "missing" / "report"
    program = truth.PROGRAMS / "innocent_numbers.py"
    assert cli.main(["confirm", "--backend", BACKEND, "--output", str(path), str(program)]) == 2
    assert capsys.readouterr().err == f"graphlint confirm: cannot write {path}: No such file or directory\n"
