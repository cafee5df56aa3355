"""np.random.normal(…) → tf.random.normal(…), and its like."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

#: Function of numpy.random, and method of its generators: parameters, and the call that draws the same distribution.
_DRAWS = {
    "normal": ("loc scale size", "normal({size}, {loc}, {scale})"),
    "standard_normal": ("size", "normal({size})"),
    "uniform": ("low high size", "uniform({size}, {low}, {high})"),
    "random": ("size", "uniform({size})"),
    "random_sample": ("size", "uniform({size})"),
    "sample": ("size", "uniform({size})"),
    "ranf": ("size", "uniform({size})"),
}
_DEFAULTS = {"loc": "0.0", "scale": "1.0", "low": "0.0", "high": "1.0", "size": "[]"}
#: Endings of calls that are the defaults of TensorFlow's functions too.
_IMPLIED = {"normal": ", 0.0, 1.0", "uniform": ", 0.0, 1.0"}
_DIMENSIONS = {"randn": "normal", "rand": "uniform"}
_DTYPES = {"float16", "float32", "float64"}


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """A draw of floats becomes one of TensorFlow's. Its dtype is float32 where NumPy's is float64, so it is not safe."""
    call = offence.effect
    if not isinstance(call, nodes.Call) or not isinstance(call.func, (nodes.Attribute, nodes.Name)):
        return None
    if calls.has_comment(source, call):
        return None
    name = calls.tensorflow(program, source, call)
    function = call.func.attrname if isinstance(call.func, nodes.Attribute) else (calls.dotted(program, call.func) or "")
    written = _draw(source, call, function.rpartition(".")[2])
    if name is None or written is None:
        return None
    tf, imports = name
    replaced: nodes.NodeNG = call
    cast = _cast(program, call)
    if cast is not None:
        replaced, dtype = cast
        written = f"{written[:-1]}, dtype={tf}.{dtype})"
    edit = Edit(*source.span(replaced), f"{tf}.random.{written}")
    return Fix(source.path, (*imports, edit), f"{source.of(call.func)} → {tf}.random.{written.partition('(')[0]}", safe=False)


def _draw(source: Source, call: nodes.Call, function: str) -> str | None:
    """The call of ``tf.random`` that draws as this one does."""
    if function in _DIMENSIONS:
        if call.keywords or any(isinstance(argument, nodes.Starred) for argument in call.args):
            return None
        return f"{_DIMENSIONS[function]}([{', '.join(map(source.of, call.args))}])"
    if function not in _DRAWS:
        return None
    parameters, template = _DRAWS[function]
    given = calls.arguments(source, call, parameters)
    if given is None:
        return None
    texts = {**_DEFAULTS, **{name: source.of(value) for name, value in given.items()}}
    size = given.get("size")
    if isinstance(size, nodes.Const) and size.value is None:
        texts["size"] = "[]"
    elif isinstance(size, nodes.Const):
        texts["size"] = f"[{texts['size']}]"
    written = template.format(**texts)
    drawn = written.partition("(")[0]
    implied = _IMPLIED[drawn]
    return written[: -len(implied) - 1] + ")" if written.endswith(implied + ")") else written


def _cast(program: Program, call: nodes.Call) -> tuple[nodes.Call, str] | None:
    """The call of `astype` on the numbers drawn, and the dtype that it asks for: a tensor has no such method."""
    method = call.parent
    if not isinstance(method, nodes.Attribute) or method.attrname != "astype" or not isinstance(method.parent, nodes.Call):
        return None
    outer = method.parent
    if len(outer.args) != 1 or outer.keywords:
        return None
    asked = outer.args[0]
    dtype = asked.value if isinstance(asked, nodes.Const) else (calls.dotted(program, asked) or "").rpartition(".")[2]
    return (outer, dtype) if dtype in _DTYPES else None
