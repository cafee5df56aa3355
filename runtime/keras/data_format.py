"""Where the channels of a layer's images stand: last, or first after the batch."""

from __future__ import annotations

import runtime as tf

_default = ["channels_last"]


def image_data_format():
    """The format of layers that are given none."""
    return _default[0]


def set_image_data_format(data_format):
    """Sets it. Raises ValueError for another word than the two."""
    data_format = str(data_format).lower()
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("The `data_format` argument must be one of {'channels_first', 'channels_last'}. Received: "
                         f"data_format={data_format}")
    _default[0] = data_format


def standardize(data_format):
    """One of the two words; the default for None. Raises ValueError for another word."""
    if data_format is None:
        return image_data_format()
    data_format = str(data_format).lower()
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("The `data_format` argument must be one of {'channels_first', 'channels_last'}. Received: "
                         f"data_format={data_format}")
    return data_format


class Channels:
    """For a layer with `data_format`: takes shapes and tensors apart and puts them together."""

    @property
    def _first(self):
        return self.data_format == "channels_first"

    @property
    def _channel_axis(self):
        return 1 if self._first else -1

    @property
    def _offset(self):
        """The first of the spatial axes."""
        return 2 if self._first else 1

    def _sizes(self, shape):
        """The spatial sizes of a shape."""
        return tuple(shape[2:] if self._first else shape[1:-1])

    def _shape(self, batch, sizes, channels):
        return (batch, channels, *sizes) if self._first else (batch, *sizes, channels)

    def _format(self, rank):
        """The format of so many spatial axes, as `tf.nn` writes it."""
        sizes = ("W", "HW", "DHW")[rank - 1]
        return f"NC{sizes}" if self._first else f"N{sizes}C"

    def _with_channels_last(self, inputs, function):
        """``function(inputs)``, which knows of channels that are last alone."""
        if not self._first:
            return function(inputs)
        rank = inputs.shape.rank
        outputs = function(tf.transpose(inputs, (0, *range(2, rank), 1)))
        rank = outputs.shape.rank
        return tf.transpose(outputs, (0, rank - 1, *range(1, rank - 1)))
