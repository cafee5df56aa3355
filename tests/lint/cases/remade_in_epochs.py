"""Graph functions that each epoch makes, and a loop in it calls; factories that are given a tuple; one for each setting."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
dataset = tf.data.Dataset.from_tensor_slices(tf.zeros([8, 2])).batch(2)


def make_step(model, optimizer):
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss

    return tf.function(step)  # [graph-function-in-loop]


def run_epoch(parts, dataset):
    step = make_step(*parts)
    for x in dataset:
        loss = step(x)
    return float(loss)


def run_epochs():
    for _ in range(3):
        run_epoch((model, optimizer), dataset)


for epoch in range(10):

    @tf.function
    def mean(x):  # [graph-function-in-loop]
        return tf.reduce_mean(x)

    for x in dataset:
        print(mean(x))

for epoch in range(10):
    sgd = tf.keras.optimizers.SGD()

    @tf.function
    def rated(x):
        return tf.reduce_mean(x) * sgd.learning_rate

    for x in dataset:
        print(rated(x))

results = {}
for name in ["tanh", "relu", "sigmoid"]:
    activation = getattr(tf.nn, name)
    results[name] = float(tf.function(lambda x: tf.reduce_mean(activation(x)))(tf.zeros([3])))
