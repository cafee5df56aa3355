"""Input, Dense, EinsumDense, Embedding, Masking, Lambda, Identity."""

from __future__ import annotations

import re

import runtime as tf
from runtime.keras import activations, constraints, initializers, ops, regularizers
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.ops.functions import product
from runtime.keras.saving.config import config_of, deserialize_keras_object, in_safe_mode, lambda_code, plain, serialize_keras_object
from runtime.keras.symbolic import KerasTensor, Node, set_mask
from runtime.keras.variable import standardize_dtype


class InputLayer(BuiltinLayer):
    """The start of a model: `output` is a KerasTensor of shape (batch_size, *shape)."""

    _fixed = {"optional": False}

    def __init__(self, shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None, name=None, input_tensor=None):
        super().__init__(name=name)
        object.__setattr__(self, "_dtype", standardize_dtype(dtype))
        if shape is None and batch_shape is None:
            raise ValueError("You must pass a `shape` argument.")
        self.batch_shape = tuple(batch_shape) if batch_shape is not None else (batch_size, *shape)
        self.sparse, self.ragged = bool(sparse), bool(ragged)
        Node(self, (), {}, KerasTensor(self.batch_shape, self._dtype, self.sparse, self.ragged, self.name if name else None))
        self.built = True

    @property
    def dtype(self):
        """That of its tensor."""
        return self._dtype

    def call(self):
        raise NotImplementedError

    def get_config(self):
        return {"batch_shape": self.batch_shape, "dtype": self.dtype, "sparse": self.sparse, "ragged": self.ragged, "name": self.name,
                **self._fixed}

    def __repr__(self):
        return f"<InputLayer name={self.name}, built={self.built}>"


def Input(shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None, name=None):  # noqa: N802 - Keras's name
    """A KerasTensor to build models with: shape (batch_size, *shape)."""
    return InputLayer(shape, batch_size, dtype, sparse, ragged, batch_shape, name).output


class Dense(BuiltinLayer):
    """``activation(inputs @ kernel + bias)``: (…, n) → (…, units). Raises ValueError for a bad `units`."""

    _fixed = {"quantization_config": None}

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        if not isinstance(units, int) or units <= 0:
            raise ValueError(f"Received an invalid value for `units`, expected a positive integer. Received: units={units}")
        super().__init__(**kwargs)
        self.units, self.use_bias = units, use_bias
        self.activation = activations.get(activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint, self.bias_constraint = constraints.get(kernel_constraint), constraints.get(bias_constraint)
        self.input_spec = InputSpec(min_ndim=2)
        self.supports_masking = True

    def build(self, input_shape):
        self._kernel = self.add_weight((input_shape[-1], self.units), self.kernel_initializer, name="kernel",
                                       regularizer=self.kernel_regularizer, constraint=self.kernel_constraint)
        self.bias = self.add_weight((self.units,), self.bias_initializer, name="bias", regularizer=self.bias_regularizer,
                                    constraint=self.bias_constraint) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=2, axes={-1: input_shape[-1]})

    @property
    def kernel(self):
        if not self.built:
            raise AttributeError("You must build the layer before accessing `kernel`.")
        return self._kernel

    def call(self, inputs, training=None):
        if inputs.dtype.name != self.compute_dtype:
            inputs = tf.cast(inputs, self.compute_dtype)  # integers, which layers leave as they are
        if inputs.shape.rank == 2:
            x = product(inputs, self._kernel)
        else:
            x = tf.tensordot(inputs, self._kernel, 1)
        if self.bias is not None:
            x = tf.add(x, self.bias)
        return self.activation(x)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)


