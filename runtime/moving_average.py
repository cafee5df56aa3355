"""`tf.train.ExponentialMovingAverage`: shadow variables that follow others slowly.

Source: `tensorflow/python/training/moving_averages.py` of TensorFlow 2.21, as observed.
"""

from __future__ import annotations

from collections import defaultdict

import runtime as tf
from runtime.core import dtypes

_FLOATS = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)
#: How many slots have been made by a name: the second one has a number, in whatever average it is.
_slots = defaultdict(int)


class ExponentialMovingAverage:
    """Averages of variables: `average = decay * average + (1 - decay) * variable` at each `apply`.

    Args:
        decay: float, near 1 for slow averages.
        num_updates: an optional count of updates, a number or scalar variable: `decay` is at most `(1 + n) / (10 + n)`.
        zero_debias: for tensors of TensorFlow 1; of no effect on variables.
    """

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages = {}

    @property
    def name(self):
        return self._name

    def apply(self, var_list=None):
        """Moves the averages of the variables of `var_list`; makes those that are missing, with the variables' values.

        Returns:
            In a graph the operation that does so, eagerly None.

        Raises:
            TypeError: a tensor is no variable, or a variable not of floats.
            AttributeError: something is neither.
        """
        variables = [] if var_list is None else var_list  # a generator is used up by the first loop, as in TensorFlow
        for variable in variables:
            if isinstance(variable, tf.Tensor):
                raise TypeError("tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager execution is "
                                "enabled.")
        for variable in variables:
            if variable.dtype not in _FLOATS:
                raise TypeError(f"The variables must be half, float, or double: {variable.name}")
            if variable.ref() not in self._averages:
                self._averages[variable.ref()] = self._slot(variable)
        with tf.name_scope(self._name) as scope:
            decay = tf.convert_to_tensor(self._decay, dtype=tf.float32, name="decay")
            if self._num_updates is not None:
                count = tf.cast(self._num_updates, tf.float32, name="num_updates")
                decay = tf.minimum(decay, (1.0 + count) / (10.0 + count))
            updates = [self._move(self._averages[variable.ref()], variable, decay) for variable in variables]
            return tf.group(*updates, name=scope)

    def _slot(self, variable):
        """A variable for an average, outside of any graph."""
        primary = variable.name.partition(":")[0]
        count = _slots[primary, self._name] = _slots[primary, self._name] + 1
        name = self._name if count == 1 else f"{self._name}_{count - 1}"
        with tf.init_scope(), tf.name_scope(f"{primary}/"):  # whatever scope is entered
            return tf.Variable(variable.read_value(), trainable=False, name=name)

    @staticmethod
    def _move(average, variable, decay):
        """`average -= (average - variable) * (1 - decay)`"""
        with tf.name_scope("AssignMovingAvg"):
            rest = tf.cast(1.0 - decay, average.dtype)
            return average.assign_sub((average - variable) * rest)

    def average(self, var):
        """The variable that holds the average of `var`; None if there is none."""
        return self._averages.get(var.ref())

    def average_name(self, var):
        """The name under which the average of `var` is saved."""
        average = self.average(var)
        return average.name.partition(":")[0] if average is not None else f"{var.name.partition(':')[0]}/{self._name}"

    def variables_to_restore(self, moving_avg_variables=None):
        """The variables of `moving_avg_variables` by the names of their averages, to load the averages in their place."""
        return {self.average_name(variable): variable for variable in moving_avg_variables or ()}
