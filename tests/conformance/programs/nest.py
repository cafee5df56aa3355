import collections

import numpy as np
import tensorflow as tf
from tell import fails

P = collections.namedtuple("P", "x y")

# %% flatten
print(tf.nest.flatten([1, (2, [3]), {"b": 4, "a": 5}]), tf.nest.flatten(7), tf.nest.flatten([]), tf.nest.flatten(None), tf.nest.flatten("abc"), tf.nest.flatten(P(1, [2])), tf.nest.flatten(np.array([1, 2])), tf.nest.flatten({1, 2}))

# %% flatten-sorts-dicts
print(tf.nest.flatten({"z": 1, "a": 2, "m": {"y": 3, "b": 4}}), tf.nest.flatten(collections.OrderedDict([("z", 1), ("a", 2)])))
fails(tf.nest.flatten, {1: 1, "a": 2})

# %% pack
# needs: python<3.12 (how an OrderedDict prints)
print(tf.nest.pack_sequence_as({"b": 0, "a": [0, (0,)]}, [1, 2, 3]), tf.nest.pack_sequence_as(P(0, 0), [1, 2]), tf.nest.pack_sequence_as(0, [9]), tf.nest.pack_sequence_as(collections.OrderedDict(z=0, a=0), [1, 2]))
fails(tf.nest.pack_sequence_as, [0, 0], [1])
fails(tf.nest.pack_sequence_as, 0, [1, 2])
fails(tf.nest.pack_sequence_as, [0], 1)

# %% map-structure
print(tf.nest.map_structure(lambda a: a + 1, {"a": 1, "b": [2, (3,)]}), tf.nest.map_structure(lambda a, b: a * b, [1, 2], [3, 4]), tf.nest.map_structure(str, P(1, 2)), tf.nest.map_structure(lambda a: a, 5))
fails(tf.nest.map_structure, lambda a, b: a, [1, 2], [1])
fails(tf.nest.map_structure, lambda a, b: a, [1], (1,))
fails(tf.nest.map_structure, 1, [1])
print(tf.nest.map_structure(lambda a, b: a, [1], (1,), check_types=False))

# %% assert-same-structure
tf.nest.assert_same_structure([1, {"a": 2}], [3, {"a": 4}])
fails(tf.nest.assert_same_structure, [1], [1, 2])
fails(tf.nest.assert_same_structure, [1], (1,))
fails(tf.nest.assert_same_structure, {"a": 1}, {"b": 1})
fails(tf.nest.assert_same_structure, 1, [1])

# %% is-nested
print(tf.nest.is_nested([1]), tf.nest.is_nested("a"), tf.nest.is_nested({}), tf.nest.is_nested(P(1, 2)), tf.nest.is_nested(np.zeros(2)), tf.nest.is_nested({1}), tf.nest.is_nested(tf.constant(1)))

# %% tensors-and-variables
t, v = tf.constant([1, 2]), tf.Variable(3)
print(tf.nest.flatten({"t": t, "v": v}), tf.nest.map_structure(lambda x: x + 1, [t, v]))

# %% composites
r = tf.ragged.constant([[1], [2, 3]])
print(len(tf.nest.flatten(r)), len(tf.nest.flatten(r, expand_composites=True)))

# %% flatten-views
d = {"a": 1}
print(tf.nest.flatten(d.keys()), tf.nest.flatten(d.values()), tf.nest.flatten(range(3)))

# %% in-a-function
@tf.function
def f(d):
    return tf.nest.map_structure(lambda x: x * 2, d)
print(f({"a": tf.constant(1), "b": [tf.constant(2.0), 3]}))

# %% data-classes-that-take-themselves-apart
import dataclasses
import tensorflow as tf
from tell import fails


@dataclasses.dataclass
class Scaled:
    x: object
    n: int

    def __tf_flatten__(self):
        return (self.n,), (self.x,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(components[0], metadata[0])


traces = []


@tf.function
def f(one):
    traces.append(one.n)
    return Scaled(one.x * one.n, one.n + 1)


for x, n in ((2.0, 3), (5.0, 3), (5.0, 4)):
    print(f(Scaled(tf.constant(x), n)))
print(traces)


@tf.function
def choose(p):
    return tf.cond(p, lambda: Scaled(tf.constant(1.0), 2), lambda: Scaled(tf.constant(3.0), 2))


print(choose(tf.constant(False)))


@tf.function
def repeat(one, n):
    while n > 0:
        one = Scaled(one.x + 1.0, one.n)
        n -= 1
    return one


print(repeat(Scaled(tf.constant(1.0), 2), tf.constant(3)))
