"""Objects of which some are models of Keras and others are not: their own `predict` is no Keras method."""

import keras
import tensorflow as tf


class Own:
    is_keras = False

    def predict(self, x):
        return x * 2


class OfKeras(keras.Model):
    is_keras = True

    def call(self, x):
        return x * 2


class Detector(tf.Module):
    def __init__(self, predictor):
        self.predictor = predictor

    @tf.function
    def __call__(self, x):
        if self.predictor.is_keras:
            return self.predictor(x)
        return self.predictor.predict(x)


class KerasDetector(tf.Module):
    def __init__(self, predictor):
        self.predictor = predictor

    @tf.function
    def __call__(self, x):
        return self.predictor.predict(x)  # [eager-only-call-in-graph]


detectors = [Detector(Own()), Detector(OfKeras())]
keras_detectors = [KerasDetector(OfKeras())]
