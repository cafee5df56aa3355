import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% tf-range-is-traced-once
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        print("trace", i.dtype, i.shape)
        s += i
    return s
print(f(C(4)), f(C(0)))

# %% python-range-is-unrolled
@tf.function
def f(x):
    for i in range(3):
        print("trace", i)
        x += i
    return x
print(f(C(1)))

# %% range-of-a-tensor
@tf.function
def f(n):
    s = 0
    for i in range(n):
        print("trace")
        s += i
    return s
print(f(C(4)), f(C(-3)))

# %% range-with-start-and-stop
@tf.function
def f(a, b):
    s = 0
    for i in range(a, b):
        s += i
    return s
print(f(C(2), C(5)), f(C(5), C(2)), f(1, C(3)))

# %% range-with-step
@tf.function
def f(a, b, c):
    s = 0
    for i in range(a, b, c):
        s = s * 10 + i
    return s
print(f(C(1), C(8), C(3)), f(C(8), C(1), C(-3)), f(5, 1, C(-2)))

# %% tf-range-downwards
@tf.function
def f(n):
    s = 0
    for i in tf.range(n, 0, -1):
        s = s * 10 + i
    return s
print(f(C(4)))

# %% float-range
@tf.function
def f():
    s = 0.0
    for i in tf.range(0.0, 1.0, 0.25):
        s += i
    return s
print(f())

# %% elements-of-a-vector
@tf.function
def f(x):
    s = 0
    for e in x:
        print("trace", e.shape)
        s = s * 10 + e
    return s
print(f(C([1, 2, 3])))

# %% rows-of-a-matrix
@tf.function
def f(x):
    s = tf.zeros([2])
    for row in x:
        s += row
    return s
print(f(C([[1.0, 2.0], [3.0, 4.0]])))

# %% unknown-length
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def f(x):
    s = 0
    for e in x:
        s += e
    return s
print(f(C([1, 2, 3])), f(tf.zeros([0], tf.int32)))

# %% scalar-is-an-error
@tf.function
def f(x):
    for e in x:
        pass
    return x
fails(f, C(1))

# %% target-is-readable-after
@tf.function
def f(n):
    i = -1
    for i in tf.range(n):
        pass
    return i
print(f(C(3)), f(C(0)))

# %% target-without-a-value-before
@tf.function
def f(n):
    for i in tf.range(n):
        pass
    return i
print(f(C(3)), f(C(0)))

# %% target-of-a-vector-without-a-value-before
@tf.function
def f(x):
    for e in x:
        pass
    return e
print(f(C([3, 4])))
fails(f, tf.zeros([0], tf.int32))

# %% defined-in-the-body
@tf.function
def f(n):
    for i in tf.range(n):
        z = i * 2
    return z
print(f(C(3)))
fails(f, C(0))

# %% defined-in-the-body-as-a-vector
@tf.function
def f(n):
    for i in tf.range(n):
        z = tf.fill([3], i)
    return z
print(f(C(3)))

# %% defined-in-the-body-with-unknown-shape
@tf.function
def f(n):
    for i in tf.range(1, n):
        z = tf.fill([i], i)
    return z
print(f(C(3)))

# %% defined-in-the-body-as-a-list
@tf.function
def f(n):
    for i in tf.range(n):
        z = [i, (1.0, True)]
    return z
print(f(C(3)))

# %% dtype-changes
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        s = s + 0.5
    return s
fails(f, C(3))

# %% shape-changes
@tf.function
def f(n):
    s = C([0])
    for i in tf.range(n):
        s = tf.concat([s, [i]], 0)
    return s
fails(f, C(3))

# %% shape-invariants
@tf.function
def f(n):
    s = C([0])
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(s, tf.TensorShape([None]))])
        s = tf.concat([s, [i]], 0)
    return s
print(f(C(3)))

# %% maximum-iterations
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        s += i
    return s
print(f(C(10)))

# %% options-not-first
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        s += i
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
    return s
print(f(C(3)) if False else "")
fails(f, C(3))

# %% options-outside-a-loop
@tf.function
def f(n):
    tf.autograph.experimental.set_loop_options(maximum_iterations=3)
    return n
print(f(C(3)))

# %% options-alone-in-the-loop
@tf.function
def f(n):
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
    return i
print(f(C(5)))

# %% options-with-an-unknown-name
@tf.function
def f(n):
    s = 0
    for i in range(2):
        tf.autograph.experimental.set_loop_options(nonsense=3)
        s += i
    return s
fails(f, 3)

# %% options-through-an-alias
from tensorflow.autograph.experimental import set_loop_options as options
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        options(maximum_iterations=2)
        s += 1
    return s
print(f(C(5)))

# %% nested
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        for j in tf.range(i):
            s += i * j
    return s
print(f(C(5)))

# %% python-in-tensor
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        for k in (1, 2, 3):
            s += i * k
    return s
print(f(C(3)))

# %% tensor-in-python
@tf.function
def f(n):
    s = 0
    for k in (1, 2, 3):
        for i in tf.range(n):
            s += i * k
    return s
print(f(C(3)))

# %% list-of-tensors-is-python
@tf.function
def f(xs):
    s = 0
    for x in xs:
        print("trace")
        s += x
    return s
