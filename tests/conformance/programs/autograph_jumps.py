import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% break-in-a-range-loop
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i == 3:
            break
        s += i
    return s
print(f(C(10)), f(C(2)))

# %% break-in-a-vector-loop
@tf.function
def f(x):
    s = 0
    for e in x:
        if e < 0:
            break
        s += e
    return s
print(f(C([1, 2, -1, 5])))

# %% break-in-a-while-loop
@tf.function
def f(n):
    i = 0
    while i < 100:
        if i * i > n:
            break
        i += 1
    return i
print(f(C(50)))

# %% continue-in-a-range-loop
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        s += i
    return s
print(f(C(10)))

# %% continue-in-a-while-loop
@tf.function
def f(n):
    s = 0
    i = 0
    while i < n:
        i += 1
        if i % 3 == 0:
            continue
        s += i
    return s
print(f(C(7)))

# %% break-and-continue
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i == 2:
            continue
        if i == 5:
            break
        s = s * 10 + i
    return s
print(f(C(10)))

# %% break-first
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        break
    return s
print(f(C(10)))

# %% continue-last
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        s += i
        continue
    return s
print(f(C(5)))

# %% statements-after-break-do-not-run
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i > 1:
            s += 100
            break
            s += 1000
        s += 1
    return s
print(f(C(10)))

# %% break-in-nested-conditions
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i > 2:
            if s > 5:
                break
            else:
                s += 1
        s += i
    return s
print(f(C(10)))

# %% break-of-the-inner-loop
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        for j in tf.range(n):
            if j > i:
                break
            s += 1
        s += 10
    return s
print(f(C(4)))

# %% break-of-both-loops
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        if i == 3:
            break
        for j in tf.range(n):
            if j == 2:
                break
            s += 1
    return s
print(f(C(5)))

# %% continue-of-the-outer-loop-after-an-inner-one
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        for j in tf.range(i):
            if j == 1:
                continue
            s += j
        if i == 2:
            continue
        s += 100
    return s
print(f(C(5)))

# %% python-break-in-a-python-loop
@tf.function
def f(x):
    for i in range(10):
        if i == 3:
            break
        x += i
    return x
print(f(C(0)))

# %% python-continue-in-a-python-loop
@tf.function
def f(x):
    for i in range(5):
        if i == 3:
            continue
        x += i
    return x
print(f(C(0)))

# %% python-break-in-a-tensor-loop
@tf.function
def f(n, stop):
    s = 0
    for i in tf.range(n):
        s += i
        if stop:
            break
    return s
print(f(C(5), False))
print(f(C(5), True))

# %% tensor-break-in-a-python-loop
@tf.function
def f(x):
    for i in range(3):
        if x > 0:
            break
        x += 1
    return x
fails(f, C(1))

# %% tensor-continue-in-a-python-loop
@tf.function
def f(x):
    for i in range(5):
        if x > i:
            continue
        x += 10
    return x
print(f(C(2)))

# %% tensor-break-in-a-python-while
@tf.function
def f(x):
    i = 0
    while i < 3:
        if x > 0:
            break
        i += 1
    return x
fails(f, C(1))

# %% early-return
@tf.function
def f(x):
    if x > 0:
        return x * 2
    return x - 1
print(f(C(5)), f(C(-5)))

# %% early-return-then-statements
@tf.function
def f(x):
    if x > 0:
        return x * 2
    y = x - 1
    z = y * y
    return z + y
print(f(C(5)), f(C(-5)))

# %% return-in-the-else
@tf.function
def f(x):
    if x > 0:
        y = x
    else:
        return -1
    y = y * 3
    return y
print(f(C(5)), f(C(-5)))

# %% returns-in-an-elif-chain
@tf.function
def f(x):
    if x > 10:
        return 1
    elif x > 5:
        return 2
    elif x > 0:
        return 3
    return 4
print([int(f(C(v))) for v in (11, 7, 1, -1)])

# %% returns-in-nested-conditions
@tf.function
def f(x, y):
    if x > 0:
        if y > 0:
            return 1
        else:
            return 2
    if y > 0:
        return 3
    return 4
print([int(f(C(a), C(b))) for a in (1, -1) for b in (1, -1)])

# %% return-in-a-nested-condition-only
@tf.function
def f(x, y):
    if x > 0:
        if y > 0:
            return 1
        x = x + 1
    return x
fails(f, C(1), C(1))

# %% two-early-returns
@tf.function
def f(x):
    if x > 10:
        return x
    x = x + 1
    if x > 5:
        return x * 10
    x = x + 1
    return x * 100
