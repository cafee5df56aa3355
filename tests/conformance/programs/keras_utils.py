import hashlib
import os
import random
import tarfile
import tempfile
import zipfile
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

utils = tf.keras.utils
steps = np.arange(12)


def told(make):
    """Prints what the datasets have, or why there are none."""
    try:
        datasets = make()
    except Exception as error:
        print(type(error).__name__, str(error).split(" in directory ")[0])
        return
    for dataset in datasets if isinstance(datasets, (list, tuple)) else [datasets]:
        print(dataset.element_spec, getattr(dataset, "class_names", None), [os.path.basename(p) for p in getattr(dataset, "file_paths", ())])
        for element in dataset:
            parts = [np.asarray(part) for part in tf.nest.flatten(element)]
            print([part.tolist() if part.size < 20 else (part.shape, round(float(part.sum(dtype="float64")), 1)) for part in parts])


def folder():
    """A folder with pictures and texts of two classes."""
    place = tempfile.mkdtemp()
    for number, name in enumerate(("dogs", "cats", ".hidden")):
        os.makedirs(os.path.join(place, name, "sub"))
        for i in range(3):
            pixels = np.random.RandomState(i + number).randint(0, 255, (6 + i, 5, 3)).astype("uint8")
            tf.io.write_file(os.path.join(place, name, f"{i}.png"), tf.io.encode_png(pixels))
        tf.io.write_file(os.path.join(place, name, "sub", "g.PNG"), tf.io.encode_png(np.full((4, 4, 1), 9, "uint8")))
        for file, words in (("a.txt", f"text of {name}"), ("b.TXT", f"Bäh {name}")):
            with open(os.path.join(place, name, file), "w", encoding="utf-8") as opened:
                opened.write(words)
    return place

# %% categories-and-lengths
show(utils.to_categorical([[1], [2]]), utils.to_categorical([0, 2], num_classes=4), utils.to_categorical(np.array([[1, 2], [0, 1]])),
     utils.to_categorical(tf.constant([[1], [2]]), 3))
fails(lambda: utils.to_categorical([5], 3))
x = np.random.RandomState(0).rand(3, 3)
show(utils.normalize(x), utils.normalize(x, axis=1, order=1), utils.normalize(x, axis=0), utils.normalize(tf.constant(x)))

# %% padded-sequences
pad = utils.pad_sequences
show(pad([[1, 2, 3], [4]]), pad([[], [1]], maxlen=3, value=7, padding="post"), pad([np.array([1, 2]), [3]], dtype="float32", maxlen=1, truncating="post"),
     pad([[[1, 2]], [[3, 4], [5, 6]]]))
print(pad([["a"], ["b", "c"]], dtype=object, value="-").tolist())
for make in (lambda: pad([]), lambda: pad([[1], [2, 3]], padding="x"), lambda: pad([[1], [2, 3]], truncating="x"),
             lambda: pad([["a"], ["b", "c"]], value="-"), lambda: pad([1]), lambda: pad(3), lambda: pad([[[1, 2]], [[1]]])):
    fails(make)

# %% windows-of-arrays
windows = utils.timeseries_dataset_from_array
told(lambda: windows(steps, steps * 2, 3))
told(lambda: windows(steps, None, 3, sequence_stride=2, sampling_rate=2, batch_size=2))
told(lambda: windows(steps, steps, 3, batch_size=None, start_index=2, end_index=9))

# %% shuffled-windows
told(lambda: utils.timeseries_dataset_from_array(steps, steps, 3, shuffle=True, seed=4, batch_size=3))
told(lambda: utils.timeseries_dataset_from_array(np.stack([steps, steps], 1), None, 2, shuffle=True, seed=1, batch_size=None))

# %% bad-windows
for options in ({"start_index": -1}, {"start_index": 20}, {"end_index": 20}, {"start_index": 5, "end_index": 4}, {"sampling_rate": 0},
                {"sampling_rate": 12}, {"sequence_stride": 0}, {"sequence_stride": 12}):
    told(lambda: utils.timeseries_dataset_from_array(steps, None, 3, **options))

# %% divided-arrays
split = utils.split_dataset
told(lambda: split(steps.reshape(12, 1), left_size=0.5))
told(lambda: split([steps, steps * 2.0], right_size=3))
told(lambda: split((steps, steps), left_size=4, right_size=2))
told(lambda: split([steps, steps], left_size=0.5, shuffle=True, seed=3))

# %% divided-datasets
split = utils.split_dataset
told(lambda: split(tf.data.Dataset.from_tensor_slices((steps, {"x": steps})), left_size=0.8))
told(lambda: split(tf.data.Dataset.range(10).batch(3), left_size=5))
told(lambda: split(tf.data.Dataset.range(10), left_size=5, shuffle=True, seed=3))

