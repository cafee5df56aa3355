"""`tf.experimental`."""

from runtime.core.absent import absent_from

__getattr__ = absent_from("tf.experimental", {
    "DynamicRaggedShape": "runtime.ragged.dynamic_shape", "RowPartition": "runtime.ragged.row_partition", "Optional": "runtime.data.iterator",
    "numpy": ("runtime.numpy_ops", None), "dtensor": ("runtime.elsewhere", "dtensor"), "extension_type": "runtime.extension.extension_type",
    **dict.fromkeys(("ExtensionType", "BatchableExtensionType"), "runtime.extension.types"),
    "ExtensionTypeSpec": "runtime.extension.spec", "ExtensionTypeBatchEncoder": "runtime.extension.batching",
    **dict.fromkeys(("dispatch_for_api", "dispatch_for_unary_elementwise_apis", "dispatch_for_binary_elementwise_apis",
                     "dispatch_for_binary_elementwise_assert_apis", "unregister_dispatch_for"), "runtime.api_dispatch")})
