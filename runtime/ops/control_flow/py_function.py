"""Python functions as ops: `tf.py_function` (EagerPyFunc) and `tf.numpy_function` (PyFunc), called at every execution."""

from __future__ import annotations

import functools
import itertools
import traceback

import numpy as np

from runtime.core import dtypes, errors, hooks, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import context, graph_mode
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.graph import RUNTIME
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor import EagerTensor

_numbers = itertools.count()
_USER_ERRSTATE = np.geterr()  # kernels run with NumPy's warnings off; the user's code does not


class Token(str):
    """The name of a wrapped Python function, with the function itself.

    Attributes:
        function: called with tensors (py_function) or arrays (numpy_function).
        differentiable: set by a gradient in a graph: each call then keeps a tape.
        of_gradient: None among the results stands for zero.
        last_call: (tape, arguments, results), until a gradient takes it; like TensorFlow's, of one call only.
    """

    def __new__(cls, function, of_gradient=False):
        self = super().__new__(cls, f"pyfunc_{next(_numbers)}")
        self.function = function
        self.differentiable = False
        self.of_gradient = of_gradient
        self.last_call = None
        return self


_CLASSES = ((StopIteration, errors.OutOfRangeError), (MemoryError, errors.ResourceExhaustedError),
            (NotImplementedError, errors.UnimplementedError), ((ValueError, TypeError), errors.InvalidArgumentError))


def _failure(error):
    """The OpError for an exception that the Python function raised, with its traceback from the function on."""
    kind = next((kind for classes, kind in _CLASSES if isinstance(error, classes)), errors.UnknownError)
    name = type(error).__name__
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(RUNTIME):
        frames = frames.tb_next
    text = "\n".join(traceback.format_list(traceback.extract_tb(frames)))
    return kind(None, None, f"{name}: {error}\nTraceback (most recent call last):\n\n{text}\n{name}: {error}\n\n")


def _function(token):
    if not isinstance(token, Token):
        raise ValueError(f"Could not find callback with key={token} in the registry.")
    return token.function


def _result(value, dtype, token):
    """One result of a py_function as a tensor of `dtype`. Raises RuntimeError for a Variable."""
    if hasattr(value, "read_value") and not hasattr(value, "_assignment"):  # what an assignment returns does convert
        raise RuntimeError(
            "Attempting to return a variable from an eagerly executed py_func. Only numeric data structures like Tensors or "
            "NumPy arrays should be returned; to return the value of a variable, make sure to obtain the Tensor backing it "
            f"by calling `.read_value()` on the variable in question: {value}")
    if value is None and token.of_gradient:
        return constant(0.0, dtype)
    return convert_to_tensor(value, dtype)


def _call(token, args, Tout):
    results = _function(token)(*args)
    if results is None:
        return []
    if isinstance(results, (list, tuple)):
        return [_result(value, dtype, token) for value, dtype in zip(results, Tout)]
    return [_result(results, Tout[0], token)]


def _eager_kernel(*arrays, token, Tout, is_async):
    args = [EagerTensor(array) for array in arrays]
    taped = bool(context.tapes) or getattr(token, "differentiable", False)
    outer_tapes, context.tapes = context.tapes, ()  # the op is what they see, not what it does
    try:
        with graph_mode(None), np.errstate(**_USER_ERRSTATE):
            if taped:
                with hooks.gradient_tape() as tape:
                    for arg in args:
                        if arg.dtype in dtypes.TRAINABLE:
                            tape.watch(arg)
                    results = _call(token, args, Tout)
                token.last_call = tape, args, results
            else:
                results = _call(token, args, Tout)
    except BaseException as error:  # KeyboardInterrupt and SystemExit too, as TensorFlow does
        raise _failure(error) from error
    finally:
        context.tapes = outer_tapes
    _check_count(token, len(results), Tout)
    return [tensor._value for tensor in results]


