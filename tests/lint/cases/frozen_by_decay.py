"""Attributes that a method makes decay, or counts time by, whoever calls it."""

import tensorflow as tf


class Agent:
    def __init__(self):
        self.epsilon = 1.0
        self.noise = 1.0
        self.global_step = 0
        self.lines = 0
        self.size = 3

    def decay(self):
        self.epsilon *= 0.99
        self.noise = max(0.1, self.noise * 0.9)

    def tick(self):
        self.global_step += 1

    def add(self):
        self.lines += 1

    def setup_size(self):
        self.size *= 2

    @tf.function
    def act(self, x):
        x = x * self.epsilon  # [outer-value-frozen-in-graph]
        x = x * self.noise  # [outer-value-frozen-in-graph]
        return x * self.global_step + self.lines + self.size  # [outer-value-frozen-in-graph]
