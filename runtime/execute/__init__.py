"""Running graphs: each FuncGraph is compiled once to straight-line Python over NumPy and run from there."""

from runtime.execute.plan import Plan, plan_of


def run(graph, args):
    """The outputs of the FuncGraph `graph` for `args` (arguments, then captures): a list of arrays."""
    return plan_of(graph).function(*args)


__all__ = ["Plan", "plan_of", "run"]
