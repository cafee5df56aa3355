import tensorflow as tf
from tell import fails, show

C = tf.constant


class Box:
    def __init__(self, **values):
        self.__dict__.update(values)


# %% attribute-in-a-loop
@tf.function
def f(n):
    o = Box(s=0)
    for i in tf.range(n):
        o.s += i
    return o.s
print(f(C(4)))

# %% attribute-of-an-attribute
@tf.function
def f(n):
    o = Box(p=Box(s=0))
    for i in tf.range(n):
        o.p.s = o.p.s + i
    return o.p.s
print(f(C(4)))

# %% attribute-through-an-alias
@tf.function
def f(n):
    o = Box(s=0)
    p = o
    for i in tf.range(n):
        p.s += i
    return o.s
print(f(C(4)))

# %% attribute-of-an-argument-leaks
o = Box(s=0)
@tf.function
def f(n):
    for i in tf.range(n):
        o.s = i
    return n
f(C(4))
print(type(o.s).__name__)

# %% attribute-written-in-a-callee
o = Box(s=0)
def add(i):
    o.s += i
@tf.function
def f(n):
    o.s = 0
    for i in tf.range(n):
        add(i)
    return o.s
fails(f, C(4))

# %% item-of-a-dict-in-a-loop
@tf.function
def f(n):
    d = {"s": 0}
    for i in tf.range(n):
        d["s"] += i
    return d["s"]
print(f(C(4)))

# %% item-of-a-list-in-a-loop
@tf.function
def f(n):
    l = [0, 1]
    for i in tf.range(n):
        l[0] += i
        l[1] = l[1] * 2
    return l[0], l[1]
print(f(C(4)))

# %% item-with-a-computed-index
@tf.function
def f(n):
    l = [0, 1]
    k = 0
    for i in tf.range(n):
        l[k + 1] = i
    return l[1]
fails(f, C(4))

# %% item-with-a-loop-variable-index
@tf.function
def f(x):
    l = [0, 0, 0]
    for i in range(3):
        if x > i:
            l[i] = x
    return l[0], l[1], l[2]
print(f(C(2)))

# %% new-item-in-a-loop
@tf.function
def f(n):
    d = {}
    for i in tf.range(n):
        d["s"] = i
    return d["s"]
print(f(C(4)))

# %% new-attribute-in-a-loop
@tf.function
def f(n):
    o = Box()
    for i in tf.range(n):
        o.s = i
    return o.s
print(f(C(4)))

# %% object-made-in-the-body
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        o = Box(v=i)
        o.v = o.v * 2
        s += o.v
    return s
print(f(C(4)))

# %% object-made-in-a-branch
@tf.function
def f(x):
    if x > 0:
        o = Box(v=x)
        y = o.v
    else:
        y = -x
    return y
print(f(C(4)), f(C(-4)))

# %% object-as-a-result-of-branches
@tf.function
def f(x):
    if x > 0:
        o = Box(v=x)
    else:
        o = Box(v=-x)
    return o.v
fails(f, C(4))

# %% same-object-in-both-branches
@tf.function
def f(x):
    p = Box(v=1)
    if x > 0:
        o = p
    else:
        o = p
    return o.v
fails(f, C(4))

# %% variables-in-both-branches
a = tf.Variable(1.0)
b = tf.Variable(2.0)
@tf.function
def f(x):
    if x > 0:
        v = a
    else:
        v = b
    return v + 1.0
print(f(C(4)), f(C(-4)))

# %% variable-and-tensor-in-branches
a = tf.Variable(1.0)
@tf.function
def f(x):
    if x > 0:
        v = a
    else:
        v = C(5.0)
    return v
print(f(C(4)), f(C(-4)))

# %% variable-as-a-loop-variable
a = tf.Variable(1.0)
@tf.function
def f(n):
    v = a
    for i in tf.range(n):
        v = v + 1.0
    return v
print(f(C(4)))

# %% assign-in-branches
v = tf.Variable(0)
@tf.function
def f(x):
    if x > 0:
        v.assign(x)
    else:
        v.assign_sub(1)
    v.assign_add(10)
    return v.read_value()
print(f(C(4)), f(C(-4)))

