"""The cells that were executed in an IPython shell, as a notebook: each has the number that the shell gave it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult, InteractiveShell

NAME = "executed cells.ipynb"


class Session:
    """What a shell has executed since it was started."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._ids: dict[int, str] = {}  # of the cells in the user's notebook, by the number of the execution
        self._failed: set[int] = set()
        shell.events.register("pre_run_cell", self._begin)
        shell.events.register("post_run_cell", self._end)

    def close(self) -> None:
        """Look on no longer."""
        self._shell.events.unregister("pre_run_cell", self._begin)
        self._shell.events.unregister("post_run_cell", self._end)

    def _begin(self, info: ExecutionInfo) -> None:
        known = getattr(info, "cell_id", None)
        if known and info.store_history:
            self._ids[len(self._inputs)] = known  # it is put there next

    def _end(self, result: ExecutionResult) -> None:
        if not result.success and result.info.store_history:
            self._failed.add(self.current)

    @property
    def path(self) -> str:
        """Where a notebook of these cells would lie, so that modules beside it are found."""
        return os.path.join(os.getcwd(), NAME)

    @property
    def current(self) -> int:
        """The number of the cell that is executed now."""
        return len(self._inputs) - 1

    @property
    def _inputs(self) -> list[str]:
        """The sources as they were written, by their numbers; the first one is none."""
        return self._shell.history_manager.input_hist_raw

    def text(self, runs: bool = False) -> str:
        """The notebook. A cell that was executed again, as it was or edited, is empty but for the last time.

        `runs`: those that raised are empty as well, so that it comes to its end.
        """
        sources = self._inputs[1:]
        last: dict[object, int] = {}
        for number, source in enumerate(sources, 1):
            last[source.strip()] = number
            if number in self._ids:
                last[self._ids[number], "id"] = number
        kept = [source if last[source.strip()] == number and last.get((self._ids.get(number), "id"), number) == number else ""
                for number, source in enumerate(sources, 1)]
        if runs:
            kept = ["" if number in self._failed else source for number, source in enumerate(kept, 1)]
        cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source.splitlines(True)} for source in kept]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
