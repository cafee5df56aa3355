"""Sums of products over shared axes: `tensordot` and `einsum`."""

from __future__ import annotations

import re
import string

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import array, comparison, creation, infer, joining
from runtime.ops.broadcast import unbroadcast
from runtime.ops.cast import cast, conj
from runtime.ops.diagonals import eye
from runtime.ops.gather_scatter import gather
from runtime.ops.linalg.linalg import matmul
from runtime.ops.reduction import reduce_all, reduce_prod, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where


def _contracted(tensor, axes, flipped):
    """(`tensor` as a matrix, free sizes): the contracted axes last, or first if `flipped`."""
    rank = len(tensor._dims)
    axes = [tensor._dims and (axis if axis >= 0 else axis + rank) for axis in axes]
    free = [axis for axis in range(rank) if axis not in axes]
    if None not in tensor._dims:
        free_sizes = [tensor._dims[axis] for axis in free]
        inner = [tensor._dims[axis] for axis in axes]
        sizes = [int(np.prod(free_sizes)), int(np.prod(inner))]
    else:
        shape = array.shape(tensor)
        free_sizes = gather(shape, free) if free else convert_to_tensor([], dtypes.int32)
        sizes = [reduce_prod(free_sizes), reduce_prod(gather(shape, axes))]
    order = axes + free if flipped else free + axes
    sizes = sizes[::-1] if flipped else sizes
    if order != list(range(rank)):
        tensor = array.transpose(tensor, order)
    if tensor._dims != tuple(sizes) if type(sizes[0]) is int else True:
        tensor = array.reshape(tensor, sizes if type(sizes[0]) is int else joining.stack(sizes))
    return tensor, free_sizes


def _tensordot_axes(a, axes):
    rank = len(a._dims)
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        if axes > rank:
            raise ValueError(f"`axes` must not be larger than the number of dimensions of tensor {a}.  Received {axes}, vs "
                             f"tensor dimensions {rank}.")
        return list(range(rank - axes, rank)), list(range(axes))
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
        a_axes, b_axes = ([side] if isinstance(side, (int, np.integer)) else list(side) for side in axes)
        if len(a_axes) != len(b_axes):
            raise ValueError(f"Different number of contraction axes `a` and `b`, {len(a_axes)} != {len(b_axes)}.")
        return a_axes, b_axes
    pair = constant_value(convert_to_tensor(axes, dtypes.int32))
    if pair is None:
        raise ValueError("tensordot needs axes that are known when the graph is built")
    return (_tensordot_axes(a, int(pair)) if pair.ndim == 0 else
            ([int(axis) for axis in np.ravel(pair[0])], [int(axis) for axis in np.ravel(pair[1])]))


def _contracted_at_run_time(tensor, axes, first):
    """`tensor` as a matrix whose rows (`first`) or columns run over `axes`, and the sizes of its other axes."""
    sizes, rank = array.shape(tensor), array.rank(tensor)
    axes = convert_to_tensor(axes, dtypes.int32)
    axes = where(axes < 0, axes + rank, axes)
    places = creation.range_(0, rank)
    is_free = reduce_all(comparison.not_equal(places[:, None], axes[None]), 1)
    free = array.reshape(where(is_free), [-1])
    free_sizes, summed = gather(sizes, free), reduce_prod(gather(sizes, axes))
    order, shape = ([axes, free], [summed, reduce_prod(free_sizes)]) if first else ([free, axes], [reduce_prod(free_sizes), summed])
    order = joining.concat([cast(part, dtypes.int32) for part in order], 0)
    return array.reshape(array.transpose(tensor, order), joining.stack(shape)), free_sizes


def _tensordot_of_unknown_rank(a, b, axes, name):
    if not isinstance(axes, (int, np.integer)):
        sides = [[side] if isinstance(side, (int, np.integer)) else side for side in axes]
        left, free = _contracted_at_run_time(a, sides[0], False)
        right, other = _contracted_at_run_time(b, sides[1], True)
        return array.reshape(matmul(left, right), joining.concat([free, other], 0), name=name)
    shapes = array.shape(a), array.shape(b)
    cut = array.rank(a) - axes
    left = array.reshape(a, joining.stack([reduce_prod(shapes[0][:cut]), reduce_prod(shapes[0][cut:])]))
    right = array.reshape(b, joining.stack([reduce_prod(shapes[1][:axes]), reduce_prod(shapes[1][axes:])]))
    return array.reshape(matmul(left, right), joining.concat([shapes[0][:cut], shapes[1][axes:]], 0), name=name)


