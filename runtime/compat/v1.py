"""`tf.compat.v1`: TensorFlow 1's names: graphs and sessions, their Variables, and old forms of functions.

Whatever TensorFlow 2 has under the same name is taken from there.
"""

from __future__ import annotations

import importlib

import runtime as _tf
from runtime.compat.graph_variables import (global_variables, global_variables_initializer,  # noqa: F401
                                           local_variables, local_variables_initializer, report_uninitialized_variables,
                                           trainable_variables, variables_initializer)
from runtime.compat.graphs import (disable_eager_execution, enable_eager_execution, get_default_graph,  # noqa: F401
                                   reset_default_graph)
from runtime.compat.session import InteractiveSession, Session, get_default_session  # noqa: F401
from runtime.compat.variable_scope import (AUTO_REUSE, VariableScope, get_local_variable, get_variable,  # noqa: F401
                                           get_variable_scope, variable_scope)
from runtime.core import dtypes as _dtypes
from runtime.core.context import context as _context
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.scopes import name_scope as _name_scope
from runtime.ops.cast import cast as _cast
from runtime.ops.random.init_ops import (Constant as constant_initializer, GlorotNormal as glorot_normal_initializer,  # noqa: F401
                                  GlorotUniform as glorot_uniform_initializer, Ones as ones_initializer,
                                  RandomNormalV1 as random_normal_initializer, RandomUniformV1 as random_uniform_initializer,
                                  TruncatedNormalV1 as truncated_normal_initializer,
                                  VarianceScaling as variance_scaling_initializer, Zeros as zeros_initializer)
from runtime.ops.placeholders import placeholder, placeholder_with_default  # noqa: F401
from runtime.ops.select import where_rows as where  # noqa: F401


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    """``ref.assign(value)``."""
    return ref.assign(value, name=name)


def assign_add(ref, value, use_locking=None, name=None):
    return ref.assign_add(value, name=name)


def assign_sub(ref, value, use_locking=None, name=None):
    return ref.assign_sub(value, name=name)


def _scatter(name):
    def function(ref, indices, updates, use_locking=False, name=None):
        return getattr(ref, function.__name__)(_tf.IndexedSlices(updates, indices), name=name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``ref.{name}`` with `updates` at the rows `indices`."
    return function


scatter_add, scatter_sub, scatter_mul, scatter_div, scatter_min, scatter_max, scatter_update = map(_scatter, (
    "scatter_add", "scatter_sub", "scatter_mul", "scatter_div", "scatter_min", "scatter_max", "scatter_update"))


def _scatter_nd(name):
    def function(ref, indices, updates, use_locking=True, name=None):
        return getattr(ref, function.__name__)(indices, updates, name=name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``ref.{name}`` with `updates` at the places `indices`."
    return function


scatter_nd_add, scatter_nd_sub, scatter_nd_update = map(_scatter_nd, ("scatter_nd_add", "scatter_nd_sub", "scatter_nd_update"))


def is_variable_initialized(variable):
    """Whether `variable` has a value, a boolean tensor."""
    return variable.is_initialized()


def _caster(name, dtype):
    def function(x, name=name):
        _warn_deprecated(function.__name__, "tensorflow.python.ops.math_ops", "Use `tf.cast` instead.")
        return _cast(x, dtype, name=name)
    function.__name__ = function.__qualname__ = f"to_{name[2:].lower()}"
    function.__doc__ = f"`x` as {dtype.name}."
    return function


to_float = _caster("ToFloat", _dtypes.float32)
to_double = _caster("ToDouble", _dtypes.float64)
to_int32 = _caster("ToInt32", _dtypes.int32)
to_int64 = _caster("ToInt64", _dtypes.int64)

_PY_FUNC = """tf.py_func is deprecated in TF V2. Instead, there are two
    options available in V2.
    - tf.py_function takes a python function which manipulates tf eager
    tensors instead of numpy arrays. It's easy to convert a tf eager tensor to
    an ndarray (just call tensor.numpy()) but having access to eager tensors
    means `tf.py_function`s can use accelerators such as GPUs as well as
    being differentiable using a gradient tape.
    - tf.numpy_function maintains the semantics of the deprecated tf.py_func
    (it is not differentiable, and manipulates numpy arrays). It drops the
    stateful argument making all functions stateful.
    """


def py_func(func, inp, Tout, stateful=True, name=None):
    """`tf.numpy_function` under its old name."""
    _warn_deprecated("py_func", "tensorflow.python.ops.script_ops", _PY_FUNC)
    return _tf.numpy_function(func, inp, Tout, stateful=stateful, name=name)


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False,
               name=None, maximum_iterations=None, return_same_structure=False):
    """`tf.while_loop`; in graphs a single loop variable is returned by itself unless `return_same_structure`."""
    if isinstance(loop_vars, (list, tuple)) and len(loop_vars) == 1:
        one_variable = body

        def body(variable):
            result = one_variable(variable)
            return result if isinstance(result, (list, tuple)) else [result]
    results = _tf.while_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, back_prop, swap_memory,
                             maximum_iterations, name)
    single = isinstance(results, (list, tuple)) and len(results) == 1 and not return_same_structure
    return results[0] if single else results


