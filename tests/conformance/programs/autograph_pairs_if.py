import tensorflow as tf
from tell import fails, show

C = tf.constant
v0 = tf.Variable(0)


def run(f):
    for x, flag in ((C(2), True), (C(-3), False)):
        v0.assign(0)
        fails(f, x, flag, C([3, 1, 2]))

# %% if-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        if y > 2:
            y += x
        else:
            y += 5
    else:
        y -= 1
    return y
run(f)

# %% elif-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    else:
        y -= 1
    return y
run(f)

# %% while-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        while y % 7 != 0:
            y += 1
    else:
        y -= 1
    return y
run(f)

# %% for-range-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        for j in tf.range(3):
            y += j * x
    else:
        y -= 1
    return y
run(f)

# %% for-vector-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        for d in v:
            y += d * 2
    else:
        y -= 1
    return y
run(f)

# %% python-for-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        for q in (1, 2):
            y += q * x
    else:
        y -= 1
    return y
run(f)

# %% break-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    else:
        y -= 1
    return y
run(f)

# %% continue-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    else:
        y -= 1
    return y
run(f)

# %% ternary-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        y += 1 if y > 3 else 2
    else:
        y -= 1
    return y
run(f)

# %% logical-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        if y > 1 and not x > 3 or y < -5:
            y += 7
    else:
        y -= 1
    return y
run(f)

# %% lambda-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    else:
        y -= 1
    return y
run(f)

# %% function-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    else:
        y -= 1
    return y
run(f)

# %% with-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    else:
        y -= 1
    return y
run(f)

# %% try-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    else:
        y -= 1
    return y
run(f)

# %% variable-in-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if x > 0:
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    else:
        y -= 1
    return y
run(f)

# %% if-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        if y > 2:
            y += x
        else:
            y += 5
    else:
        y -= 1
    return y
run(f)

# %% elif-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    else:
        y -= 1
    return y
run(f)

# %% while-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        while y % 7 != 0:
            y += 1
    else:
        y -= 1
    return y
run(f)

# %% for-range-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        for j in tf.range(3):
            y += j * x
    else:
        y -= 1
    return y
run(f)

# %% for-vector-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        for d in v:
            y += d * 2
    else:
        y -= 1
    return y
run(f)

# %% python-for-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        for q in (1, 2):
            y += q * x
    else:
        y -= 1
    return y
run(f)

# %% break-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    else:
        y -= 1
    return y
run(f)

# %% continue-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    else:
        y -= 1
    return y
run(f)

# %% ternary-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        y += 1 if y > 3 else 2
    else:
        y -= 1
    return y
run(f)

# %% logical-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        if y > 1 and not x > 3 or y < -5:
            y += 7
    else:
        y -= 1
    return y
run(f)

# %% lambda-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    else:
        y -= 1
    return y
run(f)

# %% function-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    else:
        y -= 1
    return y
run(f)

# %% with-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    else:
        y -= 1
    return y
run(f)

# %% try-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    else:
        y -= 1
    return y
run(f)

# %% variable-in-python-if
@tf.function
def f(x, flag, v):
    y = C(1)
    if flag:
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    else:
        y -= 1
    return y
run(f)
