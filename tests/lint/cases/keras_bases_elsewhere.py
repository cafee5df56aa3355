"""Base classes of other packages that are subclasses of Keras' own."""

import random

import tensorflow_probability as tfp
import tensorflow_recommenders as tfrs
from keras_cv.layers import BaseImageAugmentationLayer
from tf_agents.networks import network


class Retrieval(tfrs.Model):
    def compute_loss(self, features, training=False):
        print(features)  # [print-in-graph]
        return self.task(features)


class Distribution(tfp.layers.DistributionLambda):
    def call(self, inputs):
        print(inputs)  # [print-in-graph]
        return super().call(inputs)

    def summary(self):
        print("not traced")


class Encoder(network.Network):
    def call(self, inputs, network_state=(), step_type=None):
        print(inputs)  # [print-in-graph]
        return inputs, network_state


class Flip(BaseImageAugmentationLayer):
    def get_random_transformation(self, **kwargs):
        return random.random() < 0.5  # [python-random-in-graph]

    def augment_image(self, image, transformation=None, **kwargs):
        print(image)  # [print-in-graph]
        return image
