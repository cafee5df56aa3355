"""Graph functions that a wrapper makes again at each call."""

from compiled import jit


def evaluate(data):
    def inner(x):
        return x

    step = jit(inner)  # [graph-function-in-loop]
    return step(data)


def make(data):
    def inner(x):
        return x + data

    return jit(inner)


def main(batches):
    step = make(1.0)
    for batch in batches:
        evaluate(batch)
        step(batch)


def on_each(devices, data):
    """No device can use the graph of another one."""
    for device in devices:
        jit(lambda x: x, device=device)(data)
