"""`tf.experimental`."""

import contextlib

from runtime.core.absent import absent_from


@contextlib.contextmanager
def async_scope():
    """Accepted for compatibility: everything runs at once."""
    yield


def async_clear_error():
    """Accepted for compatibility: no error waits to be raised."""


@contextlib.contextmanager
def function_executor_type(executor_type):
    """Accepted for compatibility: there is one way to run functions."""
    yield


def enable_strict_mode():
    """Accepted for compatibility."""


__getattr__ = absent_from("tf.experimental", {
    "DynamicRaggedShape": "runtime.ragged.dynamic_shape", "RowPartition": "runtime.ragged.row_partition", "Optional": "runtime.data.iterator",
    "numpy": ("runtime.numpy_ops", None), "dtensor": ("runtime.elsewhere", "dtensor"), "dlpack": "runtime.dlpack", "extension_type": "runtime.extension.extension_type",
    **dict.fromkeys(("ExtensionType", "BatchableExtensionType"), "runtime.extension.types"),
    "ExtensionTypeSpec": "runtime.extension.spec", "ExtensionTypeBatchEncoder": "runtime.extension.batching",
    **dict.fromkeys(("dispatch_for_api", "dispatch_for_unary_elementwise_apis", "dispatch_for_binary_elementwise_apis",
                     "dispatch_for_binary_elementwise_assert_apis", "unregister_dispatch_for"), "runtime.api_dispatch")})
