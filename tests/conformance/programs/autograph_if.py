import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% both-branches-are-traced-once-in-order
@tf.function
def f(x):
    print("before")
    if x > 0:
        print("main")
        y = x
    else:
        print("else")
        y = -x
    print("after", y)
    return y
print(f(C(5)), f(C(-5)), f.experimental_get_tracing_count())

# %% python-condition-runs-one-branch
@tf.function
def f(x, flag):
    if flag:
        print("main")
        return x + 1
    else:
        print("else")
        return x - 1
print(f(C(5), True), f(C(5), False))

# %% elif-chain
@tf.function
def f(x):
    if x > 10:
        y = 1
    elif x > 5:
        y = 2
    elif x > 0:
        y = 3
    else:
        y = 4
    return y
print([int(f(C(v))) for v in (11, 7, 1, -1)])

# %% no-else
@tf.function
def f(x):
    y = 1
    if x > 0:
        y = y + x
    return y
print(f(C(5)), f(C(-5)))

# %% python-values-become-tensors
@tf.function
def f(x):
    y = 1
    if x > 0:
        y = 2
    print(type(y).__name__, y.dtype, y.shape)
    return y
print(f(C(5)), f(C(-5)))

# %% strings-become-tensors
@tf.function
def f(x):
    if x > 0:
        s = "yes"
    else:
        s = "no"
    return s
print(f(C(5)), f(C(-5)))

# %% variables-not-read-later-need-not-match
@tf.function
def f(x):
    if x > 0:
        y = 1
        z = 2.0
        q = "only here"
    else:
        y = 2
        z = "text"
    return y
print(f(C(5)), f(C(-5)))

# %% undefined-in-one-branch
@tf.function
def f(x):
    if x > 0:
        y = 1
    return y
fails(f, C(1))

# %% undefined-in-the-main-branch
@tf.function
def f(x):
    if x > 0:
        pass
    else:
        y = 1
    return y
fails(f, C(1))

# %% dtypes-differ
@tf.function
def f(x):
    if x > 0:
        y = 1
    else:
        y = 1.0
    return y
fails(f, C(1))

# %% none-in-a-branch
@tf.function
def f(x):
    y = None
    if x > 0:
        y = 1
    return y
fails(f, C(1))

# %% none-in-both-branches
@tf.function
def f(x):
    if x > 0:
        y = None
    else:
        y = None
    return y
fails(f, C(1))

# %% structures-differ
@tf.function
def f(x):
    if x > 0:
        y = (1, 2)
    else:
        y = [1, 2]
    return y
fails(f, C(1))

# %% structures-of-other-lengths
@tf.function
def f(x):
    if x > 0:
        y = (1, 2)
    else:
        y = (1, 2, 3)
    return y
fails(f, C(1))

# %% structures-match
@tf.function
def f(x):
    if x > 0:
        y = {"a": x, "b": (1, [2.0])}
    else:
        y = {"a": -x, "b": (3, [4.0])}
    return y
print(f(C(5)), f(C(-5)))

# %% return-in-one-branch-only
@tf.function
def f(x):
    if x > 0:
        return 1
fails(f, C(1))

# %% return-none-in-a-branch
@tf.function
def f(x):
    if x > 0:
        return 1
    else:
        return None
fails(f, C(1))

# %% condition-is-not-boolean
@tf.function
def f(x):
    if x:
        return 1
    return 2
fails(f, C(1))
fails(f, C([True, False]))
fails(f, C("a"))

# %% condition-of-one-element
@tf.function
def f(x):
    if x:
        return 1
    return 2
print(f(C([True])), f(C([[False]])))

# %% condition-of-unknown-shape
@tf.function(input_signature=[tf.TensorSpec(None, tf.bool)])
def f(x):
    if x:
        return 1
    return 2
print(f(C(True)), f(C([False])))

# %% static-shapes-merge
@tf.function
def f(x):
    if x > 0:
        y = tf.zeros([2])
    else:
        y = tf.zeros([3])
    print(y.shape)
    return y
print(f(C(1)).shape, f(C(-1)).shape)

# %% ranks-merge-to-unknown
@tf.function
def f(x):
    if x > 0:
        y = tf.zeros([2])
    else:
        y = tf.zeros([3, 1])
    print(y.shape)
    return y
print(f(C(1)).shape, f(C(-1)).shape)

# %% functions-as-values
@tf.function
def f(x):
    if x > 0:
        g = tf.sin
    else:
        g = tf.cos
    return g(1.0)
fails(f, C(1))

# %% nested-conditions
@tf.function
def f(x, y):
    if x > 0:
        if y > 0:
            z = 1
        else:
            z = 2
    else:
        if y > 0:
            z = 3
        else:
            z = 4
    return z
print([int(f(C(a), C(b))) for a in (1, -1) for b in (1, -1)])

# %% python-condition-in-a-tensor-condition
@tf.function
def f(x, flag):
    if x > 0:
        if flag:
            y = 1
        else:
            y = 2
    else:
        y = 3
    return y
print([int(f(C(a), b)) for a in (1, -1) for b in (True, False)])

# %% effects-in-branches
v = tf.Variable(0)
@tf.function
def f(x):
    if x > 0:
        v.assign_add(x)
        tf.print("added", x)
    else:
        v.assign(0)
    return v.read_value()
