"""What is done with an object depends on its type: nothing is said of a tensor where only another object can come."""

import numpy as np
import tensorflow as tf
import torch


def cast(data, kind):
    if isinstance(kind, str):
        if isinstance(data, dict):
            return {key: cast(value, kind) for key, value in data.items()}
        if isinstance(data, (list, tuple)):
            return [cast(value, kind) for value in data]
        if tf.is_tensor(data):
            return tf.cast(data, kind)
        return np.array(data)
    return np.array(data, kind.dtype)


def pruned(narrow, wide):
    if type(narrow) != type(wide) and not isinstance(narrow, dict):
        return wide
    if isinstance(narrow, dict):
        return wide[: len(narrow)] if len(narrow) > len(wide) else set(wide.numpy())
    if tf.nest.is_nested(wide):
        return len(wide)
    return wide


def count(data):
    if isinstance(data, list):
        print("a list")  # [print-in-graph]
    if isinstance(data, (dict, str)):
        print("a dict or text")
    return np.array(data)  # [eager-only-call-in-graph]


@tf.function(input_signature=[tf.TensorSpec([None])])
def step(x):
    x = cast(x, "float32")
    count([x])
    return pruned(x.spec, x)


class Operation:
    """A model of another framework is in no graph of TensorFlow's."""

    def __init__(self, model):
        self.model = model
        self.calls = 0

    @tf.function
    def forward(self, x):
        if isinstance(self.model, torch.nn.Module) and x is not None:
            self.calls += 1
        if isinstance(self.model, (torch.nn.Module, tf.Module)):
            print(x)  # [print-in-graph]
        return x
