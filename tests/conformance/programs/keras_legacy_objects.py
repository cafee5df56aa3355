import collections
import json
import tensorflow as tf
from tensorflow.keras import initializers, layers, regularizers, tree
from tensorflow.keras.utils import legacy
from tests.conformance.support.tell import fails


class Mine:
    def __init__(self, n=1, inner=None):
        self.n, self.inner = n, inner

    def get_config(self):
        return {"n": self.n, "inner": self.inner}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


class Plain:
    def __init__(self, n=1):
        self.n = n


def twice(x):
    return 2 * x


def told(thing):
    print(json.dumps(legacy.serialize_keras_object(thing), sort_keys=True, default=str))


OBJECTS = {"Mine": Mine, "Plain": Plain, "twice": twice}
Point = collections.namedtuple("Point", "x y")

# %% serialize
told(Mine(3))
told(Mine(3, Mine(4, twice)))
told(Mine(3, "text"))
told(twice)
told(None)
told(initializers.RandomNormal(0.0, 0.1, seed=3))
told(regularizers.L1L2(0.1, 0.2))
fails(legacy.serialize_keras_object, 3)

# %% serialize-registered
@tf.keras.utils.register_keras_serializable("pack")
class Registered(Mine):
    pass


told(Registered(1))
told(Mine(1, Registered(2)))

# %% deserialize
found = legacy.deserialize_keras_object({"class_name": "Mine", "config": {"n": 5, "inner": "twice"}}, OBJECTS)
print(type(found).__name__, found.n, found.inner is twice)
found = legacy.deserialize_keras_object(legacy.serialize_keras_object(Mine(3, Mine(4, twice))), OBJECTS)
print(type(found).__name__, found.n, type(found.inner).__name__, found.inner.n, found.inner.inner is twice)
found = legacy.deserialize_keras_object({"class_name": "Plain", "config": {"n": 5}}, OBJECTS)
print(type(found).__name__, found.n)
print(legacy.deserialize_keras_object(None), legacy.deserialize_keras_object(twice) is twice)
found = legacy.deserialize_keras_object({"class_name": "Other", "config": {"n": 7}}, OBJECTS, {"Other": Mine})
print(type(found).__name__, found.n)

# %% deserialize-errors
fails(legacy.deserialize_keras_object, {"class_name": "Nope", "config": {}}, OBJECTS, printable_module_name="thing")
fails(legacy.deserialize_keras_object, {"config": {}}, OBJECTS)
fails(legacy.deserialize_keras_object, 3, OBJECTS)

# %% in-a-scope
with tf.keras.utils.custom_object_scope({"Scoped": Mine}):
    print(legacy.deserialize_keras_object({"class_name": "Scoped", "config": {"n": 9}}, {}).n)
print(tf.keras.legacy.saving.serialize_keras_object(Mine(1)))

# %% source-inputs
a, b = tf.keras.Input((2,), name="a"), tf.keras.Input((2,), name="b")
x = layers.Add()([layers.Dense(2)(a), b])
print([tensor.name for tensor in tf.keras.utils.get_source_inputs(layers.Dense(1)(x))], [tensor.name for tensor in tf.keras.utils.get_source_inputs(a)])

# %% tree-paths
print(tree.flatten_with_path({"b": [1, (2,)], "a": None}))
print(tree.flatten_with_path(3), tree.flatten_with_path([]), tree.flatten_with_path(Point(1, [2])))
tree.assert_same_paths([0, (1, 2)], (3, [4, 5]))
fails(tree.assert_same_paths, {"a": 1}, {"a": [1, 2]})
fails(tree.assert_same_paths, [0, 1], [0, 1, 2])

# %% tree-traverse
seen = []
print(tree.traverse(lambda part: seen.append(part), [(1, 2), [3], {"a": 4}]), seen)
seen = []
print(tree.traverse(lambda part: seen.append(part), [(1, 2), [3]], top_down=False), seen)
print(tree.traverse(lambda part: tuple(part) if isinstance(part, list) else None, [[1, [2]], 3], top_down=False))
print(tree.traverse(lambda part: tree.MAP_TO_NONE if part == 3 else 0 if part == 1 else None, {"a": [1, 2], "b": Point(3, 4)}))
fails(tree.traverse, 3, [1])

# %% tree-up-to
print(tree.map_structure_up_to((0, 0), lambda x, y: [x, y], (1, [2, 3]), (4, [5, 6])))
print(tree.map_structure_up_to({"a": 0, "b": [0]}, lambda x: x, {"a": [1, 2], "b": [(3, 4)]}))
print(tree.map_structure_up_to(0, lambda x: x, [1, 2]))
fails(tree.map_structure_up_to, [0], lambda: 0)

# %% tree-shapes
print(tree.lists_to_tuples([1, [2, {"a": [3]}], (4, [5])]))
print(tree.map_shape_structure(lambda shape: ("shape", shape), [(None, 2), {"a": (3,), "b": [1, 2]}]))
print(tree.map_shape_structure(len, (1, 2, None)))
