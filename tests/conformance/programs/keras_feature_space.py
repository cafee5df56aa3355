import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, show

FeatureSpace = tf.keras.utils.FeatureSpace
table = {"n": [1.0, 2.0, 3.0, 4.0], "s": ["a", "b", "a", "c"], "i": [1, 5, 5, 7], "f": [0.1, 0.2, 0.3, 0.9], "h": ["q", "r", "s", "t"],
         "b": [0.0, 1.0, 2.0, 9.0]}


def told(found):
    show(*([found[name] for name in sorted(found)] if isinstance(found, dict) else [found]))


def space(mode):
    made = FeatureSpace(features={"n": "float_normalized", "s": "string_categorical", "i": "integer_categorical", "f": "float",
                                  "h": FeatureSpace.string_hashed(4), "b": FeatureSpace.float_discretized(3)},
                        crosses=[("s", "i"), FeatureSpace.cross(("h", "s"), 6)], crossing_dim=5, output_mode=mode)
    made.adapt(tf.data.Dataset.from_tensor_slices(table))
    return made

# %% rows-of-a-table
made = space("concat")
told(made(table))
told(made({name: column[0] for name, column in table.items()}))
told(made({name: column[:1] for name, column in table.items()}))
told(next(iter(tf.data.Dataset.from_tensor_slices(table).batch(2).map(made))))
print(made.get_encoded_features().shape, sorted(made.get_inputs()), made.built)

# %% columns-of-a-table
made = space("dict")
told(made(table))
told(made({name: column[0] for name, column in table.items()}))
print({name: (value.shape, value.dtype) for name, value in sorted(made.get_encoded_features().items())})

# %% models-of-a-table
import warnings
warnings.simplefilter("ignore")
made = space("concat")
model = tf.keras.Model(made.get_inputs(), layers.Dense(1, kernel_initializer="ones")(made.get_encoded_features()))
show(model({name: tf.constant(table[name])[:, None] for name in sorted(table)}))
model.compile("sgd", "mse")
dataset = tf.data.Dataset.from_tensor_slices((table, np.ones(4))).batch(2).map(lambda row, y: (made(row), y))
trained = tf.keras.Sequential([layers.Dense(1, kernel_initializer="ones")])
trained.compile("sgd", "mse")
show(*trained.fit(dataset, shuffle=False, verbose=0).history["loss"])

# %% kinds-and-configs
made = FeatureSpace({"a": "float_rescaled", "x": "integer_hashed", "y": FeatureSpace.integer_hashed(3, output_mode="int")}, output_mode="dict")
told(made({"a": [1.0], "x": [3], "y": [9]}))
again = FeatureSpace.from_config(made.get_config())
told(again({"a": [1.0], "x": [3], "y": [9]}))
print(list(made.get_config()), made.get_config()["features"]["a"]["module"], tf.keras.utils.serialize_keras_object(made)["module"])
made = FeatureSpace({"a": FeatureSpace.feature("float32", layers.Rescaling(2.0), "float"), "c": FeatureSpace.float_rescaled(scale=3.0, offset=1.0)})
told(made({"a": [1], "c": [2]}))

# %% bad-tables
for make in (lambda: FeatureSpace({}), lambda: FeatureSpace({"a": "x"}), lambda: FeatureSpace({"a": "float"}, crosses=[("a", "q")]),
             lambda: FeatureSpace({"a": "float"}, output_mode="x"), lambda: FeatureSpace({"a": "float"}, crosses=[("a", "a")], crossing_dim=None),
             lambda: FeatureSpace({"a": "float"})(3), lambda: FeatureSpace({"a": FeatureSpace.string_hashed(3, output_mode="int")})({"a": ["x"]}),
             lambda: FeatureSpace({"a": FeatureSpace.feature("float32", layers.Rescaling(2.0), "one_hot")})({"a": [1.0]}),
             lambda: FeatureSpace({"s": "string_categorical"}).adapt(3), lambda: FeatureSpace({"s": "string_categorical"}).get_inputs()):
    fails(make)

# %% tables-in-files
# needs: h5py (models in files)
import os
import tempfile
made = FeatureSpace({"n": "float_normalized", "s": "string_categorical"})
made.adapt({"n": [1.0, 2.0], "s": ["a", "b"]})
path = os.path.join(tempfile.mkdtemp(), "space.keras")
made.save(path)
told(tf.keras.models.load_model(path)({"n": [1.0, 5.0], "s": ["b", "q"]}))
