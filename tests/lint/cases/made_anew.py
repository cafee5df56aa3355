"""What looks as if it were shared between traces, and is made anew for each, or never runs in one."""

import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.focus = False

    @tf.function
    def call(self, x):
        return x * 2 if self.focus else x  # [outer-value-frozen-in-graph]

    def focus_on(self, focus):
        self.focus = focus


def search(rows):
    for row in rows:
        model = Model()
        model.focus_on(row.focus)
        model.fit(row.data)


def change(model: Model, rows):
    for row in rows:
        model.focus_on(row.focus)
        model.fit(row.data)


class InPython(tf.keras.metrics.Metric):
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        update = made.update_state
        made.update_state = lambda *given: tf.py_function(update, given, [])
        return made

    def update_state(self, y_true, y_pred):
        self.steps += 1
        print(y_true)

    def result(self):
        print("result")  # [print-in-graph]
        return self.steps
