"""`tf.image`: the geometry of images ``[height, width, channels]``, alone or in batches."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant_shape, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.ops.control_flow.check import assert_ as Assert, assert_greater_equal, assert_positive
from runtime.ops import array, math
from runtime.ops.image import resize as kernels
from runtime.ops.cast import cast
from runtime.ops.comparison import equal
from runtime.ops.control_flow.case import case
from runtime.ops.control_flow.control_flow import cond, control_dependencies
from runtime.ops.creation import zeros
from runtime.ops.identity import identity
from runtime.ops.joining import stack, unstack
from runtime.ops.rearrange import pad, reverse
from runtime.ops.scope import scope
from runtime.ops.slicing import slice_
from runtime.variables import Variable


class ResizeMethod:
    """Names of the ways to resize (`tf.image.ResizeMethod`)."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_SPANS = frozenset({"lanczos3", "lanczos5", "gaussian", "mitchellcubic"})


def after(checks, tensor):
    """`tensor`, which graphs compute once the checks, operations, have been made."""
    if context.graph is None:
        return tensor
    with control_dependencies(checks):
        return identity(tensor, name="control_dependency")


def _is_tensor(value):
    return isinstance(value, (Tensor, Variable))


def _require(condition, text):
    """[a check], for conditions that are tensors. Raises ValueError for one that is false."""
    if _is_tensor(condition):
        return [Assert(condition, [text])]
    if not condition:
        raise ValueError(text)
    return []


def check_3d(image):
    """Checks that an image has three dimensions or more, none of the last three empty: operations for what is not known yet."""
    dims = image._dims
    if dims is None:
        dims = (None, None, None)
    if len(dims) < 3:
        raise ValueError(f"'image' (shape {image.shape}) must be at least three-dimensional.")
    if 0 in dims[-3:]:
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {image.shape}")
    if None not in dims[-3:]:
        return []
    return [assert_positive(array.shape(image)[-3:], ["inner 3 dims of 'image.shape' must be > 0."]),
            assert_greater_equal(array.rank(image), 3, message="'image' must be at least three-dimensional.")]


def checked(image):
    return after(check_3d(image), image)


def by_rank(image, three, four):
    """``three()`` for one image, ``four()`` for a batch; decided when the graph runs if the rank is not known."""
    if image._dims is None:
        return cond(equal(array.rank(image), 3), three, four)
    if len(image._dims) == 3:
        return three()
    if len(image._dims) == 4:
        return four()
    raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")


def keep_shape(image, result):
    if image._dims is None:
        result.set_shape([None, None, None])
    else:
        result.set_shape(image.shape)
    return result


def _as_batch(image):
    """(the image as a batch, whether it was one)."""
    if image._dims is not None and len(image._dims) == 4:
        return image, True
    if image._dims is not None and len(image._dims) != 3:
        raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    batch = array.expand_dims(image, 0)
    if image._dims is None:
        batch.set_shape([None] * 4)
    return batch, False


def _sizes(images):
    """The four sizes of a batch: numbers where they are known, else tensors."""
    if None not in images._dims:
        return list(images._dims)
    return [known if known is not None else found for known, found in zip(images._dims, unstack(array.shape(images), 4))]


def _known(*sizes):
    return [None if _is_tensor(size) else size for size in sizes]


# -- turning -------------------------------------------------------------------------------------------------------
def _flip(image, axis, name):
    with scope(None, name):
        image = checked(convert_to_tensor(image, name="image"))
        return by_rank(image, lambda: keep_shape(image, reverse(image, [axis])), lambda: reverse(image, [axis + 1]))


def flip_left_right(image):
    """The image, or each of a batch, mirrored left to right. Raises ValueError for fewer than three dimensions."""
    return _flip(image, 1, "flip_left_right")


def flip_up_down(image):
    """The image, or each of a batch, upside down."""
    return _flip(image, 0, "flip_up_down")


def transpose(image, name=None):
    """The image, or each of a batch, with rows and columns exchanged."""
    with scope(name, "transpose"):
        image = checked(convert_to_tensor(image, name="image"))
        return by_rank(image, lambda: array.transpose(image, [1, 0, 2], name=name),
                       lambda: array.transpose(image, [0, 2, 1, 3], name=name))


