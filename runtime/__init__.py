"""TensorFlow 2.21's graph functions on NumPy: ``import runtime as tf``.

Names, behaviour and error texts are TensorFlow's; `graphlint explain runtime` says what is there and what is not promised.
"""

import sys as _sys

from runtime import nest
from runtime import errors
from runtime.core import hooks
from runtime.core.absent import absent_from
from runtime.core.composite import open_module
from runtime.core.context import executing_eagerly, init_scope, inside_function
from runtime.core.convert import (constant, convert_to_tensor, get_static_value, is_symbolic_tensor,
                                  register_tensor_conversion_function)
from runtime.core.dtypes import (DType, as_dtype, bfloat16, complex64, complex128, double, float16, float32, float64, half,
                                 int8, int16, int32, int64, resource, string, uint8, uint16, uint32, uint64, variant)
from runtime.core.dtypes import qint8, qint16, qint32, quint8, quint16
from runtime.core.dtypes import bool_ as bool  # noqa: A004 - TensorFlow's own name
from runtime.core.device import DeviceSpec, device
from runtime.core.graph import Graph, Operation
from runtime.core.logger import get_logger
from runtime.core.scopes import get_current_name_scope, name_scope
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.function.tensor_spec import IndexedSlicesSpec, TensorSpec, TypeSpec, type_spec_from_value
from runtime.module import Module
from runtime.variables import Variable, VariableAggregation, VariableSynchronization, variable_creator_scope

# -- graph functions -----------------------------------------------------------------------------------------------
from runtime.function.polymorphic import function
from runtime import autograph, compat, config, types, version

# -- math ----------------------------------------------------------------------------------------------------------
from runtime import bitwise, dtypes, linalg, math
from runtime.dtypes import cast, complex, saturate_cast  # noqa: A004
from runtime.linalg import eig, eigvals, einsum, eye, matmul, norm, tensordot
from runtime.math import (abs, acos, acosh, add, add_n, argmax, argmin, asin, asinh, atan, atan2, atanh, cos,  # noqa: A004
                          cosh, cumsum, divide, equal, exp, floor, greater, greater_equal, less, less_equal, logical_and,
                          logical_not, logical_or, maximum, minimum, multiply, negative, not_equal, pow, reduce_all,
                          reduce_any, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum, round,
                          scalar_mul, sigmoid, sign, sin, sinh, sqrt, square, subtract, tan, tanh, truediv)
from runtime.ops.linspace import linspace
from runtime.ops.math import realdiv, truncatediv, truncatemod
from runtime.ops.norms import clip_by_global_norm, clip_by_norm
from runtime.ops.segment import histogram_fixed_width, histogram_fixed_width_bins
from runtime.ops.sums import clip_by_value
from runtime.ops import operators

operators.install(Variable)

from runtime.ops.random.init_ops import (Constant as constant_initializer, Ones as ones_initializer, RandomNormal as
                                         random_normal_initializer, RandomUniform as random_uniform_initializer, Zeros as
                                         zeros_initializer)

# -- arrays ----------------------------------------------------------------------------------------------------------
from runtime.ops.array import (broadcast_dynamic_shape, broadcast_static_shape, expand_dims, newaxis, rank, reshape, shape,
                               shape_n, size, squeeze, transpose)
from runtime.ops.identity import bitcast, ensure_shape, identity, identity_n, stop_gradient
from runtime.ops.blocks import batch_to_space, dynamic_partition, dynamic_stitch, reverse_sequence, space_to_batch, unravel_index
from runtime.ops.creation import fill, one_hot, ones, ones_like, zeros, zeros_like
from runtime.ops.creation import range_ as range  # noqa: A004
from runtime.ops.gather_scatter import (boolean_mask, gather, gather_nd, scatter_nd, tensor_scatter_nd_add, tensor_scatter_nd_max,
                                        tensor_scatter_nd_min, tensor_scatter_nd_sub, tensor_scatter_nd_update)
from runtime.ops.select import where
from runtime.ops.masks import sequence_mask
from runtime.ops.joining import concat, split, stack, unstack
from runtime.ops.rearrange import broadcast_to, meshgrid, pad, reverse, roll, tile
from runtime.ops.repeats import repeat
from runtime.ops.slicing import slice_ as slice  # noqa: A004
from runtime.ops.slicing import strided_slice
from runtime.ops.sort import argsort, searchsorted, sort, unique, unique_with_counts
from runtime import io, strings
from runtime.strings import as_string

# -- differentiation and control flow --------------------------------------------------------------------------------
from runtime.gradient import branch_gradient, function_gradient, loop_gradient, reductions, rules  # noqa: F401 - they register gradients
from runtime import autodiff
from runtime.gradient.backprop import UnconnectedGradients
from runtime.gradient.custom_gradient import custom_gradient, grad_pass_through, recompute_grad
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.symbolic import AggregationMethod, gradients, hessians
from runtime.gradient.tape import GradientTape
from runtime.ops.control_flow.case import case
from runtime.ops.control_flow.control_flow import cond, control_dependencies, group, no_op, switch_case
from runtime.ops.control_flow.control_flow import tuple_ as tuple  # noqa: A004
from runtime.ops.control_flow.functional import foldl, foldr, map_fn, scan, vectorized_map
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.ops.control_flow.while_loop import while_loop

