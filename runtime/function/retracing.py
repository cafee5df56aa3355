"""The warning about frequent retracing, under TensorFlow's conditions and in its words."""

from __future__ import annotations

import logging
import threading
import weakref

_WINDOW = 10    # calls that count
_TRACES = 5     # so many of them retraced: warn
_WARNINGS = 2   # at most, for one function

_TEXT = ("{0} out of the last {1} calls to {2} triggered tf.function retracing. Tracing is expensive and the excessive "
         "number of tracings could be due to (1) creating @tf.function repeatedly in a loop, (2) passing tensors with "
         "different shapes, (3) passing Python objects instead of tensors. For (1), please define your @tf.function "
         "outside of the loop. For (2), @tf.function has reduce_retracing=True option that can avoid unnecessary "
         "retracing. For (3), please refer to https://www.tensorflow.org/guide/function#controlling_retracing and "
         "https://www.tensorflow.org/api_docs/python/tf/function for  more details.")


class History:
    """The recent calls of one function, or of all functions made from one definition."""

    def __init__(self):
        self._calls_per_trace = []
        self._call_count = 0
        self._warnings = 0

    def called_without_tracing(self):
        if not self._calls_per_trace:
            self._calls_per_trace = [0]
        self._calls_per_trace[-1] += 1
        self._call_count += 1

    def called_with_tracing(self, function):
        """Note an eager call that traced, and warn if too many of the last ones did."""
        self._call_count += 1
        self._calls_per_trace.append(1)
        while self._calls_per_trace and self._call_count - self._calls_per_trace[0] > _WINDOW:
            self._call_count -= self._calls_per_trace.pop(0)
        if len(self._calls_per_trace) >= _TRACES and self._warnings < _WARNINGS:
            self._warnings += 1
            logging.getLogger("tensorflow").warning(
                _TEXT.format(len(self._calls_per_trace), self._call_count, function))


class RetracingDetector:
    """Histories by code object: functions made again and again from one definition share theirs."""

    def __init__(self):
        self._histories = weakref.WeakKeyDictionary()
        self._lock = threading.Lock()

    def history(self, key):
        with self._lock:
            return self._histories.setdefault(key, History())


DETECTOR = RetracingDetector()