def _check_count(token, count, Tout):
    if count != len(Tout):
        raise errors.InvalidArgumentError(None, None,
                                          f"{token} returns {count} values, but expects to see {len(Tout)} values.")


def _infer(inputs, attrs):
    return [None] * len(attrs["Tout"])


EAGER_PY_FUNC = op("EagerPyFunc", "input: [Tin] -> output: [Tout]", kernel=_eager_kernel, infer=_infer, stateful=True, calls_python=True,
                   attrs={"token": REQUIRED, "Tout": REQUIRED, "is_async": False})


@gradient("EagerPyFunc")
def _eager_py_func_grad(operation, *dys):
    token = operation.attrs["token"]

    def from_tape(*dys):
        if token.last_call is None:
            raise KeyError(token.encode())
        (tape, args, results), token.last_call = token.last_call, None
        return tape.gradient(results, args, output_gradients=list(dys))

    attrs = {"token": Token(from_tape, of_gradient=True), "Tout": [tensor.dtype for tensor in operation.inputs]}
    if context.graph is None:
        return dispatch(EAGER_PY_FUNC, dys, attrs)
    token.differentiable = True
    with context.graph.control_dependencies(operation.outputs):
        return dispatch(EAGER_PY_FUNC, dys, attrs)


def _as_array(value):
    """One result of a numpy_function as an array; text becomes bytes in an object array."""
    array = np.asarray(value, order="C")
    if array.dtype.kind == "U":
        return np.vectorize(lambda text: text.encode(), otypes=[object])(array)
    return array.astype(object) if array.dtype.kind == "S" else array


def _numpy_kernel(*arrays, token, Tout):
    try:
        with np.errstate(**_USER_ERRSTATE):
            results = _function(token)(*(np.array(array)[()] for array in arrays))  # scalars as NumPy scalars
        if results is None:
            results = []
        elif isinstance(results, (list, tuple)):
            results = [_as_array(value) for value in results]
        else:
            results = [_as_array(results)]
    except BaseException as error:  # KeyboardInterrupt and SystemExit too, as TensorFlow does
        raise _failure(error) from error
    _check_count(token, len(results), Tout)
    for index, (array, dtype) in enumerate(zip(results, Tout)):
        found = dtypes.FROM_NUMPY.get(array.dtype)
        if found is dtypes.string:
            for item in array.reshape(-1).tolist():
                if not isinstance(item, bytes):
                    raise errors.InternalError(None, None, f"Unsupported object type {type(item).__name__}")
        if found is None:
            raise errors.InternalError(None, None, f"Unsupported numpy type {array.dtype}")
        if found is not dtype:
            raise errors.InvalidArgumentError(None, None, f"{index}-th value returned by {token} is {found.kernel_name}, "
                                              f"but expects {dtype.kernel_name}")
    return results


_ATTRS = {"token": REQUIRED, "Tout": REQUIRED}
PY_FUNC = op("PyFunc", "input: [Tin] -> output: [Tout]", kernel=_numpy_kernel, infer=_infer, attrs=_ATTRS, stateful=True,
             calls_python=True)
PY_FUNC_STATELESS = op("PyFuncStateless", "input: [Tin] -> output: [Tout]", kernel=_numpy_kernel, infer=_infer,
                       attrs=_ATTRS, calls_python=True)
not_differentiable("PyFunc", "PyFuncStateless")


def _output_dtypes(Tout):
    return [getattr(one, "dtype", None) or dtypes.as_dtype(one) if not isinstance(one, type) else dtypes.as_dtype(one)
            for one in (Tout if isinstance(Tout, (list, tuple)) else [Tout])]


def _record(op_def, token, inp, Tout, name):
    inputs = [convert_to_tensor(value, name="input") for value in inp]
    results = dispatch(op_def, inputs, {"token": token, "Tout": _output_dtypes(Tout)}, name)
    if not results and context.graph is not None:
        return context.graph.operations[-1]
    return results if isinstance(Tout, (list, tuple)) else results[0]


