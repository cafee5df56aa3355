"""`tf.compat.v1.summary`: summaries as strings, which sessions fetch and a `FileWriter` writes."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.compat.training.file_writer import FileWriter, FileWriterCache  # noqa: F401
from runtime.core.absent import absent_from
from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, not_differentiable, op
from runtime.core.scopes import name_scope
from runtime.ops.image import png
from runtime.proto.values import tensor_proto
from runtime.summary.events import (Audio, Histogram, Image, PluginData, Summary, SummaryMetadata, SummaryValue)
from runtime.summary.plugins import wav

_SUMMARIES = "summaries"
Summary.Value, Summary.FromString, Summary.SerializeToString = SummaryValue, Summary.decode, Summary.encode  # protocol buffers' names
_NUMBERS = TypeList("float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64")


def _edges():
    """The right edges of histograms' buckets: each a tenth further from zero than the one before."""
    steps, edge = [], 1.0e-12
    while edge < 1.0e20:
        steps.append(edge)
        edge *= 1.1
    steps.append(np.finfo(np.float64).max)
    return np.array([*(-step for step in reversed(steps)), 0.0, *steps])


_EDGES = _edges()


def _summary(*values):
    return np.array(Summary(value=list(values)).encode(), object)


def _name(tag):
    return np.asarray(tag).item().decode()


def _scalar(tags, values):
    if np.shape(tags) != np.shape(values):
        raise errors.InvalidArgumentError(None, None, f"tags and values are not the same shape: {list(np.shape(tags))} != "
                                          f"{list(np.shape(values))} (tag '{np.ravel(tags)[0].decode()}')")
    return _summary(*(SummaryValue(tag=tag.decode(), simple_value=float(value))
                      for tag, value in zip(np.ravel(tags).tolist(), np.ravel(values).tolist())))


def _histogram(tag, values):
    values = np.ravel(values).astype(np.float64)
    for wrong, what in ((np.isnan(values), "Nan"), (np.isinf(values), "Infinity")):
        if wrong.any():
            raise errors.InvalidArgumentError(None, None, f"{what} in summary histogram for: {_name(tag)}")
    counts = np.bincount(np.searchsorted(_EDGES, values, side="right"), minlength=len(_EDGES))
    used = counts > 0
    kept = used | np.append(used[1:], True)  # of empty buckets in a row the last one stands for all
    if not values.size:
        return _summary(SummaryValue(tag=_name(tag), histo=Histogram(min=_EDGES[-1], max=_EDGES[0], bucket_limit=[_EDGES[-1]], bucket=[0.0])))
    return _summary(SummaryValue(tag=_name(tag), histo=Histogram(
        min=values.min(), max=values.max(), num=float(values.size), sum=values.sum(), sum_squares=np.square(values).sum(),
        bucket_limit=_EDGES[kept].tolist(), bucket=counts[kept].astype(np.float64).tolist())))


def _tags(tag, kind, count, limit):
    return [f"{_name(tag)}/{kind}" if limit == 1 else f"{_name(tag)}/{kind}/{index}" for index in range(min(count, limit))]


def _images(tag, tensor, max_images, bad_color):
    return _summary(*(
        SummaryValue(tag=each, image=Image(height=pixels.shape[0], width=pixels.shape[1], colorspace=pixels.shape[2],
                                           encoded_image_string=png.encode(pixels)))
        for each, pixels in zip(_tags(tag, "image", len(tensor), max_images), map(_pixels, tensor))))


def _pixels(image):
    """Floats as uint8: scaled so that the largest is 255, or, where some are negative, so that zero is 128."""
    if image.dtype == np.uint8:
        return image
    image = image.astype(np.float32)
    finite = np.isfinite(image).all(axis=-1, keepdims=True)
    known = image[np.broadcast_to(finite, image.shape)]
    low, high = (known.min(), known.max()) if known.size else (0.0, 0.0)
    largest, top, offset = (max(abs(low), abs(high)), 127.0, 128.0) if low < 0 else (high, 255.0, 0.0)
    scaled = np.where(finite, image, 0.0) * np.float32(0.0 if largest < 1e-6 else top / largest) + np.float32(offset)
    bad = np.array([255, 0, 0, 255][:image.shape[-1]], np.uint8)
    return np.where(finite, scaled.astype(np.uint8), bad)


def _sounds(tag, tensor, sample_rate, max_outputs):
    tensor = tensor if tensor.ndim == 3 else tensor[..., np.newaxis]
    rate = float(sample_rate)
    return _summary(*(
        SummaryValue(tag=each, audio=Audio(sample_rate=rate, num_channels=sound.shape[1], length_frames=sound.shape[0],
                                           encoded_audio_string=wav(sound, rate), content_type="audio/wav"))
        for each, sound in zip(_tags(tag, "audio", len(tensor), max_outputs), tensor)))