def tensordot(a, b, axes, name=None):
    """The sum of products over `axes`: the last of `a` with the first of `b` (a number), or two lists of axes.

    Raises:
        ValueError: the axes differ in number, or a rank is not known and they are given as lists.
    """
    with scope(name, "Tensordot") as name:
        a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")
        if a._dims is None or b._dims is None:
            return _tensordot_of_unknown_rank(a, b, axes, name)
        a_axes, b_axes = _tensordot_axes(a, axes)
        for tensor, wanted in ((a, a_axes), (b, b_axes)):
            for axis in wanted:
                list(tensor._dims)[axis]  # raises IndexError as TensorFlow does
        left, left_free = _contracted(a, a_axes, False)
        right, right_free = _contracted(b, b_axes, True)
        product = matmul(left, right)
        if isinstance(left_free, list) and isinstance(right_free, list):
            sizes = left_free + right_free
            return product if product._dims == tuple(sizes) else array.reshape(product, sizes, name=name)
        result = array.reshape(product, joining.concat([left_free, right_free], 0), name=name)
        result.set_shape([size for tensor, used in ((a, a_axes), (b, b_axes)) for axis, size in enumerate(tensor._dims)
                          if axis not in {place % len(tensor._dims) for place in used}])
        return result


def _einsum_parts(equation, count):
    """([labels of each input], labels of the output). Raises ValueError for a malformed equation."""
    text_ = equation.replace(" ", "")
    left, arrow, output = text_.partition("->")
    inputs = left.split(",")
    if not re.fullmatch(r"([a-zA-Z]|\.{3}|,)*(->([a-zA-Z]|\.{3})*)?", text_):
        raise ValueError(f"Subscripts have incorrect format: {equation}")
    if len(inputs) != count:
        raise ValueError(f"Got {count} inputs for equation \"{equation}\", expecting {len(inputs)}")
    if not arrow:
        letters = left.replace(",", "").replace("...", "")
        output = ("..." if "..." in left else "") + "".join(sorted(x for x in set(letters) if letters.count(x) == 1))
    for label in set(output) - {"."}:
        if label not in left:
            raise ValueError(f"Output subscripts contain the label {label} not present in the input subscripts.")
    return inputs, output


def _einsum_shape(labels, dims):
    """(label → size, shape of the ellipsis) of one input."""
    sizes, spread = {}, ()
    if "..." in labels:
        before, after = labels.split("...")
        spread = dims[len(before):len(dims) - len(after)]
        dims = dims[:len(before)] + dims[len(dims) - len(after):]
        labels = before + after
    if len(labels) != len(dims):
        raise ValueError(f"Expected input to have rank {len(labels)} but got: {len(dims)}")
    for label, size in zip(labels, dims):
        sizes[label] = infer.merged_size(sizes.get(label), size)
    return sizes, spread


def _einsum_infer(inputs, attrs):
    labels, output = _einsum_parts(attrs["equation"], len(inputs))
    known, spread = {}, ()
    for side, tensor in zip(labels, inputs):
        if tensor._dims is None:
            return None
        try:
            sizes, more = _einsum_shape(side, tensor._dims)
        except ValueError as error:
            if "..." not in side and len(side) != len(tensor._dims):
                raise ValueError(f"Shape must be rank {len(side)} but is rank {len(tensor._dims)}") from None
            raise error
        for label, size in sizes.items():
            known[label] = infer.merged_size(known.get(label), size)
        spread = infer.broadcast_dims(spread, more)
    parts = output.split("...")
    shape = tuple(known[label] for label in parts[0])
    return shape if len(parts) == 1 else shape + spread + tuple(known[label] for label in parts[1])


def _einsum(*inputs, equation):
    labels, output = _einsum_parts(equation, len(inputs))
    known = {}
    spread = max((value.ndim - len(side) + 3 for side, value in zip(labels, inputs) if "..." in side), default=0)
    if spread and "..." not in output:
        raise errors.InvalidArgumentError(None, None, f"Output contains {spread} broadcasting dimension(s) but no ellipsis "
                                          "(...) was found in the output subscripts.")
    for side, value in zip(labels, inputs):
        if "..." not in side and len(side) != value.ndim:
            raise errors.InvalidArgumentError(None, None, f"Expected input {labels.index(side)} to have rank {len(side)} but "
                                              f"got: {value.ndim}")
        sizes, _ = _einsum_shape(side, value.shape)
        for label, size in sizes.items():
            if known.setdefault(label, size) != size:
                raise errors.InvalidArgumentError(
                    None, None, f"Expected dimension {known[label]} at axis {side.index(label)} of the input shaped "
                    f"{text(value.shape)} but got dimension {size}")
    return np.asarray(np.einsum(equation, *inputs, optimize=len(inputs) > 1)).astype(inputs[0].dtype, copy=False)


EINSUM = op("Einsum", "inputs: N*T -> output: T", attrs={"equation": REQUIRED}, kernel=_einsum, infer=_einsum_infer, unserved={"T": "int8 int16 uint8 uint16 uint32 uint64 bool string"})


