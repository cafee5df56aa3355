"""Nothing here is called as the option says, but for what the package passes on."""

from lib import graph as staged


@staged
def step(x):
    print(x)  # [print-in-graph]
    return x
