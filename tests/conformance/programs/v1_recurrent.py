import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
x = tf.random.stateless_normal([2, 4, 5], [1, 2])


class Cell:
    state_size = output_size = 3

    def __call__(self, x, state, scope=None):
        y = tf.tanh(x[:, :3] + 0.5 * state)
        return y, y

    def zero_state(self, batch, dtype):
        return tf.zeros([batch, 3], dtype)


class Pair:
    """A cell with two outputs and two states."""

    state_size = (2, 2)
    output_size = (2, 1)

    def __call__(self, x, state, scope=None):
        a, b = state
        a, b = tf.sin(a + x[:, :2]), b + x[:, 2:4]
        return (a, b[:, :1]), (a, b)

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        return tf.zeros([batch_size, 2], dtype), tf.ones([batch_size, 2], dtype)


class Dense:
    """A cell with variables."""

    state_size = output_size = 2

    def __call__(self, x, state, scope=None):
        w = v1.get_variable("w", [7, 2], initializer=v1.constant_initializer(0.1))
        y = tf.tanh(tf.concat([x, state], 1) @ w)
        return y, y

    def zero_state(self, batch, dtype):
        return tf.zeros([batch, 2], dtype)


def flat(result):
    near(*tf.nest.flatten(result))

# %% dynamic
flat(v1.nn.dynamic_rnn(Cell(), x, dtype=tf.float32))
flat(v1.nn.dynamic_rnn(Pair(), x, dtype=tf.float32))
flat(v1.nn.dynamic_rnn(Cell(), x, initial_state=tf.ones([2, 3]), time_major=False))
flat(v1.nn.dynamic_rnn(Cell(), tf.transpose(x, [1, 0, 2]), dtype=tf.float32, time_major=True))

# %% dynamic-with-lengths
flat(v1.nn.dynamic_rnn(Cell(), x, dtype=tf.float32, sequence_length=[2, 3]))
flat(v1.nn.dynamic_rnn(Pair(), x, dtype=tf.float32, sequence_length=[0, 4]))
flat(tf.function(lambda x: v1.nn.dynamic_rnn(Cell(), x, dtype=tf.float32, sequence_length=[2, 3]))(x))
flat(tf.function(lambda x, n: v1.nn.dynamic_rnn(Pair(), x, dtype=tf.float32, sequence_length=n))(x, tf.constant([1, 2])))

# %% dynamic-in-a-session
with tf.Graph().as_default():
    given = v1.placeholder(tf.float32, [None, None, 5])
    outputs, state = v1.nn.dynamic_rnn(Dense(), given, dtype=tf.float32)
    print(outputs.shape, state.shape, [v.name for v in v1.trainable_variables()])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        show(*session.run([outputs, state], {given: x.numpy()}))

# %% lengths-that-do-not-fit
with tf.Graph().as_default():
    lengths = v1.placeholder(tf.int32, [None])
    outputs, _ = v1.nn.dynamic_rnn(Cell(), tf.constant(x.numpy()), dtype=tf.float32, sequence_length=lengths)
    with v1.Session() as session:
        fails(session.run, outputs, {lengths: [1, 2, 3]})

# %% dynamic-errors
fails(v1.nn.dynamic_rnn, 3, x, dtype=tf.float32)
fails(v1.nn.dynamic_rnn, Cell(), x)
fails(v1.nn.dynamic_rnn, Cell(), x, sequence_length=[[1]], dtype=tf.float32)
fails(v1.nn.dynamic_rnn, Cell(), tf.ones([2]), dtype=tf.float32)
fails(tf.function(lambda x: v1.nn.dynamic_rnn(Cell(), x, dtype=tf.float32)).get_concrete_function, tf.TensorSpec([2, 3, None]))

# %% gradients
with tf.GradientTape() as tape:
    tape.watch(x)
    outputs, state = v1.nn.dynamic_rnn(Cell(), x, dtype=tf.float32, sequence_length=[2, 3])
    y = tf.reduce_sum(outputs) + tf.reduce_sum(state ** 2)
show(tape.gradient(y, x)[:, :, 0])

# %% bidirectional
flat(v1.nn.bidirectional_dynamic_rnn(Cell(), Cell(), x, dtype=tf.float32, time_major=True))
flat(v1.nn.bidirectional_dynamic_rnn(Cell(), Cell(), x, dtype=tf.float32, sequence_length=[2, 3]))
with tf.Graph().as_default():
    v1.nn.bidirectional_dynamic_rnn(Dense(), Dense(), tf.constant(x.numpy()), dtype=tf.float32)
    print([v.name for v in v1.trainable_variables()])
fails(v1.nn.bidirectional_dynamic_rnn, Cell(), None, x, dtype=tf.float32)

# %% static
steps = tf.unstack(x, axis=1)
flat(v1.nn.static_rnn(Cell(), steps, dtype=tf.float32))
flat(v1.nn.static_rnn(Pair(), steps, dtype=tf.float32))
flat(v1.nn.static_rnn(Cell(), steps, dtype=tf.float32, sequence_length=[2, 0]))
flat(tf.function(lambda n: v1.nn.static_rnn(Cell(), steps, dtype=tf.float32, sequence_length=n))(tf.constant([3, 1])))
fails(v1.nn.static_rnn, Cell(), x, dtype=tf.float32)
fails(v1.nn.static_rnn, Cell(), [], dtype=tf.float32)
fails(v1.nn.static_rnn, Cell(), steps)
with tf.Graph().as_default():
    v1.nn.static_rnn(Dense(), [tf.constant(s.numpy()) for s in steps], dtype=tf.float32)
    print([v.name for v in v1.trainable_variables()])

# %% static-bidirectional
steps = tf.unstack(x, axis=1)
flat(v1.nn.static_bidirectional_rnn(Cell(), Cell(), steps, dtype=tf.float32))
flat(v1.nn.static_bidirectional_rnn(Cell(), Cell(), steps, dtype=tf.float32, sequence_length=[2, 3]))
fails(v1.nn.static_bidirectional_rnn, Cell(), Cell(), [], dtype=tf.float32)

# %% raw
def loop(time, output, state, loop_state):
    done = time >= tf.constant([2, 3])
    value = tf.cond(tf.reduce_all(done), lambda: tf.zeros([2, 5]), lambda: tf.gather(x, tf.minimum(time, 3), axis=1))
    return done, value, tf.zeros([2, 3]) if state is None else state, output, None


@tf.function
def run():
    emitted, state, loop_state = v1.nn.raw_rnn(Cell(), loop)
    print(loop_state)
    return emitted.stack(), state


flat(run())
fails(v1.nn.raw_rnn, Cell(), 3)

# %% what-keras-took
for name in ("layers.Dense", "layers.dense", "nn.rnn_cell.BasicLSTMCell", "layers.nonsense"):
    module, _, name = name.rpartition(".")
    place = v1
    for part in module.split("."):
        place = getattr(place, part)
    print(str(place)[:15])
    fails(getattr, place, name)
