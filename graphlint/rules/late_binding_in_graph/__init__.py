"""late-binding-in-graph: lambdas that a loop makes over its variable, called after the loop."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7319",
    symbol="late-binding-in-graph",
    message="%(what)s reads %(variable)s after the loop at %(loop)s: the value of the last turn eagerly, of its own turn"
    " while %(traced)s%(path)s; give the lambda a parameter %(instead)s",
    description="A lambda that a loop makes reads the loop's variable later: each turn's in a graph, the last one eagerly.",
    why="""\
In Python a lambda looks a variable up when it is called. After the loop all lambdas of the loop find the value of the
last turn. AutoGraph makes a function of the body of a loop, also of one over a Python list. The variable is then local to
that function, and each lambda keeps the value of its own turn. So the function returns one thing as a graph, and another
thing eagerly: in a debugger, with `run_functions_eagerly`, in a test. If something after the loop reads the variable,
even a line that is added later, the graph falls back to the last value as well.""",
    instead="""\
Bind the value when the lambda is made, with a default: `lambda x, i=i: x * i`. `functools.partial` does so too.""",
    silent="""\
Nothing is reported for a lambda that its own turn calls, or where AutoGraph makes one variable for all turns: the
variable is read after the loop, or carried from turn to turn. Nor for comprehensions, which AutoGraph leaves alone.""",
    kinds=frozenset({Kind.LATE}),
    divergence="value",
    from_first_call=True,
)
