"""Attention, AdditiveAttention, MultiHeadAttention."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras import constraints, initializers, random, regularizers
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.core import EinsumDense
from runtime.keras.layers.regularization import Dropout
from runtime.keras.saving.config import plain
from runtime.keras.symbolic import get_mask, set_mask


def _causal_mask(scores):
    """True where a step may see another: (1, steps, steps of the value)."""
    rows, columns = tf.shape(scores)[-2], tf.shape(scores)[-1]
    return (tf.range(rows)[:, tf.newaxis] >= tf.range(columns)[tf.newaxis])[tf.newaxis]


class Attention(BuiltinLayer):
    """[query, value(, key)] → the values' mean, weighted by dot products: (batch, steps, features).

    Raises:
        ValueError: no list of two or three tensors, or an unknown `score_mode`.
    """

    def __init__(self, use_scale=False, score_mode="dot", dropout=0.0, seed=None, **kwargs):
        super().__init__(**kwargs)
        if score_mode not in ("dot", "concat"):
            raise ValueError("Invalid value for argument score_mode. Expected one of {'dot', 'concat'}. "
                             f"Received: score_mode={score_mode}")
        self.use_scale, self.score_mode, self.dropout, self.seed = use_scale, score_mode, dropout, seed
        if dropout > 0:
            self.seed_generator = random.SeedGenerator(seed)
        self.supports_masking = True

    def build(self, input_shape):
        self._check(input_shape)
        self.scale = self.add_weight((), "ones", name="scale") if self.use_scale else None
        self.concat_score_weight = self.add_weight((), "ones", name="concat_score_weight") if self.score_mode == "concat" else None

    def _check(self, inputs):
        if not isinstance(inputs, list):
            raise ValueError(f"{type(self).__name__} layer must be called on a list of inputs, namely [query, value] or [query, value, "
                             f"key]. Received: inputs={inputs}.")
        if not 2 <= len(inputs) <= 3:
            raise ValueError(f"{type(self).__name__} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, "
                             f"key]. Received length: {len(inputs)}.")

    def _scores(self, query, key):
        if self.score_mode == "dot":
            scores = tf.matmul(query, key, transpose_b=True)
            return scores if self.scale is None else scores * self.scale
        both = tf.expand_dims(query, -2) + tf.expand_dims(key, -3)
        return self.concat_score_weight * tf.reduce_sum(tf.tanh(both if self.scale is None else self.scale * both), -1)

    def call(self, inputs, mask=None, training=False, return_attention_scores=False, use_causal_mask=False):
        self._check(inputs)
        query, value, key = inputs[0], inputs[1], inputs[-1] if len(inputs) > 2 else inputs[1]
        query_mask, value_mask = (mask[0], mask[1]) if mask else (None, None)
        scores = self._scores(query, key)
        allowed = None if value_mask is None else tf.expand_dims(value_mask, -2)
        if use_causal_mask:
            causal = _causal_mask(scores)
            allowed = causal if allowed is None else tf.logical_and(allowed, causal)
        if allowed is not None:
            scores = tf.where(allowed, scores, scores - tf.cast(65504.0 if scores.dtype is tf.float16 else 1.0e9, scores.dtype))
        weights = tf.nn.softmax(scores)
        if training and self.dropout > 0:
            weights = random.dropout(weights, self.dropout, seed=self.seed_generator)
        outputs = tf.matmul(weights, value)
        if query_mask is not None:
            outputs = tf.where(tf.expand_dims(query_mask, -1), outputs, tf.zeros_like(outputs))
        return (outputs, weights) if return_attention_scores else outputs

    def compute_mask(self, inputs, previous_mask=None):
        return previous_mask[0] if previous_mask else None

    def compute_output_shape(self, input_shape):
        return (*input_shape[0][:-1], input_shape[1][-1])


class AdditiveAttention(Attention):
    """Attention with scores ``sum(scale * tanh(query + key))``."""

    def __init__(self, use_scale=True, dropout=0.0, seed=None, **kwargs):
        super().__init__(use_scale, dropout=dropout, seed=seed, **kwargs)

    def build(self, input_shape):
        self._check(input_shape)
        self.scale = self.add_weight((input_shape[0][-1],), "glorot_uniform", name="scale") if self.use_scale else None

    def _scores(self, query, key):
        both = tf.tanh(tf.expand_dims(query, -2) + tf.expand_dims(key, -3))
        return tf.reduce_sum(both if self.scale is None else self.scale * both, -1)


class MultiHeadAttention(BuiltinLayer):
    """Attention of `num_heads` projections: query (batch, T, …), value (batch, S, …) → (batch, T, features of the query).

    With `return_attention_scores` the scores (batch, heads, T, S) too.

    Raises:
        ValueError: bad numbers of heads or sizes; inputs of another rank than 3, which the runtime has not.
    """

    _fixed = {"use_gate": False, "sliding_window": None}

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True, output_shape=None,
                 kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, kernel_constraint=None, bias_constraint=None, seed=None, **kwargs):
        for name, size in (("num_heads", num_heads), ("key_dim", key_dim), ("value_dim", value_dim)):
            if not (name == "value_dim" and size is None) and (not isinstance(size, int) or size <= 0):
                raise ValueError(f"Received an invalid value for argument `{name}`, expected a positive integer"
                                 f"{' or `None`' if name == 'value_dim' else ''}. Received: {name}={size}")
        super().__init__(**kwargs)
        self.num_heads, self.key_dim, self.value_dim = num_heads, key_dim, value_dim or key_dim
        self.dropout, self.use_bias, self.seed = dropout, use_bias, seed
        self._output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape) if output_shape else None
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)
        self._inner_regularizer = regularizers.get(activity_regularizer)
        self.kernel_constraint, self.bias_constraint = constraints.get(kernel_constraint), constraints.get(bias_constraint)
        self.supports_masking = True

    def build(self, query_shape, value_shape, key_shape=None):
        key_shape = value_shape if key_shape is None else key_shape
        if not len(query_shape) == len(value_shape) == len(key_shape) == 3:
            raise ValueError("the runtime's MultiHeadAttention takes query, value and key of rank 3. Received: "
                             f"query_shape={query_shape}, value_shape={value_shape}, key_shape={key_shape}")
        if value_shape[1:-1] != key_shape[1:-1]:
            raise ValueError("All dimensions of `value` and `key`, except the last one, must be equal. Received: "
                             f"value_shape={value_shape} and key_shape={key_shape}")
        heads = self.num_heads
        self._query_dense = self._projection("abc,cde->abde", (None, heads, self.key_dim), "de", "query", query_shape)
        self._key_dense = self._projection("abc,cde->abde", (None, heads, self.key_dim), "de", "key", key_shape)
        self._value_dense = self._projection("abc,cde->abde", (None, heads, self.value_dim), "de", "value", value_shape)
        self._dropout_layer = Dropout(self.dropout, dtype=self.dtype_policy, seed=self.seed)
        out = self._output_shape or (query_shape[-1],)
        letters = "efgh"[:len(out)]
        self._output_dense = self._projection(f"abcd,cd{letters}->ab{letters}", (None, *out), letters, "attention_output",
                                              (*query_shape[:2], heads, self.value_dim))

    def _projection(self, equation, output_shape, bias_axes, name, input_shape):
        copies = [type(initializer).from_config(initializer.get_config()) for initializer in (
            self.kernel_initializer, self.bias_initializer)]
        layer = EinsumDense(equation, output_shape, bias_axes=bias_axes if self.use_bias else None, kernel_initializer=copies[0],
                            bias_initializer=copies[1], kernel_regularizer=self.kernel_regularizer,
                            bias_regularizer=self.bias_regularizer, activity_regularizer=self._inner_regularizer,
                            kernel_constraint=self.kernel_constraint, bias_constraint=self.bias_constraint, name=name,
                            dtype=self.dtype_policy)
        layer.build(input_shape)
        return layer

    query_dense, key_dense, value_dense, output_dense = (property(lambda self, name=name: self.__dict__[name]) for name in (
        "_query_dense", "_key_dense", "_value_dense", "_output_dense"))

    def call(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
             return_attention_scores=False, training=None, use_causal_mask=False):
        key = value if key is None else key
        masks = [None if mask is None else tf.expand_dims(tf.cast(mask, tf.bool), axis) for mask, axis in (
            (query_mask, -1), (value_mask, -2), (key_mask, -2))]
        if attention_mask is not None:
            masks.append(tf.cast(attention_mask, tf.bool))
        query_mask = get_mask(query) if query_mask is None else query_mask
        for tensor in (query, value, key):
            if get_mask(tensor) is not None:
                set_mask(tensor, None)  # dealt with here; Keras takes it from the caller's tensor, too
        query, key, value = self._query_dense(query), self._key_dense(key), self._value_dense(value)
        fused = not self.dropout > 0.0 and not return_attention_scores  # Keras's fused attention: it has its own scaling and masks
        if fused and query.dtype.size < 4:
            scores = tf.cast(tf.einsum("aecd,abcd->acbe", key, query), tf.float32) * (1.0 / math.sqrt(float(self.key_dim)))
        else:
            scores = tf.einsum("aecd,abcd->acbe", key, query * tf.cast(1.0 / math.sqrt(float(self.key_dim)), query.dtype))
        if use_causal_mask:
            masks.append(_causal_mask(scores))
        allowed = None
        for mask in masks:
            if mask is not None:
                allowed = mask if allowed is None else tf.logical_and(allowed, mask)
        if allowed is not None:
            allowed = tf.expand_dims(allowed, 1) if allowed.shape.rank == 3 else allowed
            if not fused:
                scores = scores + (1.0 - tf.cast(allowed, scores.dtype)) * (-3e4 if scores.dtype is tf.float16 else -1e9)
            else:
                scores = tf.where(allowed, scores, tf.cast(-0.7 * scores.dtype.max, scores.dtype))
        weights = tf.cast(tf.nn.softmax(scores), key.dtype)
        used = self._dropout_layer(weights, training=training) if self.dropout > 0.0 else weights
        outputs = self._output_dense(tf.einsum("acbe,aecd->abcd", used, value))
        if query_mask is not None:
            set_mask(outputs, query_mask)
        return (outputs, weights) if return_attention_scores else outputs

    def compute_output_shape(self, query_shape, value_shape, key_shape=None):
        return (*query_shape[:-1], *(self._output_shape or (query_shape[-1],)))

    @classmethod
    def from_config(cls, config):
        if config.get("attention_axes") not in (None, [1], (1,)):
            raise ValueError(f"the runtime's {cls.__name__} has no attention_axes={config['attention_axes']!r}")
        return super().from_config({name: value for name, value in config.items() if name != "attention_axes"})

    def get_config(self):
        config = {**self._base_config(), **{name: plain(getattr(self, name)) for name in (
            "num_heads", "key_dim", "value_dim", "dropout", "use_bias")}, "output_shape": self._output_shape,
            "attention_axes": (1,) if self.built else None, **self._fixed}
        for name in ("kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer"):
            config[name] = plain(getattr(self, name))
        return {**config, "activity_regularizer": plain(self._inner_regularizer), "kernel_constraint": plain(self.kernel_constraint),
                "bias_constraint": plain(self.bias_constraint), "seed": self.seed}