def rot90(image, k=1, name=None):
    """The image, or each of a batch, turned counter-clockwise by `k` right angles."""
    with scope(name, "rot90") as inner:
        image = checked(convert_to_tensor(image, name="image"))
        k = convert_to_tensor(k, dtypes.int32, name="k")
        k.shape.assert_has_rank(0)
        k = k % 4

        def turned(batch):
            swap = [0, 2, 1, 3] if batch else [1, 0, 2]
            cases = [(equal(k, 1), lambda: array.transpose(reverse(image, [1 + batch]), swap)),
                     (equal(k, 2), lambda: reverse(image, [batch, 1 + batch])),
                     (equal(k, 3), lambda: reverse(array.transpose(image, swap), [1 + batch]))]
            result = case(cases, default=lambda: image, exclusive=True, name=inner)
            result.set_shape([result.shape[0], None, None, result.shape[3]] if batch else [None, None, image.shape[2]])
            return result
        return by_rank(image, lambda: turned(0), lambda: turned(1))


# -- cutting and padding -------------------------------------------------------------------------------------------
def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """The box of this place and size. Raises ValueError, or InvalidArgumentError in graphs, if it leaves the image."""
    with scope(None, "crop_to_bounding_box"):
        images, batch = _as_batch(convert_to_tensor(image, name="image"))
        checks = check_3d(images)
        count, height, width, depth = _sizes(images)
        checks += _require(offset_width >= 0, "offset_width must be >= 0.")
        checks += _require(offset_height >= 0, "offset_height must be >= 0.")
        checks += _require(target_width > 0, "target_width must be > 0.")
        checks += _require(target_height > 0, "target_height must be > 0.")
        checks += _require(width >= target_width + offset_width, "width must be >= target + offset.")
        checks += _require(height >= target_height + offset_height, "height must be >= target + offset.")
        images = after(checks, images)
        cropped = slice_(images, stack([0, offset_height, offset_width, 0]),
                         stack([array.shape(images)[0], target_height, target_width, array.shape(images)[3]]))
        cropped.set_shape(_known(count, target_height, target_width, depth))
        return cropped if batch else array.squeeze(cropped, axis=[0])


def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """The image with zeros around it, `offset_height` rows above. Raises ValueError if it does not fit the target."""
    with scope(None, "pad_to_bounding_box"):
        images, batch = _as_batch(convert_to_tensor(image, name="image"))
        count, height, width, depth = _sizes(images)
        right, below = target_width - offset_width - width, target_height - offset_height - height
        checks = check_3d(images)
        checks += _require(offset_height >= 0, "offset_height must be >= 0")
        checks += _require(offset_width >= 0, "offset_width must be >= 0")
        checks += _require(right >= 0, "width must be <= target - offset")
        checks += _require(below >= 0, "height must be <= target - offset")
        images = after(checks, images)
        paddings = array.reshape(stack([0, 0, offset_height, below, offset_width, right, 0, 0]), [4, 2])
        padded = pad(images, paddings)
        padded.set_shape(_known(count, target_height, target_width, depth))
        return padded if batch else array.squeeze(padded, axis=[0])


def central_crop(image, central_fraction):
    """The middle of the image, this share of each side. Raises ValueError unless it is in (0, 1]."""
    with scope(None, "central_crop"):
        image = convert_to_tensor(image, name="image")
        fraction = constant_value(central_fraction) if _is_tensor(central_fraction) else central_fraction
        if fraction is None:
            image = after([Assert((central_fraction > 0.0) | (central_fraction <= 1.0), ["central_fraction must be within (0, 1]"])], image)
        elif not 0.0 < fraction <= 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        elif fraction == 1.0:
            return image
        checked(image)
        rank = image.shape.rank
        if rank not in (3, 4):
            raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}.")
        begin, sizes, known = [0] * rank, [-1] * rank, list(image._dims)
        for axis in (rank - 3, rank - 2):
            size = image._dims[axis]
            if size is None or fraction is None:
                size = array.shape(image)[axis] if size is None else size
                whole = cast(size, dtypes.float64)
                begin[axis] = cast((whole - whole * cast(central_fraction, dtypes.float64)) / 2, dtypes.int32)
                known[axis] = None
            else:
                begin[axis] = int((float(size) - float(size) * fraction) / 2)
                known[axis] = size - begin[axis] * 2
            sizes[axis] = size - begin[axis] * 2
        cropped = slice_(image, stack(begin), stack(sizes))
        cropped.set_shape(known)
        return cropped


def _larger(x, y):
    return math.maximum(x, y) if _is_tensor(x) or _is_tensor(y) else max(x, y)


def _smaller(x, y):
    return math.minimum(x, y) if _is_tensor(x) or _is_tensor(y) else min(x, y)


def _for_target(image, target_height, target_width):
    """Images in a batch, whether they came in one, their height and their width, once the target has been checked."""
    images, batch = _as_batch(convert_to_tensor(image, name="image"))
    checks = check_3d(images)
    checks += _require(target_width > 0, "target_width must be > 0.")
    checks += _require(target_height > 0, "target_height must be > 0.")
    images = after(checks, images)
    _, height, width, _ = _sizes(images)
    return images, batch, height, width


