"""`keras.applications.imagenet_utils`: pictures and predictions of models of ImageNet."""

from __future__ import annotations

import functools
import json

import numpy as np

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import ops
from runtime.keras.applications.building import cached

_MEANS = {"torch": [0.485, 0.456, 0.406], "caffe": [103.939, 116.779, 123.68]}
_DEVIATIONS = [0.229, 0.224, 0.225]


def preprocess_input(x, data_format=None, mode="caffe"):
    """Pictures of 0 to 255 as the models want them; arrays of floats are changed in place.

    Args:
        mode: "caffe" for blue, green and red without their means, "tf" for -1 to 1, "torch" for 0 to 1, normalised.

    Raises:
        ValueError: other modes or formats; channels first, which the runtime has not here.
    """
    if mode not in ("caffe", "tf", "torch"):
        raise ValueError(f"Expected mode to be one of `caffe`, `tf` or `torch`. Received: mode={mode}")
    if data_format not in (None, "channels_first", "channels_last"):
        raise ValueError(f"Expected data_format to be one of `channels_first` or `channels_last`. Received: data_format={data_format}")
    if data_format == "channels_first":
        raise ValueError("the runtime's preprocess_input has channels last alone")
    return _of_array(x, mode) if isinstance(x, np.ndarray) else _of_tensor(x, mode)


def _of_array(x, mode):
    x = x if np.issubdtype(x.dtype, np.floating) else x.astype("float32")
    if mode == "tf":
        x /= 127.5
        x -= 1.0
        return x
    if mode == "torch":
        x /= 255.0
    else:
        x = x[..., ::-1]
    for channel, mean in enumerate(_MEANS[mode]):
        x[..., channel] -= mean
        if mode == "torch":
            x[..., channel] /= _DEVIATIONS[channel]
    return x


def _of_tensor(x, mode):
    if mode == "tf":
        return x / 127.5 - 1.0
    x = x / 255.0 if mode == "torch" else ops.stack([x[..., channel] for channel in (2, 1, 0)], axis=-1)
    shape = (1,) * (len(x.shape) - 1) + (3,)
    x = x + tf.reshape(tf.constant(-np.array(_MEANS[mode]), x.dtype), shape)
    return x / tf.constant(_DEVIATIONS, x.dtype) if mode == "torch" else x


def decode_predictions(preds, top=5):
    """For each sample the `top` classes: (number in WordNet, name, score).

    Raises:
        ValueError: predictions of another shape than (samples, 1000).
        FileNotFoundError: the list of classes is not in Keras's folder.
    """
    if len(preds.shape) != 2 or preds.shape[1] != 1000:
        raise ValueError("`decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)). "
                         f"Received array with shape: {preds.shape}")
    classes = _classes()
    results = []
    for scores in np.asarray(preds):
        best = scores.argsort()[-top:][::-1]
        results.append(sorted(((*classes[str(number)], scores[number]) for number in best), key=lambda found: found[2], reverse=True))
    return results


def _classes():
    with open(cached("imagenet_class_index.json", "which holds the names of the classes"), encoding="utf-8") as file:
        return json.load(file)


def preprocessing(mode):
    """`preprocess_input` of an architecture."""
    @functools.wraps(preprocess_input)
    def preprocess_input_of_mode(x, data_format=None):
        return preprocess_input(x, data_format, mode)
    preprocess_input_of_mode.__name__ = preprocess_input_of_mode.__qualname__ = "preprocess_input"
    del preprocess_input_of_mode.__wrapped__
    return preprocess_input_of_mode


__getattr__ = absent_from("tf.keras.applications.imagenet_utils")
