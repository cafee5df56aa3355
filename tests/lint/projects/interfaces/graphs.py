"""Objects that a dataset makes anew from their tensors, and one that the caller of a graph function has."""

from collections.abc import Mapping

import tensorflow as tf


class Piece:
    def __init__(self, sizes: tf.Tensor):
        self.sizes = sizes

    def count(self):
        result = getattr(self, "_count", None)
        if result is not None:
            return result
        result = tf.reduce_sum(self.sizes)
        setattr(self, "_count", result)  # [tensor-leaked-from-graph]
        return result


class Graph:
    def __init__(self, pieces: Mapping[str, Piece]):
        self.pieces = pieces

    def merged(self):
        return {name: piece.count() for name, piece in self.pieces.items()}


def merge_all(graphs: tf.data.Dataset):
    return graphs.map(Graph.merged)


@tf.function
def merge(graph: Graph):
    return graph.merged()
