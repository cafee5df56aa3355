import tensorflow as tf
import tf_keras


def to_older(path):
    return tf_keras.models.load_model(path), tf.__version__
