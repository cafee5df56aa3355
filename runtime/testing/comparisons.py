"""Assertions about arrays and tensors, in TensorFlow's words."""

from __future__ import annotations

import collections.abc
import contextlib
import functools
import itertools
import math
import re

import numpy as np

from runtime.compat.v1 import py_func
from runtime.core import dtypes, errors
from runtime.core.context import inside_function
from runtime.core.device import canonical_name
from runtime.core.tensor import Tensor
from runtime.variables import Variable


def in_graphs_too(assertion):
    """In a function that is traced the assertion becomes a node of the graph, and is made when that runs."""
    @functools.wraps(assertion)
    def asserted(*args, **kwargs):
        if not inside_function():
            return assertion(*args, **kwargs)
        places = [place for place, value in enumerate(args) if isinstance(value, (Tensor, Variable))]

        def run(*values):
            filled = list(args)
            for place, value in zip(places, values):
                filled[place] = value
            assertion(*filled, **kwargs)

        return py_func(run, [args[place] for place in places], [])
    return asserted


def is_ragged(value):
    """Whether a value has rows of different lengths."""
    return hasattr(value, "ragged_rank")


def _is_symbolic(value):
    return isinstance(value, (Tensor, Variable)) and not hasattr(value, "numpy")


def _in_float32(array):
    return array.astype(np.float32) if dtypes.as_dtype(array.dtype).is_floating and array.dtype not in (np.float16, np.float32, np.float64) else array


def _where(condition):
    return np.where(np.atleast_1d(condition))


def _lines(subscripts, value, limit=10):
    if np.ndim(value) == 0:
        return ["  [0] : " + str(value)]
    places = np.transpose(subscripts)
    lines = [f"  {place} : {value[tuple(place)]}" for place in itertools.islice(places, limit)]
    return lines + ["  ..."] * (len(places) > limit)