class EinsumDense(BuiltinLayer):
    """``activation(einsum(equation, inputs, kernel) + bias)``; `output_shape` is that of the result without the batch.

    Raises:
        ValueError: an equation that is not ``ab,bc->ac``-like, or axes that the shapes do not fit.
    """

    _fixed = {"quantization_config": None}

    def __init__(self, equation, output_shape, activation=None, bias_axes=None, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, kernel_constraint=None, bias_constraint=None,
                 **kwargs):
        super().__init__(**kwargs)
        self.equation = equation
        self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
        self.bias_axes, self.activation = bias_axes, activations.get(activation)
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)
        self.kernel_constraint, self.bias_constraint = constraints.get(kernel_constraint), constraints.get(bias_constraint)

    def build(self, input_shape):
        kernel_shape, bias_shape, self._full_output_shape = self._shapes(input_shape)
        initializer = self.kernel_initializer
        if isinstance(initializer, initializers.VarianceScaling):  # it is told which axes are inputs: those that the result lacks
            weight, result = re.split(",|->", self.equation.replace(" ", ""))[1:]
            axes = [[axis for axis, letter in enumerate(weight) if (letter in result) == of_output] for of_output in (False, True)]
            initializer = initializer.along(*axes)
        self._kernel = self.add_weight(kernel_shape, initializer, name="kernel", regularizer=self.kernel_regularizer,
                                       constraint=self.kernel_constraint)
        self.bias = self.add_weight(bias_shape, self.bias_initializer, name="bias", regularizer=self.bias_regularizer,
                                    constraint=self.bias_constraint) if bias_shape is not None else None

    def _shapes(self, input_shape):
        """Shapes of kernel and bias, and of the result."""
        found = re.match(r"^(\.\.\.)?([a-zA-Z]+),([a-zA-Z]+)->(\.\.\.)?([a-zA-Z]+)$", self.equation.replace(" ", ""))
        if found is None:
            raise ValueError(f"Invalid einsum equation '{self.equation}'. Equations must be in the form [X],[Y]->[Z], ...[X],[Y]->...[Z], "
                             "or [X]...,[Y]->[Z]....")
        dots, left, weight, _, result = found.groups()
        sizes = dict(zip(reversed(left), reversed(input_shape)))
        front = len(input_shape) - len(left) if dots else 0
        full = (*input_shape[:front], *([input_shape[front]] if not dots else []), *self.partial_output_shape)
        full = full[-(len(result) + front):]
        for letter, size in zip(reversed(result), reversed(full)):
            if size is not None and sizes.get(letter) not in (None, size) and letter in weight:
                raise ValueError(f"Input shape and output shape do not match at shared dimension '{letter}'. Input shape is "
                                 f"{sizes[letter]}, and output shape is {size}.")
            sizes.setdefault(letter, size)
        missing = [letter for letter in weight if letter not in sizes]
        if missing:
            raise ValueError(f"Weight dimension '{missing[0]}' did not have a match in either the input spec '{left}' or the output spec "
                             f"'{result}'. For this layer, the weight must be fully specified.")
        bias = None
        if self.bias_axes:
            first = min(result.index(letter) for letter in self.bias_axes)
            bias = tuple(sizes[letter] if letter in self.bias_axes else 1 for letter in result[first:])
        return tuple(sizes[letter] for letter in weight), bias, full

    @property
    def kernel(self):
        return self._kernel

    def call(self, inputs, training=None):
        x = tf.einsum(self.equation, inputs, self._kernel)
        return self.activation(x if self.bias is None else x + self.bias)

    def compute_output_shape(self, input_shape):
        return tuple(self._shapes(input_shape)[2])

    def get_config(self):
        return {**self._base_config(), "activity_regularizer": plain(self.activity_regularizer), "output_shape": self.partial_output_shape,
                **config_of(self, ("name", "trainable", "dtype", "output_shape"))}


