"""A TensorArray that is kept on an object, written by one call and read by the next."""
import tensorflow as tf


class Recorder(tf.Module):
    def __init__(self):
        self.log = tf.TensorArray(tf.float32, size=4, clear_after_read=False)

    @tf.function
    def record(self, x, i):
        self.log = self.log.write(i, tf.reduce_sum(x))  # [tensor-leaked-from-graph] observed
        return x + 1


recorder = Recorder()
for i in range(3):
    recorder.record(tf.constant(1.0), i)  # [python-scalar-retrace] observed


class Late(tf.Module):
    def __init__(self):
        self.log = None

    @tf.function
    def record(self, x):
        if self.log is None:
            self.log = tf.TensorArray(tf.float32, size=4, clear_after_read=False)
        self.log = self.log.write(0, tf.reduce_sum(x))  # [tensor-leaked-from-graph] observed
        return x + 1

    @tf.function
    def read(self):
        return self.log.read(0)


late = Late()
late.record(tf.constant(1.0))
try:
    print(late.read())
except TypeError:
    print("out of scope")