def _tensor(tag, tensor, serialized_summary_metadata):
    dtype = dtypes.string if np.asarray(tensor).dtype.kind == "O" else dtypes.as_dtype(np.asarray(tensor).dtype)
    return _summary(SummaryValue(tag=_name(tag), tensor=tensor_proto(np.asarray(tensor), dtype),
                                 metadata=SummaryMetadata.decode(np.asarray(serialized_summary_metadata).item())))


def _merged(*inputs):
    values = [value for each in inputs for value in Summary.decode(np.asarray(each).item()).value]
    tags = [value.tag for value in values]
    for tag in tags:
        if tags.count(tag) > 1:
            raise errors.InvalidArgumentError(None, None, f"Duplicate tag {tag} found in summary inputs")
    return _summary(*values)


def _op(name, inputs, kernel, **more):
    return op(name, f"{inputs} -> summary: string", kernel=kernel, infer=lambda inputs, attrs: (), **more)


SCALAR = _op("ScalarSummary", "tags: string, values: T", _scalar, types={"T": _NUMBERS})
HISTOGRAM = _op("HistogramSummary", "tag: string, values: T", _histogram, types={"T": _NUMBERS})
IMAGE = _op("ImageSummary", "tag: string, tensor: T", _images, attrs={"max_images": 3, "bad_color": None},
            types={"T": "uint8 float32 float16 float64"})
AUDIO = _op("AudioSummaryV2", "tag: string, tensor: float32, sample_rate: float32", _sounds, attrs={"max_outputs": 3})
TENSOR = _op("TensorSummaryV2", "tag: string, tensor: T, serialized_summary_metadata: string", _tensor)
MERGE = _op("MergeSummary", "inputs: N*string", _merged)
not_differentiable("AudioSummaryV2", "HistogramSummary", "ImageSummary", "MergeSummary", "ScalarSummary", "TensorSummaryV2")


def _add(op_def, name, family, collections, inputs, attrs=None):
    """Record an op; its tag is the name that it gets, under `family` where there is one."""
    base = name.replace(" ", "_") if family is None else f"{family}/{name}".replace(" ", "_")
    with name_scope(base) as scope:
        tag = scope.rstrip("/") if family is None else f"{family}/{scope.rstrip('/')}"
        result = dispatch(op_def, (tag, *inputs), attrs, scope)
    if context.graph is not None:
        context.graph.add_to_collections([_SUMMARIES] if collections is None else collections, result)
    return result


def scalar(name, tensor, collections=None, family=None):
    """A string tensor with the summary of a number."""
    return _add(SCALAR, name, family, collections, (tensor,))


def histogram(name, values, collections=None, family=None):
    """A string tensor with the summary of how `values` are distributed."""
    return _add(HISTOGRAM, name, family, collections, (values,))


def image(name, tensor, max_outputs=3, collections=None, family=None):
    """A string tensor with the first images of a batch [count, height, width, channels]; floats are scaled to fit."""
    return _add(IMAGE, name, family, collections, (tensor,), {"max_images": max_outputs})


def audio(name, tensor, sample_rate, max_outputs=3, collections=None, family=None):
    """A string tensor with the first sounds of a batch [count, frames, channels] of floats from -1 to 1."""
    return _add(AUDIO, name, family, collections, (tensor, sample_rate), {"max_outputs": max_outputs})


def tensor_summary(name, tensor, summary_description=None, collections=None, summary_metadata=None, family=None, display_name=None):
    """A string tensor with the summary of any tensor."""
    metadata = summary_metadata or SummaryMetadata()
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    return _add(TENSOR, name, family, collections, (tensor, np.array(metadata.encode(), object)))


def text(name, tensor, collections=None):
    """A string tensor with the summary of strings. Raises ValueError for other dtypes."""
    if tensor.dtype is not dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    return tensor_summary(name, tensor, collections=collections, summary_metadata=SummaryMetadata(
        plugin_data=PluginData(plugin_name="text")))


def merge(inputs, collections=None, name=None):
    """A string tensor with all summaries of the string tensors `inputs`. Raises ValueError if there are none."""
    inputs = list(inputs)
    if not inputs:
        raise ValueError("List argument 'inputs' to 'MergeSummary' Op with length 0 shorter than minimum length 1.")
    with name_scope(name or "Merge"):
        result = dispatch(MERGE, inputs)
    context.graph.add_to_collections(collections or [], result)
    return result


def merge_all(key=_SUMMARIES, scope=None, name=None):
    """`merge` of all summaries of the graph; None if there are none."""
    found = context.graph.get_collection(key, scope)
    return merge(found, name=name) if found else None


Summary.Image, Summary.Audio = Image, Audio

__getattr__ = absent_from("tf.compat.v1.summary")
