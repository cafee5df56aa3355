"""Loads SavedModels with altered bytes, and calls what is loaded. Each must load, or end in one of the errors that `load` promises, in
little time and memory; a call must end in a result or an error that tells of the model, never in one of the runtime's own slips.

    python -m tests.runtime.fuzz_saved_model [MUTATIONS [SEED]]     exit status 1 where one does not
"""

from __future__ import annotations

import functools
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback

import runtime as tf
from runtime.proto.saved import SavedModel
from runtime.proto.wire import Message
from tests.runtime import saved_functions

_PROMISED = (tf.errors.OpError, OSError, ValueError)
_SECONDS = 10  # for one load, far more than any takes
_BYTES = 4 << 30
_FILES = ("saved_model.pb", "saved_model.pb", "variables/variables.index", "variables/variables.data-00000-of-00001")


def make(folder):
    """A model with functions in functions, control flow, tables, assets, custom gradients and containers."""
    vocabulary = os.path.join(folder, "words")
    with open(vocabulary, "w") as file:
        file.write("x\ny\nz\n")
    root = tf.Module()
    root.tables = saved_functions.make_tables(tf, vocabulary)
    root.gradients = saved_functions.make_custom_gradients(tf)
    root.parts = [tf.Variable([1.0, 2.0]), {"text": tf.Variable(["a", "bc"])}, (tf.Variable(3),)]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def loop(x):
        for _ in tf.range(3):
            x = x + root.parts[0] if tf.reduce_sum(x) > 0.0 else x * 2.0
        return {"x": x}

    root.loop = loop
    tf.saved_model.save(root, os.path.join(folder, "model"), signatures=loop)
    return os.path.join(folder, "model")


def mutated(data, source):
    """(`data` with some bytes changed, what was done)."""
    data = bytearray(data)
    kind = source.choice(("flip", "flip", "set", "cut", "inflate", "repeat", "remove", "swap"))
    at = source.randrange(len(data))
    length = source.choice((1, 2, 4, 16, 300))
    if kind == "flip":
        for place in (at, *(source.randrange(len(data)) for _ in range(source.choice((0, 0, 3))))):
            data[place] ^= 1 << source.randrange(8)
    elif kind == "set":
        data[at] = source.choice((0, 1, 0x7F, 0x80, 0xFF))
    elif kind == "cut":
        del data[at:]
    elif kind == "inflate":  # a length, or a number, of up to 64 bits
        data[at:at + 1] = b"\xff" * source.randrange(1, 10) + b"\x01"
    elif kind == "repeat":
        data[at:at] = data[at:at + length]
    elif kind == "remove":
        del data[at:at + length]
    else:
        other = source.randrange(len(data))
        data[at:at + length], data[other:other + length] = data[other:other + length], data[at:at + length]
    return bytes(data), f"{kind} at {at}"


def restructured(data, source):
    """(a SavedModel with one field of one message in it changed, dropped or doubled, what was done)."""
    model = SavedModel.decode(data)
    found = []
    pending = [model]
    while pending:
        each = pending.pop()
        for name, value in vars(each).items():
            found.append((each, name))
            items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            pending += [item for item in items if isinstance(item, Message)]
    owner, name = source.choice(found)
    other = getattr(*source.choice(found))
    value = getattr(owner, name)
    if isinstance(value, (list, dict)) and value:
        key = source.choice(list(value)) if isinstance(value, dict) else source.randrange(len(value))
        kind = source.choice(("drop", "put", "double"))
        if kind == "drop":
            del value[key]
        elif kind == "put":
            value[key] = _changed(value[key], other, source)
        elif isinstance(value, list):
            value.append(value[key])
    else:
        kind = "change"
        setattr(owner, name, _changed(value, other, source))
    return model.encode(), f"{kind} {name} of a {type(owner).__name__}"


def _changed(value, other, source):
    if type(value) is type(other) and not isinstance(value, bool):
        return other
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return source.choice((0, 1, -1, 2, 9, 1 << 20, (1 << 31) - 1, (1 << 62)))
    return value[:-1] if isinstance(value, (str, bytes)) else type(value)()


def _with_zeros(function):
    return function(**{name: tf.zeros([2], spec.dtype) for name, spec in function.structured_input_signature[1].items()})


def _is_called(model, what):
    """Call the signatures and the loop of a loaded model. False, and a word on standard output, if one fails as nothing should."""
    calls = [functools.partial(_with_zeros, function) for function in dict(getattr(model, "signatures", {})).values()]
    calls += [functools.partial(loop, tf.constant([1.0, 2.0]))] if callable(loop := getattr(model, "loop", None)) else []
    for call in calls:
        try:
            call()
        except (*_PROMISED, NotImplementedError):
            pass
        except TimeoutError:
            return True  # a loop whose end was altered
        except BaseException:  # noqa: BLE001 - to be told, whatever it is
            print(f"{what}: called:\n{traceback.format_exc()}")
            return False
    return True


def _too_long(number, frame):
    raise TimeoutError


def main(count=300, seed=0):
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, resource.RLIM_INFINITY))
    signal.signal(signal.SIGALRM, _too_long)
    source, failures, loaded = random.Random(seed), 0, 0
    folder = tempfile.mkdtemp()
    try:
        model = make(folder)
        for number in range(count):
            name = source.choice(_FILES)
            path = os.path.join(model, name)
            with open(path, "rb") as file:
                original = file.read()
            data, done = source.choice((mutated, restructured))(original, source) if name == _FILES[0] else mutated(original, source)
            with open(path, "wb") as file:
                file.write(data)
            signal.alarm(_SECONDS)
            try:
                found = tf.saved_model.load(model)
                loaded += 1
                failures += not _is_called(found, f"{number}: {name}, {done}")
            except TimeoutError:
                failures += 1
                print(f"{number}: {name}, {done}: still not loaded after {_SECONDS} s")
            except _PROMISED:
                pass
            except BaseException:  # noqa: BLE001 - to be told, whatever it is
                failures += 1
                print(f"{number}: {name}, {done}:\n{traceback.format_exc()}")
            finally:
                signal.alarm(0)
            with open(path, "wb") as file:
                file.write(original)
    finally:
        shutil.rmtree(folder)
    print(f"{count} altered models: {loaded} load, {failures} fail in another way than promised")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
