"""`keras.preprocessing.image`: pictures as arrays, and arrays that change at random."""

from runtime.core.absent import absent_from
from runtime.keras.preprocessing.generator import ImageDataGenerator
from runtime.keras.preprocessing.iterators import DirectoryIterator, Iterator, NumpyArrayIterator
from runtime.keras.preprocessing.transforms import (apply_affine_transform, apply_brightness_shift, apply_channel_shift, random_brightness,
                                                    random_channel_shift, random_rotation, random_shear, random_shift, random_zoom)
from runtime.keras.utils.images import array_to_img, img_to_array, load_img, save_img, smart_resize

__all__ = ["DirectoryIterator", "ImageDataGenerator", "Iterator", "NumpyArrayIterator", "apply_affine_transform", "apply_brightness_shift",
           "apply_channel_shift", "array_to_img", "img_to_array", "load_img", "random_brightness", "random_channel_shift",
           "random_rotation", "random_shear", "random_shift", "random_zoom", "save_img", "smart_resize"]
__getattr__ = absent_from("tf.keras.preprocessing.image")
