"""Quick fixes: the edits that mend findings, a comment that switches a rule off, and what can be asked for besides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Command,
    Diagnostic,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from graphlint.edits.edits import Edit, Fix, compatible
from graphlint.findings import Finding
from graphlint.server import comments, diagnostics
from graphlint.server.lines import Lines

FIX_ALL = "source.fixAll.graphlint"
EXPLAIN, CONFIRM, PROVE = "graphlint.explain", "graphlint.confirm", "graphlint.prove"
KINDS = (CodeActionKind.QuickFix, FIX_ALL)
#: A file's text, and the version that the editor gave it if it is open there.
Versions = Callable[[str], "tuple[Lines, str, int | None]"]


class Actions:
    """What is offered for the findings of one text."""

    def __init__(self, lines: Lines, uri: str, versions: Versions, versioned: bool, proofs: Mapping[Fix, bool]) -> None:
        self._lines, self._uri, self._versions, self._versioned, self._proofs = lines, uri, versions, versioned, proofs

    def wanted(
        self, findings: Iterable[Finding], every: Iterable[Finding], shown: Callable[[Finding], Diagnostic], kinds: Iterable[str] | None
    ) -> Iterator[CodeAction]:
        """The actions of the kinds that are wanted: for some findings, and for all of the text."""
        if _is_wanted(CodeActionKind.QuickFix, kinds):
            findings = list(findings)
            for finding in findings:
                yield from self._fix(finding, shown(finding))
            for finding in findings:
                yield from self._others(finding, shown(finding))
        if _is_wanted(FIX_ALL, kinds):
            yield from self._fix_all(every)

    def _fix(self, finding: Finding, diagnostic: Diagnostic) -> Iterator[CodeAction]:
        fix = finding.fix
        if fix is None:
            return
        proven = self._proofs.get(fix)
        proof = diagnostics.proof(fix, proven)
        edit = self._edit(fix.path, fix.edits)
        if edit is None or proven is False:
            return
        yield CodeAction(
            title=f"{fix.summary} ({proof})",
            kind=CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=edit,
            is_preferred=fix.safe or bool(proven),
        )
        if proven is None and not fix.safe:
            yield CodeAction(
                title=f"Prove {fix.summary}: run the program before and after",
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                command=Command("Prove the edit", PROVE, arguments=[self._uri]),
            )

    def _others(self, finding: Finding, diagnostic: Diagnostic) -> Iterator[CodeAction]:
        symbol = finding.rule.symbol
        edit = comments.disabling(self._lines, finding.line, symbol)
        if edit is not None:
            yield CodeAction(
                title=f"Disable {symbol} for this line",
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=self._of_text(self._uri, self._lines, self._versions(finding.path)[2], (edit,)),
                is_preferred=False,
            )
        yield CodeAction(
            title=f"Explain {symbol}",
            kind=CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            command=Command(f"Explain {symbol}", EXPLAIN, arguments=[symbol]),
        )

    def _fix_all(self, every: Iterable[Finding]) -> Iterator[CodeAction]:
        """All safe edits of this text that can be made together."""
        safe = dict.fromkeys(one.fix for one in every if one.fix is not None and (one.fix.safe or self._proofs.get(one.fix)))
        own = [fix for fix in safe if self._versions(fix.path)[1] == self._uri]
        taken, _ = compatible(self._lines.text, own) if own else ([], [])
        edits = tuple(sorted({edit for fix in taken for edit in fix.edits}))
        edit = self._edit(taken[0].path, edits) if taken else None
        if edit is not None:
            yield CodeAction(title="graphlint: make all safe edits", kind=FIX_ALL, edit=edit)

    def _edit(self, path: str, edits: Iterable[Edit]) -> WorkspaceEdit | None:
        """Edits of a file; None if its text cannot be read."""
        lines, uri, version = self._versions(path)
        edits = tuple(edits)
        if any(edit.end > len(lines.text) for edit in edits):
            return None
        return self._of_text(uri, lines, version, edits)

    def _of_text(self, uri: str, lines: Lines, version: int | None, edits: Iterable[Edit]) -> WorkspaceEdit:
        made = [TextEdit(lines.range(edit.start, edit.end), edit.text) for edit in edits]
        if self._versioned:
            return WorkspaceEdit(document_changes=[TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(uri, version), list(made))])
        return WorkspaceEdit(changes={uri: made})


def _is_wanted(kind: str, kinds: Iterable[str] | None) -> bool:
    """Whether a kind is asked for, by its own name or the beginning of it: `source` asks for `source.fixAll`, too."""
    return kinds is None or any(kind == one or not one or kind.startswith(f"{one}.") for one in kinds)
