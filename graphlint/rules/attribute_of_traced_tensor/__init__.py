"""attribute-of-traced-tensor: a Python attribute of a tensor is read on the other side of a trace."""

from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule


def _fields(said: dict[str, str], offence: Offence) -> dict[str, str]:
    """What is read, and why it is not there: in the trace, or after it."""
    if "traced" in said:
        told = f"{said['what']} asks for '{said['name']}' while {said['traced']}{said['path']}"
        return {"told": f"{told}, but {said['put']} puts that on a tensor outside; pass it as an argument of its own"}
    told = f"'{said['read']}' is read here, but {said['put']} puts '{said['name']}' on a tensor of the graph of {said['function']}:"
    return {"told": f"{told} the tensor here is another one, without it; return it from {said['function']} as well"}


RULE = Rule(
    id="W7321",
    symbol="attribute-of-traced-tensor",
    message="%(told)s",
    description="A Python attribute that is put on a tensor is read on the other side of a trace, where it is missing.",
    why="""\
A trace does not get the tensors that a call gives: it has symbolic ones of its own for its arguments, with dtype and
shape and nothing else. Its caller gets new tensors for its results. So an attribute such as `x.tag = "a"` that is put
on a tensor before the call is missing in the graph function, and one that the graph function puts there is missing
after the call. Reading it raises AttributeError; `getattr` with a default and `hasattr` give another answer than
eagerly, and nothing is raised.""",
    instead="""\
Pass what belongs to a tensor as an argument of its own, and return it beside the tensor.""",
    silent="""\
Nothing is reported if an attribute is put on a tensor and read within one trace, as Keras does with `_keras_mask`, for
variables and objects of classes, or for tensors that a graph function captures: these are the same objects in a trace.""",
    kinds=frozenset({Kind.TENSOR_ATTRIBUTE}),
    divergence="exception",
    fields=_fields,
    silently=True,
    from_first_call=True,
)
