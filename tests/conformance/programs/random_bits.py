import numpy as np
import tensorflow as tf
from tell import fails

R = tf.random


def bits(t):
    """The numbers to the last bit: floats in hexadecimal, long results by a digest."""
    t = np.asarray(t)
    if t.size > 20:
        import hashlib
        return f"{t.dtype} {t.shape} {hashlib.md5(np.ascontiguousarray(t).tobytes()).hexdigest()}"
    return f"{t.dtype} {t.shape} {[float(v).hex() if t.dtype.kind == 'f' else int(v) for v in t.ravel()]}"


SIZES = (1, 2, 3, 5, 17, 1000, 40000)

# %% uniform-sizes
R.set_seed(1)
for n in SIZES:
    print(bits(R.uniform([n], seed=3)))
print(bits(R.uniform([], seed=3)), bits(R.uniform([0], seed=3)), bits(R.uniform([2, 3], seed=3)))

# %% normal-sizes
R.set_seed(1)
for n in SIZES:
    print(bits(R.normal([n], seed=3)))

# %% truncated-normal-sizes
R.set_seed(1)
for n in SIZES:
    print(bits(R.truncated_normal([n], seed=3)))

# %% float64
R.set_seed(2)
for n in (1, 2, 3, 7, 1000):
    print(bits(R.uniform([n], dtype=tf.float64)), bits(R.normal([n], dtype=tf.float64)), bits(R.truncated_normal([n], dtype=tf.float64)))

# %% float16
R.set_seed(3)
for n in (1, 2, 3, 7, 1000):
    print(bits(R.uniform([n], dtype=tf.float16)), bits(R.normal([n], dtype=tf.float16)), bits(R.truncated_normal([n], dtype=tf.float16)))

# %% integers
R.set_seed(4)
for n in (1, 3, 17, 1000):
    print(bits(R.uniform([n], -5, 100, tf.int32)), bits(R.uniform([n], -5, 10**15, tf.int64)))
print(bits(R.uniform([4], -2**31, 2**31 - 1, tf.int32)), bits(R.uniform([4], -2**63, 2**63 - 1, tf.int64)))

# %% ranges
R.set_seed(5)
print(bits(R.uniform([3], -1, 1)), bits(R.uniform([3], 0, 10)), bits(R.uniform([3], 2.0, 2.5)), bits(R.uniform([3], maxval=3.0)))
print(bits(R.normal([3], 5.0, 2.0)), bits(R.normal([2], [1.0, 2.0], [[1.0], [10.0]])), bits(R.truncated_normal([3], -1.0, 0.1)))
print(bits(R.uniform([2], tf.constant([0.0, 10.0]), tf.constant([1.0, 20.0]))))

# %% shuffle
R.set_seed(6)
for n in (1, 2, 3, 5, 17):
    print(bits(R.shuffle(tf.range(n))), bits(R.shuffle(tf.range(n), seed=n)))
print(R.shuffle(tf.reshape(tf.range(12), [6, 2])).numpy().tolist(), R.shuffle(["a", "b", "c"]).numpy().tolist(), R.shuffle(3))

# %% shuffle-goes-on
R.set_seed(6)
for _ in range(4):
    print(R.shuffle(tf.range(6), seed=2).numpy().tolist())

# %% categorical
R.set_seed(7)
logits = tf.math.log([[0.1, 0.2, 0.7], [0.5, 0.5, 0.001]])
print(bits(R.categorical(logits, 7)), bits(R.categorical(logits, 9, dtype=tf.int32)), bits(R.categorical(tf.cast(logits, tf.float64), 5)))
print(bits(R.categorical(logits, 1000, seed=1)), bits(R.categorical(logits, 3, seed=1)), bits(R.categorical(logits, 0)))
print(bits(R.categorical([[0.0, -float("inf")], [-float("inf"), 1.0]], 6)))

# %% second-draws
R.set_seed(8)
for _ in range(3):
    print(bits(R.uniform([3], seed=1)), bits(R.normal([3], seed=1)), bits(R.uniform([3], maxval=9, dtype=tf.int32, seed=1)))
    print(bits(R.truncated_normal([3], seed=1)), bits(R.categorical([[0.0, 0.0]], 3, seed=1)), bits(R.uniform([3], seed=1, dtype=tf.float64)))

# %% without-a-global-seed
for _ in range(2):
    print(bits(R.uniform([2], seed=1)), bits(R.normal([2], seed=1)))

