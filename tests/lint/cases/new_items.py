"""Items that a statement before has set to a new container, whatever else the container may hold."""

import tensorflow as tf


class Parser:
    def __init__(self, specs):
        self.specs = specs

    @tf.function
    def parse(self, x):
        return pack({"a": x, "b": x + 1.0}, self.specs)

    @tf.function
    def keep(self, x):
        self.specs["new"] = []  # [outer-mutation-in-graph]
        self.specs["new"].append(x)  # [outer-mutation-in-graph]
        self.specs["old"].append(x)  # [outer-mutation-in-graph]
        return x


def pack(flat, nested):
    out = {}
    for key, value in nested.items():
        if isinstance(value, dict):
            out[key] = pack(flat, value)
        elif isinstance(value, list):
            out[key] = [{} for _ in range(3)]
            for number in range(3):
                out[key][number]["item"] = flat.pop(key) + 1.0
        else:
            out[key] = flat.pop(key, None)
    return out
