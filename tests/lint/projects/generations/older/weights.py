import tensorflow as tf
from tensorflow.python.keras.saving import hdf5_format


def shape_list(tensor: tf.Tensor):
    return tensor.shape.as_list()


def load(model, file):
    hdf5_format.load_weights_from_hdf5_group(file, model.layers)
