"""What layers and models keep for others: tensors that have no value once their call is traced."""

import numpy as np
import tensorflow as tf


class Inspected(tf.keras.layers.Layer):
    """Nothing here reads what is kept of the attention: who uses the layer will."""

    def call(self, x):
        scores = tf.nn.softmax(x)
        self.last_scores = scores  # [tensor-leaked-from-graph]
        self._own_scores = scores
        self.parts = {"scores": scores}
        return self.combine(scores * x)

    def combine(self, x):
        return x + self.parts["scores"]


class Shown(tf.keras.layers.Layer):
    """What is kept for those who use the layer, and read by nothing here but what gives it to them."""

    def __init__(self):
        super().__init__()
        self._chosen = None
        self._inner = None
        self._used = None

    def call(self, x):
        self._chosen = []
        for scale in (1.0, 2.0):
            self._chosen.append(tf.reduce_sum(x * scale))  # [tensor-leaked-from-graph]
        self._inner = tf.reduce_sum(x)
        self._used = tf.reduce_sum(x)
        return x

    @property
    def chosen(self):
        """Of the last batch."""
        return self._chosen

    @property
    def _own(self):
        return self._inner

    @property
    def used(self):
        return self._used


class Showing(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Shown()

    def call(self, x):
        return self.net(x) + self.net.used

    @property
    def chosen(self):
        return self.net.chosen


class ShowingAll(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.nets = [Shown(), Shown()]

    @property
    def chosen(self):
        return [net.chosen for net in self.nets]


class CrossAttention(tf.keras.layers.Layer):
    """What one layer keeps for the next one, and this for whoever uses the model."""

    def __init__(self):
        super().__init__()
        self.attention = tf.keras.layers.MultiHeadAttention(2, 2)

    def call(self, x, context):
        output, scores = self.attention(x, context, return_attention_scores=True)
        self.last_attention = scores  # [tensor-leaked-from-graph]
        return output


class DecoderLayer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.cross_attention = CrossAttention()

    def call(self, x, context):
        x = self.cross_attention(x, context)
        self.last_attention = self.cross_attention.last_attention  # [tensor-leaked-from-graph]
        return x


class Attention(tf.keras.layers.Layer):
    """What its other methods take the value of, they read outside of any trace."""

    def __init__(self):
        super().__init__()
        self.kept = {}
        self.terms = None
        self.sizes = None

    def call(self, x):
        scores = tf.nn.softmax(x)
        self.kept["scores"] = scores  # [tensor-leaked-from-graph]
        self.terms = tf.reduce_mean(scores)  # [tensor-leaked-from-graph]
        self.sizes = scores
        return scores

    def importance(self):
        scores = self.kept["scores"]
        return tf.reduce_mean(scores, axis=0).numpy()

    def described(self):
        parts = tf.split(self.terms, 2)
        return [float(part) for part in parts]

    def size(self):
        return int(self.sizes.shape[0]) + int(tf.rank(self.sizes))


class RunFirst(tf.keras.layers.Layer):
    """Methods that run the layer before they read, or that look at what is static, or ask whether they run eagerly."""

    def __init__(self):
        super().__init__()
        self.hidden = self.scores = self.asked = None

    def call(self, x):
        self.hidden = tf.nn.relu(x)
        self.scores = tf.nn.softmax(x)
        self.asked = tf.nn.softmax(x)
        return self.hidden * self.scores * self.asked

    def embed(self, x):
        self(x)
        return self.hidden.numpy()

    def rank(self):
        return np.ndim(self.scores)

    def entropy(self):
        p = self.asked
        if tf.executing_eagerly():
            return p.numpy()
        return tf.reduce_sum(p)


class Focused(tf.keras.layers.Layer):
    """A local variable of the same name is no reader."""

    def call(self, x):
        focus = tf.nn.softmax(x)
        self.focus = focus  # [tensor-leaked-from-graph]
        return focus * x


class Places(tf.keras.layers.Layer):
    """Places for tensors that the layer makes and fills at each call, for whoever asks."""

    def call(self, x):
        self._maps = [None] * 2
        self.by_name = {}
        self.by_row = [[] for _ in range(2)]
        for i in range(2):
            self._maps[i] = tf.nn.softmax(x)  # [tensor-leaked-from-graph]
            self.by_row[i].append(x[i])  # [tensor-leaked-from-graph]
        self.by_name["mean"] = tf.reduce_mean(x)  # [tensor-leaked-from-graph]
        return x

    @property
    def maps(self):
        return self._maps


class Scratch(tf.keras.layers.Layer):
    """Places that only the call itself reads, or that hold nothing but numbers."""

    def call(self, x):
        self.gates = {}
        self.gates["in"] = tf.nn.sigmoid(x)
        self.sizes_seen = {}
        self.sizes_seen["last"] = len(x.shape)
        self._fill(x)
        return x * self.gates["in"] * self.gates["out"]

    def _fill(self, x):
        self.gates["out"] = tf.nn.tanh(x)


class Guarded(tf.keras.layers.Layer):
    """What those who ask for it may ask for too early."""

    def __init__(self):
        super().__init__()
        self._penalty = None
        self._cost = None

    def call(self, x):
        self._penalty = tf.reduce_sum(x)  # [tensor-leaked-from-graph]
        self._cost = tf.reduce_sum(x)  # [tensor-leaked-from-graph]
        return x

    def penalty(self):
        if self._penalty is not None:
            return self._penalty
        return 0.0

    def cost(self):
        if self._cost is None:
            raise ValueError("call it first")
        return self._cost


class Scaled(tf.keras.layers.Layer):
    """What another method computes of it may be for the same trace."""

    def __init__(self):
        super().__init__()
        self._sum = None

    def call(self, x):
        self._sum = tf.reduce_sum(x)
        return x

    def scaled(self, factor):
        if self._sum is None:
            return 0.0
        return factor * self._sum


class Scores(tf.keras.layers.Layer):
    """What its own call reads is for that call."""

    def call(self, q, k):
        self.attention_scores = tf.nn.softmax(tf.matmul(q, k, transpose_b=True))
        return tf.matmul(self.attention_scores, k)


class Encoder(tf.keras.layers.Layer):
    """Passes on what its parts keep, for whoever asks."""

    def __init__(self, count):
        super().__init__()
        self.blocks = [Scores() for _ in range(count)]

    def call(self, x):
        self.attention_scores = [None] * len(self.blocks)
        for i, block in enumerate(self.blocks):
            x = block(x, x)
            self.attention_scores[i] = block.attention_scores  # [tensor-leaked-from-graph]
        return x


class Decoder(Encoder):
    def call(self, x):
        self._attention_scores = [None] * len(self.blocks)
        for i, block in enumerate(self.blocks):
            x = block(x, x)
            self._attention_scores[i] = block.attention_scores  # [tensor-leaked-from-graph]
        return x

    @property
    def attention_scores(self):
        return self._attention_scores


class Resized(tf.keras.layers.Layer):
    """What is static of a tensor is there after the trace as well: its value is not."""

    def __init__(self):
        super().__init__()
        self.small = None
        self.large = None

    def call(self, x):
        self.small = tf.image.resize(x, (4, 4))
        self.large = tf.image.resize(x, (40, 40))  # [tensor-leaked-from-graph]
        return self.small + tf.image.resize(self.large, (4, 4))

    def compute_output_shape(self, input_shape):
        return tf.keras.backend.int_shape(self.small)

    def get_config(self):
        return {"large": self.large}