class Comparisons:
    """Assertions of a test case that take tensors; the class it is mixed into has `evaluate` and those of unittest."""

    def _array(self, value):
        if isinstance(value, (Tensor, Variable)):
            value = self.evaluate(value)
        if isinstance(value, np.ndarray):
            return value
        try:
            return np.array(value)
        except ValueError as error:
            if "inhomogeneous shape" in str(error):
                return np.array(value, dtype=object)
            raise

    def evaluate_if_both_tensors(self, a, b):
        """Both at once, if both are tensors of a graph."""
        return self.evaluate((a, b)) if _is_symbolic(a) and _is_symbolic(b) else (a, b)

    @in_graphs_too
    def assertNear(self, f1, f2, err, msg=None):
        """Two numbers differ by `err` at most."""
        f1, f2 = np.squeeze(f1), np.squeeze(f2)
        if f1 != f2:
            difference = math.fabs(f1 - f2)
            told = f" ({msg})" if msg is not None else ""
            self.assertTrue(difference <= err, "%f != %f +/- %f (difference: %g)%s" % (f1, f2, err, difference, told))

    @in_graphs_too
    def assertArrayNear(self, farray1, farray2, err, msg=None):
        """Two lists of numbers differ by `err` at most, one by one."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for f1, f2 in zip(farray1, farray2):
            self.assertNear(float(f1), float(f2), err, msg=msg)

    @in_graphs_too
    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):
        """The norm of the difference of two arrays is below `err`."""
        self.assertTrue(np.linalg.norm(ndarray1 - ndarray2) < err, msg=msg)

    def _assert_arrays_close(self, a, b, rtol, atol, msg):
        a, b = map(self._array, self.evaluate_if_both_tensors(a, b))
        contents = f" with contents {b}" if a.shape != b.shape and (b.ndim <= 3 or b.size < 500) else ""
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}{contents}.")
        told, dtype = [msg], a.dtype
        a, b = _in_float32(a), _in_float32(b)
        if np.allclose(a, b, rtol=rtol, atol=atol):
            return
        far = np.logical_or(np.abs(a - b) > atol + rtol * np.abs(b), np.isnan(a) != np.isnan(b))
        x, y = a, b
        if a.ndim:
            where = _where(far)
            x, y = a[where], b[where]
            told.append(f"not close where = {where}")
        told += [f"not close lhs = {x}", f"not close rhs = {y}", f"not close dif = {np.abs(x - y)}",
                 f"not close tol = {atol + rtol * np.abs(y)}", f"dtype = {dtype}, shape = {a.shape}"]
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg="\n".join(map(str, told)), equal_nan=True)

    def _assert_close(self, a, b, rtol, atol, path, msg):
        if is_ragged(a) or is_ragged(b):
            self._assert_ragged_close(a, b, rtol, atol, msg)
            return
        where = "[" + "][".join(map(str, path)) + "]" if path else ""
        msg = msg or ""
        a, b = (value._asdict() if hasattr(value, "_asdict") else value for value in (a, b))
        if isinstance(a, collections.abc.Mapping) != isinstance(b, collections.abc.Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{where} vs b{where}. {msg}")
        different = f"Mismatched value: a{where} is different from b{where}. {msg}"
        if isinstance(a, collections.abc.Mapping):
            self.assertCountEqual(a.keys(), b.keys(),
                                  msg=f"mismatched keys: a{where} has keys {a.keys()}, but b{where} has keys {b.keys()}. {msg}")
            for key in a:
                self._assert_close(a[key], b[key], rtol, atol, [*path, key], msg)
        elif isinstance(a, (list, tuple)):
            try:
                a, b = self.evaluate_if_both_tensors(a, b)
                self._assert_arrays_close(self._array(a), self._array(b), rtol, atol, different)
            except (ValueError, TypeError, NotImplementedError):
                if len(a) != len(b):
                    raise ValueError(f"Mismatched length: a{where} has {len(a)} items, but b{where} has {len(b)} items. {msg}")
                for index, (one, other) in enumerate(zip(a, b)):
                    self._assert_close(one, other, rtol, atol, [*path, str(index)], msg)
        else:
            try:
                self._assert_arrays_close(a, b, rtol, atol, different)
            except TypeError as error:
                told = f"Error: a{where} has {type(a)}, but b{where} has {type(b)}. {msg}"
                error.args = (f"{error.args[0]} : {told}", *error.args[1:])
                raise

    @in_graphs_too
    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        """Two structures of arrays or tensors are near: ``|a - b| <= atol + rtol * |b|``.

        Raises:
            ValueError: only one of two parts is a dict, or two parts have different lengths.
        """
        self._assert_close(a, b, rtol, atol, [], msg)

    @in_graphs_too
    def assertAllCloseAccordingToType(self, a, b, rtol=1e-6, atol=1e-6, float_rtol=1e-6, float_atol=1e-6, half_rtol=1e-3, half_atol=1e-3,
                                      bfloat16_rtol=1e-2, bfloat16_atol=1e-2, msg=None):
        """`assertAllClose` with tolerances for the less exact of the two types."""
        a, b = map(self._array, self.evaluate_if_both_tensors(a, b))
        held = {dtypes.as_dtype(array.dtype).name for array in (a, b)}
        for names, rtol_of_type, atol_of_type in (({"float32", "complex64"}, float_rtol, float_atol), ({"float16"}, half_rtol, half_atol),
                                                  ({"bfloat16"}, bfloat16_rtol, bfloat16_atol)):
            if names & held:
                rtol, atol = max(rtol, rtol_of_type), max(atol, atol_of_type)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    @in_graphs_too
    def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        """Some elements are not near."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        raise AssertionError(f"The two values are close at all elements. {msg or ''}")

    @in_graphs_too
    def assertAllEqual(self, a, b, msg=None):
        """Two arrays or tensors have the same shape and the same elements; NaN is equal to itself."""
        if is_ragged(a) or is_ragged(b):
            self._assert_ragged_equal(a, b, msg)
            return
        msg = msg or ""
        a, b = map(self._array, self.evaluate_if_both_tensors(a, b))
        contents = f" Contents: {b!r}. \n{msg}." if b.ndim <= 3 or b.size < 500 else f" {msg}"
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}.{contents}")
        same = a == b
        if dtypes.as_dtype(a.dtype).is_floating:
            same = np.logical_or(same, np.logical_and(np.isnan(a), np.isnan(b)))
        if np.all(same):
            return
        told, x, y = [msg], a, b
        if a.ndim:
            where = _where(np.logical_not(same))
            x, y = a[where], b[where]
            told.append(f"not equal where = {where}")
        told += ["not equal lhs = %r" % x, "not equal rhs = %r" % y]
        if a.dtype.kind != b.dtype.kind and {a.dtype.kind, b.dtype.kind} <= {"U", "S", "O"}:
            a, b = (np.array([item.encode() if isinstance(item, str) else item for item in array.flat]) for array in (a, b))
        np.testing.assert_array_equal(a, b, err_msg="\n".join(told))

    @in_graphs_too
    def assertNotAllEqual(self, a, b, msg=None):
        """Some elements differ, or the shapes do."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        raise AssertionError(f"The two values are equal at all elements. {msg or ''}")

    @in_graphs_too
    def assertAllGreater(self, a, comparison_target):
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreater(np.min(self._array(a)), comparison_target)

    @in_graphs_too
    def assertAllLess(self, a, comparison_target):
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLess(np.max(self._array(a)), comparison_target)

    @in_graphs_too
    def assertAllGreaterEqual(self, a, comparison_target):
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

    @in_graphs_too
    def assertAllLessEqual(self, a, comparison_target):
        a, comparison_target = self.evaluate_if_both_tensors(a, comparison_target)
        self.assertLessEqual(np.max(self._array(a)), comparison_target)

    @in_graphs_too
    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):
        """All elements lie between two bounds, which belong to the range unless they are open."""
        target = self._array(target)
        if not (np.issubdtype(target.dtype, np.floating) or np.issubdtype(target.dtype, np.integer)):
            raise AssertionError(f"The value of {target} does not have an ordered numeric type, instead it has type: {target.dtype}")
        missing = _where(np.isnan(target))
        if np.size(missing):
            raise AssertionError(f"{len(missing[0])} of the {np.size(target)} element(s) are NaN. Subscripts(s) and value(s) of the NaN "
                                 "element(s):\n" + "\n".join(_lines(missing, target)))
        below = np.less_equal(target, lower_bound) if open_lower_bound else np.less(target, lower_bound)
        above = np.greater_equal(target, upper_bound) if open_upper_bound else np.greater(target, upper_bound)
        outside = _where(np.logical_or(below, above))
        if np.size(outside):
            range_ = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            raise AssertionError(f"{len(outside[0])} of the {np.size(target)} element(s) are outside the range {range_}. Subscript(s) and "
                                 "value(s) of the offending elements:\n" + "\n".join(_lines(outside, target)))

    @in_graphs_too
    def assertAllInSet(self, target, expected_set):
        """All elements are among those of a set."""
        others = np.setdiff1d(self._array(target).flatten(), list(expected_set))
        if np.size(others):
            raise AssertionError(f"{np.size(others)} unique element(s) are not in the set {expected_set}: {others}")

    @in_graphs_too
    def assertDTypeEqual(self, target, expected_dtype):
        self.assertEqual(self._array(target).dtype, expected_dtype)

    def assertShapeEqual(self, input_a, input_b, msg=None):
        """Two arrays or tensors have the same shape, as far as it is known."""
        for name, value in (("input_a", input_a), ("input_b", input_b)):
            if not isinstance(value, (np.ndarray, np.generic, Tensor)):
                raise TypeError(f"{name} must be a Numpy ndarray, Numpy scalar, or a Tensor.Instead received {type(value)}")
        a, b = (value.shape.as_list() if isinstance(value, Tensor) else value.shape for value in (input_a, input_b))
        self.assertAllEqual(a, b, msg=msg)

    def assertDeviceEqual(self, device1, device2, msg=None):
        """Two names mean the same device."""
        device1, device2 = (canonical_name(device) if device else "" for device in (device1, device2))
        self.assertEqual(device1, device2, f"Devices {device1} and {device2} are not equal. {msg}")

    def assertDictEqual(self, d1, d2, msg=None):
        """Two dicts have the same keys, and values that are equal, or near if they are floats."""
        try:
            super().assertDictEqual(d1, d2, msg)
        except Exception:  # noqa: BLE001 - arrays have no truth, and tensors are compared in another way
            self.assertSameElements(d1.keys(), d2.keys())
            for key, value in d1.items():
                floats = np.issubdtype(self._array(value).dtype, np.floating)
                (self.assertAllClose if floats else self.assertAllEqual)(value, d2[key], msg=key)

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):
        """The block raises an exception of a type, whose text has a match of a pattern, or for which a function says yes."""
        def fits(error):
            if callable(expected_err_re_or_predicate):
                return expected_err_re_or_predicate(error)
            text = error.message if isinstance(error, errors.OpError) else str(error)
            if getattr(error, "op", None) is not None:
                text += "\nCaused by: " + error.op.name
            return re.search(expected_err_re_or_predicate, text)

        try:
            yield
            self.fail(exception_type.__name__ + " not raised")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            if not isinstance(error, exception_type) or not fits(error):
                raise AssertionError(f"Exception of type {type(error)}: {error}")

    def assertRaisesOpError(self, expected_err_re_or_predicate):
        """The block raises an error of an operation."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(self, exception_type=errors.InvalidArgumentError):
        """The block raises an error about shapes that do not go together."""
        return self.assertRaisesWithPredicateMatch(
            exception_type, "Incompatible shapes|Dimensions must be equal|required broadcastable shapes")

    # -- rows of different lengths ------------------------------------------------------------------------------------

    def _list(self, value):
        if hasattr(value, "to_list"):
            return value.to_list()
        if isinstance(value, (Tensor, Variable)):
            value = self.evaluate(value)
        return value.tolist() if isinstance(value, np.ndarray) else np.array(value, dtype=object).tolist()

    def _assert_ragged_equal(self, a, b, msg):
        self.assertEqual(self._list(a), self._list(b), msg)
        self._assert_same_rank(a, b, msg)

    def _assert_ragged_close(self, a, b, rtol, atol, msg):
        self._assert_lists_close(self._list(a), self._list(b), rtol, atol, msg, "value")
        self._assert_same_rank(a, b, msg)

    def _assert_same_rank(self, a, b, msg):
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            self.assertEqual(getattr(a, "ragged_rank", 0), getattr(b, "ragged_rank", 0), msg)

    def _assert_lists_close(self, a, b, rtol, atol, msg, path):
        self.assertEqual(type(a), type(b))
        if not isinstance(a, (list, tuple)):
            self._assert_close(a, b, rtol, atol, [path], msg)
            return
        self.assertLen(a, len(b), f"Length differs for {path}")
        for index, (one, other) in enumerate(zip(a, b)):
            self._assert_lists_close(one, other, rtol, atol, msg, f"{path}[{index}]")
