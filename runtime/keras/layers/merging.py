"""Layers of several inputs of one shape: Add, Multiply, Concatenate, Dot, …"""

from __future__ import annotations

import functools

import runtime as tf
from runtime.keras import ops
from runtime.keras.layers.base import BuiltinLayer


class Merge(BuiltinLayer):
    """Brings a list of tensors together, smaller ranks stretched. Raises ValueError for less than one, and other shapes."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        if not isinstance(input_shape, (list, tuple)) or not all(isinstance(shape, (list, tuple)) for shape in input_shape):
            raise ValueError("A merge layer should be called on a list of inputs. "
                             f"Received: input_shape={input_shape} (not a list of shapes)")
        if len(input_shape) < 1:
            raise ValueError(f"A merge layer should be called on a list of at least 1 input. Received {len(input_shape)} inputs. Full "
                             f"input_shape received: {input_shape}")
        self.compute_output_shape(input_shape)

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: inputs={inputs} (not a list of tensors)")
        rank = max(tensor.shape.rank for tensor in inputs)
        stretched = []
        for tensor in inputs:
            for _ in range(rank - tensor.shape.rank):
                tensor = tf.expand_dims(tensor, 1)
            stretched.append(tensor)
        return self._merged(stretched)

    def _merged(self, inputs):
        return functools.reduce(self._pair, inputs)

    def compute_output_shape(self, input_shape):
        found = tuple(input_shape[0])
        for shape in input_shape[1:]:
            found, shape = sorted((found, tuple(shape)), key=len)
            joined = list(shape[:len(shape) - len(found)])
            for a, b in zip(found, shape[len(joined):]):
                if None not in (a, b) and a != b and 1 not in (a, b):
                    raise ValueError(f"Inputs have incompatible shapes. Received shapes {found[1:]} and {shape[1:]}")
                joined.append(b if a == 1 else a if b == 1 else a if a is not None and b is not None else None)
            found = tuple(joined)
        batches = {shape[0] for shape in input_shape if shape} - {None}
        return (batches.pop(), *found[1:]) if len(batches) == 1 else found

    def compute_mask(self, inputs, previous_mask=None):
        if previous_mask is None or any(mask is None for mask in previous_mask):
            return None
        return functools.reduce(ops.logical_or, previous_mask)


class Add(Merge):
    def _pair(self, a, b):
        return ops.add(a, b)


class Subtract(Merge):
    def build(self, input_shape):
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs. "
                             f"Received: input_shape={input_shape}")

    def _pair(self, a, b):
        return ops.subtract(a, b)


class Multiply(Merge):
    def _pair(self, a, b):
        return ops.multiply(a, b)


class Average(Merge):
    def _merged(self, inputs):
        return functools.reduce(ops.add, inputs) / len(inputs)


class Maximum(Merge):
    def _pair(self, a, b):
        return ops.maximum(a, b)


class Minimum(Merge):
    def _pair(self, a, b):
        return ops.minimum(a, b)


class Concatenate(Merge):
    """The inputs one after the other along `axis`. Raises ValueError where the other sizes differ."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape):
        if len(input_shape) < 1 or not isinstance(input_shape[0], (tuple, list)):
            raise ValueError(f"A `Concatenate` layer should be called on a list of at least 1 input. Received: input_shape={input_shape}")
        axis = self.axis % len(input_shape[0])
        for shape in input_shape[1:]:
            for place, (a, b) in enumerate(zip(input_shape[0], shape)):
                if len(shape) != len(input_shape[0]) or place != axis and None not in (a, b) and a != b:
                    raise ValueError("A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                                     f"Received: input_shape={input_shape}")

    def call(self, inputs):
        return ops.concatenate(list(inputs), self.axis)

    def compute_output_shape(self, input_shape):
        axis = self.axis % len(input_shape[0])
        sizes = [shape[axis] for shape in input_shape]
        shape = list(input_shape[0])
        shape[axis] = None if None in sizes else sum(sizes)
        return tuple(shape)

    def compute_mask(self, inputs, previous_mask=None):
        if not previous_mask or all(mask is None for mask in previous_mask):
            return None
        masks = []
        for tensor, mask in zip(inputs, previous_mask):
            if mask is None:
                masks.append(ops.ones_like(tensor, dtype="bool"))
            elif len(mask.shape) < len(tensor.shape):
                masks.append(ops.logical_or(ops.expand_dims(mask, axis=-1), ops.zeros_like(tensor, dtype="bool")))
            else:
                masks.append(mask)
        return ops.any(ops.concatenate(masks, axis=self.axis), axis=-1, keepdims=False)


class Dot(Merge):
    """Dot products of two inputs along `axes`, counted with the batch; `normalize` them first for cosines."""

    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(axes, int) and not (isinstance(axes, (list, tuple)) and len(axes) == 2 and all(
                isinstance(axis, int) for axis in axes)):
            raise TypeError(f"Invalid type for argument `axes`: it should be a list or an int. Received: axes={axes}")
        self.axes, self.normalize = axes, normalize

    def _pair_of_axes(self, ranks):
        axes = [self.axes] * 2 if isinstance(self.axes, int) else self.axes
        return [axis % rank for axis, rank in zip(axes, ranks)]

    def build(self, input_shape):
        if len(input_shape) != 2 or not isinstance(input_shape[0], (tuple, list)):
            raise ValueError(f"A `Dot` layer should be called on a list of 2 inputs. Received: input_shape={input_shape}")
        first, second = self._pair_of_axes([len(shape) for shape in input_shape])
        a, b = input_shape[0][first], input_shape[1][second]
        if None not in (a, b) and a != b:
            raise ValueError(f"Incompatible input shapes: axis values {a} (at axis {first}) != {b} (at axis {second}). "
                             f"Full input shapes: {input_shape[0]}, {input_shape[1]}")

    def call(self, inputs):
        x, y = inputs
        first, second = self._pair_of_axes([x.shape.rank, y.shape.rank])
        if self.normalize:
            x, y = tf.nn.l2_normalize(x, first, 1e-7 ** 2), tf.nn.l2_normalize(y, second, 1e-7 ** 2)
        letters = "abcdefghij"
        left, right = list(letters[:x.shape.rank]), [letters[0], *letters[x.shape.rank:x.shape.rank + y.shape.rank - 1]]
        right[second] = left[first]
        result = [c for c in left if c != left[first]] + [c for place, c in enumerate(right) if place not in (0, second)]
        found = tf.einsum(f"{''.join(left)},{''.join(right)}->{''.join(result)}", x, y)
        return tf.expand_dims(found, -1) if len(result) == 1 else found

    def compute_output_shape(self, input_shape):
        first, second = self._pair_of_axes([len(shape) for shape in input_shape])
        a = [size for place, size in enumerate(input_shape[0]) if place != first]
        b = [size for place, size in enumerate(input_shape[1]) if place not in (0, second)]
        return tuple(a + b) if len(a + b) > 1 else (*a, *b, 1)

    def compute_mask(self, inputs, previous_mask=None):
        return None


def _function_of(cls):
    def merge(inputs, **kwargs):
        return cls(**kwargs)(inputs)
    merge.__name__ = merge.__qualname__ = cls.__name__.lower()
    merge.__doc__ = f"`{cls.__name__}` as a function of a list of tensors."
    return merge


add, subtract, multiply, average, maximum, minimum, concatenate = map(
    _function_of, (Add, Subtract, Multiply, Average, Maximum, Minimum, Concatenate))


def dot(inputs, axes=-1, **kwargs):
    """`Dot` as a function of a list of two tensors."""
    return Dot(axes, **kwargs)(inputs)