def cond(pred, true_fn=None, false_fn=None, strict=False, name=None, fn1=None, fn2=None):
    """`tf.cond`; a branch's list of one tensor is that tensor unless `strict`."""
    def branch(function):
        def run():
            result = function()
            return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 and not strict else result
        return run
    for name_, given, old, old_given in (("true_fn", true_fn, "fn1", fn1), ("false_fn", false_fn, "fn2", fn2)):
        if given is not None and old_given is not None:
            raise TypeError(f"cond(): '{name_}' and '{old}' may not be set simultaneously.")
    for old, given in (("fn1", fn1), ("fn2", fn2)):
        if given is not None:
            _warn_deprecated("calling cond", "tensorflow.python.ops.cond",
                             "fn1/fn2 are deprecated in favor of the true_fn/false_fn arguments.", argument=old)
    true_fn, false_fn = true_fn or fn1, false_fn or fn2
    if true_fn is None or false_fn is None:
        raise TypeError(f"cond(): '{'true_fn' if true_fn is None else 'false_fn'}' argument required")
    return _tf.cond(pred, branch(true_fn), branch(false_fn), name=name)


class name_scope(_name_scope):
    """`tf.name_scope`, by `default_name` if `name` is None; `values` are the arguments of the op that it is for."""

    def __init__(self, name, default_name=None, values=None):
        super().__init__(default_name if name is None else name)


def pad(tensor, paddings, mode="CONSTANT", name=None, constant_values=0):
    """`tf.pad` with TensorFlow 1's order of arguments."""
    return _tf.pad(tensor, paddings, mode, constant_values, name)


def enable_v2_behavior():
    """Nothing to do: TensorFlow 2 behaves so."""


def disable_v2_behavior():
    """`disable_eager_execution`; Variables stay resources."""
    disable_eager_execution()


def disable_resource_variables():
    """Accepted: Variables are resources here."""


enable_resource_variables = enable_control_flow_v2 = disable_control_flow_v2 = disable_resource_variables


def add_to_collection(name, value):
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names, value):
    get_default_graph().add_to_collections(names, value)


def get_collection_ref(key):
    return get_default_graph().get_collection_ref(key)


def get_collection(key, scope=None):
    return get_default_graph().get_collection(key, scope)


