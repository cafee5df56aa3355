"""Functions of `tf.compat.v1` itself that have other arguments than in TensorFlow 2, or are no longer there."""

from __future__ import annotations

import contextlib

import runtime as tf
from runtime.compat.faces.fallback import either
from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.graph_variables import global_variables, local_variables_initializer, variables_initializer
from runtime.compat.graphs.variable_scope import get_variable_scope, variable_scope
from runtime.core.context import context
from runtime.core.deprecation import warn_deprecated
from runtime.core.random_seed import get_seed  # noqa: F401
from runtime.ops.control_flow import check
from runtime.ops.host import legacy_print
from runtime.ops.sort import setdiff1d as _setdiff1d

_CHECK_OPS = "tensorflow.python.ops.check_ops"


# -- assertions --------------------------------------------------------------------------------------------------------

def _of_two(name):
    function = getattr(check, name)

    def assertion(x, y, data=None, summarize=None, message=None, name=None):
        return function(x, y, message=message, summarize=summarize, name=name)
    assertion.__name__ = assertion.__qualname__ = name
    assertion.__doc__ = f"`tf.debugging.{name}` with the arguments of TensorFlow 1; `data` is not printed."
    return assertion


def _of_one(name):
    function = getattr(check, name)

    def assertion(x, data=None, summarize=None, message=None, name=None):
        return function(x, message=message, summarize=summarize, name=name)
    assertion.__name__ = assertion.__qualname__ = name
    assertion.__doc__ = f"`tf.debugging.{name}` with the arguments of TensorFlow 1; `data` is not printed."
    return assertion


assert_equal, assert_none_equal, assert_less, assert_less_equal, assert_greater, assert_greater_equal = map(_of_two, (
    "assert_equal", "assert_none_equal", "assert_less", "assert_less_equal", "assert_greater", "assert_greater_equal"))
assert_positive, assert_negative, assert_non_negative, assert_non_positive = map(_of_one, (
    "assert_positive", "assert_negative", "assert_non_negative", "assert_non_positive"))


def assert_near(x, y, rtol=None, atol=None, data=None, summarize=None, message=None, name=None):
    return tf.debugging.assert_near(x, y, rtol, atol, message, summarize, name)


def assert_rank(x, rank, data=None, summarize=None, message=None, name=None):
    return tf.debugging.assert_rank(x, rank, message, name)


def assert_rank_at_least(x, rank, data=None, summarize=None, message=None, name=None):
    return tf.debugging.assert_rank_at_least(x, rank, message, name)


def assert_rank_in(x, ranks, data=None, summarize=None, message=None, name=None):
    return tf.debugging.assert_rank_in(x, ranks, message, name)


def assert_type(tensor, tf_type, message=None, name=None):
    """An operation that does nothing, of a tensor of that dtype. Raises TypeError for another."""
    check.assert_type(tensor, tf_type, message, name)
    return None if context.graph is None else tf.no_op("statically_determined_correct_type")


def assert_integer(x, message=None, name=None):
    check.assert_integer(x, message, name)
    return None if context.graph is None else tf.no_op("statically_determined_was_integer")


def assert_scalar(tensor, name=None, message=None):
    return check.assert_scalar(tensor, message, name)


def verify_tensor_all_finite(t=None, msg=None, name=None, x=None, message=None):
    return tf.debugging.assert_all_finite(either("x", x, "t", t), either("message", message, "msg", msg), name)


# -- Variables and graphs ----------------------------------------------------------------------------------------------

def _collected(key):
    def function(scope=None):
        return get_default_graph().get_collection(key, scope)
    return function


model_variables, moving_average_variables = _collected("model_variables"), _collected("moving_average_variables")


def all_variables():
    warn_deprecated("all_variables", "tensorflow.python.ops.variables", "Please use tf.global_variables instead.")
    return global_variables()


def initialize_variables(var_list, name="init"):
    warn_deprecated("initialize_variables", "tensorflow.python.ops.variables", "Use `tf.variables_initializer` instead.")
    return variables_initializer(var_list, name)


def initialize_local_variables():
    warn_deprecated("initialize_local_variables", "tensorflow.python.ops.variables", "Use `tf.local_variables_initializer` instead.")
    return local_variables_initializer()


def setdiff1d(x, y, index_dtype=tf.int32, name=None):
    warn_deprecated("setdiff1d", "tensorflow.python.ops.array_ops",
                    "This op will be removed after the deprecation date. Please switch to tf.sets.difference().", when="after 2018-11-30")
    return _setdiff1d(x, y, index_dtype, name)


def initialize_all_tables(name="init_all_tables"):
    warn_deprecated("initialize_all_tables", "tensorflow.python.ops.lookup_ops", "Use `tf.tables_initializer` instead.")
    return tf.compat.v1.tables_initializer(name)


