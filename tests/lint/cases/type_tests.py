"""What is done with an object depends on its type: nothing is said of a tensor where only another object can come."""

import types
from collections import abc
from collections.abc import Mapping, Sequence

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


ARRAYS = (np.ndarray, list)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def asked_in_other_ways(x):
    if type(x) is np.ndarray:
        np.sum(x)
    if type(x) != np.ndarray:
        np.sum(x)  # [eager-only-call-in-graph]
    elif type(x) in (np.ndarray, list):
        np.sum(x)
    if x.__class__ is np.ndarray:
        np.sum(x)
    if isinstance(x, ARRAYS):
        np.sum(x)
    if not tf.is_symbolic_tensor(x):
        np.sum(x)
    if not tf.keras.backend.is_tensor(x):
        np.sum(x)
    if np.isscalar(x) or callable(x):
        np.sum(x)
    if type(x) == tf.Tensor:  # it is of a class derived from that
        np.sum(x)  # [eager-only-call-in-graph]
    is_array = isinstance(x, np.ndarray)
    if is_array:
        np.sum(x)
    is_tensor, eager = tf.is_tensor(x), tf.executing_eagerly()
    if not is_tensor or eager:
        np.sum(x)
    if is_tensor and not eager:
        np.sum(x)  # [eager-only-call-in-graph]
    match x:
        case np.ndarray():
            np.sum(x)
        case tf.Tensor():
            np.sum(x)  # [eager-only-call-in-graph]


@tf.function
def known_once(x, y=None):
    given = y is not None
    if given:
        print("given")  # [print-in-graph]
    positive = tf.reduce_sum(x) > 0
    x = np.array([1.0])
    is_array = isinstance(x, np.ndarray)
    if positive and is_array:
        print(np.sum(x))  # [print-in-graph]
    return x


@tf.function(autograph=False)
def of_values(x, y=None):
    done = tf.equal(tf.size(x), 0)
    if done:  # [tensor-condition-without-autograph]
        return y
    return x


class Inputs(tf.keras.layers.Layer):
    """What the annotation says is not what all callers give."""

    def call(self, inputs: tf.Tensor):
        return self.first(inputs) + self.count(inputs)

    def first(self, inputs):
        if isinstance(inputs, (list, tuple)):
            return inputs[0] if len(inputs) > 1 else inputs
        if isinstance(inputs, dict):
            return inputs["x"] if "x" in inputs else list(inputs.values())[0]
        return inputs

    def count(self, inputs):
        return [part for part in inputs][0]  # [tensor-condition-without-autograph]


@tf.function
def with_pytorch(model, x):
    return tf.constant(model(x).detach().cpu().numpy()), model(x).cpu().numpy()  # [eager-only-call-in-graph]


def as_tuple(items):
    if isinstance(items, types.GeneratorType):
        return list(items)
    return (items,)


def by_names(names, items):
    if isinstance(names, str):
        return {names: items}
    return dict(zip(names, items))


class Mapped:
    def __init__(self, names):
        self.names = names

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, x):
        zip("ab", x)  # [eager-only-call-in-graph]
        return by_names(self.names, x), as_tuple(x)


def summed(outputs):
    if all(isinstance(output, list) for output in outputs):
        return [np.sum(output) for output in outputs]
    if any([isinstance(output, tf.Tensor) for output in outputs]):
        return [np.sum(output) for output in outputs]  # [eager-only-call-in-graph]
    return outputs


@tf.function(input_signature=[tf.TensorSpec([None])])
def of_each(x):
    return summed([x, x])


def logarithm(x):
    if isinstance(x, (list, tuple, float)):
        x = np.array(x)
    return tf.math.log(x)


class Annotated(tf.keras.layers.Layer):
    def call(self, x: tf.Tensor):
        return logarithm(x[:, 1:]) + logarithm(x)


class Encoder(tf.keras.layers.Layer):
    def call(self, x):
        return tf.nn.relu(x)


class Encoding(tf.keras.Model):
    def __init__(self, encoder=None):
        super().__init__()
        self.encoder = encoder
        if self.encoder is None:
            self.encoder = Encoder()


class Variational(Encoding):
    def __init__(self, encoder=None):
        super().__init__(encoder=encoder)

    def call(self, x):
        # What the caller gives may return a pair.
        mean, scale = self.encoder(x)
        return mean, scale


@tf.function
def of_either(x, y):
    was_tensor = tf.is_tensor(x)
    if not was_tensor:
        x = tf.convert_to_tensor(x)
    z = tf.stack([x, y])
    if not was_tensor:
        return z.numpy()
    if not tf.is_tensor(y):
        return np.take(z, 0)
    return np.take(z, 0)  # [eager-only-call-in-graph]


def unpacked(inputs):
    if isinstance(inputs, Mapping):
        return tuple(inputs[name] for name in ("x", "y") if name not in inputs)
    if not isinstance(inputs, (Sequence, abc.Set)):
        raise TypeError(f"{np.sum(inputs)}")
    return tuple(inputs)


@tf.function
def of_containers(x, y):
    z = tf.stack([x, y])
    first, second = unpacked([x, z])
    if not isinstance(z, abc.Iterable):
        return np.take(z, 0)
    if isinstance(z, Mapping):
        return np.take(z, 0)
    return first + second + np.take(z, 0)  # [eager-only-call-in-graph]
