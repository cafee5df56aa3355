"""The rules on the variables that a staged `if` or loop carries, and the texts that tell which one breaks them."""

import functools

import numpy as np

from runtime.core import nest
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor_shape import TensorShape

from .tensors import is_tensor
from .variables import Undefined, UndefinedReturnValue
from runtime.ops.array import reshape

_CONVERTED = (bool, int, float, str, np.ndarray)
LEGAL_LOOP_TYPES = "Tensor, int, float, bool or a list, tuple or dict thereof"


def _as_tensor(value):
    return convert_to_tensor(value) if isinstance(value, _CONVERTED) else value


def _dense(structure):
    """`structure` with Variables replaced by their values."""
    return nest.map_structure(lambda v: v.value() if hasattr(v, "assign") and is_tensor(v) else v, structure)


def _same_structure(first, second):
    """Raises ValueError or TypeError unless the two, Variables counting as tensors, are nested alike."""
    try:
        nest.assert_same_structure(first, second, expand_composites=True)
    except (ValueError, TypeError):
        nest.assert_same_structure(_dense(first), _dense(second), expand_composites=True)


def verify_condition(cond, what):
    """`cond` as a scalar; ValueError if it is not boolean or has more than one element."""
    cond = convert_to_tensor(cond)
    problem = cond.dtype.name != "bool"
    if problem:
        raise ValueError(f"condition of {what} expected to be `tf.bool` scalar, got {cond}; to use as boolean Tensor, use "
                         "`tf.cast`; to check for None, use `is not None`")
    if cond.shape.rank == 0:
        return cond
    if cond.shape.rank is not None and np.prod([d for d in cond.shape.as_list() if d is not None]) > 1:
        raise ValueError(f"condition of {what} expected to be `tf.bool` scalar, got {cond}; to check for None, use `is not "
                         "None`")
    return reshape(cond, ())


# Conditions


def verify_branch(values, names, branch):
    """ValueError for a variable that a branch leaves undefined."""
    for name, value in zip(names, values):
        if isinstance(value, Undefined):
            raise ValueError(f"'{name}' must also be initialized in the {branch} branch")
        if isinstance(value, UndefinedReturnValue):
            raise ValueError(f"the {branch} branch must also have a return statement.")


def verify_branches(main, orelse, names):
    """TypeError or ValueError for a variable that the branches leave with different nesting, dtypes, or None."""
    for name, main_value, else_value in zip(names, main, orelse):
        try:
            _same_structure(main_value, else_value)
        except (ValueError, TypeError) as e:
            raise TypeError(
                f"'{name}' must have the same nested structure in the main and else branches:\n\n{e}") from e
        nest.map_structure(functools.partial(verify_single_cond_var, name), main_value, else_value)


def verify_single_cond_var(name, main, orelse):
    """The rule for one value of a condition."""
    if main is None:
        raise ValueError(f"'{name}' is None at the end of the main branch.")
    if orelse is None:
        raise ValueError(f"'{name}' is None at the end of the else branch.")
    main, orelse = _as_tensor(main), _as_tensor(orelse)
    if not (is_tensor(main) and is_tensor(orelse)) or not (hasattr(main, "dtype") and hasattr(orelse, "dtype")):
        return
    if main.dtype != orelse.dtype:
        raise TypeError(f"'{name}' has dtype {main.dtype.name} in the main branch, but dtype {orelse.dtype.name} in the "
                        "else branch")


# Loops


def verify_initial(values, names, first_iteration=None, note=None):
    """Raises for a loop variable that has no value before the loop.

    first_iteration: the values after one turn, if they are known. note: added to the text about an undefined one.
    """
    for name, value, later in zip(names, values, first_iteration or (None,) * len(names)):
        if isinstance(value, UndefinedReturnValue):
            if later:
                raise ValueError(f"the return value from a TensorFlow loop may only be a {LEGAL_LOOP_TYPES}; got "
                                 f"{type(later)}")
            raise NotImplementedError(
                "a return statement cannot be placed inside this TensorFlow loop; this may happen if a return statement "
                "depends on a static Python condition such as a hyperparameter")
        if value is None:
            raise ValueError(f"'{name}' is not allowed to be None before the loop")
        if isinstance(value, Undefined):
            raise ValueError(f"'{name}' must be defined before the loop" + (f"\n{note}" if note else ""))


def verify_loop(initial, entry, end, names, options, check_shapes=True):
    """Raises for a loop variable whose nesting, dtype or shape (if that is to be checked) one turn of the loop changes."""
    invariants = options.get("shape_invariants") if check_shapes else None
    if invariants is None:
        invariants = nest.map_structure(lambda _: None, entry)
    assert len(names) == len(initial) == len(entry) == len(end) == len(invariants)
    for name, first, before, after, invariant in zip(names, initial, entry, end, invariants):
        text = f"'{name}' does not have the same nested structure after one iteration.\n\n"
        try:
            _same_structure(first, before)
            nest.assert_same_structure(before, after, expand_composites=True)
        except (ValueError, TypeError) as e:
            raise TypeError(f"{text}{e}") from e
        if invariant is None:
            invariant = nest.map_structure(lambda _: None, first)
        else:
            try:
                nest.assert_same_structure(first, invariant)
            except (ValueError, TypeError) as e:
                raise TypeError(f"'{name}' does not have the same nested structure as its corresponding shape invariant."
                                f"\n\n{e}") from e
        for leaves in zip(*map(nest.flatten, (first, before, after, invariant))):
            _verify_loop_variable(name, *leaves, check_shapes)


def _verify_loop_variable(name, first, entry, end, invariant, check_shapes):
    if end is None:
        raise ValueError(f"'{name}' is None at the end of the iteration.")
    first, entry, end = _as_tensor(first), _as_tensor(entry), _as_tensor(end)
    if not (is_tensor(entry) and is_tensor(end)):
        return
    if not all(hasattr(value, field) for value in (entry, end) for field in ("dtype", "shape")):
        return
    if entry.dtype != end.dtype:
        raise TypeError(f"'{name}' has dtype {entry.dtype.name} before the loop, but dtype {end.dtype.name} after one "
                        "iteration")
    if not check_shapes:
        return
    if invariant is None:
        if not _is_subshape(end.shape, entry.shape):
            raise ValueError(f"'{name}' has shape {entry.shape} before the loop, but shape {end.shape} after one iteration."
                             " Use tf.autograph.experimental.set_loop_options to set shape invariants.")
        return
    invariant = TensorShape(invariant)
    if not _is_subshape(first.shape, invariant):
        raise ValueError(f"'{name}' has shape {first.shape} before the loop, which does not conform with the shape invariant "
                         f"{invariant}.")
    if not _is_subshape(end.shape, invariant):
        raise ValueError(f"'{name}' has shape {end.shape} after one iteration, which does not conform with the shape "
                         f"invariant {invariant}.")


def _is_subshape(left, right):
    """Whether `left` is at least as specific as `right`."""
    if right.rank is None:
        return True
    if left.rank != right.rank:
        return False
    return all(r is None or l == r for l, r in zip(left.as_list(), right.as_list()))
