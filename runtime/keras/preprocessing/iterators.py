"""Endless batches of images that an `ImageDataGenerator` changes at random: of arrays, or of the files in a folder."""

from __future__ import annotations

import os
import threading
import warnings

import numpy as np

from runtime.keras.utils.directories import say
from runtime.keras.utils.images import array_to_img, img_to_array, load_img
from runtime.keras.py_dataset import PyDataset


class Iterator(PyDataset):
    """Batches of `n` samples by number, or one after the other without end; subclasses make them."""

    white_list_formats = ("png", "jpg", "jpeg", "bmp", "ppm", "tif", "tiff")

    def __init__(self, n, batch_size, shuffle, seed, **kwargs):
        super().__init__(**kwargs)
        self.n, self.batch_size, self.seed, self.shuffle = n, batch_size, seed, shuffle
        self.batch_index = self.total_batches_seen = 0
        self.lock = threading.Lock()
        self.index_array, self.index_generator = None, self._flow_index()

    def _set_index_array(self):
        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _seed_batch(self):
        if self.seed is not None:
            np.random.seed(self.seed + self.total_batches_seen)

    def __getitem__(self, idx):
        if idx >= len(self):
            raise ValueError(f"Asked to retrieve element {idx}, but the Sequence has length {len(self)}")
        self._seed_batch()
        self.total_batches_seen += 1
        if self.index_array is None:
            self._set_index_array()
        return self._get_batches_of_transformed_samples(self.index_array[self.batch_size * idx:self.batch_size * (idx + 1)])

    def __len__(self):
        return (self.n + self.batch_size - 1) // self.batch_size

    def on_epoch_end(self):
        """Mix the samples again."""
        self._set_index_array()

    def reset(self):
        """Begin again."""
        self.batch_index = 0

    def _flow_index(self):
        self.reset()
        while True:
            self._seed_batch()
            if self.batch_index == 0:
                self._set_index_array()
            first = self.batch_index * self.batch_size % self.n if self.n else 0
            self.batch_index = self.batch_index + 1 if self.n > first + self.batch_size else 0
            self.total_batches_seen += 1
            yield self.index_array[first:first + self.batch_size]

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            indices = next(self.index_generator)
        return self._get_batches_of_transformed_samples(indices)

    def _get_batches_of_transformed_samples(self, index_array):
        raise NotImplementedError

    def _save(self, batch, indices, range_of_names):
        """Write the pictures of a batch to the folder that the user wants them in."""
        for image, index in zip(batch, indices) if self.save_to_dir else ():
            name = f"{self.save_prefix}_{index}_{np.random.randint(range_of_names)}.{self.save_format}"
            array_to_img(image, self.data_format, scale=True).save(os.path.join(self.save_to_dir, name))


class NumpyArrayIterator(Iterator):
    """Batches of arrays. Raises ValueError for arrays that do not fit."""

    def __init__(self, x, y, image_data_generator, batch_size=32, shuffle=False, sample_weight=None, seed=None, data_format=None,
                 save_to_dir=None, save_prefix="", save_format="png", subset=None, ignore_class_split=False, dtype=None):
        self.dtype, self.data_format = dtype or "float32", data_format or "channels_last"
        misc = []
        if isinstance(x, (tuple, list)):
            x, misc = x[0], [np.asarray(array) for array in (x[1] if isinstance(x[1], list) else [x[1]])]
            for array in misc:
                if len(x) != len(array):
                    raise ValueError("All of the arrays in `x` should have the same length. Found a pair with: "
                                     f"len(x[0]) = {len(x)}, len(x[?]) = {len(array)}")
        for name, kind, array in (("y", "labels", y), ("sample_weight", None, sample_weight)):
            if array is not None and len(x) != len(array):
                raise ValueError(f"`x` (images tensor) and `{name}`{f' ({kind})' if kind else ''} should have the same length. Found: "
                                 f"x.shape = {np.asarray(x).shape}, {name}.shape = {np.asarray(array).shape}")
        if subset is not None:
            x, y, misc = _part(x, y, misc, subset, int(len(x) * image_data_generator._validation_split), ignore_class_split)
        self.x, self.x_misc = np.asarray(x, dtype=self.dtype), misc
        if self.x.ndim != 4:
            raise ValueError(f"Input data in `NumpyArrayIterator` should have rank 4. You passed an array with shape {self.x.shape}")
        axis = 3 if self.data_format == "channels_last" else 1
        if self.x.shape[axis] not in (1, 3, 4):
            warnings.warn(f'NumpyArrayIterator is set to use the data format convention "{self.data_format}" (channels on axis {axis}), '
                          f"i.e. expected either 1, 3, or 4 channels on axis {axis}. However, it was passed an array with shape "
                          f"{self.x.shape} ({self.x.shape[axis]} channels).", stacklevel=3)
        self.y = None if y is None else np.asarray(y)
        self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)
        self.image_data_generator = image_data_generator
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        super().__init__(len(self.x), batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, index_array):
        batch = np.zeros((len(index_array), *self.x.shape[1:]), dtype=self.dtype)
        for place, index in enumerate(index_array):
            image = self.x[index]
            drawn = self.image_data_generator.get_random_transform(image.shape)
            image = self.image_data_generator.apply_transform(image.astype(self.dtype), drawn)
            batch[place] = self.image_data_generator.standardize(image)
        self._save(batch, index_array, int(1e4))
        inputs = [batch, *(array[index_array] for array in self.x_misc)] if self.x_misc else batch
        if self.y is None:
            return inputs
        return tuple([inputs, self.y[index_array], *([] if self.sample_weight is None else [self.sample_weight[index_array]])])