print([int(f(C(v))) for v in (11, 7, 1)])

# %% return-of-a-tuple
@tf.function
def f(x):
    if x > 0:
        return x, 1.0
    return -x, 2.0
print(f(C(5)), f(C(-5)))

# %% returns-of-other-structures
@tf.function
def f(x):
    if x > 0:
        return x, 1.0
    return x
fails(f, C(5))

# %% returns-of-other-dtypes
@tf.function
def f(x):
    if x > 0:
        return 1
    return 2.0
fails(f, C(5))

# %% no-return-at-all
@tf.function
def f(x):
    if x > 0:
        tf.print("positive")
print(f(C(5)))

# %% bare-returns
@tf.function
def f(x):
    if x > 0:
        return
    tf.print("not positive")
    return
fails(f, C(-5))

# %% python-returns
@tf.function
def f(x, flag):
    if flag:
        return x
    print("went on")
    return -x
print(f(C(5), True), f(C(5), False))

# %% code-after-return
@tf.function
def f(x):
    return x
    print("never")
    return x + 1
print(f(C(5)))

# %% return-in-a-python-loop
@tf.function
def f(xs, wanted):
    for i, x in enumerate(xs):
        if x == wanted:
            return i
    return -1
print(f((1, 2, 3), 2), f((1, 2, 3), 5))

# %% return-of-a-tensor-in-a-python-loop
@tf.function
def f(x):
    for i in range(3):
        if i == 1:
            return x + i
    return x
print(f(C(5)))

# %% tensor-return-in-a-python-loop
@tf.function
def f(x):
    for i in range(3):
        if x > i:
            return x
    return x
fails(f, C(5))

# %% return-in-a-tensor-for
@tf.function
def f(n):
    for i in tf.range(n):
        if i > 2:
            return i
    return n
fails(f, C(5))

# %% unconditional-return-in-a-tensor-for
@tf.function
def f(n):
    for i in tf.range(n):
        return i
    return n
fails(f, C(5))

# %% return-in-a-tensor-while
@tf.function
def f(n):
    while n > 0:
        if n == 3:
            return n
        n -= 1
    return n
fails(f, C(5))

# %% python-return-in-a-tensor-while
@tf.function
def f(n, flag):
    while n > 0:
        n -= 1
        if flag:
            return n
    return n
fails(f, C(5), True)

# %% return-after-a-loop-in-a-condition
@tf.function
def f(n):
    if n > 3:
        s = 0
        for i in tf.range(n):
            s += i
        return s
    return n
print(f(C(5)), f(C(2)))

# %% return-in-with
@tf.function
def f(x):
    with tf.name_scope("inside"):
        if x > 0:
            return x
        return -x
print(f(C(5)), f(C(-5)))

# %% return-in-try
@tf.function
def f(x, d):
    try:
        return x + d["k"]
    except KeyError:
        return x - 1
print(f(C(5), {"k": 1}), f(C(5), {"q": 1}))

# %% return-in-try-with-finally
log = []
@tf.function
def f(x):
    try:
        if x > 0:
            return x
        else:
            return -x
    finally:
        log.append("finally")
print(f(C(5)), f(C(-5)), log)

# %% break-in-try
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        try:
            if i == 3:
                break
            s += i
        finally:
            s += 100
    return s
print(f(C(10)))

# %% continue-in-with
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        with tf.name_scope("inside"):
            if i % 2 == 0:
                continue
            s += i
        s += 100
    return s
print(f(C(5)))

# %% loop-after-a-returning-loop
@tf.function
def f(xs, n):
    for x in xs:
        if x > 5:
            return C(x)
    s = 0
    for i in tf.range(n):
        s += i
    return s
print(f((1, 7), C(3)), f((1, 2), C(3)))

# %% recursion-on-a-python-number
@tf.function
def fact(n):
    if n <= 1:
        return C(1)
    return n * fact(n - 1)
print(fact(5), fact.experimental_get_tracing_count())

# %% recursion-on-a-tensor
import sys
sys.setrecursionlimit(400)
def fact(n):
    if n <= 1:
        return C(1)
    return n * fact(n - 1)
@tf.function
def f(n):
    return fact(n)
try:
    f(C(5))
except Exception as e:
    print(type(e).__name__)

# %% inner-function-returns
@tf.function
def f(x):
    def g(y):
        if y > 0:
            return y
        return -y
    return g(x) + g(-x)
print(f(C(3)))

# %% inner-function-returns-nothing
@tf.function
def f(x):
    def g(y):
        if y > 0:
            tf.print(y)
    g(x)
    return x
print(f(C(3)))
