"""How late-binding-in-graph decides."""

from graphlint.rules.case import Case


def _loop(body: str, after: str = "return [function(x) for function in functions]") -> Case:
    return Case(f"functions = []\nfor i in range(3):\n    {body}\n{after}", says=f"`{body}` in `for i in range(3)`, called after the loop")


CASES = (
    _loop("functions.append(lambda y: y * i)"),
    _loop("functions.append(lambda y, i=i: y * i)"),
    Case(
        "functions = []\nfor i in range(3):\n    functions.append(lambda y: y * i)\nreturn [function(x) for function in functions], i",
        says="the same where the function reads `i` after the loop",
        note="AutoGraph makes one variable for all turns then",
    ),
    Case(
        "total = x\nfor i in range(3):\n    scale = lambda y: y * i\n    total += scale(x)\nreturn total",
        says="a lambda that its own turn calls",
    ),
    Case("functions = [lambda y: y * i for i in range(3)]\nreturn [function(x) for function in functions]", says="`[lambda y: y * i for i in range(3)]`"),
)
