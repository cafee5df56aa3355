"""A module with functions of many kinds of ops, for TensorFlow and the runtime alike, to save in one and load in the other."""

import sys

import numpy as np

_IMAGE = np.random.RandomState(0).rand(1, 6, 6, 2).astype(np.float32)
_KERNEL = np.random.RandomState(1).rand(3, 3, 2, 4).astype(np.float32)
_MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3) / 3 - 0.5
_VECTOR = np.array([1.0, 2.0, 3.0], np.float32)


def make(tf):
    """The module, its functions not yet traced."""
    class Functions(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable([1.0, 2.0, 3.0], name="v")
            self.n = tf.Variable(0, name="n")
            self.big = tf.constant(np.arange(300, dtype=np.float32))
            self.k = tf.Variable(_KERNEL)

        @tf.function
        def elementwise(self, x):
            return (tf.tanh(x) + tf.exp(x) * tf.sigmoid(x) - tf.abs(x) / tf.maximum(x, 0.1) + tf.nn.relu(x) + tf.pow(x, 2.0)
                    + tf.cast(tf.cast(x, tf.int32), tf.float32) + tf.math.erf(x))

        @tf.function
        def shapes(self, x):
            return (tf.reshape(tf.transpose(x), [-1]), tf.concat([x, x], 0), tf.stack([x, x], 1), tf.split(x, 3, 1),
                    tf.expand_dims(x, 0)[..., 1:], tf.tile(x, [2, 1]), tf.shape(x), tf.pad(x, [[1, 1], [0, 0]]), tf.unstack(x))

        @tf.function
        def reductions(self, x):
            return (tf.reduce_sum(x, 0), tf.reduce_mean(x), tf.argmax(x, 1), tf.cumsum(x, 1), tf.reduce_logsumexp(x),
                    tf.reduce_max(x, 1, keepdims=True), tf.math.top_k(x, 2), tf.sort(x))

        @tf.function
        def gathers(self, x, i):
            return (tf.gather(x, i), tf.gather_nd(x, [[0], [1]]), tf.one_hot(i, 4), tf.where(x > 1, x, 0.0 * x), tf.unique(i).y,
                    tf.boolean_mask(x, x > 1.5), tf.scatter_nd([[1], [2]], [5.0, 6.0], [4]), tf.searchsorted(x, [1.5]))

        @tf.function
        def linear(self, x):
            return (tf.matmul(x, x, transpose_b=True), tf.einsum("ij,kj->ik", x, x), tf.linalg.norm(x),
                    tf.linalg.inv(tf.eye(2) * 2.0), tf.tensordot(x, tf.transpose(x), 1))

        @tf.function
        def convolutions(self, x):
            return (tf.nn.conv2d(x, self.k, 1, "SAME"), tf.nn.max_pool2d(x, 2, 2, "VALID"), tf.nn.avg_pool2d(x, 2, 1, "SAME"),
                    tf.nn.bias_add(tf.nn.conv2d(x, self.k, 2, "VALID"), [1.0, 2.0, 3.0, 4.0]))

        @tf.function
        def losses(self, x):
            return (tf.nn.softmax(x), tf.nn.sparse_softmax_cross_entropy_with_logits([0, 2], x), tf.nn.l2_loss(x),
                    tf.nn.log_softmax(x))

        @tf.function
        def strings(self, s):
            return (tf.strings.join([s, "x"], "-"), tf.strings.length(s), tf.strings.upper(s), tf.strings.substr(s, 0, 1),
                    tf.strings.regex_replace(s, "a", "b"), tf.strings.as_string(tf.constant([1, 2])), tf.strings.to_number("2.5"))

        @tf.function
        def conditions(self, x):
            if tf.reduce_sum(x) > 0:
                y = x + self.v
                self.n.assign_add(1)
            else:
                y = x - self.v
            if x[0] > 100:
                y = y * 0.0
            chosen = tf.case([(x[0] > 5.0, lambda: tf.constant(1)), (x[1] > 1.0, lambda: tf.constant(2))],
                             default=lambda: tf.constant(3))
            return y, chosen, tf.switch_case(tf.cast(x[0], tf.int32), [lambda: x, lambda: x * 2.0, lambda: x * 3.0])

        @tf.function
        def loops(self, x, n):
            total, i = tf.zeros_like(x), tf.constant(0)
            while i < n:
                i += 1
                if i == 3:
                    continue
                total += x * tf.cast(i, tf.float32)
                if tf.reduce_sum(total) > 1e3:
                    break
            for row in x:
                total += row
            values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
            for j in tf.range(4):
                values = values.write(j, x[0] * tf.cast(j, tf.float32))
            return (total, values.stack(), tf.map_fn(lambda e: e * e, x), tf.scan(lambda a, b: a + b, x),
                    tf.foldl(lambda a, b: a + b, x))

        @tf.function
        def gradients(self, x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.reduce_sum(x * x * self.v)
                for _ in tf.range(3):
                    y = y * 1.5
                if y > 0.0:
                    y = y * 2.0
            return tape.gradient(y, [x, self.v])

        @tf.function
        def outer(self, x):
            return self.nested(x) + self.nested(x * 2.0)

        @tf.function
        def nested(self, x):
            return x + tf.reduce_sum(self.big)

        @tf.function
        def updates(self, x):
            self.v.assign_add(x)
            self.v.scatter_nd_update([[0]], [9.0])
            self.n.assign(7)
            return self.v.read_value(), self.n + 0, self.v[1:]

        @tf.function
        def checks(self, x):
            tf.debugging.assert_greater(x, -10.0)
            tf.print("x", x, output_stream=sys.stderr)
            tf.Assert(tf.reduce_all(x < 100.0), [x])
            return tf.ensure_shape(x, [3]), tf.identity(x), tf.stop_gradient(x), tf.identity_n([x, x])

        @tf.function
        def random(self, x):
            return (tf.random.stateless_normal([3], [1, 2]) * x,
                    tf.random.stateless_uniform([2], [3, 4], maxval=10, dtype=tf.int32))

        @tf.function
        def unknown_sizes(self, x, k):
            return (tf.shape(x)[0] * k, x[:k], tf.slice(x, [1], [1]), x[::-1], tf.range(k), tf.fill([k], 2.0),
                    tf.linspace(0.0, 1.0, 3))

        @tf.function
        def variadic(self, *args, **kwargs):
            return [a + 1.0 for a in args], {key: value * 2.0 for key, value in kwargs.items()}

    return Functions()


CALLS = {"elementwise": [_MATRIX], "shapes": [_MATRIX], "reductions": [_MATRIX],
         "gathers": [_VECTOR, np.array([2, 0, 1], np.int32)], "linear": [_MATRIX], "convolutions": [_IMAGE], "losses": [_MATRIX],
         "strings": [np.array([b"abc", b"q"], object)], "conditions": [_VECTOR], "loops": [_VECTOR, np.int32(5)],
         "gradients": [_VECTOR], "outer": [_VECTOR], "updates": [_VECTOR], "checks": [_VECTOR], "random": [_VECTOR],
         "unknown_sizes": [_VECTOR, np.int32(2)], "variadic": [_VECTOR, _VECTOR]}


def run(tf, module):
    """Function name → results as arrays."""
    results = {}
    for name, args in CALLS.items():
        kwargs = {"kw": tf.constant(2.0)} if name == "variadic" else {}
        found = getattr(module, name)(*(tf.constant(value) for value in args), **kwargs)
        results[name] = [np.asarray(tensor.numpy()) for tensor in tf.nest.flatten(found)]
    return results


def assert_same(first, second):
    assert first.keys() == second.keys()
    for name in first:
        assert len(first[name]) == len(second[name]), name
        for a, b in zip(first[name], second[name]):
            assert (a.dtype, a.shape) == (b.dtype, b.shape), name
            if a.dtype.kind == "f":
                np.testing.assert_allclose(a, b, 1e-5, 1e-6, err_msg=name)
            else:
                assert np.array_equal(a, b), name


_CUSTOM = ("of_intermediates", "of_variables", "of_two", "nested", "of_gradients")


def make_custom_gradients(tf, of_gradients=True):
    """A module whose functions have gradients of the user's; TensorFlow does not save those of a gradient a second time."""
    x_signature = [tf.TensorSpec([None], tf.float32)]

    class Gradients(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([3.0])

        @tf.function(input_signature=x_signature)
        def of_intermediates(self, x):
            @tf.custom_gradient
            def tripled(y):
                z = y * 2.0
                return y * 3.0, lambda dy: dy * 100.0 * z + y
            return tripled(x * x)

        @tf.function(input_signature=x_signature)
        def of_variables(self, x):
            @tf.custom_gradient
            def scaled(y):
                def gradient(dy, variables=None):
                    return dy * 7.0, [tf.reduce_sum(dy) * self.w * 5.0 for _ in variables]
                return y * self.w, gradient
            return scaled(x)

        @tf.function(input_signature=x_signature)
        def of_two(self, x):
            @tf.custom_gradient
            def both(a, b):
                return (a + b, a * b), lambda da, db: (da * 2.0 + db, db * 3.0)
            return tf.add(*both(x, x * 2.0))

        @tf.function(input_signature=x_signature)
        def nested(self, x):
            return self.of_intermediates(x) + 1.0

        @tf.function(input_signature=x_signature)
        def of_gradients(self, x):
            @tf.custom_gradient
            def outer(a):
                @tf.custom_gradient
                def inner(d):
                    return d * 10.0, lambda dd: dd * 1000.0 * a
                return a + 1.0, inner
            return outer(x)

    if not of_gradients:
        del Gradients.of_gradients
    return Gradients()


def custom_gradients(tf, module):
    """Name of the function → its results and its gradients with respect to the argument and the Variable."""
    found = {}
    for name in (name for name in _CUSTOM if hasattr(module, name)):
        x = tf.constant([2.0, 1.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(module, name)(x)
        found[name] = [None if value is None else np.asarray(value) for value in (y, *tape.gradient(y, [x, module.w]))]
    return repr(found)


def make_tables(tf, vocabulary):
    """A module with tables; `vocabulary`: a file of words."""
    class Tables(tf.Module):
        def __init__(self):
            super().__init__()
            lookup = tf.lookup
            self.ids = lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64)), 2)
            self.lines = lookup.StaticHashTable(lookup.TextFileInitializer(
                vocabulary, tf.string, lookup.TextFileIndex.WHOLE_LINE, tf.int64, lookup.TextFileIndex.LINE_NUMBER), -1)
            self.many = lookup.StaticHashTable(lookup.KeyValueTensorInitializer(tf.range(300), tf.range(300) * 2), -1)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
        def look_up(self, words):
            return {"ids": self.ids[words], "lines": self.lines[words], "many": self.many[tf.range(298, 302)],
                    "size": self.lines.size()}

    return Tables()


def looked_up(tf, function):
    return {name: value.numpy().tolist() for name, value in function(tf.constant(["a", "zz", "z"])).items()}


LOOKED_UP = {"ids": [0, 2, 3], "lines": [-1, -1, 2], "many": [596, 598, -1, -1], "size": 3}
