import numpy as np
import tensorflow as tf


def augment(image):
    brightness = np.random.uniform(0.5, 1.5)
    return image * brightness


images = tf.data.Dataset.from_tensor_slices(tf.ones([4, 2, 2]))
for image in images.map(augment):
    print("brightness %.3f" % image[0, 0])
