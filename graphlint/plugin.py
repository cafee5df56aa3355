"""The pylint checker: hands modules to the analysis, and what it finds to pylint."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.checkers.utils import only_required_for_messages

from graphlint import frameworks
from graphlint.analysis.modules import Modules
from graphlint.analysis.offences import offences
from graphlint.analysis.program import Program
from graphlint.analysis.reach import Offence
from graphlint.rules import RULES

if TYPE_CHECKING:
    from pylint.lint import PyLinter

_RULE_OF_KIND = {kind: rule for rule in RULES for kind in rule.kinds}


class GraphChecker(BaseChecker):
    """Python side effects in what TensorFlow traces into graphs."""

    name = "graphlint"
    msgs = {rule.id: (rule.message, rule.symbol, rule.description) for rule in RULES}
    options = (
        (
            "graph-decorators",
            {
                "default": (),
                "type": "csv",
                "metavar": "<dotted names>",
                "help": "Decorators and wrappers of your own that make graph functions, as tf.function does.",
            },
        ),
        (
            "graph-contexts",
            {
                "default": ("function", "dataset", "keras"),
                "type": "csv",
                "metavar": "<contexts>",
                "help": "What traces functions: function (tf.function), dataset (Dataset.map and its like),"
                " keras (call, train_step, losses, metrics…).",
            },
        ),
        (
            "keras-version",
            {
                "default": "3",
                "type": "choice",
                "choices": ("2", "3"),
                "metavar": "<2 or 3>",
                "help": "Keras 2 converts methods such as call with AutoGraph, Keras 3 does not.",
            },
        ),
    )

    def __init__(self, linter: PyLinter) -> None:
        super().__init__(linter)
        #: The offence that is being reported, for those who want more than its text.
        self.reporting: Offence | None = None
        self.program: Program | None = None
        #: The files of the program: read once, for all that one process lints.
        self._modules: Modules | None = None

    def close(self) -> None:
        if self.linter.config.jobs == 1:  # else pylint opens and closes its checkers for each file
            self._modules = None

    @only_required_for_messages(*(rule.symbol for rule in RULES))
    def visit_module(self, node: nodes.Module) -> None:
        config = self.linter.config
        if self._modules is None:
            self._modules = Modules(config.source_roots)
        program = Program(
            frozenset(config.graph_decorators), self._modules, frozenset(config.graph_contexts), int(config.keras_version)
        )
        if not _mentions(node, program.words):
            return
        try:
            found = offences(program, node)
        except RecursionError:
            return  # nested deeper than Python's stack: pylint's own checkers give up here too
        self.program = program
        for offence in found:
            rule = _RULE_OF_KIND[offence.kind]
            self.reporting = offence
            self.add_message(rule.symbol, node=offence.node, args=offence.words, confidence=offence.confidence)
        self.reporting = self.program = None


def _mentions(module: nodes.Module, words: frozenset[str]) -> bool:
    """Whether the source may hold a graph function at all: most modules do not, and cost nothing more."""
    stream = module.stream()
    if stream is None:
        return False
    with stream:
        source = stream.read()
    if _pattern(words).search(source) is not None:
        return True
    return _FRAMEWORKS.search(source) is not None and _TRACED.search(source) is not None


@functools.cache
def _pattern(words: frozenset[str]) -> re.Pattern[bytes]:
    """Finds makers of graph functions: after a dot or in an import. In prose, where the words are common, they do not count.

    And methods that only Keras calls, whichever module their base class is from.
    """
    word = b"(?:%s)" % b"|".join(re.escape(word.encode()) for word in sorted(words))
    patterns = (
        rb"\.\s*W\b|\bimport\b[^\n]*\bW\b|^\s*W\s*(?:,|\)|as\b)|\bimport\s*\*"
        rb"|^\s+def (?:call|train_step|test_step|predict_step)\(self\b|\bnum_parallel_calls\b"
    )
    return re.compile(patterns.replace(b"W", word), re.MULTILINE)


#: Names of TensorFlow and Keras.
_FRAMEWORKS = re.compile(rb"\btensorflow|\btf\b|keras\b|\bruntime\b")
#: Calls that trace what they are given, and methods that Keras traces.
_TRACED = re.compile(
    b"|".join(
        (
            rb"\b(?:%s)\s*\(" % b"|".join(sorted(name.encode() for name in frameworks.TRACERS)),
            rb"\bdef (?:%s)\(" % b"|".join(sorted(name.encode() for name in frameworks.KERAS_METHODS)),
            rb"(?:activation|regularizer|constraint|learning_rate)=",
        )
    )
)


def register(linter: PyLinter) -> None:
    """Called by ``pylint --load-plugins graphlint``."""
    linter.register_checker(GraphChecker(linter))
