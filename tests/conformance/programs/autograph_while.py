import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% body-is-traced-once
@tf.function
def f(n):
    i = 0
    while i < n:
        print("trace")
        tf.print("run", i)
        i += 1
    return i
print(f(C(3)))

# %% python-condition-is-unrolled
@tf.function
def f(x):
    i = 0
    while i < 3:
        print("trace", i)
        x += i
        i += 1
    return x
print(f(C(1)))

# %% several-variables
@tf.function
def f(n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a, b
print(f(C(50)))

# %% greatest-common-divisor
@tf.function
def f(a, b):
    while b > 0:
        a, b = b, a % b
    return a
print(f(C(48), C(36)))

# %% never-runs
@tf.function
def f(n):
    i = 0
    s = 5
    while i < n:
        s = s + i
        i += 1
    return s
print(f(C(0)), f(C(3)))

# %% variable-defined-in-the-body
@tf.function
def f(n):
    i = 0
    while i < n:
        z = i * 2
        i += 1
    return z
print(f(C(3)))

# %% variable-defined-in-the-body-and-no-turn
@tf.function
def f(n):
    i = 0
    while i < n:
        z = i * 2
        i += 1
    return z
fails(f, C(0))

# %% none-before-the-loop
@tf.function
def f(n):
    i = 0
    x = None
    while i < n:
        x = tf.cast(i, tf.float32)
        i += 1
    return x
print(f(C(3)))

# %% none-stays-none
@tf.function
def f(n):
    i = 0
    x = None
    while i < n:
        x = None
        i += 1
    return x
fails(f, C(3))

# %% undefined-used-in-the-body
@tf.function
def f(n):
    i = 0
    while i < n:
        z = z + 1
        i += 1
    return z
fails(f, C(3))

# %% undefined-object-in-the-body
class Thing:
    pass
@tf.function
def f(n):
    i = 0
    while i < n:
        t = Thing()
        i += 1
    return t
fails(f, C(3))

# %% dtype-changes
@tf.function
def f(n):
    x = 0
    while x < n:
        x = x + 1.5
    return x
fails(f, C(3))

# %% dtype-changes-to-float
@tf.function
def f(n):
    x = C(0)
    i = 0
    while i < n:
        x = tf.cast(x, tf.float32)
        i += 1
    return x
fails(f, C(3))

# %% shape-changes
@tf.function
def f(n):
    s = tf.zeros([1])
    i = 0
    while i < n:
        s = tf.concat([s, [1.0]], 0)
        i += 1
    return s
fails(f, C(3))

# %% shape-invariant
@tf.function
def f(n):
    s = tf.zeros([1])
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(s, tf.TensorShape([None]))])
        s = tf.concat([s, [1.0]], 0)
        i += 1
    print(s.shape)
    return s
print(f(C(3)))

# %% shape-invariant-that-does-not-fit
@tf.function
def f(n):
    s = tf.zeros([1])
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(s, tf.TensorShape([2]))])
        s = tf.concat([s, [1.0]], 0)
        i += 1
    return s
fails(f, C(3))

# %% shape-invariant-broken-by-the-body
@tf.function
def f(n):
    s = tf.zeros([1, 2])
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(s, tf.TensorShape([None, 2]))])
        s = tf.zeros([2, 3])
        i += 1
    return s
fails(f, C(3))

# %% structure-changes
@tf.function
def f(n):
    s = (0, 1)
    i = 0
    while i < n:
        s = (0, 1, 2)
        i += 1
    return s
fails(f, C(3))

# %% structured-variables
@tf.function
def f(n):
    s = {"a": 0, "b": (1.0, [2])}
    i = 0
    while i < n:
        s = {"a": s["a"] + 1, "b": (s["b"][0] * 2.0, [s["b"][1][0] - 1])}
        i += 1
    return s
print(f(C(3)))

# %% maximum-iterations
@tf.function
def f(n):
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
        i += 1
    return i
print(f(C(10)), f(C(1)))

# %% other-options
@tf.function
def f(n):
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(parallel_iterations=1, swap_memory=True)
        i += 1
    return i
print(f(C(3)))

# %% condition-is-not-boolean
@tf.function
def f(n):
    while n:
        n -= 1
    return n
fails(f, C(3))

# %% condition-of-several-elements
@tf.function
def f(n):
    while n > 0:
        n -= 1
    return n
fails(f, C([3, 4]))

# %% condition-becomes-a-tensor
@tf.function
def f(x):
    i = 0
    while i < 5:
        i = i + x
    return i
fails(f, C(1))

# %% while-true-with-tensor-break
@tf.function
def f(x):
    while True:
        x += 1
        if x > 3:
            break
    return x
