"""Dense, Flatten, Dropout, activations, Embedding, Lambda, Reshape, Input."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core import nest
from runtime.keras import activations, initializers, random, regularizers
from runtime.keras.layers.base import Layer
from runtime.keras.symbolic import KerasTensor
from runtime.keras.variable import standardize_dtype


class InputLayer(Layer):
    """The start of a model: `output` is a KerasTensor of shape (batch_size, *shape)."""

    def __init__(self, shape=None, batch_size=None, dtype=None, batch_shape=None, name=None, input_tensor=None):
        super().__init__(name=name)
        if shape is None and batch_shape is None:
            raise ValueError("You must pass a `shape` argument.")
        self.batch_shape = tuple(batch_shape) if batch_shape is not None else (batch_size, *shape)
        self._dtype = standardize_dtype(dtype)
        self.output = KerasTensor(self.batch_shape, self._dtype, self.name if name else None)
        self.output.origin = (self, (), {})
        self._output_spec = self.output
        self.built = True

    def call(self):
        raise NotImplementedError

    def __repr__(self):
        return f"<InputLayer name={self.name}, built={self.built}>"


def Input(shape=None, batch_size=None, dtype=None, batch_shape=None, name=None):  # noqa: N802 - Keras's name
    """A KerasTensor to build models with: shape (batch_size, *shape)."""
    return InputLayer(shape, batch_size, dtype, batch_shape, name).output


class Dense(Layer):
    """``activation(inputs @ kernel + bias)``: (…, n) → (…, units). Raises ValueError for a bad `units`."""

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        if not isinstance(units, int) or units <= 0:
            raise ValueError(f"Received an invalid value for `units`, expected a positive integer. Received: units={units}")
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.units, self.use_bias = units, use_bias
        self.activation = activations.get(activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint, self.bias_constraint = kernel_constraint, bias_constraint
        self._min_ndim = 2

    def build(self, input_shape):
        self._kernel = self.add_weight((input_shape[-1], self.units), self.kernel_initializer, name="kernel",
                                       regularizer=self.kernel_regularizer, constraint=self.kernel_constraint)
        self.bias = self.add_weight((self.units,), self.bias_initializer, name="bias", regularizer=self.bias_regularizer,
                                    constraint=self.bias_constraint) if self.use_bias else None
        self._last_axis = input_shape[-1]

    @property
    def kernel(self):
        if not self.built:
            raise AttributeError("You must build the layer before accessing `kernel`.")
        return self._kernel

    def call(self, inputs, training=None):
        if inputs.shape.rank == 2:
            x = tf.matmul(inputs, self._kernel)
        else:
            x = tf.tensordot(inputs, self._kernel, 1)
        if self.bias is not None:
            x = tf.add(x, self.bias)
        return self.activation(x)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)


class Flatten(Layer):
    """(batch, …) → (batch, product of the others)."""

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self._min_ndim = 1

    def call(self, inputs):
        return tf.reshape(inputs, [-1 if size is None else size for size in self.compute_output_shape(inputs._dims)]
                          if inputs._dims[0] is not None else [tf.shape(inputs)[0], self.compute_output_shape(inputs._dims)[1]]
                          if None not in inputs._dims[1:] else [tf.shape(inputs)[0], -1])

    def compute_output_shape(self, input_shape):
        rest = input_shape[1:]
        return (input_shape[0], None if None in rest else math.prod(rest))


class Reshape(Layer):
    """(batch, …) → (batch, *target_shape); one size may be -1."""

    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs):
        return tf.reshape(inputs, (tf.shape(inputs)[0], *self.target_shape))

    def compute_output_shape(self, input_shape):
        if -1 not in self.target_shape or None in input_shape[1:]:
            return (input_shape[0], *(None if size == -1 else size for size in self.target_shape))
        known = -math.prod(self.target_shape)
        return (input_shape[0], *(math.prod(input_shape[1:]) // known if size == -1 else size for size in self.target_shape))


class Dropout(Layer):
    """While training: zero a share `rate` of the elements and scale the others. Raises ValueError for a bad `rate`."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise ValueError(f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={rate}")
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed
        if rate > 0:
            self.seed_generator = random.SeedGenerator(seed)
        self.built = True

    def call(self, inputs, training=False):
        if training and self.rate > 0:
            return random.dropout(inputs, self.rate, self.noise_shape, self.seed_generator)
        return inputs

    def compute_output_shape(self, input_shape):
        return input_shape


class _Elementwise(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.built = True

    def compute_output_shape(self, input_shape):
        return input_shape


class Activation(_Elementwise):
    """A function of `keras.activations`, by name or itself."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs):
        return self.activation(inputs)


class ReLU(_Elementwise):
    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.max_value, self.negative_slope, self.threshold = max_value, negative_slope, threshold

    def call(self, inputs):
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(_Elementwise):
    def __init__(self, negative_slope=0.3, **kwargs):
        super().__init__(**kwargs)
        self.negative_slope = negative_slope

    def call(self, inputs):
        return activations.leaky_relu(inputs, self.negative_slope)


class Softmax(_Elementwise):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return activations.softmax(inputs, self.axis)


class Rescaling(_Elementwise):
    """``inputs * scale + offset``."""

    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs):
        return tf.cast(inputs, self.dtype) * self.scale + self.offset


class Embedding(Layer):
    """Rows of a table: int (…) → (…, output_dim)."""

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.input_dim, self.output_dim = input_dim, output_dim
        self.embeddings_initializer = initializers.RandomUniform() if embeddings_initializer == "uniform" else initializers.get(
            embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.build()

    def build(self, input_shape=None):
        if self.built:
            return
        self.embeddings = self.add_weight((self.input_dim, self.output_dim), self.embeddings_initializer, name="embeddings",
                                          regularizer=self.embeddings_regularizer)

    def call(self, inputs):
        return tf.gather(self.embeddings, inputs if inputs.dtype.is_integer else tf.cast(inputs, tf.int32))

    def compute_output_shape(self, input_shape):
        return (*input_shape, self.output_dim)


class Lambda(Layer):
    """A function as a layer, called with the inputs and `arguments`."""

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "function", function)
        self.arguments = arguments or {}
        self.built = True

    def call(self, inputs):
        return self.function(inputs, **self.arguments)


class _Merge(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.built = True

    def call(self, inputs):
        return self._merged(nest.flatten(inputs))


class Add(_Merge):
    @staticmethod
    def _merged(inputs):
        return sum(inputs[1:], inputs[0])


class Concatenate(_Merge):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def _merged(self, inputs):
        return tf.concat(inputs, self.axis)
