"""Ops that reach the host program: `tf.print`, `tf.strings.format` (PrintV2, StringFormat)."""

from __future__ import annotations

import logging
import os
import pprint
import random
import sys
import time

import numpy as np

from runtime.core import nest
from runtime.core.composite import open_to_overrides
from runtime.core.dispatch import dispatch
from runtime.core.dtypes import DType, string
from runtime.core.op_def import not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.ops.io.files import file_error
from runtime.ops.kernels.formatting import summarize as summarize_value, summarize_first

_FILE = "file://"


def _format_kernel(*arrays, template, placeholder, summarize):
    first, *rest = template.encode().split(placeholder.encode())
    pieces = [first]
    for array, piece in zip(arrays, rest):
        pieces += [summarize_value(array, summarize), piece]
    return np.array(b"".join(pieces), object)


STRING_FORMAT = op("StringFormat", "inputs: [T] -> output: string", kernel=_format_kernel, infer=lambda inputs, attrs: (),
                   attrs={"template": "%s", "placeholder": "%s", "summarize": 3})


def _print_kernel(text, output_stream, end):
    write(np.asarray(text).item() + end.encode(), output_stream)
    return ()


PRINT_V2 = op("PrintV2", "input: string ->", kernel=_print_kernel, attrs={"output_stream": "stderr", "end": "\n"},
              stateful=True)



def _legacy_print(message, first_n, summarize):
    """The kernel of one Print node, which falls silent after `first_n` times."""
    count = iter(range(first_n)) if first_n >= 0 else iter(int, 1)

    def kernel(value, *data):
        if next(count, None) is not None:
            shown = "".join(f"[{summarize_first(array, summarize).decode()}]" for array in data)
            write(f"{message}{shown}\n".encode(), "stderr")
        return value
    return kernel


PRINT = op("Print", "input: T, data: [U] -> output: T", kernel=lambda *inputs, **attrs: _legacy_print(**attrs)(*inputs),
           infer=lambda inputs, attrs: inputs[0]._dims, attrs={"message": "", "first_n": -1, "summarize": 3}, stateful=True,
           instance=_legacy_print, grad=lambda op, dy: (dy, *[None] * (len(op.inputs) - 1)))


def legacy_print(value, data, message="", first_n=-1, summarize=3, name=None):
    """`value`; whenever it is computed, `message` and the tensors `data` are written, at most `first_n` times if that is positive."""
    return dispatch(PRINT, (value, *data), {"message": message, "first_n": first_n, "summarize": summarize}, name)


TIMESTAMP = op("Timestamp", "-> ts: float64", kernel=lambda: np.float64(time.time()), infer=lambda inputs, attrs: (),
               stateful=True, prunable=True)
not_differentiable("Timestamp")


def timestamp(name=None):
    """`tf.timestamp`: seconds since 1970, read whenever the graph runs; float64 []."""
    return dispatch(TIMESTAMP, (), None, name)


_LOG = {"log(info)": logging.INFO, "log(warning)": logging.WARNING, "log(error)": logging.ERROR}


def write(text, output_stream):
    """Write bytes to ``"stdout"``, ``"stderr"``, a log level or ``"file://PATH"`` (appended to).

    The streams are looked up now, so that redirecting `sys.stdout` redirects a graph that was made before.

    Raises:
        OpError: the file cannot be written, in TensorFlow's class and words.
    """
    if output_stream.startswith(_FILE):
        path = output_stream[len(_FILE):]
        try:
            with open(path, "ab") as file:
                file.write(text)
        except OSError as error:
            raise file_error(path, error) from None
        return
    if output_stream in _LOG:
        message = text.decode("utf-8", "replace").removesuffix("\n")
        logging.getLogger("tensorflow").log(_LOG[output_stream], "%s", message)
        return
    stream = sys.stdout if output_stream == "stdout" else sys.stderr
    if stream is None:
        return
    try:
        stream.write(text.decode("utf-8"))
    except UnicodeDecodeError:  # no text at all: as it is where the stream takes bytes
        if hasattr(stream, "buffer"):
            stream.flush()
            stream.buffer.write(text)
        else:
            stream.write(text.decode("utf-8", "replace"))
    stream.flush()