fails(f, C(1))

# %% while-tensor-true
@tf.function
def f(x):
    while C(True):
        x += 1
        if x > 3:
            break
    return x
print(f(C(1)))

# %% and-condition
@tf.function
def f(x, y):
    while x < 10 and y < 5:
        x += 1
        y += 2
    return x, y
print(f(C(0), C(0)))

# %% or-and-not-condition
@tf.function
def f(x, done):
    while x < 3 or not done:
        x += 1
        done = x > 6
    return x
print(f(C(0), C(False)))

# %% nested-loops
@tf.function
def f(n):
    total = 0
    i = 0
    while i < n:
        j = 0
        while j < i:
            total += j
            j += 1
        i += 1
    return total
print(f(C(6)))

# %% loop-in-a-condition-in-a-loop
@tf.function
def f(n):
    total = 0
    while n > 0:
        if n % 2 == 0:
            k = n
            while k > 0:
                total += k
                k -= 1
        else:
            total -= n
        n -= 1
    return total
print(f(C(5)))

# %% variable-as-loop-state
v = tf.Variable(0)
@tf.function
def f(n):
    while v < n:
        v.assign_add(2)
    return v
print(f(C(5)), v.numpy())

# %% attribute-as-loop-state
class Counter:
    def __init__(self):
        self.n = 0
    @tf.function
    def run(self, limit):
        self.n = 0
        while self.n < limit:
            self.n += 1
        return self.n
c = Counter()
print(c.run(C(4)))
print(type(c.n).__name__)

# %% item-as-loop-state
@tf.function
def f(n):
    d = {"i": 0, "s": 1}
    while d["i"] < n:
        d["i"] += 1
        d["s"] = d["s"] * 2
    return d["s"]
print(f(C(4)))

# %% list-append-in-a-loop
@tf.function
def f(n):
    l = []
    i = 0
    while i < n:
        l.append(i)
        i += 1
    print(len(l))
    return i
print(f(C(3)))

# %% leaked-from-the-body
@tf.function
def f(n):
    l = []
    i = 0
    while i < n:
        l.append(i * 2)
        i += 1
    return l[0]
fails(f, C(3))

# %% gradient-through-a-loop
@tf.function
def f(x, n):
    y = x
    i = 0
    while i < n:
        y = y * x
        i += 1
    return y
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x, C(3))
print(y, tape.gradient(y, x))

# %% string-variable
@tf.function
def f(n):
    s = ""
    i = 0
    while i < n:
        s = tf.strings.join([s, "ab"])
        i += 1
    return s
print(f(C(3)))

# %% boolean-variable
@tf.function
def f(n):
    flag = False
    i = 0
    while i < n:
        flag = not flag
        i += 1
    return flag
print(f(C(3)), f(C(4)))

# %% tensor-array
@tf.function
def f(n):
    ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    i = 0
    while i < n:
        ta = ta.write(i, i * i)
        i += 1
    return ta.stack()
print(f(C(4)))

# %% tensor-array-with-a-condition
@tf.function
def f(n):
    ta = tf.TensorArray(tf.float32, size=n)
    i = 0
    while i < n:
        if i % 2 == 0:
            ta = ta.write(i, 1.0)
        else:
            ta = ta.write(i, 2.0)
        i += 1
    return ta.stack()
print(f(C(4)))

# %% reading-a-tensor
@tf.function
def f(x):
    i = 0
    s = 0
    while i < tf.shape(x)[0]:
        s += x[i]
        i += 1
    return s
print(f(C([1, 2, 3])))

# %% python-loop-over-tensors
@tf.function
def f(xs):
    s = 0
    while xs:
        s += xs[0]
        xs = xs[1:]
    return s
print(f([C(1), C(2)]))

# %% test-has-effects
v = tf.Variable(0)
def more():
    v.assign_add(1)
    return v < 4
@tf.function
def f():
    n = 0
    while more():
        n += 1
    return n
print(f(), v.numpy())

# %% walrus-is-not-converted
@tf.function
def f(x):
    while (y := x) < 3:
        x += 1
    return y
print(f(1))

# %% while-else-is-not-converted
@tf.function
def f(x):
    while x < 3:
        x += 1
    else:
        x = 10
    return x
print(f(1))

# %% loop-variable-unused-later
@tf.function
def f(n):
    i = 0
    while i < n:
        t = i + 1
        u = "text"
        i = t
    return i
print(f(C(3)))

# %% collatz
@tf.function
def f(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
print(f(C(27)))

# %% newton
@tf.function
def f(a):
    x = a
    while tf.abs(x * x - a) > 1e-3:
        x = (x + a / x) / 2.0
    return x
show(f(C(2.0)))
