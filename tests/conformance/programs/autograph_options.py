import re
import sys
import tensorflow as tf
from tell import fails, show

C = tf.constant
Feature = tf.autograph.experimental.Feature


def code(f, **options):
    """Prints the converted text with what TensorFlow leaves to the hash seed put in order."""
    run = []
    for line in tf.autograph.to_code(f, **options).split("\n") + [""]:
        match = re.match(r"( *)(nonlocal|global) (.*)", line)
        if match:
            line = f"{match[1]}{match[2]} {', '.join(sorted(match[3].split(', ')))}"
        if re.match(r" *\w+ = ag__\.Undefined\(", line):
            run.append(line)
            continue
        for waiting in [*sorted(run), line]:
            print(waiting)
        run = []


# %% to-code-of-a-loop
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(n):
    s = 0
    for i in tf.range(n):
        if i == 3:
            continue
        s += i
    return s
code(f)

# %% to-code-of-a-condition
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(x, y):
    """Doc."""
    if x > 0 and y:
        x = -x
        y.a = 1
    elif not x:
        return x
    return y
code(f)

# %% to-code-of-a-while-with-break
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(x):
    while x < 10:
        x += 1
        if x == 5:
            break
    return x
code(f)

# %% to-code-of-a-lambda
# needs: python>=3.11 (how ast writes tuples and lambdas)
f = lambda x: x if x > 0 else -x
code(f)

# %% to-code-of-a-method
class A:
    def run(self, x, *args, k: int = 1, **kw) -> int:
        self.y = super().run(x, *args, k=k, **kw)
        del x
        return [self.y for _ in args]
code(A.run)
code(A().run)

# %% to-code-of-an-inner-function
def f(x):
    @staticmethod
    def g(y, z=x):
        nonlocal x
        x = (lambda w: w + y)(z)
    return g
code(f)

# %% to-code-of-try-and-with
def f(x):
    with open(x) as a:
        try:
            return a.read()
        except (OSError, KeyError) as e:
            raise ValueError from e
        finally:
            a.close()
code(f)

# %% to-code-of-loop-options
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(n):
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(maximum_iterations=5, shape_invariants=[(n, tf.TensorShape([]))])
        n += i
    return n
code(f)

# %% to-code-not-recursive
def f(n):
    return abs(n)
code(f, recursive=False)

# %% to-code-with-lists
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(n):
    l = []
    l.append(n)
    a = [1, 2]
    a[0] = l.pop()
    return tf.stack(l), a[1], a[:1]
code(f, experimental_optional_features=Feature.LISTS)

# %% to-code-with-asserts
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(n):
    assert n > 0, "positive"
    assert n
code(f, experimental_optional_features=Feature.ASSERT_STATEMENTS)

# %% to-code-with-equality
# needs: python>=3.11 (how ast writes tuples and lambdas)
def f(a, b):
    return a == b != a
code(f, experimental_optional_features=(Feature.EQUALITY_OPERATORS,))

# %% to-code-of-what-cannot-be-converted
def f(x):
    yield x
fails(tf.autograph.to_code, f)
def f(x):
    for i in x:
        pass
    else:
        pass
fails(tf.autograph.to_code, f)
fails(tf.autograph.to_code, len)
fails(tf.autograph.to_code, 5)
fails(tf.autograph.to_code, tf.function(lambda x: x))

# %% to-code-of-a-class
class A:
    pass
fails(tf.autograph.to_code, A)

# %% to-graph-run-eagerly
def f(x):
    if x > 0:
        y = x * x
    else:
        y = -x
    return y
g = tf.autograph.to_graph(f)
print(g(C(3)), g(C(-3)), g(3), g.__name__)

# %% to-graph-run-in-a-graph
def f(n):
    s = 0
    for i in tf.range(n):
        s += i
    return s
g = tf.autograph.to_graph(f)
h = tf.function(lambda n: g(n), autograph=False)
print(g(C(4)), h(C(4)))

# %% to-graph-of-a-method
class A:
    k = 2
    def run(self, x):
        if x > 0:
            return x * self.k
        return x
a = A()
g = tf.autograph.to_graph(a.run)
print(g(a, C(3)))

# %% to-graph-loop-eagerly
def f(n):
    i = C(0)
    while i < n:
        tf.print(i)
        i += 1
    return i
print(tf.autograph.to_graph(f)(C(3)))

# %% to-graph-vector-loop-eagerly
def f(x):
    s = 0
    for e in x:
        s += e
    return s
print(tf.autograph.to_graph(f)(C([1, 2, 3])))

# %% to-graph-keeps-defaults
def f(x, k=3, *, q=4):
    return x + k + q
g = tf.autograph.to_graph(f)
print(g(C(1)), g.__defaults__, g.__kwdefaults__)

