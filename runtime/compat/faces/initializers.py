"""`tf.compat.v1.initializers`: initializers, and operations that initialize Variables."""

from __future__ import annotations

from runtime.compat import v1 as _v1
from runtime.compat.graphs.graph_variables import (global_variables_initializer as global_variables,  # noqa: F401
                                                   local_variables_initializer as local_variables, variables_initializer as variables)
from runtime.core.absent import absent_from

constant, glorot_normal, glorot_uniform = _v1.constant_initializer, _v1.glorot_normal_initializer, _v1.glorot_uniform_initializer
ones, random_normal, random_uniform = _v1.ones_initializer, _v1.random_normal_initializer, _v1.random_uniform_initializer
tables_initializer, truncated_normal = _v1.tables_initializer, _v1.truncated_normal_initializer
variance_scaling, zeros = _v1.variance_scaling_initializer, _v1.zeros_initializer

__getattr__ = absent_from("tf.compat.v1.initializers")
