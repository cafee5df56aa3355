"""The modules of `tf.compat.v1` by their public names, such as `tf.compat.v1.train`."""
