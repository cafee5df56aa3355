import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant
F = tf.float32


def both(*functions):
    """Calls each function eagerly and as a graph."""
    for f in functions:
        for g in (f, tf.function(f, autograph=False)):
            fails(g)

# %% map-fn
both(lambda: tf.map_fn(lambda e: e * 2, C([1.0, 2.0])), lambda: tf.map_fn(lambda e: e * 2, np.array([1.0, 2.0])),
     lambda: tf.map_fn(lambda e: e[0] + e[1], (C([1.0, 2.0]), C([3.0, 4.0])), fn_output_signature=F),
     lambda: tf.map_fn(lambda e: e + 1, tf.ones([2, 3])), lambda: tf.map_fn(tf.reduce_sum, tf.ones([2, 3])))

# %% map-fn-structures
both(lambda: tf.map_fn(lambda e: (e * 2, e + 1), C([1.0, 2.0]), fn_output_signature=(F, F)),
     lambda: tf.map_fn(lambda e: {"a": e * 2}, C([1.0, 2.0]), fn_output_signature={"a": F}),
     lambda: tf.map_fn(lambda e: tf.cast(e, tf.int32), C([1.0, 2.0]), fn_output_signature=tf.int32),
     lambda: tf.map_fn(lambda e: e, C([1.0, 2.0]), fn_output_signature=tf.TensorSpec([], F)))

# %% map-fn-errors
both(lambda: tf.map_fn(lambda e: e * 2, [1.0, 2.0]), lambda: tf.map_fn(lambda e: e * 2, C(1.0)), lambda: tf.map_fn(lambda e: e, []),
     lambda: tf.map_fn(3, C([1.0])), lambda: tf.map_fn(lambda e: (e, e), C([1.0])), lambda: tf.map_fn(lambda e: None, C([1.0])),
     lambda: tf.map_fn(lambda e: e[0], (C([1.0]), C([1.0]))), lambda: tf.map_fn(lambda e: e, (C([1.0, 2.0]), C([1.0, 2.0, 3.0]))))
fails(lambda: tf.map_fn(lambda e: tf.cast(e, tf.int32), C([1.0])))
fails(lambda: tf.map_fn(lambda e: [e, e], C([1.0]), fn_output_signature=(F, F)))
fails(lambda: tf.map_fn(lambda e: tf.range(tf.cast(e, tf.int32)), C([1.0, 2.0]), fn_output_signature=tf.int32))

# %% map-fn-of-nothing
both(lambda: tf.map_fn(lambda e: e * 2, tf.zeros([0])), lambda: tf.map_fn(lambda e: e * 2, tf.zeros([0, 3])))

# %% map-fn-parallel-warning
print(tf.map_fn(lambda e: e, C([1.0, 2.0]), parallel_iterations=3))
print(tf.map_fn(lambda e: e, C([1.0, 2.0]), parallel_iterations=3))

# %% map-fn-calls
count = []
double = lambda e: count.append(1) or e * 2
tf.map_fn(double, C([1.0, 2.0]))
print(len(count))
tf.function(lambda: tf.map_fn(double, C([1.0, 2.0])), autograph=False)()
print(len(count))

# %% map-fn-converts-what-it-maps
def pick(e):
    if e > 1.5:
        return e * 10.0
    return e
@tf.function
def f(x):
    return tf.map_fn(pick, x)
print(f(C([1.0, 2.0])))

# %% names
@tf.function(autograph=False)
def f(x):
    print(tf.foldl(lambda a, e: a + e, x), tf.foldr(lambda a, e: a + e, x))
    print(tf.scan(lambda a, e: a + e, x), tf.scan(lambda a, e: (a[0] + e,), x, initializer=(0.0,)))
    print(tf.map_fn(lambda e: (e, e), x, fn_output_signature=(F, F)), tf.map_fn(lambda e: e, x, name="each"))
f(C([1.0, 2.0]))
f.get_concrete_function(tf.TensorSpec([None], F))

# %% folds
both(lambda: tf.foldl(lambda a, e: a - e, C([1.0, 2.0, 3.0])), lambda: tf.foldl(lambda a, e: a - e, C([1.0, 2.0, 3.0]), initializer=10.0),
     lambda: tf.foldr(lambda a, e: a - e, C([1.0, 2.0, 3.0])), lambda: tf.foldr(lambda a, e: a - e, C([1.0, 2.0, 3.0]), initializer=10.0),
     lambda: tf.foldl(lambda a, e: a + e[0] * e[1], (C([1.0, 2.0]), C([3.0, 4.0])), initializer=0.0))

# %% fold-errors
both(lambda: tf.foldl(3, C([1.0])), lambda: tf.foldl(lambda a, e: a + e, C(1.0)), lambda: tf.foldr(3, C([1.0])))
fails(lambda: tf.foldl(lambda a, e: a + e, tf.zeros([0])))

# %% scans
both(lambda: tf.scan(lambda a, e: a + e, C([1.0, 2.0, 3.0])), lambda: tf.scan(lambda a, e: a + e, C([1.0, 2.0, 3.0]), reverse=True),
     lambda: tf.scan(lambda a, e: a + e, C([1.0, 2.0, 3.0]), initializer=10.0),
     lambda: tf.scan(lambda a, e: (a[0] + e, a[1] - e), C([1.0, 2.0, 3.0]), initializer=(0.0, C(1.0))),
     lambda: tf.scan(lambda a, e: a + e[0] + e[1], (C([1.0, 2.0]), C([1.0, 2.0])), initializer=0.0),
     lambda: tf.scan(lambda a, e: a @ e, tf.ones([3, 2, 2])))

# %% scan-errors
both(lambda: tf.scan(3, C([1.0])), lambda: tf.scan(lambda a, e: a + e, C(1.0)), lambda: tf.scan(lambda a, e: (a, e), C([1.0, 2.0])),
     lambda: tf.scan(lambda a, e: a + e, C([1.0, 2.0]), initializer=1))
fails(lambda: tf.scan(lambda a, e: tf.cast(a + e, tf.int32), C([1.0, 2.0])))
fails(lambda: tf.scan(lambda a, e: a + e, tf.zeros([0])))

# %% vectorized
both(lambda: tf.vectorized_map(lambda e: e * 2, C([1.0, 2.0])), lambda: tf.vectorized_map(lambda e: (e * 2, e[0]), C([[1.0, 2.0]])),
     lambda: tf.vectorized_map(lambda e: e[0] * e[1], (C([[1.0, 2.0]]), C([[1.0, 2.0]]))), lambda: tf.vectorized_map(lambda e: 3.0, C([1.0, 2.0])))

# %% vectorized-broadcasts
both(lambda: tf.vectorized_map(lambda e: e, (C([2.0]), C([1.0, 2.0]))))
fails(lambda: tf.vectorized_map(lambda e: e, C(2.0)))
