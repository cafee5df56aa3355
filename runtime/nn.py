"""`tf.nn`."""

from types import SimpleNamespace as _Namespace

from runtime.gradient.silu import silu
from runtime.ops.nn.activations import crelu, elu, gelu, leaky_relu, log_softmax, relu, relu6, selu, softmax
from runtime.ops.blocks import batch_to_space, depth_to_space, space_to_batch, space_to_depth
from runtime.ops.nn.by_rank import avg_pool, conv_transpose, convolution, max_pool, pool
from runtime.ops.nn.conv import (atrous_conv2d, conv1d, conv1d_transpose, conv2d, conv2d_transpose, depthwise_conv2d, separable_conv2d)
from runtime.ops.nn.conv3d import conv3d, conv3d_transpose
from runtime.ops.nn.losses import (compute_average_loss, log_poisson_loss, scale_regularization_loss,
                                   sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits,
                                   sparse_softmax_cross_entropy_with_logits, weighted_cross_entropy_with_logits)
from runtime.ops.math import sigmoid, softplus, softsign, tanh
from runtime.ops.nn.normalisation import (batch_normalization, bias_add, dropout, embedding_lookup, l2_normalize, moments,
                                          stateless_dropout as _stateless_dropout)
from runtime.ops.nn.pooling import avg_pool1d, avg_pool2d, max_pool1d, max_pool2d
from runtime.ops.nn.pooling3d import avg_pool3d, max_pool3d, max_pool_with_argmax
from runtime.ops.composite_reductions import zero_fraction
from runtime.ops.norms import l2_loss
from runtime.ops.sort import in_top_k, top_k
from runtime.ops.statistics import normalize_moments, sufficient_statistics, weighted_moments

swish = silu
LATER = dict.fromkeys(("embedding_lookup_sparse", "safe_embedding_lookup_sparse"), "runtime.ops.sparse.embedding_sparse")  # loaded when first used
experimental = _Namespace(stateless_dropout=_stateless_dropout)

__all__ = ["atrous_conv2d", "avg_pool", "avg_pool1d", "avg_pool2d", "avg_pool3d", "batch_normalization", "batch_to_space", "bias_add",
           "compute_average_loss",
           "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "conv_transpose", "convolution", "crelu", "depth_to_space",
           "depthwise_conv2d", "dropout", "elu", "embedding_lookup", "experimental", "gelu", "in_top_k", "l2_loss",
           "l2_normalize", "leaky_relu", "log_poisson_loss", "log_softmax", "max_pool", "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_with_argmax", "moments", "normalize_moments", "pool", "relu",
           "relu6", "scale_regularization_loss", "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu", "softmax",
           "softmax_cross_entropy_with_logits", "softplus", "softsign", "space_to_batch", "space_to_depth",
           "sparse_softmax_cross_entropy_with_logits", "sufficient_statistics", "swish", "tanh", "top_k", "weighted_cross_entropy_with_logits", "weighted_moments",
           "zero_fraction"]
