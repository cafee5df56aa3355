"""Output that says how a graph is built, which is the same at each call, and output that differs from call to call."""

import logging
import warnings

import tensorflow as tf

logger = logging.getLogger(__name__)


class Block(tf.keras.layers.Layer):
    def __init__(self, config, kernel, use_mask=False, verbose=False, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        self.kernel = kernel
        self.use_mask = use_mask
        self.verbose = verbose
        self.steps = 0
        self.total = tf.Variable(0.0)
        self.rate = 1.0

    def call(self, x, mask=None, training=False):
        logging.info("Block %s input shape: %s (%s)", self.name, x.shape, x.dtype)  # [print-in-graph]
        print(f"rank {x.shape.rank}, kernel {self.kernel}")  # [print-in-graph]
        print("shapes: {}".format(x.get_shape().as_list()))  # [print-in-graph]
        size = x.shape[1:]
        logger.info("rows %s" % size)  # [print-in-graph]
        logger.info("Strategy: %s", self.config.strategy)  # [print-in-graph]
        if self.use_mask:
            logger.info("The mask is used")  # [print-in-graph]
        elif self.config.kind == "plain" and not self.use_mask:
            logger.info("No mask is used")  # [print-in-graph]
        if mask is None:
            logger.warning("no mask is given")  # [print-in-graph]
        if x.shape[0] == 1:
            warnings.warn("one row")  # [print-in-graph]
        return x

    def told(self, x):
        logging.info("value %s of shape %s", x, x.shape)  # [print-in-graph]
        print("total", self.total, x.shape)  # [print-in-graph]
        print("steps", self.steps)  # [print-in-graph]
        print("rate", self.rate)  # [print-in-graph]
        print(tf.shape(x))  # [print-in-graph]
        shape = tf.shape(x)
        logger.info(f"the shape {shape}")  # [print-in-graph]
        print("step")  # [print-in-graph]
        logging.info("step done")  # [print-in-graph]
        if self.verbose:
            print("step done")  # [print-in-graph]
        if self.steps > 3:
            print("many steps")  # [print-in-graph]
        for number in range(3):
            print("layer", number, x.shape)  # [print-in-graph]
        logger.warning("loss %s", x)  # [print-in-graph]
        return x


class Other(Block):
    def call(self, x):
        return self.told(x)


@tf.function
def tested(x):
    if tf.reduce_sum(x) > 0:
        logging.info("positive of shape %s", x.shape)  # [print-in-graph]
    return x


def main(model, data):
    for x in data:
        model.rate = 0.5 * model.rate
        model.steps += 1
        model(x)


model = tf.keras.Sequential([Other({}, 3)])
model.compile("sgd", "mse")
model.fit(tf.ones((3, 3)), tf.ones((3, 3)))
