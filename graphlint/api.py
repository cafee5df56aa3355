"""`graphlint.check(...)`: the linter for programs that call it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from graphlint.cache import Cache
from graphlint.checking import settings
from graphlint.checking.baseline import Baseline
from graphlint.checking.pool import cores
from graphlint.checking.run import Checked, Request
from graphlint.checking.run import check as run


def check(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = os.curdir,
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    options: Sequence[str] = (),
    jobs: int = 1,
    baseline: str | os.PathLike[str] | None = None,
    texts: Mapping[str, str] | None = None,
    cache: bool | str | os.PathLike[str] = False,
) -> Checked:
    """Lint files and folders, as the command ``graphlint check`` does, with the configuration of the current folder.

    Args:
        paths: files and folders.
        select, ignore: rules that are told alone, or not: ids, symbols, or beginnings of them, such as ``"W73"``.
        options: pylint's options, such as ``--graph-decorators=mylib.function``.
        jobs: processes that lint; 0 is one for each core.
        baseline: a file whose findings are counted and not told.
        texts: what files hold that are not saved, by absolute path.
        cache: keep what is found between runs, in the platform's folder for caches or in this one.

    Raises:
        graphlint.findings.Misconfigured: a rule, an option or the configuration cannot be used.
        OSError: the baseline cannot be read.
    """
    named = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    found = settings.find(os.curdir)
    known = os.fspath(baseline) if baseline is not None else found.baseline
    kept = Cache(None if cache is True else os.fspath(cache)) if cache else None
    request = Request(tuple(map(os.fspath, named)), found, found.selection(select, ignore), tuple(options), jobs or cores(),
                      Baseline.read(known) if known else None, dict(texts or {}), kept)
    return run(request)
