"""Choosing between arrays by their bits gives what `np.where` gives, wherever the result is written."""

import numpy as np
import pytest

from runtime.ops.kernels.select import select


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "u2", "i4", "u8", "?"])
@pytest.mark.parametrize("rows", [3, 300])
def test_as_where(dtype, rows):
    generator = np.random.default_rng(1)
    x, y = (generator.integers(-3, 4, (rows, 4)).astype(dtype) for _ in range(2))
    condition = generator.random((rows, 4)) < 0.5
    expected = np.where(condition, x, y)
    np.testing.assert_array_equal(select(condition, x, y), expected)
    np.testing.assert_array_equal(select(condition, x, y, out=np.empty_like(x)), expected)
    np.testing.assert_array_equal(select(condition, x.copy(), y, out=np.empty((rows, 8), dtype)[:, ::2]), expected)
    for overwritten in (0, 1):
        operands = [x.copy(), y.copy()]
        assert select(condition, *operands, out=operands[overwritten]) is operands[overwritten]
        np.testing.assert_array_equal(operands[overwritten], expected)
    for number in (0, 1):
        number, target = np.array(number, dtype)[()], x.copy()
        np.testing.assert_array_equal(select(condition, x, number), np.where(condition, x, number))
        np.testing.assert_array_equal(select(condition, number, target, out=target), np.where(condition, number, x))


def test_bits_stay():
    values = np.array([np.nan, -0.0, 0.0, -np.inf], np.float32).repeat(100)
    other = np.full_like(values, np.nan)
    condition = np.arange(len(values)) % 2 == 0
    found = select(condition, values, other).view(np.int32)
    np.testing.assert_array_equal(found, np.where(condition, values.view(np.int32), other.view(np.int32)))
