"""`keras.InputSpec`: what a layer says of its inputs."""

from __future__ import annotations


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

    def check(self, dims, index, layer_name):
        """Raises ValueError for dimensions that do not fit."""
        start = f'Input {index} of layer "{layer_name}" is incompatible with the layer: expected '
        end = f"Full shape received: {tuple(dims)}"
        rank = len(dims)
        if self.ndim is not None and rank != self.ndim and not (
                self.allow_last_axis_squeeze and (rank == self.ndim + 1 and dims[-1] == 1 or rank == self.ndim - 1)):
            raise ValueError(f"{start}ndim={self.ndim}, found ndim={rank}. {end}")
        if self.max_ndim is not None and rank > self.max_ndim:
            raise ValueError(f"{start}max_ndim={self.max_ndim}, found ndim={rank}")
        if self.min_ndim is not None and rank < self.min_ndim:
            raise ValueError(f"{start}min_ndim={self.min_ndim}, found ndim={rank}. {end}")
        for axis, size in self.axes.items():
            if size is not None and dims[axis] not in (size, None):
                raise ValueError(f"{start}axis {axis} of input shape to have value {size}, but received input with shape {tuple(dims)}")
        if self.shape is not None and any(None not in (a, b) and a != b for a, b in zip(self.shape, dims)):
            raise ValueError(f"{start}shape={self.shape}, found shape={tuple(dims)}")

    def get_config(self):
        return {name: getattr(self, name) for name in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")}
