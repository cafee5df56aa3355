"""The linter's findings in the files of what was seen: in a process of its own, so that this one is left as it is."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

_SECONDS = 300.0
_HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


@dataclass(frozen=True)
class Foreseen:
    """A finding, as far as watching needs it."""
    id: str
    symbol: str
    path: str
    line: int
    function: str
    text: str
    kinds: tuple[str, ...]
    divergence: str
    places: tuple[tuple[str, int], ...]
    """The statements where the effect itself executes."""
    off: bool


def lint(paths: Iterable[str]) -> tuple[list[Foreseen], str]:
    """The findings in these files, and why there are none if the linter could not be run."""
    try:
        done = subprocess.run([sys.executable, os.path.abspath(__file__), *paths], capture_output=True, text=True,
                              encoding="utf-8", timeout=_SECONDS, stdin=subprocess.DEVNULL)
        found = json.loads(done.stdout.rpartition("\x1e")[2]) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return [], f"the linter could not be run: {error}"
    if found is None:
        said = done.stderr.strip().splitlines()
        return [], f"the linter could not be run: {said[-1] if said else f'exit status {done.returncode}'}"
    return [Foreseen(**{**one, "kinds": tuple(one["kinds"]), "places": tuple(map(tuple, one["places"]))}) for one in found], ""


def _main(paths):
    from graphlint.confirm.judgement.verdicts import places
    from graphlint.findings import lint

    found = [{"id": one.rule.id, "symbol": one.rule.symbol, "path": os.path.realpath(one.path), "line": one.line,
              "function": one.function, "text": one.text, "kinds": sorted(kind.name for kind in one.rule.kinds),
              "divergence": one.rule.divergence, "places": places(one), "off": one.off is not None}
             for one in lint(paths, everything=True).findings]
    sys.stdout.write("\x1e" + json.dumps(found))


if __name__ == "__main__":
    sys.path[0] = _HOME  # in the place of this folder, whose modules are not to be found by their short names
    _main(sys.argv[1:])