# %% bad-divisions
for options in ({}, {"left_size": 0}, {"left_size": 0, "right_size": 0}, {"left_size": 20}, {"left_size": 1.5},
                {"left_size": 0.7, "right_size": 0.7}, {"left_size": 8, "right_size": 8}, {"left_size": "a"},
                {"left_size": "a", "right_size": "b"}, {"right_size": "b"}, {"right_size": -1}, {"left_size": 0.01}):
    told(lambda: utils.split_dataset(steps, **options))
for data in (3, [], (), [1], [steps, steps[:3]], (steps, steps[:3]), tf.data.Dataset.range(0), np.zeros((0, 2))):
    told(lambda: utils.split_dataset(data, left_size=1))

# %% pictures-in-folders
place = folder()
for options in ({}, {"label_mode": "categorical"}, {"label_mode": "binary", "color_mode": "grayscale"}, {"label_mode": None, "batch_size": None},
                {"labels": None, "color_mode": "rgba"}, {"labels": [0, 1, 2, 0, 1, 2, 0, 1, 0, 0, 0, 0]}, {"class_names": ["dogs", "cats"]},
                {"crop_to_aspect_ratio": True}, {"pad_to_aspect_ratio": True}, {"interpolation": "nearest"}):
    told(lambda: utils.image_dataset_from_directory(place, image_size=(4, 5), shuffle=False, **options))

# %% pictures-in-random-order
place = folder()
for options in ({}, {"validation_split": 0.25, "subset": "training"}, {"validation_split": 0.25, "subset": "both"},
                {"validation_split": 0.5, "subset": "validation", "batch_size": 2}):
    told(lambda: utils.image_dataset_from_directory(place, image_size=3, seed=2, **options))
told(lambda: tf.keras.preprocessing.image_dataset_from_directory(os.path.join(place, "cats"), labels=None, seed=1, image_size=(2, 2)))

# %% bad-folders-of-pictures
place = folder()
for options in ({"labels": "x"}, {"labels": [1]}, {"label_mode": "x"}, {"color_mode": "x"}, {"image_size": (1, 2, 3)}, {"interpolation": "x"},
                {"validation_split": 2}, {"validation_split": 0.1}, {"subset": "training"}, {"validation_split": 0.1, "subset": "x"},
                {"validation_split": 0.1, "subset": "training", "shuffle": True}, {"class_names": ["a"]},
                {"labels": None, "class_names": ["a"]}, {"label_mode": "binary", "class_names": ["dogs"]}):
    told(lambda: utils.image_dataset_from_directory(place, **{"shuffle": False, **options}))
fails(lambda: utils.image_dataset_from_directory("/nonexistent"))

# %% texts-in-folders
place = folder()
for options in ({"shuffle": False}, {"max_length": 3, "seed": 1}, {"label_mode": None, "shuffle": False, "verbose": False},
                {"validation_split": 0.25, "subset": "both", "seed": 2, "label_mode": "categorical"}):
    told(lambda: utils.text_dataset_from_directory(place, **options))
told(lambda: utils.text_dataset_from_directory(os.path.join(place, "cats"), labels=[1, 0], shuffle=False, batch_size=None))

# %% bad-folders-of-texts
place = folder()
for options in ({"labels": "x"}, {"label_mode": "x"}, {"labels": [1]}, {"class_names": ["x"]}, {"subset": "both"}, {"label_mode": "binary", "class_names": ["cats"]}):
    told(lambda: utils.text_dataset_from_directory(place, **{"shuffle": False, **options}))

# %% files-by-url
utils.disable_interactive_logging()
place = tempfile.mkdtemp()
with open(os.path.join(place, "a.txt"), "w") as file:
    file.write("hello")
origin = "file://" + os.path.join(place, "a.txt")


def got(**options):
    try:
        path = utils.get_file(cache_dir=place, **options)
        print(os.path.relpath(path, place), open(path).read())
    except Exception as error:
        print(type(error).__name__, str(error).replace(place, "PLACE"))

right = hashlib.sha256(b"hello").hexdigest()
got(origin=origin)
got(fname="b.txt", origin=origin)
got(fname="b.txt", origin="http://nowhere.invalid/a.txt")
got(origin=origin, file_hash=right)
got(origin=origin, md5_hash=hashlib.md5(b"hello").hexdigest())
got(origin=origin, file_hash="0" * 64)
got(origin=origin, file_hash=right, hash_algorithm="sha256", cache_subdir="q")
got(origin=origin, force_download=True)
got()
got(fname="a/b", origin=origin)
got(origin="file:///")
got(origin=origin + "x")

