import tensorflow as tf
from tell import fails, show

C = tf.constant
v0 = tf.Variable(0)


def run(f):
    for x, flag in ((C(2), True), (C(-3), False)):
        v0.assign(0)
        fails(f, x, flag, C([3, 1, 2]))

# %% if-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        if y > 2:
            y += x
        else:
            y += 5
    return y
run(f)

# %% elif-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    return y
run(f)

# %% while-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        while y % 7 != 0:
            y += 1
    return y
run(f)

# %% for-range-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        for j in tf.range(3):
            y += j * x
    return y
run(f)

# %% for-vector-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        for d in v:
            y += d * 2
    return y
run(f)

# %% python-for-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        for q in (1, 2):
            y += q * x
    return y
run(f)

# %% break-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    return y
run(f)

# %% continue-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    return y
run(f)

# %% ternary-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        y += 1 if y > 3 else 2
    return y
run(f)

# %% logical-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        if y > 1 and not x > 3 or y < -5:
            y += 7
    return y
run(f)

# %% lambda-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    return y
run(f)

# %% function-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    return y
run(f)

# %% with-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    return y
run(f)

# %% try-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    return y
run(f)

# %% variable-in-for-vector
@tf.function
def f(x, flag, v):
    y = C(1)
    for e in v:
        y += e
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    return y
run(f)

# %% if-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        if y > 2:
            y += x
        else:
            y += 5
    return y
run(f)

# %% elif-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    return y
run(f)

# %% while-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        while y % 7 != 0:
            y += 1
    return y
run(f)

# %% for-range-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        for j in tf.range(3):
            y += j * x
    return y
run(f)

# %% for-vector-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        for d in v:
            y += d * 2
    return y
run(f)

# %% python-for-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        for q in (1, 2):
            y += q * x
    return y
run(f)

# %% break-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    return y
run(f)

# %% continue-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    return y
run(f)

# %% ternary-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        y += 1 if y > 3 else 2
    return y
run(f)

# %% logical-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        if y > 1 and not x > 3 or y < -5:
            y += 7
    return y
run(f)

# %% lambda-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    return y
run(f)

# %% function-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    return y
run(f)

# %% with-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    return y
run(f)

# %% try-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    return y
run(f)

# %% variable-in-python-for
@tf.function
def f(x, flag, v):
    y = C(1)
    for k in range(3):
        y += k
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    return y
run(f)
