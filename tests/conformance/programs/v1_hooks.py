import glob
import os
import tempfile

import tensorflow as tf
from tell import fails, show

v1 = tf.compat.v1
train = v1.train
v1.logging.set_verbosity(v1.logging.ERROR)


def scalars(folder):
    """The steps and values of the scalars in the event files of a folder."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "events*"))):
        for event in train.summary_iterator(path):
            for value in event.summary.value:
                if value.tag != "global_step/sec":
                    found.append((event.step, value.tag, round(value.simple_value, 3)))
    return found


def graph_with_steps():
    step = train.get_or_create_global_step()
    with tf.control_dependencies([step.assign_add(1)]):
        loss = tf.cast(step, tf.float32) * 2 + 0
    v1.summary.scalar("loss", loss)
    return step, loss

# %% summary-saver
for options in ({"save_steps": 2}, {"save_steps": 1}, {"save_secs": 1000}):
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        step, loss = graph_with_steps()
        hook = train.SummarySaverHook(output_dir=folder, summary_op=v1.summary.merge_all(), **options)
        with train.MonitoredSession(hooks=[hook]) as session:
            for _ in range(5):
                session.run(loss)
    print(len(scalars(folder)), scalars(folder)[0][1:2])
fails(train.SummarySaverHook, 1)
fails(train.SummarySaverHook, 1, scaffold=train.Scaffold(), summary_op="x")
fails(train.SummarySaverHook, summary_op="x")
with tf.Graph().as_default():
    fails(train.SummarySaverHook(1, summary_op=tf.constant("x")).begin)

# %% training-session
folder = tempfile.mkdtemp()
with tf.Graph().as_default():
    step, loss = graph_with_steps()
    with train.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=1, save_checkpoint_steps=2, hooks=[train.StopAtStepHook(last_step=4)]) as session:
        while not session.should_stop():
            session.run(loss)
print(len(scalars(folder)) >= 3, sorted(name for name in os.listdir(folder) if name.endswith(".index")))
with tf.Graph().as_default():
    step, loss = graph_with_steps()
    with train.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=0, log_step_count_steps=0) as session:
        print(session.run(step))

# %% own-hook
class Hook(train.SessionRunHook):
    def begin(self):
        print("begin", type(self).__name__)
        self.step = train.get_global_step()

    def after_create_session(self, session, coord):
        print("created", session.run(self.step))

    def before_run(self, run_context):
        print("before", run_context.original_args.fetches.name, run_context.stop_requested)
        return train.SessionRunArgs({"x": "given:0"}, feed_dict={"given:0": 3.0})

    def after_run(self, run_context, run_values):
        print("after", run_values.results)
        run_context.request_stop()

    def end(self, session):
        print("end", session.run(self.step))


with tf.Graph().as_default():
    step = train.get_or_create_global_step()
    given = v1.placeholder(tf.float32, name="given")
    out = given * 2
    with train.MonitoredSession(hooks=[Hook()]) as session:
        while not session.should_stop():
            print(session.run(out))

# %% waiter
with tf.Graph().as_default():
    step = train.get_or_create_global_step()
    with train.MonitoredSession(hooks=[train.GlobalStepWaiterHook(0)]) as session:
        print(session.run(step))

# %% writer-cache
folder = tempfile.mkdtemp()
with tf.Graph().as_default():
    tf.constant(1)
    one, two = v1.summary.FileWriterCache.get(folder), v1.summary.FileWriterCache.get(folder)
    print(one is two, one.get_logdir() == folder)
    one.add_summary(v1.Summary(value=[v1.Summary.Value(tag="x", simple_value=1.5)]), 3)
    one.flush()
    v1.summary.FileWriterCache.clear()
    print(v1.summary.FileWriterCache.get(folder) is one, scalars(folder))

# %% init-from-checkpoint
folder = tempfile.mkdtemp()
with tf.Graph().as_default(), v1.Session() as session:
    v1.get_variable("a", initializer=[1.0, 2.0])
    with v1.variable_scope("s"):
        v1.get_variable("b", initializer=3.0)
        v1.get_variable("c", initializer=4.0)
    session.run(v1.global_variables_initializer())
    path = train.Saver().save(session, os.path.join(folder, "model"))
with tf.Graph().as_default(), v1.Session() as session:
    a = v1.get_variable("x", initializer=[0.0, 0.0])
    with v1.variable_scope("t"):
        b, c = v1.get_variable("b", initializer=0.0), v1.get_variable("c", initializer=0.0)
    train.init_from_checkpoint(folder, {"a": "x", "s/": "t/"})
    session.run(v1.global_variables_initializer())
    show(*session.run([a, b, c]))
    d = v1.get_variable("d", initializer=0.0)
    train.init_from_checkpoint(path, {"s/b": d})
    session.run(d.initializer)
    show(session.run(d))
    print(type(train.NewCheckpointReader(path)).__name__ != "", sorted(train.NewCheckpointReader(path).get_variable_to_shape_map().items()))
    for mapping in ({"s/b": a}, {"s": "t/"}, {"s/": "/"}):
        try:
            train.init_from_checkpoint(path, mapping)
        except ValueError as error:
            print(type(error).__name__, str(error).replace(path, "PATH")[:90])

# %% warm-start
folder = tempfile.mkdtemp()
with tf.Graph().as_default(), v1.Session() as session:
    v1.get_variable("a", initializer=[1.0, 2.0])
    v1.get_variable("b", initializer=3.0)
    session.run(v1.global_variables_initializer())
    path = train.Saver().save(session, os.path.join(folder, "model"))
with tf.Graph().as_default(), v1.Session() as session:
    a, b, c = v1.get_variable("a", initializer=[0.0, 0.0]), v1.get_variable("b", initializer=0.0), v1.get_variable("c", initializer=9.0, trainable=False)
    train.warm_start(path)
    session.run(v1.global_variables_initializer())
    show(*session.run([a, b, c]))
    train.warm_start(folder, [c], var_name_to_prev_var_name={"c": "b"})
    session.run(c.initializer)
    show(session.run(c))
    fails(train.warm_start, path, "a", var_name_to_prev_var_name={"z": "b"})
    fails(train.warm_start, path, 3)
    fails(train.warm_start, path, [3])
fails(train.VocabInfo, "a", 1, 0, "b", axis=3)
print(train.VocabInfo("a", 1, 0, "b"))

# %% checkpoints-iterator
folder = tempfile.mkdtemp()
print(list(train.checkpoints_iterator(folder, timeout=0)))
w = tf.Variable(1.0)
tf.train.CheckpointManager(tf.train.Checkpoint(w=w), folder, 3).save()
print([os.path.basename(path) for path in tf.train.checkpoints_iterator(folder, timeout=0, timeout_fn=lambda: True)], [os.path.basename(path) for path in tf.train.checkpoints_iterator(folder, timeout=0)])
