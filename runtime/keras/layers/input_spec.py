"""`keras.InputSpec`: what a layer says of its inputs, and the check."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.dtypes import as_dtype
from runtime.core.tensor import Tensor


class InputSpec:
    """Rank, shape and dtype that inputs must have; None where anything goes. Assigned to `layer.input_spec`, it is checked.

    Raises:
        TypeError: `axes` whose keys are no ints.
    """

    def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None, allow_last_axis_squeeze=False, name=None,
                 optional=False):
        self.dtype, self.shape = dtype, None if shape is None else tuple(shape)
        self.ndim = len(self.shape) if shape is not None else ndim
        self.max_ndim, self.min_ndim, self.name = max_ndim, min_ndim, name
        self.allow_last_axis_squeeze, self.optional = allow_last_axis_squeeze, optional
        try:
            self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        except (TypeError, ValueError):
            raise TypeError(f"Argument `axes` must be a dict with integer keys. Received: axes={axes}") from None

    def fault(self, dims, dtype):
        """What of the dimensions and the dtype does not fit, "" where all does."""
        rank, shown = len(dims), f"Full shape received: {tuple(dims)}"
        if self.ndim is not None and not self.allow_last_axis_squeeze and rank != self.ndim:
            return f"expected ndim={self.ndim}, found ndim={rank}. {shown}"
        if self.max_ndim is not None and rank > self.max_ndim:
            return f"expected max_ndim={self.max_ndim}, found ndim={rank}"
        if self.min_ndim is not None and rank < self.min_ndim:
            return f"expected min_ndim={self.min_ndim}, found ndim={rank}. {shown}"
        if self.dtype is not None and as_dtype(dtype).name != self.dtype:
            return f"expected dtype={self.dtype}, found dtype={as_dtype(dtype).name}"
        for axis, size in self.axes.items():
            if size is not None and dims[axis] not in (size, None):
                return f"expected axis {axis} of input shape to have value {size}, but received input with shape {tuple(dims)}"
        if self.shape is not None:
            own, dims = ((shape[:-1] if self.allow_last_axis_squeeze and shape and shape[-1] == 1 else shape)
                         for shape in (self.shape, tuple(dims)))
            if any(None not in (a, b) and a != b for a, b in zip(own, dims)):
                return f"expected shape={self.shape}, found shape={dims}"
        return ""

    def get_config(self):
        return {name: getattr(self, name) for name in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")}


def check_inputs(specs, inputs, layer_name):
    """Raise ValueError unless the tensors in `inputs` fit one InputSpec, or a list of them."""
    specs = specs if isinstance(specs, (list, tuple)) else [specs]
    names = [spec.name for spec in specs if spec is not None]
    if isinstance(inputs, dict) and len(names) == len(specs) and None not in names:
        missing = [name for name in names if name not in inputs]
        if missing:
            raise ValueError(f'Missing data for input "{missing[0]}". You passed a data dictionary with keys {list(inputs)}. Expected the '
                             f"following keys: {names}")
        inputs = [inputs[name] for name in names]
    leaves = nest.flatten(inputs)
    if len(leaves) != len(specs):
        if len(names) == len(specs) and all(names):
            keys = ", ".join(f"'{name}': ..." for name in names)
            raise ValueError(f'Layer "{layer_name}" expects {len(specs)} named input(s) with keys {names}, but it received {len(leaves)} '
                             f"input tensors. Pass inputs as a dict, e.g. `layer({{{keys}}})`.")
        raise ValueError(f'Layer "{layer_name}" expects {len(specs)} input(s), but it received {len(leaves)} input tensors. '
                         f"Inputs received: {leaves}")
    for index, (spec, leaf) in enumerate(zip(specs, leaves)):
        dims = leaf._dims if isinstance(leaf, Tensor) else getattr(leaf, "shape", None)
        if spec is not None and dims is None and isinstance(leaf, Tensor):
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        if spec is not None and dims is not None and (fault := spec.fault(tuple(dims), leaf.dtype)):
            raise ValueError(f"Input {index} with name '{spec.name}' of layer '{layer_name}' is incompatible with the layer: {fault}")
