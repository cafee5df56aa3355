"""`tf.compat.v1.nn`: functions with TensorFlow 1's names and arguments. Others are those of `tf.nn`."""

from __future__ import annotations

import runtime as _tf
from runtime.core.absent import absent_from as _absent_from
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.scopes import name_scope as _name_scope
from runtime.ops.nn.conv import conv2d_backprop_filter, conv2d_backprop_input  # noqa: F401
from runtime.ops.nn.ctc import beam_search_decoder as _beam_search_decoder, sparse_loss as _sparse_loss
from runtime.ops.nn.losses import softmax_cross_entropy_with_logits as _softmax_loss

_nn = _tf.nn


def _one(first, second, names, default=None):
    """Of two names of one argument the one that was given. Raises ValueError if both were."""
    if first is not None and second is not None:
        raise ValueError(f"Cannot specify both '{names[0]}' and '{names[1]}'.")
    found = second if first is None else first
    return default if found is None else found


def conv2d(input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format="NHWC", dilations=(1, 1, 1, 1),  # noqa: A002
           name=None, filters=None):
    return _nn.conv2d(input, _one(filters, filter, ("filters", "filter")), strides, padding, data_format, list(dilations), name)


def conv2d_transpose(value=None, filter=None, output_shape=None, strides=None, padding="SAME", data_format="NHWC", name=None,  # noqa: A002
                     input=None, filters=None, dilations=None):  # noqa: A002
    return _nn.conv2d_transpose(_one(input, value, ("input", "value")), _one(filters, filter, ("filters", "filter")), output_shape, strides, padding,
                                data_format, dilations, name)


def conv3d(input, filter=None, strides=None, padding=None, data_format="NDHWC", dilations=(1, 1, 1, 1, 1), name=None,  # noqa: A002
           filters=None):
    return _nn.conv3d(input, _one(filters, filter, ("filters", "filter")), strides, padding, data_format, list(dilations), name)


def conv3d_transpose(value, filter=None, output_shape=None, strides=None, padding="SAME", data_format="NDHWC", name=None,  # noqa: A002
                     input=None, filters=None, dilations=None):  # noqa: A002
    return _nn.conv3d_transpose(_one(input, value, ("input", "value")), _one(filters, filter, ("filters", "filter")), output_shape, strides, padding,
                                data_format, dilations, name)


def conv1d(value=None, filters=None, stride=None, padding=None, use_cudnn_on_gpu=None, data_format=None, name=None, input=None,  # noqa: A002
           dilations=None):
    return _nn.conv1d(_one(input, value, ("input", "value")), filters, stride, padding, data_format or "NWC", dilations, name)


def depthwise_conv2d(input, filter, strides, padding, rate=None, name=None, data_format=None, dilations=None):  # noqa: A002
    return _nn.depthwise_conv2d(input, filter, strides, padding, data_format, _one(dilations, rate, ("dilations", "rate")), name)


def depthwise_conv2d_native(input, filter, strides, padding, data_format="NHWC", dilations=(1, 1, 1, 1), name=None):  # noqa: A002
    return _nn.depthwise_conv2d(input, filter, strides, padding, data_format, list(dilations), name or "DepthwiseConv2dNative")


depthwise_conv2d_native_backprop_input = depthwise_conv2d_backprop_input = _nn.depthwise_conv2d_backprop_input
depthwise_conv2d_native_backprop_filter = depthwise_conv2d_backprop_filter = _nn.depthwise_conv2d_backprop_filter


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, rate=None, name=None, data_format=None,  # noqa: A002
                     dilations=None):
    return _nn.separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format,
                                _one(dilations, rate, ("dilations", "rate")), name)


def convolution(input, filter, padding, strides=None, dilation_rate=None, name=None, data_format=None, filters=None, dilations=None):  # noqa: A002
    return _nn.convolution(input, _one(filters, filter, ("filters", "filter")), strides, padding, data_format,
                           _one(dilations, dilation_rate, ("dilations", "dilation_rate")), name)


def pool(input, window_shape, pooling_type, padding, dilation_rate=None, strides=None, name=None, data_format=None, dilations=None):  # noqa: A002
    return _nn.pool(input, window_shape, pooling_type, strides, padding, data_format, _one(dilations, dilation_rate, ("dilations", "dilation_rate")),
                    name)


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):  # noqa: A002
    return _nn.max_pool2d(_one(input, value, ("input", "value")), ksize, strides, padding, data_format, name or "MaxPool")


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):  # noqa: A002
    return _nn.avg_pool2d(_one(input, value, ("input", "value")), ksize, strides, padding, data_format, name or "AvgPool")