print(f([C(1), C(2)]))

# %% dict-is-python
@tf.function
def f(d):
    s = 0
    for k, v in d.items():
        print(k)
        s += v
    return s
print(f({"a": C(1), "b": C(2)}))

# %% enumerate-of-a-list
@tf.function
def f(xs):
    s = 0
    for i, x in enumerate(xs):
        s += i * x
    return s
print(f([C(1), C(2), C(3)]))

# %% zip-of-lists
@tf.function
def f(xs, ys):
    s = 0
    for x, y in zip(xs, ys):
        s += x * y
    return s
print(f([C(1), C(2)], [3, 4]))

# %% enumerate-of-a-tensor
@tf.function
def f(x):
    s = 0
    for i, e in enumerate(x):
        s += i * e
    return s
fails(f, C([1, 2]))

# %% zip-of-tensors
@tf.function
def f(x):
    s = 0
    for a, b in zip(x, x):
        s += a
    return s
fails(f, C([1, 2]))

# %% comprehension-over-a-tensor
@tf.function
def f(x):
    return [e + 1 for e in x]
fails(f, C([1, 2]))

# %% comprehension-over-a-list
@tf.function
def f(xs):
    return [x + 1 if x is not None else 0 for x in xs if x is not None]
print(f([C(1), None, C(2)]))

# %% tensor-condition-in-a-comprehension
@tf.function
def f(xs):
    return [x for x in xs if x > 0]
fails(f, [C(1), C(-2)])

# %% ternary-in-a-comprehension
@tf.function
def f(xs):
    return [x if x > 0 else 0 for x in xs]
print(f([C(1), C(-2)]))

# %% tuple-target
@tf.function
def f(x):
    s = 0
    for a, b in x:
        s += a * b
    return s
fails(f, C([[1, 2], [3, 4]]))

# %% attribute-as-target
class Box:
    pass
@tf.function
def f(n):
    o = Box()
    o.i = 0
    for o.i in tf.range(n):
        pass
    return o.i
print(f(C(3)))

# %% item-as-target
@tf.function
def f():
    l = [0]
    for l[0] in range(3):
        pass
    return l[0]
print(f())

# %% break-leaves-the-target
@tf.function
def f(n):
    for i in tf.range(n):
        if i == 2:
            break
    return i
print(f(C(5)))

# %% rebinding-the-target
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        i = i * 2
        s += i
    return s
print(f(C(4)))

# %% rebinding-the-iterable
@tf.function
def f(x):
    s = 0
    for e in x:
        x = x * 10
        s += e
    return s, x
print(f(C([1, 2])))

# %% gradient
@tf.function
def f(x):
    y = C(1.0)
    for e in x:
        y = y * e
    return y
x = C([2.0, 3.0, 4.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))

# %% tensor-array
@tf.function
def f(x):
    ta = tf.TensorArray(tf.float32, size=3)
    i = 0
    for e in x:
        ta = ta.write(i, e * 2.0)
        i += 1
    return ta.stack()
print(f(C([1.0, 2.0, 3.0])))

# %% effects-at-each-turn
v = tf.Variable(0)
@tf.function
def f(n):
    for i in tf.range(n):
        v.assign_add(i)
        tf.print(i, v)
    return v.read_value()
print(f(C(4)))

# %% python-counter-counts-once
count = []
@tf.function
def f(n):
    for i in tf.range(n):
        count.append(1)
    return n
f(C(5))
print(len(count))

# %% for-else-is-not-converted
@tf.function
def f(x):
    for i in range(3):
        x += i
    else:
        x += 100
    return x
print(f(C(1)))

# %% strings-in-a-loop
@tf.function
def f(words):
    s = C("")
    for w in words:
        s = tf.strings.join([s, w], "-")
    return s
print(f(C(["a", "b", "c"])))

# %% booleans-in-a-loop
@tf.function
def f(flags):
    every = True
    some = False
    for x in flags:
        every = every and x
        some = some or x
    return every, some
print(f(C([True, False])), f(C([True, True])))

# %% bubble-sort
@tf.function
def f(x):
    n = len(x)
    for i in tf.range(n):
        for j in tf.range(n - 1 - i):
            if x[j] > x[j + 1]:
                x = tf.tensor_scatter_nd_update(x, [[j], [j + 1]], [x[j + 1], x[j]])
    return x
print(f(C([3, 1, 2, 5, 4])))

# %% primes
@tf.function
def f(n):
    count = 0
    for i in tf.range(2, n):
        prime = True
        for j in tf.range(2, i):
            if i % j == 0:
                prime = False
                break
        if prime:
            count += 1
    return count
print(f(C(30)))

# %% nested-function-in-the-body
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        def g(k):
            return k * i
        s += g(2)
    return s
print(f(C(4)))

# %% generator-is-python
def numbers():
    yield 1
    yield 2
@tf.function
def f(x):
    for n in numbers():
        x += n
    return x
print(f(C(1)))

# %% int64-range
@tf.function
def f(n):
    s = C(0, tf.int64)
    for i in tf.range(n):
        s += i
    return s
print(f(C(4, tf.int64)))
