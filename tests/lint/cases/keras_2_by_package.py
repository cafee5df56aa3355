"""TF-Agents and Addons are built on Keras 2, and so is what is used beside them: AutoGraph converts `call`."""

import tensorflow as tf
from tf_agents.networks import network


class Actor(network.Network):
    def call(self, observations, step_type=(), network_state=()):
        if tf.shape(observations)[0] > 0:
            observations = observations[:, 0]
        print(observations)  # [print-in-graph]
        return observations, network_state


class Squeeze(tf.keras.layers.Layer):
    def call(self, x):
        if len(tf.shape(x)) == 3:
            x = tf.squeeze(x, axis=0)
        return x
