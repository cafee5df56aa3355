import tensorflow as tf


@tf.function(autograph=False)
def run(log_prob, start):
    return start + log_prob(start)  # [tensor-condition-without-autograph]
