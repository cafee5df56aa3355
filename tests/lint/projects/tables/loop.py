import tensorflow as tf

from registry import RULES
from settings import RATES


class Agent:
    @tf.function
    def act(self, state, noise):
        return state * noise


class Loop:
    def __init__(self, variables, rule, hooks):
        self.variables = variables
        self.rule = RULES.create(rule, 0.1)
        self.hooks = hooks
        self.agent = Agent()

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum([tf.reduce_sum(x * one) for one in self.variables]) * RATES["keep"]  # [outer-value-frozen-in-graph]
        self.rule.apply(tape.gradient(loss, self.variables), self.variables)  # [outer-mutation-in-graph, outer-value-frozen-in-graph]
        return loss

    def run(self, n):
        for index in range(n):
            loss = self.step(tf.constant(1.0))
            for hook in self.hooks:
                hook.after(self, index, loss)
