"""JUnit XML: a failed test for each finding, a passed one for each file without any."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from xml.etree import ElementTree

from graphlint.checking.run import Checked
from graphlint.documents.lines import short
from graphlint.formats import Look

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(checked: Checked, look: Look) -> str:
    """The document: one suite for each file."""
    by_file = defaultdict(list)
    for path in checked.files:
        by_file[path] = []
    for one in (*checked.problems, *checked.findings):
        by_file[one.path].append(one)
    root = ElementTree.Element("testsuites", name="graphlint", tests="0", failures=str(len(checked.findings)),
                               errors=str(len(checked.problems)))
    tests = 0
    for path, found in by_file.items():
        problems = [one for one in found if not hasattr(one, "rule")]
        file = _clean(short(path))
        name = os.path.splitext(file)[0].replace(os.sep, ".")
        tests += max(len(found), 1)
        suite = ElementTree.SubElement(root, "testsuite", name=file, tests=str(max(len(found), 1)), errors=str(len(problems)),
                                       failures=str(len(found) - len(problems)), skipped="0", time="0")
        if not found:
            ElementTree.SubElement(suite, "testcase", name="no findings", classname=name, file=file, time="0")
        for one in found:
            rule = getattr(one, "rule", None)
            title = f"{rule.id} {rule.symbol}" if rule else one.symbol
            where = checked.lines.told(path, one.line)
            case = ElementTree.SubElement(suite, "testcase", name=_clean(f"{title} in {where}"), classname=name, file=file,
                                          line=str(checked.lines.in_file(path, one.line)[0]), time="0")
            kind = ElementTree.SubElement(case, "failure" if rule else "error", message=_clean(one.text), type=title)
            kind.text = _clean(f"{checked.lines.place(path, one.line, one.column)}: {one.text}")
    root.set("tests", str(tests))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _clean(text: str) -> str:
    """Text without what XML cannot have."""
    return _NO_XML.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
