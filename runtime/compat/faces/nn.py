"""`tf.compat.v1.nn`: the functions of neural networks with the arguments of TensorFlow 1."""

from __future__ import annotations

from runtime import nn as _nn
from runtime.compat.faces.fallback import either, names_of
from runtime.core.convert import convert_to_tensor as _convert_to_tensor
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.scopes import name_scope as _name_scope
from runtime.ops.identity import stop_gradient as _stop_gradient
from runtime.ops.linalg.linalg import matmul as _matmul
from runtime.ops.nn.conv import conv2d_backprop_filter, conv2d_backprop_input  # noqa: F401
from runtime.ops.nn.ctc import beam_search_decoder as _beam_search_decoder
from runtime.ops.nn.ctc import sparse_loss as _sparse_loss
from runtime.ops.nn.normalisation import partitioned_lookup as embedding_lookup  # noqa: F401

_MODULE = "tensorflow.python.ops.nn_ops"


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    return _nn.avg_pool2d(either("input", input, "value", value), ksize, strides, padding, data_format or "NHWC", name)


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    return _nn.max_pool2d(either("input", input, "value", value), ksize, strides, padding, data_format or "NHWC", name)


avg_pool2d, avg_pool_v2, max_pool_v2 = avg_pool, _nn.avg_pool, _nn.max_pool


def conv1d(value=None, filters=None, stride=None, padding=None, use_cudnn_on_gpu=None, data_format=None, name=None, input=None, dilations=None):
    return _nn.conv1d(either("input", input, "value", value), filters, stride, padding, data_format or "NWC", dilations, name)


def conv2d(input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format="NHWC", dilations=(1, 1, 1, 1), name=None,
           filters=None):
    return _nn.conv2d(input, either("filters", filters, "filter", filter), strides, padding, data_format or "NHWC", list(dilations), name)


def conv2d_transpose(value=None, filter=None, output_shape=None, strides=None, padding="SAME", data_format="NHWC", name=None, input=None,
                     filters=None, dilations=None):
    return _nn.conv2d_transpose(either("input", input, "value", value), either("filters", filters, "filter", filter), output_shape, strides,
                                padding, data_format, dilations, name)


def convolution(input, filter, padding, strides=None, dilation_rate=None, name=None, data_format=None, filters=None, dilations=None):
    return _nn.convolution(input, either("filters", filters, "filter", filter), strides, padding, data_format,
                           either("dilations", dilations, "dilation_rate", dilation_rate), name)


def depthwise_conv2d(input, filter, strides, padding, rate=None, name=None, data_format=None, dilations=None):
    return _nn.depthwise_conv2d(input, filter, strides, padding, data_format, either("dilations", dilations, "rate", rate), name)


def depthwise_conv2d_native(input, filter, strides, padding, data_format="NHWC", dilations=(1, 1, 1, 1), name=None):
    return _nn.depthwise_conv2d(input, filter, strides, padding, data_format, list(dilations[1:3]), name)


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, rate=None, name=None, data_format=None, dilations=None):
    return _nn.separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format,
                                either("dilations", dilations, "rate", rate), name)


def pool(input, window_shape, pooling_type, padding, dilation_rate=None, strides=None, name=None, data_format=None, dilations=None):
    return _nn.pool(input, window_shape, pooling_type, strides, padding, data_format, either("dilations", dilations, "dilation_rate", dilation_rate),
                    name)


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """`tf.nn.dropout`, by the share that is kept or dropped. Raises ValueError if neither or both are given."""
    try:
        from_keep = 1.0 - keep_prob if keep_prob is not None else None
    except TypeError:
        raise ValueError(f"`keep_prob` must be a floating point number or Tensor. Received: keep_prob={keep_prob}") from None
    rate = either("rate", rate, "keep_prob", from_keep)
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return _nn.dropout(x, rate, noise_shape, seed, name)


def softmax(logits, axis=None, name=None, dim=None):
    return _nn.softmax(logits, either("axis", axis, "dim", dim), name)


def log_softmax(logits, axis=None, name=None, dim=None):
    return _nn.log_softmax(logits, either("axis", axis, "dim", dim), name)


def crelu(features, name=None, axis=-1):
    return _nn.crelu(features, axis, name)


def in_top_k(predictions, targets, k, name=None):
    return _nn.in_top_k(targets, predictions, k, name)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    return _nn.l2_normalize(x, either("axis", axis, "dim", dim), epsilon, name)


def moments(x, axes, shift=None, name=None, keep_dims=None, keepdims=None):
    return _nn.moments(x, axes, shift, bool(either("keepdims", keepdims, "keep_dims", keep_dims)), name)


def weighted_moments(x, axes, frequency_weights, name=None, keep_dims=None, keepdims=None):
    return _nn.weighted_moments(x, axes, frequency_weights, bool(either("keepdims", keepdims, "keep_dims", keep_dims)), name)


def sufficient_statistics(x, axes, shift=None, keep_dims=None, name=None, keepdims=None):
    return _nn.sufficient_statistics(x, axes, shift, bool(either("keepdims", keepdims, "keep_dims", keep_dims)), name)


