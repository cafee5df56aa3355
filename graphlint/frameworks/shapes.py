"""What tells how long a loop is: functions that count, that go over all of something, and that make arrays of a given shape."""

from graphlint.frameworks.numpy import SHAPED as _DRAWN

#: What goes over all elements of its first argument, and over no others.
ALL_OF = frozenset({"tqdm", *(f"builtins.{name}" for name in ("enumerate", "reversed", "sorted", "list", "tuple", "iter"))})
#: What counts as ``range`` does.
RANGES = frozenset({"builtins.range", "numpy.arange", "tqdm.trange"})
#: What makes an array of a shape that is an argument, or of the shape of one -> its position and name.
SHAPED = {
    **{f"{module}.{name}": (0, "shape") for module in ("numpy", "tensorflow") for name in ("zeros", "ones")},
    **{f"numpy.{name}": (0, "shape") for name in ("empty", "full")},
    **{f"tensorflow.random.{name}": (0, "shape") for name in ("normal", "uniform", "truncated_normal")},
    **{f"numpy.random.{name}": (position, "size") for name, position in _DRAWN.items() if name not in ("rand", "randn")},
    "tensorflow.fill": (0, "dims"),
    "tensorflow.reshape": (1, "shape"),
}
#: What makes an array of dimensions that are its arguments.
DIMENSIONS = frozenset({"numpy.random.rand", "numpy.random.randn"})
#: What makes so many numbers between two, and how many without that argument.
SPACES = frozenset({"numpy.linspace", "numpy.logspace", "numpy.geomspace"})
DEFAULT_SPACE = 50
#: What makes an array as large as its first argument, or larger the larger that is: of a list, also what holds its elements.
LIKE = frozenset(
    {
        *(f"builtins.{name}" for name in ("list", "tuple", "sorted", "reversed")),
        *(f"numpy.{name}" for name in "array asarray ascontiguousarray zeros_like ones_like expand_dims stack".split()),
        *(f"tensorflow.{name}" for name in "constant convert_to_tensor cast identity zeros_like ones_like expand_dims stack".split()),
    }
)
#: What puts arrays together: those of its first argument, or the first one and the second.
JOINED = frozenset(
    {
        *(f"numpy.{name}" for name in "concatenate append hstack vstack column_stack dstack".split()),
        *(f"{name}" for name in ("tensorflow.concat", "keras.ops.concatenate", "keras.layers.concatenate")),
    }
)
#: What repeats its first argument as often as its second says.
REPEATED = frozenset(f"{module}.{name}" for module in ("numpy", "tensorflow") for name in ("tile", "repeat"))
#: Methods that give an array as large as their own.
LIKE_METHODS = frozenset({"astype", "copy", "numpy"})
