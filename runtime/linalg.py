"""`tf.linalg`."""

from runtime.ops.linalg import matmul
