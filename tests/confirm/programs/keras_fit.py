"""What Keras traces in `fit`."""
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.steps = 0

    def call(self, inputs):
        print("call")  # [print-in-graph] observed
        return self.dense(inputs)

    def train_step(self, data):
        self.steps += 1  # [outer-mutation-in-graph] observed steps
        return super().train_step(data)


model = Model()
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((8, 3)), tf.ones((8, 1)), batch_size=2, epochs=2, verbose=0, shuffle=False)
print(model.steps)