def _unconverted(func):
    """`func` as it is: AutoGraph leaves alone what it calls, too. Raises ValueError if it cannot be called."""
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    return hooks.not_converted(func)


def _decorator(public, public_name, func, inp, Tout, **options):
    """The decorator if `func` is not given, else None. Raises TypeError if arguments are missing."""
    if Tout is None:
        raise TypeError(f"Missing required argument: 'Tout'\n  If using {public_name} as a decorator, set `Tout`\n  "
                        "**by name** "
                        f"above the function:\n  `@{public_name}(Tout=tout)`")
    if func is None:
        if inp is not None:
            raise TypeError(f"Don't set the `inp` argument when using {public_name} as a decorator (`func=None`).")

        def decorator(function):
            @functools.wraps(function)
            def wrapper(*args):
                return public(function, inp=args, Tout=Tout, **options)
            return wrapper
        return decorator
    if inp is None:
        raise TypeError("Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to the\n  "
                        f"function), unless you use `{public_name}` as a decorator(`func=None`).")
    return None


def py_function(func=None, inp=None, Tout=None, name=None):
    """`tf.py_function`: call `func` with eager tensors, at each execution of the graph. Differentiable.

    Args:
        inp: the arguments, each converted to a tensor.
        Tout: dtype of the result, or a list of dtypes; an empty list for none.

    Raises:
        TypeError: `Tout`, or with `func` also `inp`, is missing.
        ValueError: `func` cannot be called.
    """
    decorator = _decorator(py_function, "tf.py_function", func, inp, Tout, name=name)
    if decorator is not None:
        return decorator
    inp = list(inp)
    if any(isinstance(value, CompositeTensor) for value in inp) or any(map(_is_composite_spec, nest.flatten(Tout))):
        return _over_composites(_unconverted(func), inp, Tout, name)
    return _record(EAGER_PY_FUNC, Token(_unconverted(func)), inp, Tout, name)


def _is_composite_spec(kind):
    return hasattr(kind, "from_components")


def _over_composites(func, inp, Tout, name):
    """The same with composites taken apart on the way in and out."""
    kinds = list(Tout) if isinstance(Tout, (list, tuple)) else [Tout]

    def flat(*values):
        result = func(*nest.pack_sequence_as(inp, list(values), expand_composites=True))
        results = list(result) if isinstance(Tout, (list, tuple)) else [result]
        return [part for kind, one in zip(kinds, results) for part in (kind.to_components(one) if _is_composite_spec(kind) else [one])]

    parts = [part for kind in kinds for part in (kind.parts if _is_composite_spec(kind) else [kind])]
    made = iter(_record(EAGER_PY_FUNC, Token(flat), nest.flatten(inp, expand_composites=True), parts, name))
    results = [kind.from_components([next(made) for _ in kind.parts]) if _is_composite_spec(kind) else next(made) for kind in kinds]
    return results if isinstance(Tout, (list, tuple)) else results[0]


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    """`tf.numpy_function`: call `func` with NumPy arrays, at each execution of the graph. Not differentiable.

    Eagerly `func` is called directly: its exceptions pass unchanged and `Tout` is not enforced.

    Raises:
        TypeError: `Tout`, or with `func` also `inp`, is missing.
        ValueError: `func` cannot be called.
    """
    decorator = _decorator(numpy_function, "tf.numpy_function", func, inp, Tout, stateful=stateful, name=name)
    if decorator is not None:
        return decorator
    if context.graph is None:
        results = nest.flatten(func(*[np.array(value) for value in inp]))
        results = [value if value is None else convert_to_tensor(value) for value in results]
        return results[0] if len(results) == 1 else results
    return _record(PY_FUNC if stateful else PY_FUNC_STATELESS, Token(_unconverted(func)), list(inp), Tout, name)