def _stream_name(output_stream):
    if isinstance(output_stream, str) and output_stream.startswith(_FILE):
        return output_stream
    if output_stream is sys.stdout:
        return "stdout"
    if output_stream is sys.stderr:
        return "stderr"
    level = output_stream if isinstance(output_stream, int) else \
        getattr(logging, getattr(output_stream, "__name__", "").upper(), None) if callable(output_stream) else None
    for name, number in _LOG.items():
        if level == number:
            return name
    raise ValueError(
        f"Unsupported output stream, logging level, or file.{output_stream}. Supported streams are sys.stdout, sys.stderr, "
        "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of 'file://<filepath>'.")


def is_tensor_like(value):
    """Whether `value` is a tensor or acts as one, such as a Variable, or is printed as one."""
    return isinstance(value, Tensor) or getattr(value, "prints_as_tensor", False) or (hasattr(value, "__tf_tensor__") and not isinstance(value, type)
                                         and isinstance(getattr(value, "dtype", None), DType))


def print_(*inputs, **options):
    """`tf.print`: print tensors, Python values and nested structures of them whenever the graph runs.

    Args:
        sep, end: as those of `print`.
        summarize: how many elements at either end of each dimension to show (3); -1 for all.
        output_stream: `sys.stderr` (the default), `sys.stdout`, a logging level or function, or ``"file://PATH"``.

    Returns:
        The PrintV2 operation in a graph, None eagerly.

    Raises:
        ValueError: unknown keywords or an output stream of another kind.
    """
    output_stream = options.pop("output_stream", sys.stderr)
    name = options.pop("name", None)
    summarize = options.pop("summarize", 3)
    sep = options.pop("sep", " ")
    end = options.pop("end", os.linesep)
    if options:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {options}")
    output_stream = _stream_name(output_stream)
    if len(inputs) == 1 and is_tensor_like(inputs[0]) and inputs[0].dtype is string and inputs[0].shape.rank == 0:
        text = inputs[0]
    else:
        text = _formatted(inputs, sep, summarize, name and name + "_format")
    if end is None:
        end = "\n"
    if not isinstance(end, (str, bytes)):
        raise TypeError(f"Expected string for argument 'end' not {end!r}.")
    return dispatch(PRINT_V2, [text], {"output_stream": output_stream, "end": end}, name)


def _formatted(values, sep, summarize, name):
    """A StringFormat of the tensors in `values`, whose template holds all the rest as Python prints it."""
    placeholder = _placeholder(values)
    templates, tensors = [], []
    for value in values:
        if isinstance(value, str):
            templates.append(value)
            continue
        leaves = nest.flatten(value)
        tensors += filter(is_tensor_like, leaves)
        marked = [placeholder if is_tensor_like(leaf) else leaf for leaf in leaves]
        templates.append(pprint.pformat(nest.pack_sequence_as(value, marked)))
    template = sep.join(templates).replace(f"'{placeholder}'", placeholder)
    return open_to_overrides(format_)(template, tensors, placeholder, summarize, name)


def _placeholder(values):
    """``{}``, followed by digits if need be to make it differ from all text in `values`; the digits are TensorFlow's."""
    text = " ".join(pprint.pformat(nest.map_structure(lambda leaf: "" if is_tensor_like(leaf) else leaf, value))
                    for value in values)
    placeholder, digits = "{}", random.Random(5)
    while placeholder in text:
        placeholder += str(digits.randint(0, 9))
    return placeholder


def format_(template, inputs, placeholder="{}", summarize=3, name=None):
    """`tf.strings.format`: `template` with each `placeholder` replaced by the text of a tensor; a scalar string tensor.

    Raises:
        ValueError: the number of placeholders differs from that of `inputs`.
    """
    if is_tensor_like(inputs):
        inputs = [inputs]
    if template.count(placeholder) != len(inputs):
        raise ValueError(f"The template expects {template.count(placeholder)} tensors, but the inputs only has "
                         f"{len(inputs)}. Please ensure the number of placeholders in template matches inputs length.")
    if summarize is None:
        summarize = 3
    if not isinstance(summarize, (int, float, np.number)):
        raise TypeError(f"Expected int for argument 'summarize' not {summarize!r}.")
    return dispatch(STRING_FORMAT, list(inputs),
                    {"template": template, "placeholder": placeholder, "summarize": int(summarize)}, name)
