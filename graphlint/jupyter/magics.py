"""The magics `%graphlint`, `%%graphlint` and `%%confirm`."""

from __future__ import annotations

import html
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from graphlint.checking import settings
from graphlint.checking.run import Request, check
from graphlint.confirm import backends, confirmation
from graphlint.confirm.session import Program
from graphlint.confirm.shown import page, report
from graphlint.documents.lines import Lines
from graphlint.findings import Misconfigured
from graphlint.jupyter.session import NAME, Session
from graphlint.jupyter.table import Table

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from graphlint.confirm.confirmation import Confirmation

_LEAST, _EACH, _MOST = 260, 230, 900  # of the height of a page


class CellFailed(Exception):
    """The cell raised, which was shown already: it stops the cells after it, and says no more."""

    def _render_traceback_(self) -> list[str]:
        return []


class Proof:
    """A confirmation as a notebook shows it: the page where there is HTML, and the text where there is not."""

    def __init__(self, confirmed: Confirmation) -> None:
        path = confirmed.program.script
        shown = len(confirmed.verdicts) + len(confirmed.unforeseen)
        self._height = min(_LEAST + _EACH * (shown + bool(shown)), _MOST)
        self._page = _in_words(page.text(confirmed), path)
        self._text = _in_words(report.text(confirmed), path)

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        # A document of its own: its styles are not the notebook's, and no script of it runs.
        style = (f"display: block; box-sizing: border-box; width: 100%; height: {self._height}px; resize: vertical;"
                 " border: 1px solid #8888; border-radius: 6px")
        return f'<iframe sandbox title="graphlint" srcdoc="{html.escape(self._page)}" style="{style}"></iframe>'


def _in_words(text: str, path: str) -> str:
    """A text with places in the cells, whose file is nobody's business."""
    return text.replace(f"{path}:cell ", "cell ").replace(path, "the notebook")


@magics_class
class GraphlintMagics(Magics):
    """Lint and prove the cells of a notebook."""

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(shell)
        self.session = Session(shell)

    @magic_arguments()
    @argument("--select", metavar="RULES", action="append", help="these rules alone: ids, symbols or beginnings of them")
    @argument("--ignore", metavar="RULES", action="append", help="all rules but these")
    @argument("--no-run", action="store_true", help="only lint the cell")
    @line_cell_magic
    def graphlint(self, line: str, cell: str | None = None) -> None:
        """Lint the cell together with all that were executed before it, then run it.

        As a line, %graphlint lints all cells that were executed.
        """
        options = parse_argstring(self.graphlint, line)
        try:
            found = settings.find(os.getcwd())
            selection = found.selection(_words(options.select), _words(options.ignore))
            path = self.session.path
            checked = check(Request((path,), found, selection, texts={path: self.session.text()}))
        except Misconfigured as error:
            raise UsageError(str(error)) from error
        display(Table(checked, None if cell is None else self.session.current))
        if cell is not None and not options.no_run:
            self._run(cell)

    @magic_arguments()
    @argument("--backend", choices=("runtime", "tensorflow"),
              help="what serves `import tensorflow` (default: tensorflow where it is installed)")
    @argument("--timeout", type=float, default=60.0, metavar="SECONDS", help="stop a run after so long (default: 60)")
    @argument("--all", action="store_true", help="show what is found in the cells before it, too")
    @argument("--no-run", action="store_true", help="only prove the cell")
    @cell_magic
    def confirm(self, line: str, cell: str) -> None:
        """Run the cell eagerly and as a graph and show how they differ, then run it in the notebook.

        All cells that were executed before it run too, in processes of their own: the notebook's variables stay as they are.
        """
        options = parse_argstring(self.confirm, line)
        with tempfile.TemporaryDirectory(prefix="graphlint-") as folder:
            path = os.path.join(os.path.realpath(folder), NAME)
            Path(path).write_text(self.session.text(runs=True), "utf-8")
            program = Program(path, (), options.backend or backends.default(), options.timeout, pictures=True,
                              folder=os.getcwd(), called=f"cell {self.session.current}")
            try:
                confirmed = confirmation.confirm(program, confirmation.lint_program(program))
            except confirmation.Unusable as error:
                raise UsageError(_in_words(str(error), path)) from error
            if not options.all:
                confirmed = _of_cell(confirmed, self.session.current)
            proof = Proof(confirmed)
        display(proof)
        if not options.no_run:
            self._run(cell)

    def close(self) -> None:
        """Look on no longer."""
        self.session.close()

    def _run(self, cell: str) -> None:
        """Run a cell as if its magic were not there."""
        if not self.shell.run_cell(cell).success:
            raise CellFailed


def _of_cell(confirmed: Confirmation, cell: int) -> Confirmation:
    """What was seen in a cell, or of the functions that it calls."""
    lines, path = Lines(), confirmed.program.script

    def is_here(place: tuple[str, int] | None) -> bool:
        found = lines.cell(*place) if place and place[0] == path else None
        return found is not None and found.cell == cell

    calls = {call.number: call.name for call in confirmed.graph.calls if is_here(call.site)}
    called = {*calls.values(), *(call.name for call in confirmed.graph.nested if call.outer in calls)}
    verdicts = [one for one in confirmed.verdicts if one.finding.function in called or any(map(is_here, (
        (one.finding.path, one.finding.line), *one.finding.effects, *((step.path, step.line) for step in one.finding.calls))))]
    unforeseen = [one for one in confirmed.unforeseen if any(map(is_here, one.places)) or any(is_here(call.site) for call in one.calls)]
    return replace(confirmed, verdicts=verdicts, unforeseen=unforeseen,
                   problems=[one for one in confirmed.problems if is_here((one.path, one.line))])


def _words(given: list[str] | None) -> list[str] | None:
    return None if given is None else [word.strip() for words in given for word in words.split(",")]
