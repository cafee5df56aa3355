import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

logdir = tempfile.mkdtemp()

# %% steps-and-conditions
writer = tf.summary.create_file_writer(logdir)
print(tf.summary.should_record_summaries(), tf.summary.write("x", 1, step=0))
with writer.as_default(step=3):
    print(tf.summary.should_record_summaries(), tf.summary.experimental.get_step(), tf.summary.write("x", [1, 2]))
    with tf.summary.record_if(False):
        print(tf.summary.should_record_summaries(), tf.summary.write("x", 1))
    with tf.summary.record_if(lambda: tf.constant(True)):
        print(tf.summary.should_record_summaries())
print(tf.summary.experimental.get_step())
with writer.as_default():
    fails(tf.summary.write, "x", 1)
    tf.summary.experimental.set_step(7)
    print(tf.summary.experimental.get_step(), tf.summary.write("x", "text"))
writer.close()

# %% traces-that-are-not-on
fails(tf.summary.trace_export, "x", step=0)
tf.summary.trace_on(graph=True)
tf.summary.trace_on(graph=True)
tf.summary.trace_off()
fails(tf.summary.trace_export, "x", step=0)

# %% in-functions
writer = tf.summary.create_file_writer(logdir)
step = tf.Variable(0, dtype=tf.int64)
@tf.function
def f(x):
    with writer.as_default():
        tf.summary.write("loss", x, step=step)
    step.assign_add(1)
    return x
print(f(tf.constant(1.0)), f(tf.constant(2.0)), step.numpy())
print([op.type for op in f.get_concrete_function(tf.constant(1.0)).graph.get_operations() if op.type == "WriteSummary"])

# %% steps-of-other-dtypes
steps = {"int": 1, "float": 1.5, "text": "a", "int32": tf.constant(1), "int64": tf.constant(1, tf.int64), "float32": tf.constant(1.0),
         "uint8": tf.constant(1, tf.uint8), "vector": tf.constant([1], tf.int64), "two": tf.constant([1, 2], tf.int64),
         "variable": tf.Variable(1), "int64 variable": tf.Variable(1, dtype=tf.int64)}


def in_a_function(step):
    return tf.function(lambda step: tf.summary.write("x", 1.0, step=step))(step)


for name, step in steps.items():
    print(name)
    fails(tf.summary.write, "x", 1.0, step=step)
    with tf.summary.create_file_writer(logdir).as_default():
        fails(tf.summary.write, "x", 1.0, step=step)
        if isinstance(step, tf.Tensor):
            fails(in_a_function, step)
        if name != "two":  # TensorFlow itself aborts here
            tf.summary.experimental.set_step(step)
            fails(tf.summary.write, "x", 1.0)
tf.summary.experimental.set_step(None)
