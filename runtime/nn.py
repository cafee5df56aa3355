"""`tf.nn`."""

from types import SimpleNamespace as _Namespace

from runtime.gradient.silu import silu
from runtime.ops.nn.activations import crelu, elu, gelu, leaky_relu, log_softmax, relu, relu6, selu, softmax
from runtime.ops.blocks import batch_to_space, depth_to_space, space_to_batch, space_to_depth
from runtime.ops.nn.by_rank import avg_pool, conv_transpose, convolution, max_pool, pool
from runtime.ops.nn.conv import (atrous_conv2d, atrous_conv2d_transpose, conv1d, conv1d_transpose, conv2d, conv2d_transpose,
                                 depthwise_conv2d,
                                 depthwise_conv2d_backprop_filter, depthwise_conv2d_backprop_input, separable_conv2d)
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
LATER = {**dict.fromkeys(("embedding_lookup_sparse", "safe_embedding_lookup_sparse"), "runtime.ops.sparse.embedding_sparse"),
         **dict.fromkeys(("dilation2d", "erosion2d"), "runtime.ops.nn.dilation"),
         **dict.fromkeys(("nce_loss", "sampled_softmax_loss"), "runtime.ops.nn.sampled_losses"),
         **dict.fromkeys(("all_candidate_sampler", "compute_accidental_hits", "fixed_unigram_candidate_sampler",
                          "learned_unigram_candidate_sampler"), "runtime.ops.nn.candidates"),
         **dict.fromkeys(("collapse_repeated", "ctc_beam_search_decoder", "ctc_greedy_decoder", "ctc_unique_labels"), "runtime.ops.nn.ctc"),
         "ctc_loss": "runtime.gradient.ctc", "local_response_normalization": "runtime.ops.nn.local_response",
         "lrn": ("runtime.ops.nn.local_response", "local_response_normalization")}  # imported when first used
experimental = _Namespace(stateless_dropout=_stateless_dropout)

__all__ = ["all_candidate_sampler", "atrous_conv2d", "atrous_conv2d_transpose", "avg_pool", "avg_pool1d", "avg_pool2d", "avg_pool3d",
           "batch_normalization", "batch_to_space", "bias_add", "collapse_repeated", "compute_accidental_hits", "compute_average_loss",
           "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "conv_transpose", "convolution",
           "crelu", "ctc_beam_search_decoder", "ctc_greedy_decoder", "ctc_loss", "ctc_unique_labels", "depth_to_space",
           "depthwise_conv2d", "depthwise_conv2d_backprop_filter", "depthwise_conv2d_backprop_input", "dilation2d", "dropout", "elu",
           "embedding_lookup", "erosion2d", "experimental", "fixed_unigram_candidate_sampler", "gelu", "in_top_k", "l2_loss",
           "l2_normalize", "leaky_relu", "learned_unigram_candidate_sampler", "local_response_normalization", "log_poisson_loss",
           "log_softmax", "lrn", "max_pool", "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_with_argmax", "moments", "nce_loss",
           "normalize_moments", "pool", "relu", "relu6", "sampled_softmax_loss", "scale_regularization_loss", "selu",
           "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu", "softmax", "softmax_cross_entropy_with_logits",
           "softplus", "softsign", "space_to_batch", "space_to_depth", "sparse_softmax_cross_entropy_with_logits",
           "sufficient_statistics", "swish", "tanh", "top_k", "weighted_cross_entropy_with_logits", "weighted_moments", "zero_fraction"]