@contextlib.contextmanager
def colocate_with(op, ignore_existing=False):
    """A block; there is one device."""
    warn_deprecated("colocate_with", "tensorflow.python.framework.ops", "Colocations handled automatically by placer.")
    yield


@contextlib.contextmanager
def container(container_name):
    """A block; sessions keep their Variables themselves."""
    yield container_name


def resource_variables_enabled():
    """True: Variables are resources."""
    return True


def control_flow_v2_enabled():
    """True: conditions and loops are functions."""
    return True


def enable_tensor_equality():
    """Nothing to do: tensors are compared by their values, but in plain graphs."""


enable_v2_tensorshape = disable_v2_tensorshape = disable_tensor_equality = enable_tensor_equality


def make_template(name_, func_, create_scope_now_=False, unique_name_=None, custom_getter_=None, **kwargs):
    """A function that makes its Variables at the first call, and uses these at all others."""
    made = []

    def template(*args, **more):
        reuse = bool(made)
        if not made:
            with variable_scope(unique_name_, default_name=name_) as scope:
                made.append(scope)
        with variable_scope(made[0], reuse=reuse or None):
            return func_(*args, **{**kwargs, **more})
    if create_scope_now_:
        with variable_scope(unique_name_, default_name=name_):
            made.append(get_variable_scope())
    template.__name__ = name_
    return template


# -- mathematics and arrays --------------------------------------------------------------------------------------------

def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32):
    return tf.math.bincount(arr, weights, minlength, maxlength, dtype)


def confusion_matrix(labels, predictions, num_classes=None, dtype=tf.int32, name=None, weights=None):
    return tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtype, name)


def count_nonzero(input_tensor=None, axis=None, keepdims=None, dtype=tf.int64, name=None, reduction_indices=None, keep_dims=None, input=None):
    return tf.math.count_nonzero(either("input", input, "input_tensor", input_tensor), either("axis", axis, "reduction_indices", reduction_indices),
                                 bool(either("keepdims", keepdims, "keep_dims", keep_dims)), dtype, name)


def arg_max(input, dimension, output_type=tf.int64, name=None):
    warn_deprecated("arg_max", "tensorflow.python.ops.math_ops", "Use `tf.math.argmax` instead")
    return tf.argmax(input, dimension, output_type, name)


def arg_min(input, dimension, output_type=tf.int64, name=None):
    warn_deprecated("arg_min", "tensorflow.python.ops.math_ops", "Use `tf.math.argmin` instead")
    return tf.argmin(input, dimension, output_type, name)


def floor_div(x, y, name=None):
    return tf.math.floordiv(x, y, name)


def batch_to_space_nd(input, block_shape, crops, name=None):
    return tf.batch_to_space(input, block_shape, crops, name)


def space_to_batch_nd(input, block_shape, paddings, name=None):
    return tf.space_to_batch(input, block_shape, paddings, name)


def batch_gather(params, indices, name=None):
    indices = tf.convert_to_tensor(indices)
    return tf.gather(params, indices, batch_dims=indices.shape.rank - 1, name=name)


def clip_by_average_norm(t, clip_norm, name=None):
    """`t`, made smaller where the norm for each element is larger than `clip_norm`."""
    with tf.name_scope(name or "clip_by_average_norm"):
        t = tf.convert_to_tensor(t, name="t")
        count = tf.cast(tf.size(t), tf.float32)
        inverse = tf.math.rsqrt(tf.reduce_sum(t * t, tf.range(tf.rank(t))))
        return t * clip_norm * tf.minimum(inverse * count, tf.constant(1.0) / clip_norm)


def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value=0, validate_indices=True, name=None):
    """A tensor with values at some places."""
    warn_deprecated("sparse_to_dense", "tensorflow.python.ops.sparse_ops",
                    "Create a `tf.sparse.SparseTensor` and use `tf.sparse.to_dense` instead.")
    from_indices, shape = tf.convert_to_tensor(sparse_indices), tf.convert_to_tensor(output_shape)
    values = tf.convert_to_tensor(sparse_values)
    if from_indices.shape.rank == 0:
        from_indices = tf.reshape(from_indices, [1, 1])
    elif from_indices.shape.rank == 1:
        from_indices = tf.reshape(from_indices, [-1, 1])
    if values.shape.rank == 0:
        values = tf.fill([tf.shape(from_indices)[0]], values)
    made = tf.SparseTensor(tf.cast(from_indices, tf.int64), values, tf.cast(tf.reshape(shape, [-1]), tf.int64))
    default = tf.cast(default_value, values.dtype) if values.dtype != tf.string else default_value or ""
    return tf.sparse.to_dense(made, default, validate_indices, name)


def random_poisson(lam, shape, dtype=tf.float32, seed=None, name=None):
    return tf.random.poisson(shape, lam, dtype, seed, name)


# -- text ---------------------------------------------------------------------------------------------------------------

