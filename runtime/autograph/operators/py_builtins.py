"""Built-in functions that converted code calls: staged on tensors and datasets, Python's own otherwise."""

import sys

from runtime.core.convert import constant, convert_to_tensor

from .exceptions import assert_that
from .tensors import is_tensor
from runtime.core import dtypes
from runtime.ops.array import rank, shape
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import cond, control_dependencies
from runtime.ops.creation import range_ as tf_range
from runtime.ops.control_flow.functional import vectorized_map
from runtime.ops.gather_scatter import gather
from runtime.ops.math import abs_ as tf_abs, maximum
from runtime.ops.control_flow.py_function import py_function
from runtime.ops.sort import argsort, sort
from runtime.ops.control_flow.tensor_list import tensor_list_length
from runtime.ops.strings.string import as_string, join, to_number

UNSPECIFIED = object()


def _override(name, value):
    """What the class of `value` says that the built-in `name` does with it: its `_autograph_<name>`, or None."""
    return getattr(type(value), "_autograph_" + name, None)


def _common_override(name, values):
    """The override that is the same for all of `values`, or None."""
    found = {_override(name, value) for value in values}
    return found.pop() if len(found) == 1 else None


def overload_of(f):
    """What to call in place of the built-in `f`."""
    return _OVERLOADS.get(id(f), f)


def contextual_overload_of(f):
    """What to call as `overload(f, args, scope)` in place of a built-in that looks at the frame it is called from."""
    return _CONTEXTUAL.get(id(f))


def abs_(x):
    override = _override("abs", x)
    if override is not None:
        return override(x)
    if is_tensor(x):
        return tf_abs(x)
    return abs(x)


def _number(x, dtype):
    dtype = getattr(dtypes, dtype)
    if x.dtype == dtypes.string:
        return to_number(x, out_type=dtype)
    return cast(x, dtype)


def float_(x=0):
    return _number(x, "float32") if is_tensor(x) else float(x)


def int_(x=0, base=UNSPECIFIED):
    if is_tensor(x):
        if base is not UNSPECIFIED and base != 10:
            raise NotImplementedError(f"base {base} not supported for int")
        return _number(x, "int32")
    return int(x) if base is UNSPECIFIED else int(x, base)


def len_(s):
    override = _override("len", s)
    if override is not None:
        return override(s)
    if type(s).__name__ == "TensorArray":
        return s.size()
    if not is_tensor(s):
        return len(s)
    if s.dtype.name == "variant" and not s.shape.rank:
        return tensor_list_length(s)
    return _tensor_len(s)


def _tensor_len(s):
    if s.shape.rank and s.shape.as_list()[0] is not None:
        return s.shape.as_list()[0]
    dims = shape(s)
    if dims.shape.as_list() == [0]:
        raise ValueError(f"len requires a non-scalar tensor, got one of shape {dims}")
    if s.shape.rank is not None:
        return shape(s)[0]

    def no_rank():
        text = join(["len requires non-zero rank, got ", as_string(rank(s))])
        with control_dependencies([assert_that(False, [text])]):
            return constant(0)

    return cond(rank(s) > 0, lambda: shape(s)[0], no_rank)


def print_(*objects, **kwargs):
    unknown = tuple(set(kwargs) - {"sep", "end", "file", "flush"})
    if unknown:
        raise ValueError(f"invalid keyword arguments: {unknown}")
    if any(map(is_tensor, objects)):
        return _print_at_each_run(objects, kwargs)
    return print(*objects, **kwargs)


def _print_at_each_run(objects, kwargs):
    """`print` of tensors, with Feature.BUILTIN_FUNCTIONS: of their values, each time the graph runs."""
    tensors = [o for o in objects if is_tensor(o)]

    def run(*values):
        rest = iter(values)
        shown = [next(rest).numpy() if is_tensor(o) else o for o in objects]
        print(*(v.decode("utf-8") if isinstance(v, bytes) else v for v in shown), **{"flush": True, **kwargs})
        return 1

    return py_function(run, tensors, dtypes.int32)


