"""What `tf.test` is made of, loaded on first use: the test case, its assertions, and `main`. Needs absl, as TensorFlow does."""
