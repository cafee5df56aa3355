"""Datasets of the files in a folder, with the names of its subfolders as classes."""

from __future__ import annotations

import os
import sys

import numpy as np

import runtime as tf
from runtime.keras.progress import is_interactive_logging_enabled
from runtime.keras.utils.images import smart_resize

_IMAGES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}
_INTERPOLATIONS = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")


def say(message):
    """Print a line, unless the user wants no messages on the screen."""
    if is_interactive_logging_enabled():
        sys.stdout.write(f"{message}\n")
        sys.stdout.flush()


# -- the files ---------------------------------------------------------------------------------------------------------
def _files_in(folder, formats, follow_links):
    for root, _, names in sorted(os.walk(folder, followlinks=follow_links)):
        for name in sorted(names):
            if name.lower().endswith(formats):
                yield os.path.join(root, name)


def _indexed(directory, labels, formats, class_names, shuffle, seed, follow_links, verbose):
    """(paths, labels, class names): in the order of the classes and names, or mixed by `seed`."""
    if labels == "inferred":
        found = sorted(name for name in os.listdir(directory) if os.path.isdir(os.path.join(directory, name)) and not name.startswith("."))
        if class_names is not None and not set(class_names) <= set(found):
            raise ValueError("The `class_names` passed did not match the names of the subdirectories of the target directory. Expected: "
                             f"{found} (or a subset of it), but received: class_names={class_names}")
        class_names = found if class_names is None else class_names
        by_class = [list(_files_in(os.path.join(directory, name), formats, follow_links)) for name in class_names]
        paths = [path for files in by_class for path in files]
        labels = np.repeat(np.arange(len(by_class), dtype="int32"), [len(files) for files in by_class])
    else:
        if class_names is not None:
            raise ValueError("When `labels=None` (no labels), argument `class_names` cannot be specified." if labels is None else
                             "When argument `labels` is specified, argument `class_names` cannot be specified (the `class_names` will be "
                             "the sorted list of labels).")
        paths = list(_files_in(directory, formats, follow_links))
        if labels is not None:
            if len(labels) != len(paths):
                raise ValueError("Expected the lengths of `labels` to match the number of files in the target directory. len(labels) is "
                                 f"{len(labels)} while we found {len(paths)} files in directory {directory}.")
            class_names = [str(label) for label in sorted(set(labels))]
    if verbose:
        say(f"Found {len(paths)} files." if labels is None else f"Found {len(paths)} files belonging to {len(class_names)} classes.")
    if shuffle:
        np.random.RandomState(seed).shuffle(paths)
        if labels is not None:
            np.random.RandomState(seed).shuffle(labels)
    return paths, labels, class_names


def _part(paths, labels, validation_split, subset):
    if not validation_split:
        return paths, labels
    count = int(validation_split * len(paths))
    part = slice(None, -count) if subset == "training" else slice(-count, None)
    say(f"Using {len(paths) - count if subset == 'training' else count} files for {subset}.")
    return paths[part], labels if labels is None else labels[part]


def _check(what, labels, label_mode, class_names, validation_split, subset, shuffle, seed, format):  # noqa: A002 - Keras's name
    if labels not in ("inferred", None):
        if not isinstance(labels, (list, tuple)):
            raise ValueError(f"`labels` argument should be a list/tuple of integer labels, of the same size as the number of {what[0]} "
                             "files in the target directory. If you wish to infer the labels from the subdirectory names in the target "
                             f"directory, pass `labels=\"inferred\"`. If you wish to get a dataset that only contains {what[1]} (no "
                             f"labels), pass `labels=None`. Received: labels={labels}")
        if class_names:
            raise ValueError(f"You can only pass `class_names` if `labels=\"inferred\"`. Received: labels={labels}, and "
                             f"class_names={class_names}")
    if label_mode not in ("int", "categorical", "binary", None):
        raise ValueError("`label_mode` argument must be one of \"int\", \"categorical\", \"binary\", or None. Received: "
                         f"label_mode={label_mode}")
    if format != "tf":
        raise ValueError(f"`format` should be \"tf\", which alone the runtime has. Received: format={format}")
    if validation_split and not 0 < validation_split < 1:
        raise ValueError(f"`validation_split` must be between 0 and 1, received: {validation_split}")
    if bool(validation_split) != bool(subset):
        raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
    if subset not in ("training", "validation", "both", None):
        raise ValueError(f'`subset` must be either "training", "validation" or "both", received: {subset}')
    if validation_split and shuffle and seed is None:
        raise ValueError("If using `validation_split` and shuffling the data, you must provide a `seed` argument, to make sure that there "
                         "is no overlap between the training and validation subset.")


# -- the datasets ------------------------------------------------------------------------------------------------------
def _labelled(labels, label_mode, num_classes):
    dataset = tf.data.Dataset.from_tensor_slices(labels)
    if label_mode == "binary":
        return dataset.map(lambda x: tf.expand_dims(tf.cast(x, "float32"), axis=-1))
    return dataset.map(lambda x: tf.one_hot(x, num_classes)) if label_mode == "categorical" else dataset


