"""A schedule that is given to an optimizer, and a model that is compiled to run eagerly."""

from tensorflow import keras


class Warm(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        print("step %d" % step)
        return 0.1


class Trainer:
    def build(self):
        self.optimizer = keras.optimizers.Adam(learning_rate=Warm())
        self.model = keras.Sequential()
        self.model.compile(optimizer=self.optimizer, run_eagerly=True)