def string_split(source, sep=None, skip_empty=True, delimiter=None, result_type="SparseTensor", name=None):
    """The parts of strings between any of the characters of `sep`. Raises ValueError for another `result_type`."""
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    sep = either("sep", sep, "delimiter", delimiter)
    sep = " " if sep is None else sep
    with tf.name_scope(name or "StringSplit"):
        source = tf.convert_to_tensor(source, tf.string)
        if not sep:
            parts = tf.strings.bytes_split(source)
        else:
            first = tf.strings.regex_replace(source, "[" + "".join("\\" + letter for letter in sep) + "]", "\x00")
            parts = tf.strings.split(first, "\x00")
        if skip_empty:
            parts = tf.ragged.boolean_mask(parts, tf.not_equal(parts, ""))
        return parts if result_type == "RaggedTensor" else parts.to_sparse()


def reduce_join(inputs, axis=None, keep_dims=None, separator="", name=None, reduction_indices=None, keepdims=None):
    return tf.strings.reduce_join(inputs, either("axis", axis, "reduction_indices", reduction_indices),
                                  bool(either("keepdims", keepdims, "keep_dims", keep_dims)), separator, name)


def string_to_hash_bucket(string_tensor=None, num_buckets=None, name=None, input=None):
    return tf.strings.to_hash_bucket(either("input", input, "string_tensor", string_tensor), num_buckets, name)


def string_to_number(string_tensor=None, out_type=tf.float32, name=None, input=None):
    return tf.strings.to_number(either("input", input, "string_tensor", string_tensor), out_type, name)


def decode_csv(records, record_defaults, field_delim=",", use_quote_delim=True, name=None, na_value="", select_cols=None):
    return tf.io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, name)


_PRINT = ("Use tf.print instead of tf.Print. Note that tf.print returns a no-output operator that directly prints the output. Outside of defuns or "
          "eager mode, this operator will not be executed unless it is directly specified in session.run or used as a control dependency for "
          "other operators. This is only a concern in graph mode. Below is an example of how to ensure tf.print executes in graph mode:\n")


def Print(input_, data, message=None, first_n=None, summarize=None, name=None):
    """`input_`; whenever it is computed, `message` and the tensors `data` are written, at most `first_n` times."""
    warn_deprecated("Print", "tensorflow.python.ops.logging_ops", _PRINT)
    return legacy_print(input_, [tf.convert_to_tensor(one) for one in data], message or "", -1 if first_n is None else first_n,
                        3 if summarize is None else summarize, name)


def no_regularizer(_):
    """None, whatever is regularized."""


class uniform_unit_scaling_initializer:
    """Uniform numbers that keep the size of what a layer is given."""

    def __init__(self, factor=1.0, seed=None, dtype=tf.float32):
        warn_deprecated("UniformUnitScaling.__init__", "tensorflow.python.ops.init_ops",
                        "Use tf.initializers.variance_scaling instead with distribution=uniform to get equivalent behavior.")
        self.factor, self.seed, self.dtype = factor, seed, tf.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        size = 1.0
        for dimension in shape[:-1]:
            size *= float(dimension)
        limit = (3 / max(size, 1.0)) ** 0.5 * self.factor
        return tf.random.uniform(shape, -limit, limit, dtype or self.dtype, seed=self.seed)

    def get_config(self):
        return {"factor": self.factor, "seed": self.seed, "dtype": self.dtype.name}


class orthogonal_initializer:
    """A matrix whose rows, or columns, are orthogonal and of length one."""

    def __init__(self, gain=1.0, seed=None, dtype=tf.float32):
        self.gain, self.seed, self.dtype = gain, seed, tf.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        if len(shape) < 2:
            raise ValueError("The tensor to initialize, specified by argument `shape` must be at least two-dimensional. "
                             f"Received shape={shape}")
        columns, rows = int(shape[-1]), 1
        for dimension in shape[:-1]:
            rows *= int(dimension)
        numbers = tf.random.normal((max(rows, columns), min(rows, columns)), dtype=dtype or self.dtype, seed=self.seed)
        q, r = tf.linalg.qr(numbers, full_matrices=False)
        q = q * tf.sign(tf.linalg.diag_part(r))
        return self.gain * tf.reshape(tf.linalg.matrix_transpose(q) if rows < columns else q, shape)

    def get_config(self):
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


def to_complex64(x, name="ToComplex64"):
    warn_deprecated("to_complex64", "tensorflow.python.ops.math_ops", "Use `tf.cast` instead.")
    return tf.cast(x, tf.complex64, name=name)


def to_complex128(x, name="ToComplex128"):
    warn_deprecated("to_complex128", "tensorflow.python.ops.math_ops", "Use `tf.cast` instead.")
    return tf.cast(x, tf.complex128, name=name)


def to_bfloat16(x, name="ToBFloat16"):
    warn_deprecated("to_bfloat16", "tensorflow.python.ops.math_ops", "Use `tf.cast` instead.")
    return tf.cast(x, tf.bfloat16, name=name)
