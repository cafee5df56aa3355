"""TensorFlow GNN is built on Keras 2: AutoGraph converts `call`."""

import tensorflow as tf
import tensorflow_gnn as tfgnn


class Pool(tf.keras.layers.Layer):
    def call(self, graph):
        state = tfgnn.pool_nodes_to_context(graph, "nodes", "sum", feature_name=tfgnn.HIDDEN_STATE)
        state = tf.identity(state)
        if len(tf.shape(state)) == 3:
            state = tf.squeeze(state, axis=0)
        if tf.reduce_sum(state) > 0.0:
            return state
        return -state
