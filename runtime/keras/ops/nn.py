"""`keras.ops.nn`: some of the functions of `keras.ops` under a longer name."""

from runtime.core.absent import absent_from
from runtime.keras.ops import (
    average_pool, batch_normalization, binary_crossentropy, categorical_crossentropy, celu, conv, ctc_loss, depth_to_space,
    dot_product_attention, elu, gelu, glu, hard_shrink, hard_sigmoid, hard_silu, hard_swish, hard_tanh, layer_normalization,
    leaky_relu, log_sigmoid, log_softmax, max_pool, moments, multi_hot, normalize, one_hot, psnr, relu, relu6, rms_normalization,
    selu, sigmoid, silu, soft_shrink, softmax, softplus, softsign, space_to_depth, sparse_categorical_crossentropy, sparse_plus,
    sparse_sigmoid, sparsemax, squareplus, swish, tanh_shrink, threshold)

__getattr__ = absent_from("tf.keras.ops.nn")