def _reduction(name):
    function = getattr(_tf, name)

    def reduce(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        keep = keepdims if keep_dims is None else keep_dims
        return function(input_tensor, axis if reduction_indices is None else reduction_indices, keepdims=bool(keep), name=name)
    reduce.__name__ = reduce.__qualname__ = name
    reduce.__doc__ = f"`tf.{name}` with the keywords of TensorFlow 1."
    return reduce


reduce_sum, reduce_mean, reduce_max, reduce_min, reduce_prod, reduce_any, reduce_all = map(_reduction, (
    "reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_any", "reduce_all"))


def argmax(input, axis=None, name=None, dimension=None, output_type=_dtypes.int64):
    return _tf.argmax(input, axis if dimension is None else dimension, output_type, name)


def argmin(input, axis=None, name=None, dimension=None, output_type=_dtypes.int64):
    return _tf.argmin(input, axis if dimension is None else dimension, output_type, name)


def executing_eagerly_outside_functions():
    """Whether ops would run at once outside all functions being traced."""
    with _tf.init_scope():
        return _tf.executing_eagerly()


def tables_initializer(name="init_all_tables"):
    """An operation that fills all tables of the graph."""
    return _tf.group(*get_collection(GraphKeys.TABLE_INITIALIZERS), name=name)


class GraphKeys:
    """Names of collections: but for two, those of the constants in small letters."""

    GLOBAL_VARIABLES = VARIABLES = "variables"
    TABLE_INITIALIZERS = "table_initializer"


for _key in """
ACTIVATIONS ASSET_FILEPATHS BIASES CONCATENATED_VARIABLES COND_CONTEXT EVAL_STEP GLOBAL_STEP INIT_OP LOCAL_INIT_OP LOCAL_RESOURCES
LOCAL_VARIABLES LOSSES METRIC_VARIABLES MODEL_VARIABLES MOVING_AVERAGE_VARIABLES QUEUE_RUNNERS READY_FOR_LOCAL_INIT_OP READY_OP
REGULARIZATION_LOSSES RESOURCES SAVEABLE_OBJECTS SAVERS SUMMARIES SUMMARY_OP TRAINABLE_RESOURCE_VARIABLES TRAINABLE_VARIABLES
TRAIN_OP UPDATE_OPS WEIGHTS WHILE_CONTEXT""".split():
    setattr(GraphKeys, _key, _key.lower())


def set_random_seed(seed):
    _tf.random.set_seed(seed)


_MODULES = {"app": "runtime.compat.app", "data": "runtime.compat.data", "flags": "runtime.compat.flags", "gfile": "runtime.compat.gfile",
            "logging": "runtime.compat.logging", "losses": "runtime.compat.losses",
            "initializers": "runtime.compat.initializers", "python_io": "runtime.compat.python_io", "random": "runtime.compat.random", "summary": "runtime.compat.summary", "test": "runtime.compat.test",
            "train": "runtime.compat.train"}
_ELSEWHERE = {
    "IndexedSlicesValue": "runtime.compat.session", "SparseTensorValue": "runtime.compat.values", "Dimension": "runtime.core.tensor_shape",
    **dict.fromkeys(("ConfigProto", "GPUOptions", "GraphOptions", "OptimizerOptions", "RunMetadata", "RunOptions"), "runtime.compat.messages"),
    **dict.fromkeys(("FixedLenFeature", "FixedLenSequenceFeature", "VarLenFeature", "parse_example", "parse_single_example"), "runtime.ops.io.examples"),
    **dict.fromkeys(("FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RandomShuffleQueue"), "runtime.queue"),
    "dimension_value": "runtime.compat", "dimension_at_index": "runtime.compat"}
_RENAMED = {"assert_less_equal": "debugging.assert_less_equal", "assert_greater_equal": "debugging.assert_greater_equal",
            "assert_non_negative": "debugging.assert_non_negative", "assert_positive": "debugging.assert_positive",
            "div_no_nan": "math.divide_no_nan", "random_crop": "image.random_crop", "random_normal": "random.normal", "random_uniform": "random.uniform", "truncated_normal": "random.truncated_normal",
            "random_shuffle": "random.shuffle", "log": "math.log", "log1p": "math.log1p", "ceil": "math.ceil",
            "rsqrt": "math.rsqrt", "mod": "math.floormod", "div": "math.divide", "is_nan": "math.is_nan",
            "matrix_inverse": "linalg.inv", "string_join": "strings.join", "log_sigmoid": "math.log_sigmoid", "lin_space": "linspace",
            "decode_raw": "io.decode_raw", "regex_replace": "strings.regex_replace", "substr": "strings.substr",
            "depth_to_space": "nn.depth_to_space", "space_to_depth": "nn.space_to_depth", "floordiv": "math.floordiv",
            "sparse_segment_sum": "sparse.segment_sum", "sparse_segment_mean": "sparse.segment_mean",
            "sparse_segment_sqrt_n": "sparse.segment_sqrt_n",
            "floormod": "math.floormod", "multinomial": "random.categorical"}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    if name == "wrap_function":
        return importlib.import_module("runtime.compat.wrapped_function").wrap_function
    if name == "GraphDef":
        return importlib.import_module("runtime.core.graph_text").GraphDef
    if name in ("AttrValue", "NodeDef"):
        return getattr(importlib.import_module("runtime.proto.graph"), name)
    if name in _ELSEWHERE:
        return getattr(importlib.import_module(_ELSEWHERE[name]), name)
    if name in ("lite", "mlir", "tpu", "xla"):
        return importlib.import_module("runtime.elsewhere").area(f"tf.compat.v1.{name}")
    if name == "initialize_all_variables":
        return global_variables_initializer
    if name == "Summary":
        return importlib.import_module(_MODULES["summary"]).Summary
    try:
        found = _tf
        for part in _RENAMED.get(name, name).split("."):
            found = getattr(found, part)
        return found
    except AttributeError:
        raise AttributeError(f"the runtime has no tf.compat.v1.{name}; `graphlint explain runtime` says what it has") from None
