"""What changes objects that it is given: by a callback of Keras, by a hook that a trainer fires, between two calls."""

import tensorflow as tf


class Annealing(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        self.model.free_bits.assign(0.1 * epoch)


class Warmup:
    def before_epoch(self, trainer, epoch):
        trainer.weight = 0.1 * epoch
        trainer.noise.assign(0.5**epoch)


class Widening:
    """Nothing fires this one."""

    def at_the_end(self, trainer, epoch):
        trainer.margin = 2.0 * epoch


class Clock:
    def after(self, sampler, turn):
        sampler.turn = turn + 1


class Report(Clock):
    def after(self, sampler, turn):
        print(sampler.turn, turn)


class Hooks(list):
    def fire(self, sampler, turn):
        for hook in self:
            hook.after(sampler, turn)


class DualAveraging:
    def update(self, sampler, accepted):
        sampler.size = sampler.size * (1.1 if accepted > 0.8 else 0.9)

    def prepare(self, sampler, rate):
        sampler.rate = rate
