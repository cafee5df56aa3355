import tensorflow as tf
from tell import fails, show

C = tf.constant
v0 = tf.Variable(0)


def run(f):
    for x, flag in ((C(2), True), (C(-3), False)):
        v0.assign(0)
        fails(f, x, flag, C([3, 1, 2]))

# %% if-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        if y > 7:
            y += abs(x)
        else:
            y *= 2
    return y
run(f)

# %% elif-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    return y
run(f)

# %% while-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        while y % 7 != 0:
            y += 1
    return y
run(f)

# %% for-range-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        for j in tf.range(3):
            y += j * abs(x)
    return y
run(f)

# %% for-vector-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        for d in v:
            y += d * 2
    return y
run(f)

# %% python-for-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        for j in range(3):
            y += j * abs(x)
    return y
run(f)

# %% break-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    return y
run(f)

# %% continue-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    return y
run(f)

# %% ternary-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        y += 1 if y > 3 else 2
    return y
run(f)

# %% logical-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        if y > 1 and not x > 3 or y < -5:
            y += 7
    return y
run(f)

# %% lambda-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    return y
run(f)

# %% function-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    return y
run(f)

# %% with-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    return y
run(f)

# %% try-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    return y
run(f)

# %% variable-in-while
@tf.function
def f(x, flag, v):
    y = C(1)
    while y < 20:
        y += 3
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    return y
run(f)

# %% if-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        if y > 2:
            y += x
        else:
            y += 5
    return y
run(f)

# %% elif-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    return y
run(f)

# %% while-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        while y % 7 != 0:
            y += 1
    return y
run(f)

# %% for-range-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        for j in tf.range(3):
            y += j * x
    return y
run(f)

# %% for-vector-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        for d in v:
            y += d * 2
    return y
run(f)

# %% python-for-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        for q in (1, 2):
            y += q * x
    return y
run(f)

# %% break-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    return y
run(f)

# %% continue-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    return y
run(f)

# %% ternary-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        y += 1 if y > 3 else 2
    return y
run(f)

# %% logical-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        if y > 1 and not x > 3 or y < -5:
            y += 7
    return y
run(f)

# %% lambda-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    return y
run(f)

# %% function-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    return y
run(f)

# %% with-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    return y
run(f)

# %% try-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    return y
run(f)

# %% variable-in-for-range
@tf.function
def f(x, flag, v):
    y = C(1)
    for i in tf.range(4):
        y += i
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    return y
run(f)
