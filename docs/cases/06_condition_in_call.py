import tensorflow as tf


class Clip(tf.keras.Model):
    def build(self, shape):
        pass

    def call(self, inputs):
        largest = tf.reduce_max(tf.abs(inputs))
        if largest > 1.0:
            inputs = inputs / largest
        return inputs


model = Clip()
model.compile()
print(model.predict(tf.constant([[2.0, 4.0]]), verbose=0))