class Embedding(BuiltinLayer):
    """Rows of a table: int (…) → (…, output_dim). With `mask_zero`, index 0 is masked."""

    _fixed = {"quantization_config": None}

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None, embeddings_constraint=None,
                 mask_zero=False, weights=None, **kwargs):
        length = kwargs.pop("input_length", None)
        if length is not None:
            import warnings
            warnings.warn("Argument `input_length` is deprecated. Just remove it.", stacklevel=2)
        super().__init__(**kwargs)
        self.input_dim, self.output_dim, self.mask_zero = input_dim, output_dim, mask_zero
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = constraints.get(embeddings_constraint)
        self.supports_masking = mask_zero
        if weights is not None:
            self.build()
            self.set_weights(weights if isinstance(weights, (list, tuple)) else [weights])

    def build(self, input_shape=None):
        if self.built:
            return
        self.embeddings = self.add_weight((self.input_dim, self.output_dim), self.embeddings_initializer, name="embeddings",
                                          regularizer=self.embeddings_regularizer, constraint=self.embeddings_constraint)

    def call(self, inputs):
        found = tf.gather(self.embeddings, inputs if inputs.dtype.is_integer else tf.cast(inputs, tf.int32))
        return found if found.dtype.name == self.compute_dtype else tf.cast(found, self.compute_dtype)

    def compute_mask(self, inputs, previous_mask=None):
        return ops.not_equal(inputs, 0) if self.mask_zero else None

    def compute_output_shape(self, input_shape):
        return (*input_shape, self.output_dim)

    def compute_output_spec(self, inputs):
        return KerasTensor(self.compute_output_shape(inputs.shape), self.compute_dtype, ragged=inputs.ragged)

    def get_config(self):
        return {**self._base_config(), "activity_regularizer": plain(self.activity_regularizer),
                **config_of(self, ("name", "trainable", "dtype", "weights"))}


class Masking(BuiltinLayer):
    """Masks the steps all of whose features are `mask_value`, and sets them to 0."""

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value = deserialize_keras_object(mask_value)
        self.supports_masking = self.built = True

    def compute_mask(self, inputs, previous_mask=None):
        return ops.any(ops.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs):
        kept = tf.reduce_any(tf.not_equal(inputs, tf.cast(self.mask_value, inputs.dtype)), -1, keepdims=True)
        outputs = tf.where(kept, inputs, tf.zeros_like(inputs))
        set_mask(outputs, tf.squeeze(kept, -1))
        return outputs

    def compute_output_shape(self, input_shape):
        return input_shape


class Identity(BuiltinLayer):
    """Its inputs as they are."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = self.built = True

    def call(self, inputs):
        return inputs

    def compute_output_shape(self, input_shape):
        return input_shape


class Lambda(BuiltinLayer):
    """A function as a layer, called with the inputs and `arguments`."""

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "function", function)
        self.arguments = arguments or {}
        self._output_shape, self.mask = output_shape, mask
        self.supports_masking = mask is not None
        self.built = True

    def call(self, inputs):
        return self.function(inputs, **self.arguments)

    def compute_mask(self, inputs, previous_mask=None):
        return self.mask(inputs, previous_mask) if callable(self.mask) else self.mask

    def get_config(self):
        config = {**self._base_config(), "function": _told(self.function)}
        if self._output_shape is not None:
            config["output_shape"] = _told(self._output_shape) if callable(self._output_shape) else self._output_shape
        if self.mask is not None:
            config["mask"] = _told(self.mask) if callable(self.mask) else self.mask
        return {**config, "arguments": plain(self.arguments)}

    @classmethod
    def from_config(cls, config):
        """Raises ValueError for the code of a Python lambda, which is never run; functions go by their registered names."""
        config = dict(config)
        for part in ("function", "output_shape", "mask"):
            if isinstance(config.get(part), dict):
                if config[part].get("class_name") == "__lambda__":
                    _refuse_lambda()
                config[part] = deserialize_keras_object(config[part])
        return cls(**config)


def _told(function):
    if getattr(function, "__name__", None) == "<lambda>":
        return {"class_name": "__lambda__", "config": lambda_code(function)}
    return serialize_keras_object(function)


def _refuse_lambda():
    if in_safe_mode():
        raise ValueError("Requested the deserialization of a `Lambda` layer whose `function` is a Python lambda. This carries a potential "
                         "risk of arbitrary code execution and thus it is disallowed by default. If you trust the source of the artifact, "
                         "you can override this error by passing `safe_mode=False` to the loading function, or calling "
                         "`keras.config.enable_unsafe_deserialization().")
    raise ValueError("the runtime makes no functions of the code in files; give the function by name, in `custom_objects`")
