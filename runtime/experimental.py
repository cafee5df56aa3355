"""`tf.experimental`."""

from runtime.core.absent import absent_from
from runtime.core.dtypes import EXTENSIONS


__getattr__ = absent_from("tf.experimental", {
    "DynamicRaggedShape": "runtime.ragged.dynamic_shape", "RowPartition": "runtime.ragged.row_partition", "Optional": "runtime.data.iterator",
    "numpy": ("runtime.numpy_ops", None), "dtensor": ("runtime.elsewhere", "dtensor"), "extension_type": "runtime.extension.extension_type",
    "dlpack": ("runtime.dlpack", None),
    **dict.fromkeys(("async_clear_error", "async_scope", "enable_strict_mode", "function_executor_type"), "runtime.execution_mode"),
    **{dtype.name: "runtime.core.dtypes" for dtype in EXTENSIONS if dtype.name != "bfloat16"},
    **dict.fromkeys(("ExtensionType", "BatchableExtensionType"), "runtime.extension.types"),
    "ExtensionTypeSpec": "runtime.extension.spec", "ExtensionTypeBatchEncoder": "runtime.extension.batching",
    **dict.fromkeys(("dispatch_for_api", "dispatch_for_unary_elementwise_apis", "dispatch_for_binary_elementwise_apis",
                     "dispatch_for_binary_elementwise_assert_apis", "unregister_dispatch_for"), "runtime.api_dispatch")})
