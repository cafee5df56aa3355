"""Python numbers that loops take out of properties and attributes, and give to graph functions."""

from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Config:
    high: float = 3.0
    low: float = 0.05
    levels: int = 10
    size: float = 2e-3

    @property
    def sigmas(self):
        ratio = (self.low / self.high) ** (1.0 / (self.levels - 1))
        return [self.high * ratio**i for i in range(self.levels)]

    @property
    def tensors(self):
        return [tf.constant(sigma) for sigma in self.sigmas]

    @property
    def scale(self):
        return self.size / self.low


class Sampler:
    def __init__(self, config):
        self.config = config
        self.rates = [0.5**i for i in range(8)]

    @tf.function
    def step(self, x, alpha):
        return x * alpha

    @tf.function
    def scaled(self, x, alpha):
        return x * alpha

    @tf.function
    def slow(self, x, alpha):
        return x * alpha

    @tf.function
    def same(self, x, alpha):
        return x * alpha

    def sample(self, x):
        for sigma in self.config.sigmas:
            x = self.step(x, sigma)  # [python-scalar-retrace]
        for level, sigma in enumerate(self.config.sigmas):
            alpha = self.config.size * (sigma / self.config.low) ** 2
            print(level)
            for _ in range(3):
                x = self.scaled(x, alpha)  # [python-scalar-retrace]
        for rate in self.rates:
            x = self.slow(x, rate)  # [python-scalar-retrace]
        for tensor in self.config.tensors:
            x = self.same(x, tensor)
            x = self.same(x, self.config.scale)
        return x


def main():
    Sampler(Config()).sample(tf.constant(1.0))
