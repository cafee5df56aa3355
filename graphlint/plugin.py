"""The pylint checker: hands modules to the analysis, and what it finds to pylint."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.checkers.utils import only_required_for_messages
from pylint.interfaces import HIGH

from graphlint.analysis import bounds
from graphlint.analysis.engine import faults
from graphlint.analysis.program.modules import Modules
from graphlint.analysis.program.relevance import Relevance
from graphlint.analysis.syntax import names
from graphlint.rules import RULES

if TYPE_CHECKING:
    from graphlint.analysis.engine.faults import Fault
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.engine.view import View
    from graphlint.analysis.program.dependencies import Question
    from graphlint.analysis.program.files import Files
    from graphlint.analysis.values.offence import Offence
    from pylint.lint import PyLinter

#: Modules whose answers are kept, as many as are edited at a time.
_MAX_ANSWERS = 8
_RULE_OF_KIND = {kind: rule for rule in RULES for kind in rule.kinds}


@contextlib.contextmanager
def _no_collections() -> Iterator[None]:
    """Without Python's collector of cyclic garbage: all that an analysis makes is kept to its end, and pylint's trees too."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Answer(NamedTuple):
    """What was found in a module."""

    found: list[Offence]
    program: View
    questions: dict[Question, object]


def _is_same(path: str | None, question: Question, known: object, answer: object) -> bool:
    """Whether a question has the same answer, for a module in a file that has the same tree."""
    return known == answer or question == ("tree", (path,)) and _without(path, known) == _without(path, answer)


def _without(path: str, answer: Any) -> dict[str, str]:
    """What tells the trees of a file apart besides its own text."""
    return {key: value for key, value in zip(answer[::2], answer[1::2]) if key != path}


class GraphChecker(BaseChecker):
    """Python side effects in what TensorFlow traces into graphs."""

    name = "graphlint"
    msgs = {
        **{rule.id: (rule.message, rule.symbol, rule.description) for rule in RULES},
        faults.ID: (faults.MESSAGE, faults.SYMBOL, faults.DESCRIPTION),
    }
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

    def __init__(self, linter: PyLinter, files: Files | None = None) -> None:
        super().__init__(linter)
        self._files = files
        #: The offence that is being reported, for those who want more than its text.
        self.reporting: Offence | None = None
        self.program: View | None = None
        #: The functions that something traces in what was linted: the file, the line and the name of each.
        self.graph_functions: list[tuple[str, int, str]] = []
        #: The files of the program, and what they say: read once, for all that one process lints.
        self._relevance: Relevance | None = None
        #: Told of each module that is linted what its answer was made of, where anybody wants to know.
        self.on_linted: Callable[[nodes.Module, dict[Question, object]], None] | None = None
        self._shared: Program | None = None
        self._answer: tuple[list[Offence], View] | None = None
        #: Of the modules that were linted last: what was found there, and what it was made of. Kept only for those who lint again.
        self._answers: dict[nodes.Module, _Answer] | None = None

    def begin(self, files: Files) -> None:
        """Forgets what was linted before, but for answers that may hold as long as their trees do."""
        self._files, self.graph_functions, self.on_linted = files, [], None
        self._answers = {} if self._answers is None else self._answers
        self._relevance = self._shared = None

    def close(self) -> None:
        if bounds.is_asked_for():
            print(bounds.counts(), end="", file=sys.stderr)
        if self.linter.config.jobs == 1:  # else pylint opens and closes its checkers for each file
            self._relevance = self._shared = None

    @only_required_for_messages(*(rule.symbol for rule in RULES))
    def visit_module(self, node: nodes.Module) -> None:
        dependencies = self.relevance.dependencies
        with dependencies.step() as step:
            failed = self._visit(node)
        answer, self._answer = self._answer, None
        if failed:
            self._relevance = self._shared = None  # what an error has interrupted is there by half
            return
        if self.on_linted is None and self._answers is None:
            return
        questions = dependencies.questions(step.number)
        if self.on_linted is not None:
            self.on_linted(node, questions)
        if self._answers is not None and answer is not None:
            self._answers.pop(node, None)
            self._answers[node] = _Answer(*answer, questions)
            while len(self._answers) > _MAX_ANSWERS:
                del self._answers[next(iter(self._answers))]

    def _known(self, module: nodes.Module) -> tuple[list[Offence], View] | None:
        """What was found in a module before, if it has the same tree, and all else that this was made of is the same."""
        answer = (self._answers or {}).get(module)
        if answer is None or not all(
            _is_same(self.relevance.modules.path(module), question, known, self.relevance.answer(question))
            for question, known in answer.questions.items()
        ):
            return None
        if self._files is not None:
            answer.program.modules.files.follow(self._files)
        return answer.found, answer.program

    @property
    def relevance(self) -> Relevance:
        """What the files of the program show, for all that is linted."""
        if self._relevance is None:
            config = self.linter.config
            self._shared, self._relevance = None, Relevance(Modules(config.source_roots, self._files), config.graph_decorators)
        return self._relevance

    def _visit(self, node: nodes.Module) -> list[Fault]:
        """Reports what is found in a module; and what went wrong."""
        try:
            found, failed = self._analysed(node)
        except MemoryError:
            raise
        except Exception as error:  # what the functions of the module have in common
            found, failed = [], [faults.Fault(node, f"module '{node.name}'", faults.described(error))]
        for offence in found:
            self._report(offence)
        self.reporting = self.program = None
        for fault in failed:
            self.add_message(faults.SYMBOL, node=fault.node, args=(fault.what, fault.error), confidence=HIGH)
        return failed

    def _report(self, offence: Offence) -> None:
        # Imported here: programs without graph functions do not pay for it.
        from graphlint.rules.rendering import fields

        rule = _RULE_OF_KIND[offence.kind]
        self.reporting = offence
        self.add_message(rule.symbol, node=offence.node, args=fields(rule, offence), confidence=offence.confidence)

    def _analysed(self, module: nodes.Module) -> tuple[list[Offence], list[Fault]]:
        """What is found in a module, and what went wrong on the way."""
        relevance = self.relevance
        if relevance.modules.add(module):
            self._shared = None  # what is known is of other nodes of this file
        if not relevance.may_trace(module):
            return [], []
        self._answer = self._known(module)
        if self._answer is None:
            self._answer = self._found(module)
        found, self.program = self._answer
        traced = {node for node in self.program.roots if isinstance(node, nodes.FunctionDef) and node.root() is module}
        self.graph_functions += sorted((module.file or "", node.fromlineno, names.qualified(node)) for node in traced)
        return found, self.program.faults.found

    def _found(self, module: nodes.Module) -> tuple[list[Offence], View]:
        """What is found in a module now, and its view."""
        # Imported here: programs without graph functions do not pay for the analysis.
        from graphlint.analysis.engine.program import Program
        from graphlint.analysis.pipeline import offences

        config = self.linter.config
        if self._shared is None:
            if bounds.is_asked_for():
                bounds.count()
            decorators, contexts = frozenset(config.graph_decorators), frozenset(config.graph_contexts)
            self._shared = Program(decorators, self.relevance, contexts, int(config.keras_version))
        with _no_collections():
            return offences(self._shared, module, RULES)


def register(linter: PyLinter) -> None:
    """Called by ``pylint --load-plugins graphlint``."""
    linter.register_checker(GraphChecker(linter, getattr(linter, "files", None)))