# %% archives-by-url
utils.disable_interactive_logging()
place = tempfile.mkdtemp()
with open(os.path.join(place, "a.txt"), "w") as file:
    file.write("hello")
with tarfile.open(os.path.join(place, "t.tar.gz"), "w:gz") as archive:
    archive.add(os.path.join(place, "a.txt"), "in/a.txt")
with zipfile.ZipFile(os.path.join(place, "z.zip"), "w") as archive:
    archive.write(os.path.join(place, "a.txt"), "in/a.txt")
for name, options in (("t.tar.gz", {"untar": True}), ("t.tar.gz", {"extract": True, "fname": "x.tar.gz"}), ("z.zip", {"extract": True}),
                      ("z.zip", {"extract": True, "fname": "y"}), ("z.zip", {"extract": True, "archive_format": "x", "fname": "k"})):
    try:
        path = utils.get_file(origin="file://" + os.path.join(place, name), cache_dir=place, **options)
        print(os.path.relpath(path, place), sorted(os.listdir(path)), open(os.path.join(path, "in", "a.txt")).read())
    except Exception as error:
        print(type(error).__name__, error)

# %% batches-by-number
class Numbered(utils.Sequence):
    def __init__(self, count=4, **options):
        super().__init__(**options)
        self.count, self.log = count, []

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        self.log.append(index)
        return np.full((2, 1), float(index)), np.full((2, 1), float(index))

    def on_epoch_begin(self):
        self.log.append("begin")

    def on_epoch_end(self):
        self.log.append("end")


model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)])
model.compile("sgd", "mse")
random.seed(3)
data = Numbered()
print(model.fit(data, epochs=2, verbose=0).history, sorted(map(str, data.log)))
for run in (lambda: model.fit(data, epochs=2, verbose=0, shuffle=False).history, lambda: model.evaluate(data, verbose=0),
            lambda: model.predict(data, verbose=0).ravel().tolist()):
    data.log.clear()
    print(run(), data.log)
print(len(list(data)), data.num_batches, data.workers, data.use_multiprocessing, data.max_queue_size)
print(model.fit(Numbered(6), steps_per_epoch=2, epochs=2, verbose=0, shuffle=False).history)
print(model.fit(Numbered(), class_weight={0: 1.0, 1: 2.0, 2: 1.0, 3: 1.0}, verbose=0, shuffle=False).history)

# %% batches-by-number-without-end
import warnings
warnings.simplefilter("ignore")
class Endless(utils.PyDataset):
    num_batches = None

    def __getitem__(self, index):
        return np.ones((2, 1)), np.ones((2, 1))


class Silent(utils.PyDataset):
    def __init__(self):
        """Does not call the constructor of the base."""

    def __len__(self):
        return 1

    def __getitem__(self, index):
        return np.ones((2, 1)), np.ones((2, 1))


model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)])
model.compile("sgd", "mse")
print(model.fit(Endless(), steps_per_epoch=2, verbose=0).history)
fails(lambda: utils.PyDataset().num_batches)
fails(lambda: utils.PyDataset()[0])
print(model.fit(Silent(), verbose=0).history)

# %% configs-as-before-keras-3
class Pair:
    def __init__(self, first=1, second=None):
        self.first, self.second = first, second

    def get_config(self):
        return {"first": self.first, "second": self.second}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


def five():
    return 5


legacy = utils.legacy
print(legacy.serialize_keras_object(None), legacy.serialize_keras_object(five), legacy.serialize_keras_object(Pair(1, Pair(2))))
print(legacy.serialize_keras_object(tf.keras.regularizers.L2(0.5)), legacy.serialize_keras_object(tf.keras.layers.Dense(2))["class_name"])
again = legacy.deserialize_keras_object(legacy.serialize_keras_object(Pair(1, Pair(2))), {"Pair": Pair})
print(again.first, again.second.first)
print(legacy.deserialize_keras_object("five", custom_objects={"five": five})(), legacy.deserialize_keras_object(five)())

# %% bad-configs-as-before-keras-3
legacy = utils.legacy
fails(lambda: legacy.serialize_keras_object(3))
fails(lambda: legacy.deserialize_keras_object({"class_name": "Q", "config": {}}, {}, printable_module_name="thing"))
fails(lambda: legacy.deserialize_keras_object({"a": 1}, {}))
fails(lambda: legacy.deserialize_keras_object(3, {}))
with utils.custom_object_scope({"five": lambda x=5: x}):
    print(legacy.deserialize_keras_object({"class_name": "five", "config": {"x": 7}}))
