"""Graph functions that each video has made anew: lshug/first-order-model-tf#22."""

import math
import numpy as np
import tensorflow as tf
from tqdm import tqdm


@tf.function
def convert(x):
    return x[0:]


def animate(source, video, generator, detector, batch_size=4, exact=False):
    end = batch_size * (len(video) // batch_size)

    @tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
    def slice_driving(x):  # [graph-function-in-loop]
        return x[0:end]

    @tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
    def next_batch(x):  # [graph-function-in-loop]
        return x[0:batch_size], x[batch_size:]

    source, video = convert(source), convert(video)
    if exact:
        video = slice_driving(video)
    predictions = []
    for i in tqdm(range(math.ceil(len(video) / batch_size))):
        part, video = next_batch(video)
        predictions.append(generator(source, detector(part)))
    return np.concatenate(predictions, 0)