def _part(x, y, misc, subset, count, ignore_class_split):
    if subset not in ("training", "validation"):
        raise ValueError(f'Invalid subset name: {subset}; expected "training" or "validation".')
    if y is not None and not ignore_class_split and not np.array_equal(np.unique(y[:count]), np.unique(y[count:])):
        raise ValueError("Training and validation subsets have different number of classes after the split. If your numpy arrays are "
                         "sorted by the label, you might want to shuffle them.")
    part = slice(count) if subset == "validation" else slice(count, None)
    return x[part], y if y is None else y[part], [np.asarray(array[part]) for array in misc]


class DirectoryIterator(Iterator):
    """Batches of the pictures in a folder, with its subfolders as classes. Raises ValueError for arguments that do not fit."""

    allowed_class_modes = {"categorical", "binary", "sparse", "input", None}
    sample_weight = None

    def __init__(self, directory, image_data_generator, target_size=(256, 256), color_mode="rgb", classes=None, class_mode="categorical",
                 batch_size=32, shuffle=True, seed=None, data_format=None, save_to_dir=None, save_prefix="", save_format="png",
                 follow_links=False, subset=None, interpolation="nearest", keep_aspect_ratio=False, dtype=None):
        channels = {"rgb": 3, "rgba": 4, "grayscale": 1}
        self.image_data_generator, self.target_size, self.keep_aspect_ratio = image_data_generator, tuple(target_size), keep_aspect_ratio
        if color_mode not in channels:
            raise ValueError(f'Invalid color mode: {color_mode}; expected "rgb", "rgba", or "grayscale".')
        self.color_mode, self.data_format = color_mode, data_format or "channels_last"
        self.image_shape = (*self.target_size, channels[color_mode])
        self.save_to_dir, self.save_prefix, self.save_format, self.interpolation = save_to_dir, save_prefix, save_format, interpolation
        if subset not in ("validation", "training", None):
            raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation"')
        share = image_data_generator._validation_split if subset else None
        self.split = (0, share) if subset == "validation" else (share, 1) if subset else None
        self.subset, self.directory = subset, directory
        if class_mode not in self.allowed_class_modes:
            raise ValueError(f"Invalid class_mode: {class_mode}; expected one of: {self.allowed_class_modes}")
        self.class_mode, self.dtype = class_mode, dtype or "float32"
        if not classes:
            classes = [name for name in sorted(os.listdir(directory)) if os.path.isdir(os.path.join(directory, name))]
        self.num_classes, self.class_indices = len(classes), dict(zip(classes, range(len(classes))))
        by_class = [self._files(os.path.join(directory, name), follow_links) for name in classes]
        self.filenames = [os.path.relpath(path, directory) for paths in by_class for path in paths]
        self.classes = np.repeat(np.arange(len(by_class), dtype="int32"), [len(paths) for paths in by_class])
        self.samples = len(self.filenames)
        say(f"Found {self.samples} images belonging to {self.num_classes} classes.")
        self.filepaths = [os.path.join(directory, name) for name in self.filenames]
        super().__init__(self.samples, batch_size, shuffle, seed)

    def _files(self, folder, follow_links):
        found = [os.path.join(root, name) for root, _, names in sorted(os.walk(folder, followlinks=follow_links))
                 for name in sorted(names) if name.lower().endswith(self.white_list_formats)]
        return found[int(self.split[0] * len(found)):int(self.split[1] * len(found))] if self.split else found

    @property
    def labels(self):
        return self.classes

    def _get_batches_of_transformed_samples(self, index_array):
        batch = np.zeros((len(index_array), *self.image_shape), dtype=self.dtype)
        for place, index in enumerate(index_array):
            image = load_img(self.filepaths[index], color_mode=self.color_mode, target_size=self.target_size,
                             interpolation=self.interpolation, keep_aspect_ratio=self.keep_aspect_ratio)
            image = img_to_array(image, data_format=self.data_format)
            if self.image_data_generator:
                drawn = self.image_data_generator.get_random_transform(image.shape)
                image = self.image_data_generator.standardize(self.image_data_generator.apply_transform(image, drawn))
            batch[place] = image
        self._save(batch, index_array, int(1e7))
        if self.class_mode == "input":
            return batch, batch.copy()
        if self.class_mode in ("binary", "sparse"):
            return batch, self.classes[index_array].astype(self.dtype)
        if self.class_mode == "categorical":
            return batch, np.eye(len(self.class_indices), dtype=self.dtype)[self.classes[index_array]]
        return batch