# -- randomness, printing, Python inside graphs ----------------------------------------------------------------------
from runtime import debugging, nn, random
from runtime.debugging import Assert, assert_equal, assert_greater, assert_less, assert_rank
from runtime.ops.host import print_ as print  # noqa: A004
from runtime.ops.host import timestamp
from runtime.ops.control_flow.py_function import numpy_function, py_function

__version__, __git_version__, __compiler_version__ = version.VERSION, version.GIT_VERSION, version.COMPILER_VERSION


def is_tensor(x):
    """Whether `x` is a tensor or acts as one in TensorFlow's functions (a Variable does)."""
    return isinstance(x, (Tensor, Variable)) or getattr(
        x, "acts_as_tensor", hasattr(x, "_components") and hasattr(x, "dtype") and not isinstance(x, TensorArray))


_LATER = frozenset({"audio", "data", "distribute", "experimental", "feature_column", "image", "keras", "lookup", "profiler", "quantization", "queue",
                    "ragged", "raw_ops", "train", "saved_model", "sets", "signal", "sparse", "summary", "sysconfig", "test"})  # imported when first used
_REFUSED = frozenset({"lite", "mlir", "tpu", "xla"})  # names that say one sentence when they are used
_OF_KERAS = frozenset({"initializers", "losses", "metrics", "optimizers"})  # `tf.losses` is `tf.keras.losses`, and so on


def __getattr__(name):
    if name in _LATER or name in _OF_KERAS:
        import importlib
        return importlib.import_module(f"runtime.{name}" if name in _LATER else f"runtime.keras.{name}")
    if name in _REFUSED:
        import importlib
        return importlib.import_module("runtime.elsewhere").area(f"tf.{name}")
    return _absent(name)


for _hook, _module, _name in ((hooks.tracked, "containers", "wrap"), (hooks.deferred_capture, "function.deferred", "DeferredCapture"),
                              (hooks.evaluated, "compat.graphs.session", "evaluate"), (hooks.executed, "compat.graphs.session", "execute"),
                              (hooks.op_of, "compat.graphs.graph_def", "op_of"), (hooks.attributes_of, "compat.graphs.graph_def", "attributes"),
                              (hooks.graph_message, "compat.graphs.graph_def", "message_of"),
                              (hooks.graph_variable, "compat.graphs.graph_variables", "GraphVariable"),
                              (hooks.lifted_variable, "compat.graphs.graph_variables", "LiftedVariable"),
                              (hooks.converted_if_around, "autograph.calls", "converted_if_around"),
                              (hooks.converted_for_tracing, "autograph.calls", "convert_for_tracing"),
                              (hooks.not_converted, "autograph.calls", "do_not_convert"),
                              (hooks.jacobian, "gradient.jacobian", "jacobian"), (hooks.gradient_rows, "gradient.jacobian", "rows"),
                              (hooks.batch_jacobian, "gradient.jacobian", "batch_jacobian"),
                              (hooks.sparse_product, "ops.sparse.sparse_math", "product"), (hooks.sparse_quotient, "ops.sparse.sparse_math", "quotient"),
                              (hooks.ragged_spec, "ragged.spec", "RaggedTensorSpec"),
                              (hooks.index_loop, "autograph.operators.staging", "for_index_stmt"),
                              (hooks.decoded_graph, "proto.graph", "GraphDef.decode")):
    _hook.provide_later(f"runtime.{_module}", _name)

for _face in (bitwise, debugging, dtypes, io, linalg, math, nn, random, strings):
    open_module(vars(_face), "runtime.ops")
open_module(vars(nn.experimental), "runtime.ops")
open_module(globals(), "runtime.ops")

_absent = absent_from("tf", dict.fromkeys(("SparseTensor", "SparseTensorSpec"), "runtime.sparse_tensor")
                      | {"CriticalSection": "runtime.critical_section"}
                      | {"graph_util": "runtime.graph_util", "edit_distance": "runtime.ops.sparse.levenshtein", "fingerprint": "runtime.ops.fingerprints",
                         "__internal__": ("runtime.internal", None), "NoneTensorSpec": "runtime.data.structure", "OptionalSpec": "runtime.data.iterator"}
                      | dict.fromkeys(("load_library", "load_op_library"), "runtime.elsewhere")
                      | {"RaggedTensor": ("runtime.ragged", "_RaggedTensor"), "RaggedTensorSpec": ("runtime.ragged", "_RaggedTensorSpec")}
                      | dict.fromkeys(("import_graph_def", "make_ndarray", "make_tensor_proto"), "runtime.compat.graphs.graph_def")
                      | dict.fromkeys(("RegisterGradient", "no_gradient"), "runtime.gradient.registry")
                      | dict.fromkeys(("guarantee_const", "nondifferentiable_batch_function"), "runtime.ops.batching"))
_LATER_IN = {"linalg": linalg.OPERATORS, "strings": strings.RAGGED, "nn": nn.LATER,
             "math": {"special": ("runtime.special", None), "sobol_sample": "runtime.elsewhere"},
             "random": {**random.LATER, "stateless_binomial": "runtime.elsewhere"}}
for _name in ("autodiff", "bitwise", "debugging", "dtypes", "errors",
              "linalg", "math", "nest", "nn", "random", "strings", "types", "version"):
    _sys.modules[f"runtime.{_name}"].__getattr__ = absent_from(f"tf.{_name}", _LATER_IN.get(_name, ()))