# %% order-of-effects
v = tf.Variable(0)
@tf.function
def f(n):
    for i in tf.range(n):
        if i % 2 == 0:
            v.assign_add(i)
            tf.print("even", i, v)
        else:
            tf.print("odd", i, v)
    tf.print("end", v)
f(C(4))

# %% variable-created-once-behind-a-condition
class M:
    v = None
    @tf.function
    def f(self, x):
        if self.v is None:
            self.v = tf.Variable(10)
        if x > 0:
            self.v.assign_add(x)
        return self.v.read_value()
m = M()
print(m.f(C(1)), m.f(C(2)), m.f(C(-1)))

# %% tuple-as-a-loop-variable
@tf.function
def f(n):
    p = (0, 1)
    for i in tf.range(n):
        p = (p[1], p[0] + p[1])
    return p
print(f(C(10)))

# %% named-tuple-as-a-loop-variable
import collections
P = collections.namedtuple("P", ["a", "b"])
@tf.function
def f(n):
    p = P(0, 1)
    for i in tf.range(n):
        p = P(p.b, p.a + p.b)
    return p
print(f(C(10)))

# %% dict-as-a-loop-variable
@tf.function
def f(n):
    d = {"a": 0, "b": 1}
    for i in tf.range(n):
        d = {"a": d["b"], "b": d["a"] + d["b"]}
    return d
print(f(C(10)))

# %% list-changed-in-a-loop
@tf.function
def f(n):
    l = [0, 1]
    for i in tf.range(n):
        l = [l[1], l[0] + l[1]]
    return l
print(f(C(10)))

# %% list-that-grows
@tf.function
def f(n):
    l = [0]
    for i in tf.range(n):
        l = l + [i]
    return l
fails(f, C(3))

# %% numpy-array-as-a-loop-variable
import numpy as np
@tf.function
def f(n):
    a = np.zeros(2, np.float32)
    for i in tf.range(n):
        a = a + 1.0
    return a
print(f(C(3)))

# %% none-attribute-before-a-loop
@tf.function
def f(n):
    o = Box(s=None)
    for i in tf.range(n):
        o.s = i
    return o.s
print(f(C(3)))

# %% variable-read-only-in-the-loop
@tf.function
def f(n):
    k = 3
    s = 0
    for i in tf.range(n):
        s += k
    k = 4
    return s, k
print(f(C(3)))

# %% variable-written-and-not-read-later
@tf.function
def f(n):
    s = 0
    last = "none"
    for i in tf.range(n):
        last = i
        s += 1
    return s
print(f(C(3)))

# %% variable-read-before-it-is-written-in-the-body
@tf.function
def f(n):
    previous = -1
    s = 0
    for i in tf.range(n):
        s += previous
        previous = i
    return s
print(f(C(4)))

# %% liveness-through-an-inner-function
@tf.function
def f(x):
    y = 0
    def g():
        return y
    if x > 0:
        y = 1
    else:
        y = 2
    return g()
print(f(C(1)), f(C(-1)))

# %% liveness-through-a-lambda
@tf.function
def f(x):
    y = 0
    g = lambda: y
    if x > 0:
        y = 1
    else:
        y = 2
    return g()
fails(f, C(1))

# %% inner-function-defined-in-a-branch
@tf.function
def f(x, flag):
    if flag:
        def g(y):
            return y + 1
    else:
        def g(y):
            return y - 1
    return g(x)
print(f(C(1), True), f(C(1), False))

# %% del-then-define
@tf.function
def f(x):
    y = 1
    del y
    if x > 0:
        y = 2
    else:
        y = 3
    return y
print(f(C(1)), f(C(-1)))

# %% shadowing-an-argument
@tf.function
def f(x, n):
    for x in tf.range(n):
        pass
    return x
print(f(C(7), C(3)), f(C(7), C(0)))

# %% comprehension-variable-is-not-the-loop-variable
@tf.function
def f(x):
    i = 10
    l = [i for i in range(3)]
    if x > 0:
        i = 20
    return i + l[2]
print(f(C(1)), f(C(-1)))

# %% exception-name-in-a-branch
@tf.function
def f(x):
    try:
        raise KeyError("a")
    except KeyError as e:
        if x > 0:
            y = 1
        else:
            y = 2
    return y
print(f(C(1)), f(C(-1)))