def range_(start_or_stop, stop=UNSPECIFIED, step=UNSPECIFIED):
    given = [v for v in (start_or_stop, stop, step) if v is not UNSPECIFIED]
    if not any(map(is_tensor, given)):
        return range(*given)
    if step is not UNSPECIFIED:
        return tf_range(start_or_stop, stop, step)
    # An empty range where Python's would be.
    if stop is not UNSPECIFIED:
        return tf_range(start_or_stop, maximum(start_or_stop, stop))
    return tf_range(maximum(start_or_stop, 0))


def enumerate_(s, start=0):
    override = _override("enumerate", s)
    return enumerate(s, start) if override is None else override(s, start)


def zip_(*iterables, strict=False):
    override = _common_override("zip", iterables)
    if override is not None:
        return override(*iterables, strict=strict)
    return zip(*iterables, strict=True) if strict else zip(*iterables)


def map_(fn, *iterables):
    override = _common_override("map", iterables)
    return map(fn, *iterables) if override is None else override(fn, *iterables)


def filter_(function, iterable):
    override = _override("filter", iterable)
    return filter(function, iterable) if override is None else override(function, iterable)


def any_(iterable):
    override = _override("any", iterable)
    return any(iterable) if override is None else override(iterable)


def all_(iterable):
    override = _override("all", iterable)
    return all(iterable) if override is None else override(iterable)


def sorted_(iterable, key=UNSPECIFIED, reverse=UNSPECIFIED):
    if is_tensor(iterable):
        return _sort_tensor(iterable, key, reverse)
    options = {name: value for name, value in (("key", key), ("reverse", reverse)) if value is not UNSPECIFIED}
    return sorted(iterable, **options)


def _sort_tensor(values, key, reverse):
    # As in TensorFlow, any `reverse` sorts downwards.
    direction = "ASCENDING" if reverse is UNSPECIFIED else "DESCENDING"
    keys = values
    if key is not UNSPECIFIED:
        keys = vectorized_map(key, values)
    if keys.shape.rank is not None and keys.shape.rank != 1:
        raise ValueError("sort only supports only 1D tensors")
    if key is UNSPECIFIED:
        return sort(convert_to_tensor(values), direction=direction)
    return gather(values, argsort(keys, direction=direction))


_OVERLOADS = {id(f): overload for f, overload in {
    abs: abs_, float: float_, int: int_, len: len_, print: print_, range: range_, enumerate: enumerate_, zip: zip_, map: map_,
    filter: filter_, any: any_, all: all_, sorted: sorted_}.items()}


# Built-ins that look at the frame they are called from.


def _frame_of(scope, innermost=True):
    """The frame of the user's function that `scope` belongs to: its innermost block, or its body."""
    frame, found = sys._getframe(1), None
    while frame is not None:
        # Made where the block was, the functions of blocks have the scope's name among their variables.
        if frame.f_locals.get(scope.name) is scope:
            found = frame
            if innermost:
                break
        frame = frame.f_back
    assert found is not None, "the function scope is always on the stack"
    return found


def _eval(f, args, scope):
    frame = _frame_of(scope)
    given = (*args[1:], *(frame.f_globals, frame.f_locals)[len(args) - 1:])
    return f(args[0], *given)


def _super(f, args, scope):
    if args:
        return f(*args)
    # super() looks for `__class__` and the first argument of the method.
    frame = _frame_of(scope, innermost=False)
    return f(frame.f_locals["__class__"], frame.f_locals[frame.f_code.co_varnames[0]])


_CONTEXTUAL = {
    id(eval): _eval, id(super): _super,
    id(globals): lambda f, args, scope: _frame_of(scope).f_globals,
    id(locals): lambda f, args, scope: _frame_of(scope).f_locals}
