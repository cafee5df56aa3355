"""`tf.debugging`."""

import types

from runtime.core.refused import refused
from runtime.ops.control_flow.check import (assert_all_finite, assert_equal, assert_greater, assert_greater_equal, assert_integer,
                                            assert_less, assert_less_equal, assert_near, assert_negative, assert_non_negative,
                                            assert_non_positive, assert_none_equal, assert_positive, assert_proper_iterable,
                                            assert_same_float_dtype, assert_scalar, assert_type, check_numerics,
                                            is_numeric_tensor)
from runtime.ops.control_flow.check import assert_ as Assert  # noqa: N812 - TensorFlow's own name
from runtime.ops.control_flow.check_shapes import assert_rank, assert_rank_at_least, assert_rank_in, assert_shapes

_filtering = [True]


def is_traceback_filtering_enabled():
    """Whether TensorFlow would leave its own frames out of tracebacks; the runtime has few, and shows them."""
    return _filtering[0]


def enable_traceback_filtering():
    """Accepted for compatibility."""
    _filtering[0] = True


def disable_traceback_filtering():
    """Accepted for compatibility."""
    _filtering[0] = False


def get_log_device_placement():
    """Whether placement is logged: False, unless it was asked for; nothing is logged."""
    return _logged[0]


def set_log_device_placement(enabled):
    """Accepted for compatibility."""
    _logged[0] = enabled


_logged = [False]

_NUMERICS = "the runtime does not look into every op; use tf.debugging.check_numerics on the tensors in question"
enable_check_numerics = refused("enable_check_numerics", f"tf.debugging.enable_check_numerics: {_NUMERICS}")
_DUMP = "the runtime writes no logs for TensorBoard's debugger"
experimental = types.SimpleNamespace(enable_dump_debug_info=refused("enable_dump_debug_info", f"tf.debugging.experimental.enable_dump_debug_info: {_DUMP}"),
                                     disable_dump_debug_info=lambda: None)


def disable_check_numerics():
    """Nothing to do: it is never enabled."""

__all__ = ["Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
           "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative", "assert_non_positive",
           "assert_none_equal", "assert_positive", "assert_proper_iterable", "assert_rank", "assert_rank_at_least",
           "assert_rank_in", "assert_same_float_dtype", "assert_scalar", "assert_shapes", "assert_type", "check_numerics",
           "disable_check_numerics", "disable_traceback_filtering", "enable_check_numerics",
           "enable_traceback_filtering", "get_log_device_placement", "is_numeric_tensor",
           "is_traceback_filtering_enabled", "set_log_device_placement"]
