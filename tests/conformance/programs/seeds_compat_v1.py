import tensorflow as tf
from tests.conformance.support.tell import fails

# %% graph-and-session
g = tf.compat.v1.Graph()
with g.as_default():
    a = tf.compat.v1.placeholder(shape=[], dtype=tf.string)
    b = tf.compat.v1.placeholder(shape=[], dtype=tf.string)
    cond = lambda i: i < tf.constant(3)
    def body(i):
        tf.print(i)
        return (i + 1)
    loop = tf.while_loop(cond, body, loop_vars=[0])
    print(loop)
    with tf.control_dependencies(loop):
        c = tf.strings.join([a, b])
    print("tracing")
with tf.compat.v1.Session(graph=g) as sess:
    print(sess.run(c, feed_dict={a: "hello", b: "world"}))

# %% feeding-a-tensor
g = tf.compat.v1.Graph()
with g.as_default():
    a = tf.compat.v1.placeholder(shape=[], dtype=tf.string)
    c = tf.strings.join([a, a])
with tf.compat.v1.Session(graph=g) as sess:
    fails(sess.run, c, feed_dict={a: tf.constant("hello")})

# %% assign-and-py-func-in-a-function
l = []
v = tf.Variable(0)
@tf.function
def g(x):
    for i in x:
        print(i)
        tf.compat.v1.assign(v, i)
        tf.compat.v1.py_func(lambda i: l.append(i), [i], [])
g(tf.constant([1, 2, 3]))
print(l, v.numpy())

# %% to-float-and-glorot
c = tf.Variable(0)
@tf.function
def f(x):
    c.assign_add(1)
    return x + tf.compat.v1.to_float(c)
print(f(1.0), f(1.0), int(c))
class Dense(object):
    def __init__(self):
        self.W = tf.Variable(tf.compat.v1.glorot_uniform_initializer()((10, 10)))
        self.b = tf.Variable(tf.zeros(10))
    @tf.function
    def compute(self, x):
        return tf.matmul(x, self.W) + self.b
print(Dense().compute(tf.ones([1, 10])).shape)
