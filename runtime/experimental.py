"""`tf.experimental`."""

from runtime.core.absent import absent_from

__getattr__ = absent_from("tf.experimental", {"DynamicRaggedShape": "runtime.ragged.dynamic_shape",
                                              "RowPartition": "runtime.ragged.row_partition",
                                              "Optional": "runtime.data.iterator"})