# %% to-graph-error-eagerly
def f(x):
    if x > 0:
        y = 1
    return y
g = tf.autograph.to_graph(f)
print(g(C(1)))
fails(g, C(-1))

# %% to-graph-not-recursive
def h(x):
    if x > 0:
        return x
    return -x
def f(x):
    return h(x)
g = tf.autograph.to_graph(f, recursive=False)
k = tf.function(lambda x: g(x), autograph=False)
fails(k, C(1))

# %% to-graph-raises-the-user-s-error
def f(x):
    return x.nothing
fails(tf.autograph.to_graph(f), 1)

# %% assert-without-the-feature
@tf.function
def f(x):
    assert x > 0
    return x
fails(f, C(1))

# %% assert-with-the-feature
@tf.function(experimental_autograph_options=Feature.ASSERT_STATEMENTS)
def f(x):
    assert x > 0, "not positive"
    return x
print(f(C(1)))
fails(f, C(-1))

# %% assert-with-the-feature-in-python
@tf.function(experimental_autograph_options=Feature.ASSERT_STATEMENTS)
def f(x, k):
    assert k > 0, "not positive"
    return x
print(f(C(1), 1))
fails(f, C(1), -1)

# %% assert-with-the-feature-and-no-message
@tf.function(experimental_autograph_options=Feature.ASSERT_STATEMENTS)
def f(x):
    assert x > 0
    return x
fails(f, C(-1))

# %% lists-feature
# differs: TensorFlow 2.21 does not accept the first append to an empty list, in the runtime it decides the dtype
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(n):
    l = []
    for i in tf.range(n):
        l.append(i * 2)
    return len(l)
fails(f, C(4))

# %% lists-feature-without-a-loop
# differs: TensorFlow 2.21 does not accept the first append to an empty list, in the runtime it decides the dtype
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(n):
    l = []
    l.append(n)
    l.append(n * 2)
    return len(l)
fails(f, C(4))

# %% lists-feature-stack
# differs: TensorFlow 2.21 does not accept the first append to an empty list, in the runtime it decides the dtype
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(n):
    l = []
    l.append(n)
    return tf.stack(l)
fails(f, C(4))

# %% lists-feature-with-elements
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(x):
    l = [1, 2]
    l[0] = x
    l.append(x)
    return l.pop() + l[0] + l[1]
print(f(C(4)))

# %% lists-feature-of-a-tensor
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(x):
    x[1] = 10
    return x, x[1]
print(f(C([1, 2, 3])))

# %% lists-feature-of-a-string
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(s):
    return s[1]
print(f(C("hello")))

# %% lists-feature-of-a-tensor-array
@tf.function(experimental_autograph_options=Feature.LISTS)
def f():
    ta = tf.TensorArray(tf.int32, size=2)
    ta[0] = 5
    ta[1] = 6
    return ta[1], tf.stack(ta)
print(f())

# %% lists-feature-multiple-assignment
@tf.function(experimental_autograph_options=Feature.LISTS)
def f(x):
    a = b = x
    return a + b
print(f(C(1)))

# %% name-scopes-feature
@tf.function(experimental_autograph_options=Feature.NAME_SCOPES)
def f(x):
    y = x + 1
    print(y.name)
    return y
f(C(1))

# %% feature-enumeration
print([f.name for f in Feature], len(Feature.all()), sorted(f.name for f in Feature.all_but(Feature.LISTS)))
print(sorted(f.name for f in Feature.all_but([Feature.LISTS, Feature.NAME_SCOPES])))

# %% autograph-trace
@tf.function
def f(x):
    tf.autograph.trace("x is", x)
    return x
f(C(1))
f(C(2))

# %% set-verbosity
tf.autograph.set_verbosity(0)
@tf.function
def f(x):
    return x
print(f(C(1)))

# %% run-functions-eagerly
tf.config.run_functions_eagerly(True)
@tf.function
def f(x):
    print("run", type(x).__name__)
    if x > 0:
        return x
    return -x
print(f(C(1)), f(C(-2)))

# %% converted-code-in-a-thread
import threading
@tf.function
def f(x):
    if x > 0:
        return x
    return -x
results = []
threads = [threading.Thread(target=lambda k=k: results.append((k, int(f(C(k)))))) for k in (-2, -1, 1, 2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(results))

# %% warned-once-for-a-function
def h(x):
    for i in range(2):
        x += i
    else:
        x += 10
    return x
@tf.function
def f(x):
    return h(x) + h(x)
print(f(C(1)), f(C(1.0)))

# %% options-of-the-callee
def h(x):
    assert x > 0, "not positive"
    return x
@tf.function(experimental_autograph_options=Feature.ASSERT_STATEMENTS)
def f(x):
    return h(x)
fails(f, C(-1))
