"""print → tf.print, where nothing of the call is lost."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

_STREAMS = ("sys.stdout", "sys.stderr")


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The call of `print` becomes one of ``tf.print``; other ways of writing are left to the user."""
    call = offence.effect
    if not isinstance(call, nodes.Call) or calls.dotted(program, call.func) != "builtins.print" or not call.args:
        return None
    name = calls.tensorflow(program, source, call)
    keywords = _keywords(program, source, call)
    texts = spelled_out(source, call)
    if name is None or keywords is None or texts is None:
        return None
    tf, imports = name
    edits = (*imports, Edit(*source.span(call.func), f"{tf}.print"), *keywords, *texts)
    return Fix(source.path, edits, f"print → {tf}.print", safe=True)


def _keywords(program: Program, source: Source, call: nodes.Call) -> list[Edit] | None:
    """`flush` goes: tf.print always does. `file` is called output_stream."""
    edits = []
    for keyword in call.keywords:
        if keyword.arg == "flush":
            edits.append(calls.removal(source, call, keyword))
        elif keyword.arg == "file" and calls.dotted(program, keyword.value) in _STREAMS:
            start, _ = source.span(keyword)
            edits.append(Edit(start, start + len("file"), "output_stream"))
        elif keyword.arg not in ("sep", "end") or not isinstance(keyword.value, nodes.Const):
            return None
    return edits


def spelled_out(source: Source, call: nodes.Call) -> list[Edit] | None:
    """Text that is put together in Python has symbolic tensors in it: its parts become arguments of their own."""
    composed = [argument for argument in call.args if _is_composed(argument)]
    if not composed:
        return []
    parts = _parts(composed[0])
    if parts is None or len(call.args) > 1 or any(keyword.arg == "sep" for keyword in call.keywords):
        return None
    if calls.has_comment(source, composed[0]):
        return None
    written = ", ".join(_quoted(part) if isinstance(part, str) else part.as_string() for part in parts)
    return [Edit(*source.span(composed[0]), f'{written}, sep=""')]


def _quoted(text: str) -> str:
    """The text as a literal in double quotes where that needs no more escapes."""
    return repr(text) if '"' in text else '"' + repr("'" + text)[2:]


def _is_composed(node: nodes.NodeNG) -> bool:
    if isinstance(node, nodes.JoinedStr):
        return True
    if isinstance(node, nodes.BinOp):
        return any(isinstance(part, (nodes.Const, nodes.JoinedStr)) and _is_text(part) for part in (node.left, node.right))
    return (isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute) and node.func.attrname == "format"
            and _is_text(node.func.expr))


def _is_text(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.JoinedStr) or (isinstance(node, nodes.Const) and isinstance(node.value, str))


def _parts(node: nodes.NodeNG) -> list[str | nodes.NodeNG] | None:
    """Texts and values of an f-string or of ``"…{}…".format(…)``; None where a value is written in a format of its own."""
    if isinstance(node, nodes.JoinedStr):
        parts: list[str | nodes.NodeNG] = []
        for value in node.values:
            if isinstance(value, nodes.Const):
                parts.append(value.value)
            elif isinstance(value, nodes.FormattedValue) and value.format_spec is None and value.conversion in (-1, None):
                parts.append(value.value)
            else:
                return None
        return parts
    if isinstance(node, nodes.Call) and not node.keywords and not any(isinstance(a, nodes.Starred) for a in node.args):
        texts = node.func.expr.value.split("{}")
        if len(texts) != len(node.args) + 1 or any("{" in text or "}" in text for text in texts):
            return None
        mixed = [part for pair in zip(texts, (*node.args, "")) for part in pair]
        return [part for part in mixed if not isinstance(part, str) or part]
    return None