@gradient("Einsum")
def _einsum_grad(op, dy):
    labels, output = _einsum_parts(op.attrs["equation"], len(op.inputs))
    grads = []
    for index, (side, x) in enumerate(zip(labels, op.inputs)):
        others = [(labels[i], conj(op.inputs[i])) for i in range(len(labels)) if i != index]
        grads.append(_einsum_side_grad(side, x, [(output, dy), *others]))
    return grads


def _einsum_side_grad(side, x, factors):
    """The gradient of one input: the other factors and the output's gradient, summed to the labels of `side`."""
    plain = side.replace("...", "")
    letters = "".join(dict.fromkeys(plain))
    available = set("".join(labels for labels, _ in factors))
    for letter in letters:
        if letter not in available:  # summed away in the forward direction: repeat along it
            size = array.shape(x)[_axis_of(letter, side)]
            factors = [*factors, (letter, creation.ones(array.reshape(size, [1]), x.dtype))]
    spread = any("..." in labels for labels, _ in factors)
    target = side if len(letters) == len(plain) else letters
    if spread and "..." not in target:
        target = "..." + target
    elif not spread:
        target = target.replace("...", "")
    result = _pairwise(target, factors)
    if len(letters) != len(plain):
        return _on_diagonal(result, target, side, x)
    if spread and "..." not in side:
        return reduce_sum(result, list(range(len(result._dims) - len(side))))
    if "..." in side and x._dims is not None and len(side) - 3 == len(x._dims):  # the ellipsis stands for nothing here
        return reduce_sum(result, [axis + side.index("...") for axis in range(len(result._dims) - len(x._dims))])
    return unbroadcast(result, x)


def _axis_of(letter, side):
    if "..." not in side:
        return side.index(letter)
    before, after = side.split("...")
    return before.index(letter) if letter in before else after.index(letter) - len(after)


def _on_diagonal(result, target, side, x):
    """Spread a gradient over `target` labels to the repeated labels of `side`, zero off the diagonals."""
    if "..." in side or "..." in target:
        raise NotImplementedError("the gradient of an einsum with a repeated label beside an ellipsis")
    factors, output, fresh = [(target, result)], "", (c for c in string.ascii_letters if c not in side)
    for axis, letter in enumerate(side):
        other = letter
        if letter in output:
            other = next(fresh)
            size = x._dims[axis] if x._dims[axis] is not None else array.shape(x)[axis]
            factors.append((letter + other, eye(size, dtype=x.dtype)))
        output += other
    return _pairwise(output, factors)


def einsum(equation, *inputs, **kwargs):
    """The sum of products that `equation` denotes, such as ``"ij,jk->ik"``; ``...`` stands for broadcast dimensions.

    Raises:
        TypeError: an unknown keyword.
        ValueError: the equation is malformed or does not fit the inputs.
    """
    name = kwargs.pop("name", None)
    kwargs.pop("optimize", None), kwargs.pop("greedy", None)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. Valid arguments: name, optimize, "
                        "greedy.")
    with scope(name, "einsum"):
        if not inputs:
            raise ValueError(f'Got 0 inputs for equation "{equation}", expecting {equation.split("->")[0].count(",") + 1}')
        for value in inputs:
            value.shape  # noqa: B018 - lists have none, which TensorFlow reports in these words
        inputs = [convert_to_tensor(value) for value in inputs]
        labels, output = _einsum_parts(equation, len(inputs))
        return _pairwise(output, list(zip(labels, inputs)))


def _pairwise(output, terms):
    """Contract (labels, tensor) pairs to `output`: more than two in the order that `np.einsum_path` finds cheapest."""
    labels, inputs = zip(*terms)
    if len(terms) <= 2:
        return dispatch(EINSUM, inputs, {"equation": ",".join(labels) + "->" + output})
    if all(value._dims is not None and None not in value._dims for value in inputs):
        samples = [np.broadcast_to(np.float32(0), value._dims) for value in inputs]
        order = np.einsum_path(",".join(labels) + "->" + output, *samples, optimize="greedy")[0][1:]
    else:
        order = [(0, 1)] * (len(inputs) - 1)
    for pair in order:
        chosen = [terms[index] for index in pair]
        terms = [term for index, term in enumerate(terms) if index not in pair]
        kept = set(output).union(*(side for side, _ in terms))
        spread = "..." if any("..." in side for side, _ in chosen) else ""
        found = dict.fromkeys("".join(side.replace("...", "") for side, _ in chosen))
        result = output if not terms else spread + "".join(label for label in found if label in kept)
        equation = ",".join(side for side, _ in chosen) + "->" + result
        terms.append((result, dispatch(EINSUM, [value for _, value in chosen], {"equation": equation})))
    return terms[0][1]