print(f(C(5)), f(C(6)), f(C(-1)))

# %% no-variables-at-all
@tf.function
def f(x):
    if x > 0:
        tf.print("positive")
    return x
print(f(C(5)), f(C(-5)))

# %% python-list-is-appended-in-both
@tf.function
def f(x):
    l = []
    if x > 0:
        l.append("main")
    else:
        l.append("else")
    print(l)
    return x
f(C(5))

# %% rebinding-of-a-tensor-argument
@tf.function
def f(x):
    if x > 0:
        x = x * 2
    return x
print(f(C(5)), f(C(-5)))

# %% tuple-assignment
@tf.function
def f(x, y):
    if x > y:
        x, y = y, x
    return x, y
print(f(C(5), C(3)), f(C(1), C(3)))

# %% augmented-assignment
@tf.function
def f(x):
    y = 1.0
    if x > 0:
        y += x
        y *= 2.0
    else:
        y -= x
    return y
print(f(C(5.0)), f(C(-5.0)))

# %% eager-condition-inside-init-scope
@tf.function
def f(x):
    with tf.init_scope():
        k = tf.constant(3)
    if k > 2:
        y = 1
    else:
        y = 2
    return y + x
print(f(C(1)))

# %% variable-as-condition
v = tf.Variable(True)
@tf.function
def f():
    if v:
        y = 1
    else:
        y = 2
    return y
print(f())
v.assign(False)
print(f())

# %% none-check-is-python
@tf.function
def f(x=None):
    if x is None:
        return C(0)
    if x is not None and x > 0:
        return x
    return -x
print(f(), f(C(5)), f(C(-5)))

# %% branch-raises-while-tracing
@tf.function
def f(x):
    if x > 0:
        return x
    else:
        raise ValueError("not positive")
fails(f, C(1))

# %% assert-in-a-branch
@tf.function
def f(x):
    if x > 0:
        assert x is not None
        y = 1
    else:
        y = 2
    return y
print(f(C(1)))

# %% delete-in-a-branch
@tf.function
def f(x):
    y = 1
    if x > 0:
        del y
    else:
        y = 2
    return y
fails(f, C(1))

# %% delete-in-both-branches
@tf.function
def f(x):
    y = 1
    if x > 0:
        del y
    else:
        del y
    return x
print(f(C(1)))

# %% used-after-del
@tf.function
def f(x):
    y = x
    del y
    return y
fails(f, C(1))

# %% used-before-assignment-in-python-branch
@tf.function
def f(x, flag):
    if flag:
        y = x
    return y
print(f(C(1), True))
fails(f, C(1), False)

# %% gradient-through-a-condition
@tf.function
def f(x):
    if x > 0:
        y = x * x
    else:
        y = -3.0 * x
    return y
for value in (2.0, -2.0):
    x = C(value)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    print(tape.gradient(y, x))

# %% sparse-conditions-of-numpy-are-python
import numpy as np
@tf.function
def f(x):
    flag = np.array([1, 2]).sum() > 2
    if flag:
        return x
    return -x
print(f(C(1)))

# %% list-elements-as-state
@tf.function
def f(x):
    l = [1, 2]
    if x > 0:
        l[0] = 10
    return l[0] + l[1]
print(f(C(1)), f(C(-1)))

# %% dict-items-as-state
@tf.function
def f(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        d["a"] = 10
    else:
        d["b"] = 20
    return d["a"], d["b"]
print(f(C(1)), f(C(-1)))

# %% dict-item-new-in-one-branch
@tf.function
def f(x):
    d = {"a": 1}
    if x > 0:
        d["c"] = 10
    return d
fails(f, C(1))

# %% attributes-as-state
class Box:
    pass
@tf.function
def f(x):
    o = Box()
    o.a = 1
    if x > 0:
        o.a = 2
    return o.a
print(f(C(1)), f(C(-1)))

# %% attribute-new-in-one-branch
class Box:
    pass
@tf.function
def f(x):
    o = Box()
    if x > 0:
        o.a = 2
    return o.a
fails(f, C(1))

# %% item-with-a-name-for-index
@tf.function
def f(x):
    l = [1, 2, 3]
    i = 1
    if x > 0:
        l[i] = 20
    return l[0], l[1], l[2]
print(f(C(1)), f(C(-1)))

# %% shadowed-builtin
@tf.function
def f(x):
    if x > 0:
        list = 1
    else:
        list = 2
    return list
print(f(C(1)), f(C(-1)))

# %% global-written-in-a-branch
count = 0
@tf.function
def f(x):
    global count
    if x > 0:
        count = 1
    else:
        count = 2
    return count
print(f(C(1)), count)

# %% global-written-and-not-read
count = 0
@tf.function
def f(x):
    global count
    if x:
        count = 1
    return C(0)
f(1)
print(count)

# %% nonlocal-written-in-a-branch
@tf.function
def f(x):
    n = 1
    def g():
        nonlocal n
        if x > 0:
            n = 2
        else:
            n = 3
    g()
    return n
print(f(C(1)), f(C(-1)))

# %% deep-nesting
@tf.function
def f(x):
    y = 0
    if x > 0:
        y += 1
        if x > 1:
            y += 1
            if x > 2:
                y += 1
                if x > 3:
                    y += 1
    return y
print([int(f(C(v))) for v in range(6)])