def _dataset(paths, labels, label_mode, num_classes, load, batch_size, shuffle, seed):
    dataset = tf.data.Dataset.from_tensor_slices(paths)
    if label_mode:
        dataset = tf.data.Dataset.zip((dataset, _labelled(labels, label_mode, num_classes)))
    if shuffle:
        dataset = dataset.shuffle(1024 if batch_size is None else batch_size * 8, seed=seed)
    dataset = dataset.map((lambda path, label: (load(path), label)) if label_mode else load)
    return (dataset if batch_size is None else dataset.batch(batch_size)).prefetch(tf.data.AUTOTUNE)


def _from_directory(what, directory, load, formats, allowed, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split,
                    subset, follow_links, verbose, keeps_paths):
    if labels is None or label_mode is None:
        labels = label_mode = None
    seed = np.random.randint(1e6) if seed is None else seed
    paths, labels, class_names = _indexed(directory, labels, formats, class_names, shuffle, seed, follow_links, verbose)
    if label_mode == "binary" and len(class_names) != 2:
        raise ValueError(f"When passing `label_mode=\"binary\"`, there must be exactly 2 class_names. Received: class_names={class_names}")
    parts = []
    for name in ("training", "validation") if subset == "both" else (subset,):
        found, found_labels = _part(paths, labels, validation_split, name)
        if not found:
            raise ValueError(f"No {f'{name} ' if subset == 'both' else ''}{what} found in directory {directory}. {allowed}")
        dataset = _dataset(found, found_labels, label_mode, len(class_names or ()), load, batch_size,
                           shuffle and (subset != "both" or name == "training"), seed)
        dataset.class_names = class_names
        if keeps_paths:
            dataset.file_paths = found
        parts.append(dataset)
    return parts if subset == "both" else parts[0]


def image_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, color_mode="rgb", batch_size=32,
                                 image_size=(256, 256), shuffle=True, seed=None, validation_split=None, subset=None,
                                 interpolation="bilinear", follow_links=False, crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
                                 data_format=None, format="tf", verbose=True):  # noqa: A002 - Keras's name
    """A dataset of the pictures in a folder, resized to one size, and of their classes, the subfolders.

    Args:
        labels: "inferred", a list with one for each file, or None.
        label_mode: "int", "categorical" for one-hot rows, "binary", or None.
        validation_split, subset: the share that is put aside, and which part is wanted: "training", "validation" or "both".

    Raises:
        ValueError: arguments that do not fit, or no pictures.
    """
    _check(("image", "images"), labels, label_mode, class_names, validation_split, subset, shuffle, seed, format)
    if color_mode not in _CHANNELS:
        raise ValueError(f'`color_mode` must be one of {{"rgb", "rgba", "grayscale"}}. Received: color_mode={color_mode}')
    image_size = (image_size, image_size) if isinstance(image_size, int) else image_size
    if not isinstance(image_size, (list, tuple)) or len(image_size) != 2:
        raise ValueError(f"Invalid `image_size` value. Expected a tuple of 2 integers. Received: image_size={image_size}")
    interpolation = interpolation.lower()
    if interpolation not in _INTERPOLATIONS:
        raise ValueError(f"Argument `interpolation` should be one of {_INTERPOLATIONS}. Received: interpolation={interpolation}")
    if data_format not in (None, "channels_last"):
        raise ValueError("the runtime's image_dataset_from_directory needs data_format='channels_last'")

    def load(path):
        image = tf.image.decode_image(tf.io.read_file(path), channels=_CHANNELS[color_mode], expand_animations=False)
        if pad_to_aspect_ratio and crop_to_aspect_ratio:
            raise ValueError("Only one of `pad_to_aspect_ratio`, `crop_to_aspect_ratio` can be set to `True`.")
        if crop_to_aspect_ratio:
            image = smart_resize(image, image_size, interpolation=interpolation)
        elif pad_to_aspect_ratio:
            image = tf.image.resize_with_pad(image, *image_size, method=interpolation)
        else:
            image = tf.image.resize(image, image_size, method=interpolation)
        image.set_shape((*image_size, _CHANNELS[color_mode]))
        return image

    return _from_directory("images", directory, load, _IMAGES, f"Allowed formats: {_IMAGES}", labels, label_mode, class_names, batch_size,
                           shuffle, seed, validation_split, subset, follow_links, verbose, True)


def text_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, batch_size=32, max_length=None,
                                shuffle=True, seed=None, validation_split=None, subset=None, follow_links=False,
                                format="tf", verbose=True):  # noqa: A002 - Keras's name
    """A dataset of the texts in a folder, each cut to `max_length` bytes, and of their classes, the subfolders.

    The other arguments are those of `image_dataset_from_directory`.

    Raises:
        ValueError: arguments that do not fit, or no texts.
    """
    _check(("text", "text samples"), labels, label_mode, class_names, validation_split, subset, shuffle, seed, format)

    def load(path):
        text = tf.io.read_file(path)
        return text if max_length is None else tf.strings.substr(text, 0, max_length)

    return _from_directory("text files", directory, load, (".txt",), "Allowed format: .txt", labels, label_mode, class_names, batch_size,
                           shuffle, seed, validation_split, subset, follow_links, verbose, False)
