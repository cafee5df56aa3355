"""A model that is tried out where the module is run as a script: nothing there traces it."""

import tensorflow as tf


class Used(tf.keras.Model):
    def call(self, x):
        print(x)  # [print-in-graph]
        return x


if __name__ == "__main__":

    class Trial(tf.keras.Model):
        def call(self, x):
            print(x)
            return x

    model = Trial()
    print(model(tf.ones([1, 3])))

if __name__ == "__main__":

    class Trained(tf.keras.Model):
        def call(self, x):
            print(x)  # [print-in-graph]
            return x

    model = Trained()
    model.compile("sgd", "mse")
    model.fit(tf.ones([1, 3]), tf.ones([1, 3]))
