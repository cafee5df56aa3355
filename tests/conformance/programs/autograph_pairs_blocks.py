import tensorflow as tf
from tell import fails, show

C = tf.constant
v0 = tf.Variable(0)


def run(f):
    for x, flag in ((C(2), True), (C(-3), False)):
        v0.assign(0)
        fails(f, x, flag, C([3, 1, 2]))

# %% if-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        if y > 2:
            y += x
        else:
            y += 5
    return y
run(f)

# %% elif-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    return y
run(f)

# %% while-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        while y % 7 != 0:
            y += 1
    return y
run(f)

# %% for-range-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        for j in tf.range(3):
            y += j * x
    return y
run(f)

# %% for-vector-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        for d in v:
            y += d * 2
    return y
run(f)

# %% python-for-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        for q in (1, 2):
            y += q * x
    return y
run(f)

# %% break-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    return y
run(f)

# %% continue-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    return y
run(f)

# %% ternary-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        y += 1 if y > 3 else 2
    return y
run(f)

# %% logical-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        if y > 1 and not x > 3 or y < -5:
            y += 7
    return y
run(f)

# %% lambda-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    return y
run(f)

# %% function-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    return y
run(f)

# %% with-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    return y
run(f)

# %% try-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    return y
run(f)

# %% variable-in-with
@tf.function
def f(x, flag, v):
    y = C(1)
    with tf.name_scope("scope"):
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    return y
run(f)

# %% if-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        if y > 2:
            y += x
        else:
            y += 5
    finally:
        y += 1000
    return y
run(f)

# %% elif-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
    finally:
        y += 1000
    return y
run(f)

# %% while-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        while y % 7 != 0:
            y += 1
    finally:
        y += 1000
    return y
run(f)

# %% for-range-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        for j in tf.range(3):
            y += j * x
    finally:
        y += 1000
    return y
run(f)

# %% for-vector-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        for d in v:
            y += d * 2
    finally:
        y += 1000
    return y
run(f)

# %% python-for-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        for q in (1, 2):
            y += q * x
    finally:
        y += 1000
    return y
run(f)

# %% break-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        for j in tf.range(9):
            if j > x:
                break
            y += 1
    finally:
        y += 1000
    return y
run(f)

# %% continue-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
    finally:
        y += 1000
    return y
run(f)

# %% ternary-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        y += 1 if y > 3 else 2
    finally:
        y += 1000
    return y
run(f)

# %% logical-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        if y > 1 and not x > 3 or y < -5:
            y += 7
    finally:
        y += 1000
    return y
run(f)

# %% lambda-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
    finally:
        y += 1000
    return y
run(f)

# %% function-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
    finally:
        y += 1000
    return y
run(f)

# %% with-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
    finally:
        y += 1000
    return y
run(f)

# %% try-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
    finally:
        y += 1000
    return y
run(f)

# %% variable-in-try
@tf.function
def f(x, flag, v):
    y = C(1)
    try:
        v0.assign_add(1)
        if v0 > 2:
            y += v0
    finally:
        y += 1000
    return y
run(f)

# %% if-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        if y > 2:
            y += x
        else:
            y += 5
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% elif-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        if y > 100:
            y += 1
        elif y > 3:
            y += 2
        else:
            z = 3
            y += z
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% while-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        while y % 7 != 0:
            y += 1
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% for-range-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        for j in tf.range(3):
            y += j * x
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% for-vector-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        for d in v:
            y += d * 2
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% python-for-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        for q in (1, 2):
            y += q * x
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% break-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        for j in tf.range(9):
            if j > x:
                break
            y += 1
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% continue-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        for j in tf.range(5):
            if j == 2:
                continue
            y += j
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% ternary-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        y += 1 if y > 3 else 2
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% logical-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        if y > 1 and not x > 3 or y < -5:
            y += 7
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% lambda-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        h = lambda w: w + 1 if w > 0 else w - 1
        y = h(y)
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% function-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        def h(w):
            if w > 4:
                return w
            return w + 1
        y = h(y)
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% with-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        with tf.name_scope("inner"):
            if y > 5:
                y += 2
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% try-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        try:
            if y > 5:
                y += 2
        finally:
            y += 3
        return y
    y = g(y) + g(x)
    return y
run(f)

# %% variable-in-function
@tf.function
def f(x, flag, v):
    y = C(1)
    def g(y):
        v0.assign_add(1)
        if v0 > 2:
            y += v0
        return y
    y = g(y) + g(x)
    return y
run(f)
