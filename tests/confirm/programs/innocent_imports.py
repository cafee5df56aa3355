"""TensorFlow imported in every way."""
import tensorflow
import tensorflow as tf
import tensorflow.compat.v2 as tf2
import tensorflow.nn
import tensorflow.random as random
from tensorflow import constant, function
from tensorflow.compat import v1
from tensorflow.math import add
from tensorflow.random import normal


@function
def step(x):
    return tensorflow.nn.relu(add(x, constant(1.0)))


@tf2.function
def other(x):
    return tf.reduce_sum(x) + tf2.constant(1.0)


for value in (1.0, 2.0):
    print(float(step(tf2.constant(value))), float(other(constant([value]))))
print(v1 is tf.compat.v1, normal is tf.random.normal, random is tf.random, tensorflow is tf)
