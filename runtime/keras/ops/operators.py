"""The operators of KerasTensors: `keras.ops` on them."""

from __future__ import annotations

from runtime.keras.symbolic import KerasTensor

_ARITHMETIC = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide",
               "mod": "mod", "pow": "power", "matmul": "matmul"}
_OTHERS = {"neg": "negative", "abs": "absolute", "invert": "logical_not", "and": "logical_and", "or": "logical_or",
           "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "ne": "not_equal", "getitem": "get_item"}


def _operator(function, swapped=False):
    def method(self, *others):
        return function(*(*others, self) if swapped else (self, *others))
    return method


def install(ops):
    """Give `KerasTensor` the operators that `ops`, name → function, has."""
    for method, name in {**_ARITHMETIC, **_OTHERS}.items():
        setattr(KerasTensor, f"__{method}__", _operator(ops[name]))
    for method, name in _ARITHMETIC.items():
        setattr(KerasTensor, f"__r{method}__", _operator(ops[name], swapped=True))