def _both_given(name, labels, logits):
    if labels is None or logits is None:
        raise ValueError(f"Both `labels` and `logits` must be provided for {name}Received: labels={labels} and logits={logits}")


def softmax_cross_entropy_with_logits(labels=None, logits=None, dim=-1, name=None, axis=None):
    """The cross entropy; nothing is learnt by the labels."""
    _warn_deprecated("softmax_cross_entropy_with_logits", _MODULE, """
Future major versions of TensorFlow will allow gradients to flow
into the labels input on backprop by default.

See `tf.nn.softmax_cross_entropy_with_logits_v2`.
""", depth=1)
    dim = dim if axis is None else axis
    _both_given("softmax_cross_entropy_with_logits", labels, logits)
    with _name_scope(name or "softmax_cross_entropy_with_logits_sg"):
        labels = _stop_gradient(labels, name="labels_stop_gradient")
    return _nn.softmax_cross_entropy_with_logits(labels, logits, dim, name)


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    axis = either("axis", axis, "dim", dim)
    return _nn.softmax_cross_entropy_with_logits(labels, logits, -1 if axis is None else axis, name)


def sparse_softmax_cross_entropy_with_logits(labels=None, logits=None, name=None):
    _both_given("sparse_softmax_cross_entropy_with_logits", labels, logits)
    return _nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


def weighted_cross_entropy_with_logits(labels=None, logits=None, pos_weight=None, name=None, targets=None):
    return _nn.weighted_cross_entropy_with_logits(either("labels", labels, "targets", targets), logits, pos_weight, name)


def xw_plus_b(x, weights, biases, name=None):
    """The product of two matrices, and a vector for each row."""
    with _name_scope(name or "xw_plus_b") as scope:
        x, weights, biases = (_convert_to_tensor(value, name=what) for value, what in ((x, "x"), (weights, "weights"), (biases, "biases")))
        return _nn.bias_add(_matmul(x, weights), biases, name=scope)


def relu_layer(x, weights, biases, name=None):
    """`xw_plus_b`, and zero for what is negative."""
    with _name_scope(name or "relu_layer") as scope:
        x, weights, biases = (_convert_to_tensor(value, name=what) for value, what in ((x, "x"), (weights, "weights"), (biases, "biases")))
        return _nn.relu(_nn.bias_add(_matmul(x, weights), biases), name=scope)


def conv3d(input, filter=None, strides=None, padding=None, data_format="NDHWC", dilations=(1, 1, 1, 1, 1), name=None,
           filters=None):
    return _nn.conv3d(input, either("filters", filters, "filter", filter), strides, padding, data_format, list(dilations), name)


def conv3d_transpose(value, filter=None, output_shape=None, strides=None, padding="SAME", data_format="NDHWC", name=None,
                     input=None, filters=None, dilations=None):
    return _nn.conv3d_transpose(either("input", input, "value", value), either("filters", filters, "filter", filter), output_shape, strides, padding,
                                data_format, dilations, name)


def batch_norm_with_global_normalization(t=None, m=None, v=None, beta=None, gamma=None, variance_epsilon=None, scale_after_normalization=None,
                                         name=None, input=None, mean=None, variance=None):
    return _nn.batch_normalization(either("input", input, "t", t), either("mean", mean, "m", m), either("variance", variance, "v", v), beta,
                                   gamma if scale_after_normalization else None, variance_epsilon, name)


def ctc_loss(labels, inputs=None, sequence_length=None, preprocess_collapse_repeated=False, ctc_merge_repeated=True,
             ignore_longer_outputs_than_inputs=False, time_major=True, logits=None):
    return _sparse_loss(labels, either("logits", logits, "inputs", inputs), sequence_length, time_major,
                        preprocess_collapse_repeated=preprocess_collapse_repeated, ctc_merge_repeated=ctc_merge_repeated,
                        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs)


def ctc_loss_v2(labels, logits, label_length, logit_length, logits_time_major=True, unique=None, blank_index=None, name=None):
    return _nn.ctc_loss(labels, logits, label_length, logit_length, logits_time_major, unique, blank_index, name)


def ctc_beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1, merge_repeated=True):
    return _beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated)


def ctc_beam_search_decoder_v2(inputs, sequence_length, beam_width=100, top_paths=1):
    return _nn.ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths)


_RECURRENT = ("bidirectional_dynamic_rnn", "dynamic_rnn", "raw_rnn", "static_bidirectional_rnn", "static_rnn", "static_state_saving_rnn")
_sparse = "runtime.ops.sparse.embedding_sparse"
__getattr__ = names_of("tf.compat.v1.nn", _nn, {
    **dict.fromkeys(_RECURRENT, "runtime.compat.modelling.recurrent"),
    "embedding_lookup_sparse": (_sparse, "partitioned_lookup_sparse"), "safe_embedding_lookup_sparse": (_sparse, "partitioned_safe_lookup"),
    **{f"depthwise_conv2d_native_backprop_{what}": ("runtime.nn", f"depthwise_conv2d_backprop_{what}") for what in ("filter", "input")},
    "rnn_cell": ("runtime.compat.faces.gone", "rnn_cell")})
