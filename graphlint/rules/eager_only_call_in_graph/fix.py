"""np.sum(x) → tf.reduce_sum(x), and its like."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source
from graphlint.rules.print_in_graph.fix import spelled_out

#: Functions of one array, of two, and of an array with axis and keepdims, that mean the same in TensorFlow.
_UNARY = {
    **{name: name for name in "abs exp sqrt square sin cos tan tanh sinh cosh floor sign round zeros_like ones_like".split()},
    **{"absolute": "abs", "fabs": "abs", "log": "math.log", "log1p": "math.log1p", "expm1": "math.expm1", "ceil": "math.ceil"},
    **{"array": "convert_to_tensor", "asarray": "convert_to_tensor", "isnan": "math.is_nan", "isfinite": "math.is_finite"},
    **{"isinf": "math.is_inf", "transpose": "transpose", "negative": "negative"},
}
_BINARY = {
    **{name: name for name in "maximum minimum add subtract multiply divide matmul reshape expand_dims".split()},
    **{"power": "pow", "pow": "pow"},
}
_REDUCTIONS = {
    **{name: f"reduce_{name}" for name in "sum mean max min prod any all".split()},
    **{"amax": "reduce_max", "amin": "reduce_min", "std": "math.reduce_std", "var": "math.reduce_variance"},
}
_DTYPES = {"float": "float32", "int": "int32", "bool_": "bool", **{name: name for name in "float32 float64 int32 int64".split()}}
_PAIRS = {"max": "maximum", "min": "minimum"}


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """TensorFlow's function of the same meaning. Not safe: NumPy and Python choose other dtypes."""
    node = offence.effect
    name = calls.tensorflow(program, source, node)
    if name is None:
        return None
    tf, imports = name
    if isinstance(node.parent, nodes.Call) and calls.dotted(program, node.parent.func) == "tensorflow.print":
        edits = _printed(source, node, node.parent)
        return Fix(source.path, tuple(edits), "the tensor itself in tf.print", safe=False) if edits else None
    if not isinstance(node, nodes.Call) or any(isinstance(argument, nodes.Starred) for argument in node.args):
        return None
    function = calls.dotted(program, node.func) or ""
    written = _function(function, node)
    if written is not None:
        edits = [Edit(*source.span(node.func), f"{tf}.{written}")]
    else:
        package, _, short = function.rpartition(".")
        if package not in ("numpy", "builtins") or short not in _DTYPES or len(node.args) != 1 or node.keywords:
            return None
        written = "cast"
        _, end = source.span(node.args[0])
        edits = [Edit(*source.span(node.func), f"{tf}.cast"), Edit(end, end, f", {tf}.{_DTYPES[short]}")]
    return Fix(source.path, (*imports, *edits), f"{source.of(node.func)} → {tf}.{written}", safe=False)


def _function(name: str, call: nodes.Call) -> str | None:
    """What is called instead, with the same arguments."""
    package, _, short = name.rpartition(".")
    count, keywords = len(call.args), {keyword.arg for keyword in call.keywords}
    if package == "builtins":
        return _PAIRS.get(short) if count == 2 and not keywords else None
    if package not in ("numpy", "math"):
        return None
    if package == "numpy" and short in _REDUCTIONS and count in (1, 2) and keywords <= {"axis", "keepdims"}:
        return _REDUCTIONS[short]
    if package == "numpy" and short == "stack" and count in (1, 2) and keywords <= {"axis"}:
        return "stack"
    if keywords:
        return None
    return _UNARY.get(short) if count == 1 else _BINARY.get(short) if count == 2 else None


def _printed(source: Source, node: nodes.NodeNG, call: nodes.Call) -> list[Edit] | None:
    """What is printed at each call needs neither a value nor a text that is made of it before."""
    if isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute) and node.func.attrname == "numpy":
        _, start = source.span(node.func.expr)
        return [Edit(start, source.span(node)[1], "")]
    return spelled_out(source, call)
