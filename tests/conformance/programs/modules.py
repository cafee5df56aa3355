import collections, copy
import tensorflow as tf
from tell import fails

# %% list-wrapper
class M(tf.Module):
    pass
m = M()
given = [1, 2.0, "x"]
m.l = given
print(m.l, type(m.l).__name__, isinstance(m.l, list), m.l == given, m.l == [1, 2.0, "x"], [1] + m.l, m.l + [3], m.l * 2, 2 * m.l)
m.l.append(tf.Variable(1.0, name="v"))
print(len(given), given[-1] is m.l[-1], m.variables[0].name, m.l[1:3], type(m.l[1:3]).__name__, 2.0 in m.l, m.l.index("x"), m.l.count(1))
m.l.extend([5, 6])
m.l += [7]
m.l.insert(0, 0)
print(m.l.pop(), m.l[0], len(m.l), str(m.l) == repr(m.l))
fails(hash, m.l)
m.other = m.l
print(m.other is m.l, type(copy.copy(m.l)).__name__, type(m.l.copy()).__name__)

# %% nested-list-wrappers
class M(tf.Module):
    pass
m = M()
m.l = [[1], {"a": [2]}, (3, [4]), (5, 6)]
print(m.l)
print([type(item).__name__ for item in m.l], type(m.l[1]["a"]).__name__)

# %% dict-wrapper
# needs: python<3.12 (how an OrderedDict prints)
class M(tf.Module):
    pass
m = M()
given = {"b": 1, "a": [2]}
m.d = given
print(repr(m.d), str(m.d), type(m.d).__name__, isinstance(m.d, dict), m.d == given, m.d == {"b": 1, "a": [2]}, len(m.d), list(m.d))
m.d["c"] = tf.Variable(3.0, name="c")
given["z"] = 9
print(list(m.d), list(given), sorted(m.d.items(), key=lambda kv: kv[0])[0], m.d.get("missing", 7), "a" in m.d, list(m.d.keys()))
m.d.update(q=1)
print(m.d.pop("q"), {**m.d}["b"], dict(m.d)["b"], [v.name for v in m.variables])
fails(hash, m.d)
m.o = collections.OrderedDict(x=1)
print(repr(m.o), isinstance(m.o, collections.OrderedDict))
m.c = collections.Counter("aab")
print(type(m.c).__name__)

# %% tuple-wrapper
class M(tf.Module):
    pass
m = M()
m.t = (1, 2)
print(type(m.t).__name__, m.t)
m.t = (1, [2])
print(type(m.t).__name__, repr(m.t), str(m.t), isinstance(m.t, tuple), m.t == (1, [2]), m.t[1], m.t + (3,), m.t * 2, len(m.t))
P = collections.namedtuple("P", "x y")
m.p = P(tf.Variable(1.0, name="px"), 2)
print(type(m.p).__name__, m.p.x.name, m.p.y, m.p._fields, [v.name for v in m.variables])
a, b = m.t
print(a, b)

# %% wrappers-in-nest-and-functions
class M(tf.Module):
    pass
m = M()
m.l = [tf.constant(1.0), tf.constant(2.0)]
m.d = {"x": tf.constant(3.0)}
m.t = (tf.constant(4.0), [tf.constant(5.0)])
@tf.function
def f(x):
    return tf.nest.map_structure(lambda t: t + 1.0, x)
print(f(m.l), f(m.d), f(m.t)[0].numpy(), f.experimental_get_tracing_count())
f([tf.constant(1.0), tf.constant(2.0)])
print(f.experimental_get_tracing_count())
print(tf.nest.flatten(m.t), tf.nest.map_structure(float, m.l), tf.nest.map_structure(float, m.d))
print(tf.stack(m.l), tf.constant([float(x) for x in m.l]), tf.add_n(m.l))
for x in m.l:
    print(x.numpy())

# %% variables-of-wrappers
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(0.0, name="own")
m = M()
m.l = [tf.Variable(1.0, name="a"), M(), tf.Variable(2.0, trainable=False, name="b")]
print([v.name for v in m.l.variables], [v.name for v in m.l.trainable_variables], [v.name for v in m.l.non_trainable_variables])

# %% module-attributes
class M(tf.Module):
    pass
m = M()
m.v = tf.Variable(1.0, name="v")
m.w = m.v
print(len(m.variables), m.v is m.w)
del m.w
fails(lambda: m.w)
m.v = tf.Variable(2.0, name="second")
print([v.name for v in m.variables])
m.v = None
print(m.variables, m.trainable_variables, m.non_trainable_variables, m.submodules)

# %% module-properties-and-slots
class M(tf.Module):
    @property
    def scaled(self):
        return self._v * 2.0
    @scaled.setter
    def scaled(self, value):
        self._v = tf.Variable(value)
m = M()
m.scaled = 3.0
print(m.scaled, len(m.variables))

# %% module-flatten
class M(tf.Module):
    def __init__(self, depth=0):
        super().__init__()
        self.v = tf.Variable(float(depth), name=f"v{depth}")
        if depth < 2:
            self.inner = {"b": [M(depth + 1)], "a": M(depth + 2)}
m = M()
print([v.name for v in m.variables])
print(list(m._flatten(predicate=lambda x: isinstance(x, tf.Variable), with_path=True, recursive=False))[0][0])
print([p for p, _ in m._flatten(predicate=lambda x: isinstance(x, tf.Module), with_path=True)])
print([v.name for v in m._flatten(predicate=lambda x: isinstance(x, tf.Variable), attribute_traversal_key=lambda n: -len(n))])

# %% module-bad-attribute
class M(tf.Module):
    pass
m = M()
m.d = {"a": 1, 2: 3}
fails(lambda: m.variables)

# %% module-non-trainable
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.a = tf.Variable(1.0, trainable=False, name="a")
        self.b = tf.Variable(1.0, name="b")
        self.c = [tf.Variable(1, trainable=False, name="c")]
m = M()
print([v.name for v in m.non_trainable_variables], [v.name for v in m.trainable_variables], [v.name for v in m.variables])

# %% module-name-scope-nesting
class Outer(tf.Module):
    def __init__(self):
        super().__init__(name="outer")
        with self.name_scope:
            self.inner = Inner()
class Inner(tf.Module):
    def __init__(self):
        super().__init__(name="inner")
    @tf.Module.with_name_scope
    def build(self):
        self.w = tf.Variable(1.0, name="w")
        with tf.name_scope("deep"):
            self.u = tf.Variable(1.0, name="u")
        return self
o = Outer()
print(o.name_scope.name, o.inner.name_scope.name, [v.name for v in o.inner.build().variables], o.inner.name)
@tf.function
def f(x):
    with o.name_scope:
        y = x + 1.0
        with o.inner.name_scope:
            z = y * 2.0
    return z
print([op.name for op in f.get_concrete_function(tf.constant(1.0)).graph.get_operations()])

# %% module-subclass-repr
# needs: python>=3.11 (what re says of numbers)
class M(tf.Module):
    pass
print(repr(M()).split(" object")[0][-3:], isinstance(M(), tf.Module), M.with_name_scope.__name__)
fails(M, "a b")
fails(M, name="")
fails(M, name=3)
