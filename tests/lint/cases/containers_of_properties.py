"""Containers that a property gives: its own, or one that it makes for whoever reads it."""

import tensorflow as tf


class Graph:
    def __init__(self):
        self._nodes = []
        self._edges = None

    @property
    def nodes(self):
        return self._nodes

    @property
    def edges(self):
        if self._edges is None:
            self._edges = []
        return self._edges

    @property
    def data(self):
        return {name: value for name, value in self.__dict__.items()}

    @property
    def parts(self):
        return self._copied()

    def _copied(self):
        copied = dict(self.__dict__)
        return copied

    def merged(self):
        data = self.data
        data["nodes"] += 1
        data.update(self.parts)
        self.parts["edges"] += 1
        return data


class Reads(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.graph = Graph()

    def call(self, x):
        self.graph.nodes.append(x)  # [outer-mutation-in-graph]
        self.graph.edges.append(x)  # [outer-mutation-in-graph]
        return self.graph.merged()