def resize_with_crop_or_pad(image, target_height, target_width):
    """The image cut or padded with zeros on all sides to the target size, its middle in the middle."""
    with scope(None, "resize_image_with_crop_or_pad"):
        images, batch, height, width = _for_target(image, target_height, target_width)
        more_width, more_height = target_width - width, target_height - height
        cropped = crop_to_bounding_box(images, _larger(-more_height // 2, 0), _larger(-more_width // 2, 0),
                                       _smaller(target_height, height), _smaller(target_width, width))
        resized = pad_to_bounding_box(cropped, _larger(more_height // 2, 0), _larger(more_width // 2, 0), target_height, target_width)
        return resized if batch else array.squeeze(resized, axis=[0])


# -- resizing ------------------------------------------------------------------------------------------------------
def resize(images, size, method=ResizeMethod.BILINEAR, preserve_aspect_ratio=False, antialias=False, name=None):
    """Images of `size` (height, width): float32, but for "nearest", which keeps the dtype.

    Args:
        method: one of `ResizeMethod`.
        preserve_aspect_ratio: make the image as large as fits into `size`.
        antialias: let every pixel count when the image becomes smaller.

    Raises:
        ValueError: the images have other than three or four dimensions, `size` is no pair, or there is no such method.
    """
    with scope(name, "resize"):
        images = convert_to_tensor(images, name="images")
        if images._dims is None:
            raise ValueError("'images' contains no shape.")
        if len(images._dims) not in (3, 4):
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        images, batch = _as_batch(images)
        try:
            size = convert_to_tensor(size, dtypes.int32, name="size")
        except (TypeError, ValueError):
            raise ValueError("'size' must be a 1-D int32 Tensor") from None
        if not size.shape.is_compatible_with([2]):
            raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
        if preserve_aspect_ratio:
            size = _fitting(images, size)
        known = constant_shape(size)
        resized = _resized(images, size, method, antialias)
        resized.set_shape([None, *(known or (None, None)), None])
        return resized if batch else array.squeeze(resized, axis=[0])


def _fitting(images, size):
    _, height, width, _ = _sizes(images)
    height, width = cast(height, dtypes.float32), cast(width, dtypes.float32)
    scale = math.minimum(cast(size[0], dtypes.float32) / height, cast(size[1], dtypes.float32) / width)
    return convert_to_tensor([cast(math.round_(scale * one), dtypes.int32) for one in (height, width)], dtypes.int32, name="size")


def _resized(images, size, method, antialias):
    centers = {"half_pixel_centers": True}
    if method == ResizeMethod.NEAREST_NEIGHBOR:
        return dispatch(kernels.NEAREST, (images, size), centers)
    if method == ResizeMethod.AREA:
        return dispatch(kernels.AREA, (images, size))
    if method in (ResizeMethod.BILINEAR, ResizeMethod.BICUBIC) and not antialias:
        return dispatch(kernels.BILINEAR if method == ResizeMethod.BILINEAR else kernels.BICUBIC, (images, size), centers)
    kind = {ResizeMethod.BILINEAR: "triangle", ResizeMethod.BICUBIC: "keyscubic"}.get(method, method)
    if method not in _SPANS and kind == method:
        raise ValueError(f"Resize method is not implemented: {method}")
    scale = cast(size, dtypes.float32) / cast(array.shape(images)[1:3], dtypes.float32)
    return dispatch(kernels.SCALE_AND_TRANSLATE, (images, size, scale, zeros([2])), {"kernel_type": kind, "antialias": antialias})


def resize_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, antialias=False):
    """The image as large as fits into the target, its sides in proportion, with zeros around it."""
    with scope(None, "resize_image_with_pad"):
        images, batch, height, width = _for_target(image, target_height, target_width)
        height, width, full_height, full_width = (cast(one, dtypes.float32) for one in (height, width, target_height, target_width))
        ratio = math.maximum(width / full_width, height / full_height)
        new_height, new_width = height / ratio, width / ratio
        above, left = (math.maximum(0, cast(math.floor((full - new) / 2), dtypes.int32))
                       for full, new in ((full_height, new_height), (full_width, new_width)))
        resized = resize(images, [cast(math.floor(one), dtypes.int32) for one in (new_height, new_width)], method, antialias=antialias)
        padded = pad_to_bounding_box(resized, above, left, target_height, target_width)
        return padded if batch else array.squeeze(padded, axis=[0])