# %% stateless
for seed in ([1, 2], [0, 0], [-1, 7], np.array([2**40, -2**50], np.int64)):
    print(bits(R.stateless_uniform([3], seed)), bits(R.stateless_normal([3], seed)), bits(R.stateless_truncated_normal([3], seed)))
    print(bits(R.stateless_uniform([3], seed, -3, 90, tf.int32)), bits(R.stateless_uniform([3], seed, 0, 2**40, tf.int64)), bits(R.stateless_categorical([[0.0, 1.0]], 5, seed)))

# %% stateless-dtypes
for dtype in (tf.float16, tf.float64):
    print(bits(R.stateless_uniform([5], [1, 2], dtype=dtype)), bits(R.stateless_normal([5], [1, 2], dtype=dtype)), bits(R.stateless_truncated_normal([300], [1, 2], dtype=dtype)))
for dtype in (tf.int32, tf.int64, tf.uint32, tf.uint64):
    print(bits(R.stateless_uniform([5], [1, 2], None, None, dtype)))

# %% stateless-sizes
for n in SIZES:
    print(bits(R.stateless_uniform([n], [5, 6])), bits(R.stateless_normal([n], [5, 6])), bits(R.stateless_truncated_normal([n], [5, 6])))

# %% stateless-shuffle-split-and-fold
print(R.experimental.stateless_shuffle(tf.range(10), [1, 2]).numpy().tolist(), R.split([1, 2], 3).numpy().tolist(), R.fold_in([1, 2], 3).numpy().tolist())
print(R.experimental.stateless_split([1, 2]).numpy().tolist(), R.experimental.stateless_fold_in([1, 2], tf.constant(3, tf.int64)).numpy().tolist())
print(bits(R.stateless_uniform([3], [1, 2], alg="philox")), bits(R.stateless_uniform([3], [1, 2], alg=R.Algorithm.PHILOX)))

# %% generator
g = R.Generator.from_seed(1234)
print(bits(g.normal([3])), g.state.numpy(), bits(g.uniform([3])), g.state.numpy(), bits(g.truncated_normal([3])), g.state.numpy())
print(bits(g.uniform([3], 1, 9, tf.int32)), bits(g.uniform([3], None, None, tf.int64)), bits(g.uniform_full_int([2], tf.uint64)), g.state.numpy())
print(bits(g.normal([3], dtype=tf.float64)), bits(g.normal([2, 2], 5.0, 2.0)), g.state.numpy(), g.make_seeds(2).numpy().tolist(), g.state.numpy())

# %% generator-states
G = R.Generator
for g in (G.from_seed(-1), G.from_seed(2**65 + 3), G.from_seed([1, 2]), G.from_state([1, 2, 3], "philox"), G.from_key_counter(7, [1, 2], "philox"), G.from_seed(2**63)):
    print(g.state.numpy(), g.key.numpy(), bits(g.normal([2])), g.state.numpy())
print(R.create_rng_state(5, "philox"), R.create_rng_state([1, 2], "philox"))

# %% generator-reset-and-skip
g = R.Generator.from_seed(1)
g.skip(3); print(g.state.numpy())
g.reset([1, 2, 3]); print(g.state.numpy())
g.reset_from_seed(9); print(g.state.numpy())
g.reset_from_key_counter(3, [-1, 2]); g.normal([1]); print(g.state.numpy())
print([h.state.numpy().tolist() for h in g.split(2)], g.state.numpy())
h = R.Generator(copy_from=R.Generator.from_seed(4)); print(h.state.numpy())

# %% generator-errors
fails(R.Generator.from_state, [1, 2], "philox")
fails(R.Generator.from_seed, 1, "rubbish")
fails(R.Generator.from_seed(1).uniform, [2], dtype=tf.int32)
fails(R.Generator.from_seed(1).normal, 2)
fails(R.Generator)
fails(R.Generator.from_seed(1, alg="threefry").normal, [1])
fails(R.Generator.from_seed(1).reset, [1, 2])

# %% generator-in-a-graph
g = R.Generator.from_seed(5)
@tf.function
def f():
    a, b = g.normal([2]), g.uniform([2])
    print(a, b)
    return a, b
print(*map(bits, f())); print(*map(bits, f())); print(g.state.numpy())
print([(o.name, o.type) for o in f.get_concrete_function().graph.get_operations() if "Rng" in o.type or "Stateless" in o.type])

# %% generator-made-in-a-graph
@tf.function
def f():
    return R.Generator.from_seed(1).normal([1])
fails(f)
holder = []
@tf.function
def f():
    if not holder:
        holder.append(R.Generator.from_seed(1))
    return holder[0].normal([2])
print(bits(f()), bits(f()))

# %% global-generator
R.set_global_generator(R.Generator.from_seed(7))
print(bits(R.get_global_generator().normal([2])), R.get_global_generator().state.numpy())
