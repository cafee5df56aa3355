"""Activations as layers."""

from __future__ import annotations

import runtime as tf
from runtime.keras import activations, constraints, initializers, regularizers
from runtime.keras.layers.base import BuiltinLayer


class Elementwise(BuiltinLayer):
    """A layer without weights whose output has the shape of its input; masks go through."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = self.built = True

    def compute_output_shape(self, input_shape):
        return input_shape


class Activation(Elementwise):
    """A function of `keras.activations`, by name or itself."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs):
        return self.activation(inputs)


class ReLU(Elementwise):
    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.max_value, self.negative_slope, self.threshold = max_value, negative_slope, threshold

    def call(self, inputs):
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Elementwise):
    def __init__(self, negative_slope=0.3, **kwargs):
        if "alpha" in kwargs:
            negative_slope = kwargs.pop("alpha")
        super().__init__(**kwargs)
        self.negative_slope = negative_slope

    def call(self, inputs):
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(Elementwise):
    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        return activations.elu(inputs, self.alpha)


class Softmax(Elementwise):
    """Softmax along `axis`; where `mask` is False, the result is 0."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs, mask=None):
        if mask is not None:
            inputs = inputs + (1.0 - tf.cast(mask, inputs.dtype)) * (-3e4 if inputs.dtype is tf.float16 else -1e9)
        if not isinstance(self.axis, (tuple, list)):
            return activations.softmax(inputs, self.axis)
        if len(self.axis) > 1:
            return tf.exp(inputs - tf.reduce_logsumexp(inputs, self.axis, keepdims=True))
        return activations.softmax(inputs, self.axis[0])


class PReLU(BuiltinLayer):
    """x where it is positive, `alpha` times x elsewhere; alpha is learned, one value along `shared_axes`."""

    def __init__(self, alpha_initializer="zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None, **kwargs):
        super().__init__(**kwargs)
        self.alpha_initializer, self.alpha_regularizer = initializers.get(alpha_initializer), regularizers.get(alpha_regularizer)
        self.alpha_constraint = constraints.get(alpha_constraint)
        self.shared_axes = None if shared_axes is None else [shared_axes] if isinstance(shared_axes, int) else list(shared_axes)
        self.supports_masking = True

    def build(self, input_shape):
        shape = list(input_shape[1:])
        for axis in self.shared_axes or ():
            shape[axis - 1] = 1
        self.alpha = self.add_weight(shape, self.alpha_initializer, name="alpha", regularizer=self.alpha_regularizer,
                                     constraint=self.alpha_constraint)

    def call(self, inputs):
        return tf.nn.relu(inputs) + -self.alpha.value * tf.nn.relu(-inputs)

    def compute_output_shape(self, input_shape):
        return input_shape
