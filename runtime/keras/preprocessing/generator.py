"""`ImageDataGenerator`: how images are changed at random, and how they are normalized."""

from __future__ import annotations

import math
import warnings

import numpy as np

from runtime.keras.preprocessing.iterators import DirectoryIterator, NumpyArrayIterator
from runtime.keras.preprocessing.transforms import apply_affine_transform, apply_brightness_shift, apply_channel_shift

_NOT_FIT = ("This ImageDataGenerator specifies `{}`, but it hasn't been fit on any training data. Fit it first by calling "
            "`.fit(numpy_data)`.")


class ImageDataGenerator:
    """Changes images at random and normalizes them; draws from NumPy's generator.

    Args:
        featurewise_center, featurewise_std_normalization, zca_whitening: by all images that `fit` has seen.
        samplewise_center, samplewise_std_normalization: by each image itself.
        rotation_range, shear_range: degrees.
        width_shift_range, height_shift_range: a share below 1, pixels, or a list to choose from.
        brightness_range, zoom_range, channel_shift_range: factors, and what is added.
        fill_mode, cval: what lies outside of an image: "constant", "nearest", "reflect" or "wrap".
        preprocessing_function: a function of each image that comes last.

    Raises:
        ValueError: arguments that do not fit.
    """

    def __init__(self, featurewise_center=False, samplewise_center=False, featurewise_std_normalization=False,
                 samplewise_std_normalization=False, zca_whitening=False, zca_epsilon=1e-06, rotation_range=0, width_shift_range=0.0,
                 height_shift_range=0.0, brightness_range=None, shear_range=0.0, zoom_range=0.0, channel_shift_range=0.0,
                 fill_mode="nearest", cval=0.0, horizontal_flip=False, vertical_flip=False, rescale=None, preprocessing_function=None,
                 data_format=None, validation_split=0.0, interpolation_order=1, dtype=None):
        self.featurewise_center, self.samplewise_center = featurewise_center, samplewise_center
        self.featurewise_std_normalization = featurewise_std_normalization
        self.samplewise_std_normalization = samplewise_std_normalization
        self.zca_whitening, self.zca_epsilon = zca_whitening, zca_epsilon
        self.rotation_range, self.shear_range, self.channel_shift_range = rotation_range, shear_range, channel_shift_range
        self.width_shift_range, self.height_shift_range = width_shift_range, height_shift_range
        self.fill_mode, self.cval, self.interpolation_order = fill_mode, cval, interpolation_order
        self.horizontal_flip, self.vertical_flip, self.rescale = horizontal_flip, vertical_flip, rescale
        self.preprocessing_function, self.dtype = preprocessing_function, dtype or "float32"
        self.data_format = data_format or "channels_last"
        if self.data_format not in ("channels_last", "channels_first"):
            raise ValueError('`data_format` should be `"channels_last"` (channel after row and column) or `"channels_first"` (channel '
                             f"before row and column). Received: {data_format}")
        self.channel_axis, self.row_axis, self.col_axis = (3, 1, 2) if self.data_format == "channels_last" else (1, 2, 3)
        if validation_split and not 0 < validation_split < 1:
            raise ValueError(f"`validation_split` must be strictly between 0 and 1.  Received: {validation_split}")
        self._validation_split = validation_split
        self.mean = self.std = self.zca_whitening_matrix = None
        if isinstance(zoom_range, (float, int)):
            self.zoom_range = [1 - zoom_range, 1 + zoom_range]
        elif len(zoom_range) == 2 and all(isinstance(factor, (float, int)) for factor in zoom_range):
            self.zoom_range = list(zoom_range)
        else:
            raise ValueError(f"`zoom_range` should be a float or a tuple or list of two floats. Received: {zoom_range}")
        self._settle()
        if brightness_range is not None and (not isinstance(brightness_range, (tuple, list)) or len(brightness_range) != 2):
            raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
        self.brightness_range = brightness_range

    def _settle(self):
        """Set what other settings imply."""
        given = dict(vars(self))
        for wanted, name, value, text in (
                (self.zca_whitening, "featurewise_center", True, "`zca_whitening`, which overrides setting of `featurewise_center`."),
                (self.zca_whitening, "featurewise_std_normalization", False,
                 "`zca_whitening` which overrides setting of`featurewise_std_normalization`."),
                (given["featurewise_std_normalization"], "featurewise_center", True,
                 "`featurewise_std_normalization`, which overrides setting of `featurewise_center`."),
                (self.samplewise_std_normalization, "samplewise_center", True,
                 "`samplewise_std_normalization`, which overrides setting of `samplewise_center`.")):
            if wanted and bool(given[name]) is not value:
                setattr(self, name, value)
                warnings.warn(f"This ImageDataGenerator specifies {text}", stacklevel=3)

    def flow(self, x, y=None, batch_size=32, shuffle=True, sample_weight=None, seed=None, save_to_dir=None, save_prefix="",
             save_format="png", ignore_class_split=False, subset=None):
        """Endless batches of arrays."""
        return NumpyArrayIterator(x, y, self, batch_size=batch_size, shuffle=shuffle, sample_weight=sample_weight, seed=seed,
                                  data_format=self.data_format, save_to_dir=save_to_dir, save_prefix=save_prefix, save_format=save_format,
                                  ignore_class_split=ignore_class_split, subset=subset, dtype=self.dtype)

    def flow_from_directory(self, directory, target_size=(256, 256), color_mode="rgb", classes=None, class_mode="categorical",
                            batch_size=32, shuffle=True, seed=None, save_to_dir=None, save_prefix="", save_format="png",
                            follow_links=False, subset=None, interpolation="nearest", keep_aspect_ratio=False):
        """Endless batches of the pictures in a folder, with its subfolders as classes."""
        return DirectoryIterator(directory, self, target_size=target_size, color_mode=color_mode, keep_aspect_ratio=keep_aspect_ratio,
                                 classes=classes, class_mode=class_mode, data_format=self.data_format, batch_size=batch_size,
                                 shuffle=shuffle, seed=seed, save_to_dir=save_to_dir, save_prefix=save_prefix, save_format=save_format,
                                 follow_links=follow_links, subset=subset, interpolation=interpolation, dtype=self.dtype)

    def flow_from_dataframe(self, dataframe, *args, **kwargs):
        """Raises NotImplementedError."""
        raise NotImplementedError("the runtime has no ImageDataGenerator.flow_from_dataframe; sort the files into a folder for each class "
                                  "and use flow_from_directory")

    def standardize(self, x):
        """Normalize an image or a batch, in its memory."""
        if self.preprocessing_function:
            x = self.preprocessing_function(x)
        if self.rescale:
            x *= self.rescale
        if self.samplewise_center:
            x -= np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            x /= np.std(x, keepdims=True) + 1e-6
        if self._is_fit(self.featurewise_center, self.mean, "featurewise_center"):
            x -= self.mean
        if self._is_fit(self.featurewise_std_normalization, self.std, "featurewise_std_normalization"):
            x /= self.std + 1e-6
        if self._is_fit(self.zca_whitening, self.zca_whitening_matrix, "zca_whitening"):
            x = np.reshape(x.reshape(-1, math.prod(x.shape[-3:])) @ self.zca_whitening_matrix, x.shape)
        return x

    @staticmethod
    def _is_fit(wanted, learned, name):
        if wanted and learned is None:
            warnings.warn(_NOT_FIT.format(name), stacklevel=3)
        return wanted and learned is not None

    def get_random_transform(self, img_shape, seed=None):
        """Draw what is done to one image: name → number."""
        if seed is not None:
            np.random.seed(seed)
        theta = np.random.uniform(-self.rotation_range, self.rotation_range) if self.rotation_range else 0
        tx = _shift(self.height_shift_range, img_shape[self.row_axis - 1])
        ty = _shift(self.width_shift_range, img_shape[self.col_axis - 1])
        shear = np.random.uniform(-self.shear_range, self.shear_range) if self.shear_range else 0
        zx, zy = (1, 1) if self.zoom_range[0] == 1 and self.zoom_range[1] == 1 else np.random.uniform(*self.zoom_range, 2)
        flips = [(np.random.random() < 0.5) * wanted for wanted in (self.horizontal_flip, self.vertical_flip)]
        shift = brightness = None
        if self.channel_shift_range != 0:
            shift = np.random.uniform(-self.channel_shift_range, self.channel_shift_range)
        if self.brightness_range is not None:
            brightness = np.random.uniform(*self.brightness_range)
        return {"theta": theta, "tx": tx, "ty": ty, "shear": shear, "zx": zx, "zy": zy, "flip_horizontal": flips[0],
                "flip_vertical": flips[1], "channel_shift_intensity": shift, "brightness": brightness}

    def apply_transform(self, x, transform_parameters):
        """An image after what `get_random_transform` drew."""
        get = transform_parameters.get
        row, column, channel = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        x = apply_affine_transform(x, get("theta", 0), get("tx", 0), get("ty", 0), get("shear", 0), get("zx", 1), get("zy", 1),
                                   row_axis=row, col_axis=column, channel_axis=channel, fill_mode=self.fill_mode, cval=self.cval,
                                   order=self.interpolation_order)
        if get("channel_shift_intensity") is not None:
            x = apply_channel_shift(x, get("channel_shift_intensity"), channel)
        for name, axis in (("flip_horizontal", column), ("flip_vertical", row)):
            if get(name, False):
                x = np.flip(x, axis)
        return x if get("brightness") is None else apply_brightness_shift(x, get("brightness"), False)

    def random_transform(self, x, seed=None):
        """An image after a random change."""
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def fit(self, x, augment=False, rounds=1, seed=None):
        """Learn means, deviations and the whitening matrix from images, changed `rounds` times if `augment` is set.

        Raises:
            ValueError: an array of another rank than 4.
        """
        x = np.asarray(x, dtype=self.dtype)
        if x.ndim != 4:
            raise ValueError(f"Input to `.fit()` should have rank 4. Got array with shape: {x.shape}")
        if x.shape[self.channel_axis] not in (1, 3, 4):
            warnings.warn(f'Expected input to be images (as Numpy array) following the data format convention "{self.data_format}" '
                          f"(channels on axis {self.channel_axis}), i.e. expected either 1, 3 or 4 channels on axis {self.channel_axis}. However, it "
                          f"was passed an array with shape {x.shape} ({x.shape[self.channel_axis]} channels).", stacklevel=2)
        if seed is not None:
            np.random.seed(seed)
        x = np.copy(x)
        if self.rescale:
            x *= self.rescale
        if augment:
            x = np.array([self.random_transform(image) for _ in range(rounds) for image in x], self.dtype)
        axes, sizes = (0, self.row_axis, self.col_axis), [1, 1, 1]
        sizes[self.channel_axis - 1] = x.shape[self.channel_axis]
        if self.featurewise_center:
            self.mean = np.reshape(np.mean(x, axis=axes), sizes)
            x -= self.mean
        if self.featurewise_std_normalization:
            self.std = np.reshape(np.std(x, axis=axes), sizes)
            x /= self.std + 1e-6
        if self.zca_whitening:
            directions, lengths, _ = np.linalg.svd(np.reshape(x, (len(x), -1)).T, full_matrices=False)
            self.zca_whitening_matrix = (directions * (np.sqrt(len(x)) / (lengths + self.zca_epsilon))).dot(directions.T)


def _shift(wanted, size):
    """Pixels to shift an image of that size by: chosen from a list, or up to a number, a share of the size if it is below 1."""
    if not wanted:
        return 0
    try:
        shift = np.random.choice(wanted)
        shift *= np.random.choice([-1, 1])
    except ValueError:
        shift = np.random.uniform(-wanted, wanted)
    return shift * size if np.max(wanted) < 1 else shift
