import glob
import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

logdir = tempfile.mkdtemp()


# %% a-module-with-profiler
class DemoModule(tf.Module):
    def __init__(self, init_value=tf.constant(0.0), name=None):
        super(DemoModule, self).__init__(name=name)
        with self.name_scope:
            self.x = tf.Variable(init_value, dtype=tf.float32, trainable=True)
    @tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
    def addprint(self, a):
        with self.name_scope:
            self.x.assign_add(a)
            tf.print(self.x)
            return self.x
writer = tf.summary.create_file_writer(logdir)
tf.summary.trace_on(graph=True, profiler=True)
demo = DemoModule(init_value=tf.constant(0.0))
result = demo.addprint(tf.constant(5.0))
def export():
    with writer.as_default():
        tf.summary.trace_export(name="demomodule", step=0, profiler_outdir=logdir)
fails(export)
print(len(glob.glob(logdir + "/events.out.tfevents.*")))

# %% a-loop-over-a-tensor
writer = tf.summary.create_file_writer(logdir)
tf.summary.trace_on(graph=True)
@tf.function(autograph=True)
def myadd(a, b):
    for i in tf.range(3):
        tf.print(i)
    print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))
with writer.as_default():
    tf.summary.trace_export(name="autograph", step=0)

# %% a-loop-over-a-python-range
writer = tf.summary.create_file_writer(logdir)
tf.summary.trace_on(graph=True)
@tf.function(autograph=True)
def myadd(a, b):
    if True:
        for i in range(3):
            tf.print(i)
            print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))
with writer.as_default():
    tf.summary.trace_export(name="autograph", step=0)

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
