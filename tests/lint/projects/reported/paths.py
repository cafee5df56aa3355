"""Files by paths that are tensors: tensorflow/tensorflow#39977, #29972, #25838, HasnainRaz/SemSegPipeline#10."""

import random
import cv2
import imageio
import numpy as np
import tensorflow as tf


def func2(image, bbox):
    print("func2")  # [print-in-graph]
    images = np.array(image)  # [eager-only-call-in-graph]
    image = cv2.imread(images[0].decode("utf-8"))  # [world-read-in-graph]
    image = cv2.resize(np.array(image), (300, 300))
    return tf.convert_to_tensor(image, dtype=tf.uint8), bbox


def load(image_file, series_file):
    image = tf.image.decode_jpeg(tf.io.read_file(image_file))
    series = np.load(series_file.decode())  # [world-read-in-graph]
    return tf.cast(image, tf.float32), series


def coefs(path):
    return np.loadtxt(path)  # [world-read-in-graph]


def main(images, boxes):
    ds = tf.data.Dataset.from_tensor_slices((images, boxes)).batch(2)
    ds.map(func2).batch(1)
    other = tf.data.Dataset.from_tensor_slices((["a.jpg"], ["a.npy"]))
    other.map(load)
    tf.data.Dataset.list_files("*.txt").map(coefs)


class DataLoader:
    def __init__(self, paths, augment=None, compose=False):
        self.paths = paths
        self.augment = augment
        self.compose = compose

    def _flip(self, image, mask):
        return tf.image.flip_left_right(image), mask

    def _bright(self, image, mask):
        return tf.image.random_brightness(image, 0.1), mask

    def _map_function(self, path, mask_path):
        image, mask = tf.io.read_file(path), tf.io.read_file(mask_path)
        if self.augment:
            if self.compose:
                image, mask = self._flip(image, mask)
            else:
                options = [self._flip, self._bright]
                augment = random.choice(options)  # [python-random-in-graph]
                image, mask = augment(image, mask)
        return image, mask

    def data_batch(self):
        data = tf.data.Dataset.from_tensor_slices((self.paths, self.paths))
        return data.map(self._map_function, num_parallel_calls=4)
