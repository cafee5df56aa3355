"""Functions that bind a global between two calls of a graph function, and knobs that factories give along with a step."""

import tensorflow as tf

THRESHOLD = 1.0
SCALE = 1.0
LIMIT = 1.0


def set_threshold(value):
    global THRESHOLD
    THRESHOLD = float(value)


def set_scale(value):
    global SCALE
    SCALE = value


def set_limit(value):
    global LIMIT
    LIMIT = value


@tf.function
def judge(x):
    return x * SCALE > THRESHOLD * LIMIT  # [outer-value-frozen-in-graph]


def calibrate(scores):
    set_threshold(sum(scores))


def watch(windows, scores):
    set_scale(2.0)
    for turn, window in enumerate(windows):
        if turn == 5:
            calibrate(scores)
        judge(window)
    set_limit(3.0)


def make_fitter(q, draws):
    def set_draws(count):
        nonlocal draws
        draws = count

    @tf.function
    def step():
        return q.sample(draws)  # [outer-value-frozen-in-graph]

    return step, set_draws


class Experiment:
    def __init__(self, q, plan):
        self.q = q
        self.plan = plan

    def train(self):
        step, set_draws = make_fitter(self.q, self.plan[0][1])
        for turns, draws in self.plan:
            set_draws(draws)
            for _ in range(turns):
                step()

    def compare(self):
        for draws in (1, 2, 3):
            step, set_other = make_knob(self.q, 1)
            set_other(draws)
            step()


def make_knob(q, draws):
    def set_other(count):
        nonlocal draws
        draws = count

    @tf.function
    def step():
        return q.sample(draws)

    return step, set_other