avg_pool2d = avg_pool


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """`tf.nn.dropout`, told how likely elements are to be kept, or as `rate` to be dropped. Raises ValueError without either."""
    rate = _one(rate, None if keep_prob is None else 1.0 - keep_prob, ("rate", "keep_prob"))
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return _nn.dropout(x, rate, noise_shape, seed, name)


def softmax(logits, axis=None, name=None, dim=None):
    return _nn.softmax(logits, _one(axis, dim, ("axis", "dim")), name)


def log_softmax(logits, axis=None, name=None, dim=None):
    return _nn.log_softmax(logits, _one(axis, dim, ("axis", "dim")), name)


def crelu(features, name=None, axis=-1):
    return _nn.crelu(features, axis, name)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    return _nn.l2_normalize(x, _one(axis, dim, ("axis", "dim")), epsilon, name)


def moments(x, axes, shift=None, name=None, keep_dims=None, keepdims=None):
    return _nn.moments(x, axes, shift, _one(keepdims, keep_dims, ("keepdims", "keep_dims"), False), name)


def in_top_k(predictions, targets, k, name=None):
    return _nn.in_top_k(targets, predictions, k, name)


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    """The softmax loss, with gradients to the labels too."""
    return _softmax_loss(labels, logits, _one(axis, dim, ("axis", "dim"), -1), name)


def softmax_cross_entropy_with_logits(labels=None, logits=None, dim=-1, name=None, axis=None):
    """The softmax loss, without a gradient to the labels. Raises ValueError unless both are given by name."""
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    _warn_deprecated("softmax_cross_entropy_with_logits", "tensorflow.python.ops.nn_ops", "\nFuture major versions of TensorFlow will allow "
                     "gradients to flow\ninto the labels input on backprop by default.\n\nSee `tf.nn.softmax_cross_entropy_with_logits_v2`.\n",
                     depth=1)
    with _name_scope(name or "softmax_cross_entropy_with_logits_sg"):
        labels = _tf.stop_gradient(labels, name="labels_stop_gradient")
    return _softmax_loss(labels, logits, dim if axis is None else axis, name)


def weighted_cross_entropy_with_logits(labels=None, logits=None, pos_weight=None, name=None, targets=None):
    return _nn.weighted_cross_entropy_with_logits(_one(labels, targets, ("labels", "targets")), logits, pos_weight, name)


def xw_plus_b(x, weights, biases, name=None):
    """x · weights + biases."""
    with _name_scope(name or "xw_plus_b") as scope:
        return _nn.bias_add(_tf.matmul(x, weights), biases, name=scope)


def relu_layer(x, weights, biases, name=None):
    """The positive part of x · weights + biases."""
    with _name_scope(name or "relu_layer") as scope:
        return _nn.relu(_nn.bias_add(_tf.matmul(x, weights), biases), name=scope)


def batch_norm_with_global_normalization(t=None, m=None, v=None, beta=None, gamma=None, variance_epsilon=None, scale_after_normalization=None,
                                         name=None, input=None, mean=None, variance=None):  # noqa: A002
    return _nn.batch_normalization(_one(input, t, ("input", "t")), _one(mean, m, ("mean", "m")), _one(variance, v, ("variance", "v")), beta,
                                   gamma if scale_after_normalization else None, variance_epsilon, name)


def embedding_lookup(params, ids, partition_strategy="mod", name=None, validate_indices=True, max_norm=None):
    """Rows of a table. Of a table in several parts the runtime knows the strategy ``"div"`` alone."""
    if partition_strategy != "div" and isinstance(params, (list, tuple)) and len(params) > 1:
        raise NotImplementedError("the runtime looks up tables in several parts with partition_strategy='div' alone")
    return _nn.embedding_lookup(params, ids, max_norm, name)


def ctc_loss(labels, inputs=None, sequence_length=None, preprocess_collapse_repeated=False, ctc_merge_repeated=True,
             ignore_longer_outputs_than_inputs=False, time_major=True, logits=None):
    return _sparse_loss(labels, _one(logits, inputs, ("logits", "inputs")), sequence_length, time_major,
                        preprocess_collapse_repeated=preprocess_collapse_repeated, ctc_merge_repeated=ctc_merge_repeated,
                        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs)


def ctc_loss_v2(labels, logits, label_length, logit_length, logits_time_major=True, unique=None, blank_index=None, name=None):
    return _nn.ctc_loss(labels, logits, label_length, logit_length, logits_time_major, unique, blank_index, name)


def ctc_beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1, merge_repeated=True):
    return _beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated)


def ctc_beam_search_decoder_v2(inputs, sequence_length, beam_width=100, top_paths=1):
    return _nn.ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths)


def __getattr__(name):
    try:
        return getattr(_nn, name)
    except AttributeError:
        return _absent_from("tf.compat.v1.nn")(name)
