import tensorflow as tf
from tf_agents.networks import network

from .networks import Encoder


class Actor(network.Network):
    def __init__(self, spec, name="actor"):
        super().__init__(input_tensor_spec=spec, state_spec=(), name=name)
        self.encoder = Encoder()

    def call(self, observations, step_type=(), network_state=(), training=False):
        print(tf.shape(observations))  # [print-in-graph]
        return self.encoder(observations), network_state
