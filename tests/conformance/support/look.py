"""What the programs on single operations use: one call looked at eagerly, while it is traced and when the graph runs."""

import re

import numpy as np
import tensorflow as tf
from tell import headline


def floats(*shape):
    """1.0, 2.0, … in this shape."""
    return tf.constant((np.arange(np.prod(shape, dtype=int)) + 1).reshape(shape).astype(np.float32))


def ints(*shape):
    """1, 2, … in this shape."""
    return tf.constant((np.arange(np.prod(shape, dtype=int)) + 1).reshape(shape).astype(np.int32))


def _value(result):
    if isinstance(result, (list, tuple)):
        return f"{type(result).__name__}[{', '.join(map(_value, result))}]"
    if hasattr(result, "dtype") and hasattr(result, "numpy"):
        text = np.array2string(np.asarray(result.numpy()), threshold=60, precision=4)
        return f"{result.dtype.name}{tuple(result.shape)} {re.sub(chr(10) + ' *', ' ', text)}"
    return repr(result)


def _shape(result):
    if isinstance(result, (list, tuple)):
        return f"[{', '.join(map(_shape, result))}]"
    return f"{result.dtype.name} {result.shape}" if hasattr(result, "dtype") else repr(result)


def _outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:  # the class is what is asked for
        return f"{type(error).__name__}: {headline(str(error))}"


def _traced(function, specs, nodes=False):
    """(what the trace knows of the result, and which nodes it made), and the concrete function if there is one."""
    seen = []

    def body(*args):
        result = function(*args)
        seen.append(_shape(result))
        return result

    try:
        concrete = tf.function(body, autograph=False).get_concrete_function(*specs)
    except Exception as error:
        return f"{type(error).__name__}: {headline(str(error))}", None
    made = [f"{op.type}:{op.name}" for op in concrete.graph.get_operations()
            if op.type != "Placeholder" and not re.fullmatch(r"Identity(_\d+)?", op.name)]
    return f"{seen[0]} | {' '.join(made)}" if nodes else seen[0], concrete


def both(function, *args, nodes=True):
    """Prints the eager result; what traces know whose arguments have full, partial and unknown shapes; the graph's result."""
    args = [arg if hasattr(arg, "numpy") else tf.constant(arg) for arg in args]
    eager = _outcome(lambda: _value(function(*args)))
    print("eager  ", eager)
    print("graph  ", _traced(function, [tf.TensorSpec(a.shape, a.dtype, n) for a, n in zip(args, "xyzuvw")], nodes)[0])
    if not args:
        return
    partial = [tf.TensorSpec([None] * len(a.shape), a.dtype, n) for a, n in zip(args, "xyzuvw")]
    print("partial", _traced(function, partial)[0])
    known, concrete = _traced(function, [tf.TensorSpec(None, a.dtype, n) for a, n in zip(args, "xyzuvw")])
    print("unknown", known)
    if concrete is not None:
        result = _outcome(lambda: _value(concrete(*args)))
        print("run    ", "as eagerly" if result == eager else result)


def slopes(function, *args):
    """Prints first and second derivatives of ``sum(function(*args)²)`` by all args, eagerly and in a graph."""
    args = [arg if hasattr(arg, "numpy") else tf.constant(arg) for arg in args]

    def derivatives(*args):
        with tf.GradientTape() as outer:
            outer.watch(args)
            with tf.GradientTape() as inner:
                inner.watch(args)
                loss = tf.reduce_sum(tf.square(function(*args)))
            first = [g if g is None else tf.convert_to_tensor(g) for g in inner.gradient(loss, args)]
            total = tf.add_n([tf.reduce_sum(g * g) for g in first if g is not None])
        second = [g if g is None else tf.convert_to_tensor(g) for g in outer.gradient(total, args)]
        return first, second

    eager = _outcome(lambda: _value(derivatives(*args)))
    graph = _outcome(lambda: _value(tf.function(derivatives, autograph=False)(*args)))
    print("eager", eager)
    print("graph", "as eagerly" if graph == eager else graph)
