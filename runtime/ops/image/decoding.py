"""`tf.io` and `tf.image`: files of images decoded and encoded. What a file holds is told by its first bytes, whichever op is asked."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.attributes import one_of
from runtime.ops.comparison import equal
from runtime.ops.image import bmp, gif, jpeg, png
from runtime.ops.image.colour import convert_image_dtype
from runtime.ops.random.random import uniform
from runtime.ops.random.stateless_random import stateless_uniform
from runtime.ops.scope import scope
from runtime.ops.strings.string import substr

_KINDS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": "GIF", b"BM": "BMP", b"RIFF": "WebP", b"\xff\x0a": "JPEG XL"}
_ANIMATED = "animated gifs can only be decoded by tf.io.decode_gif or tf.io.decode_image"


def _bytes(contents):
    if np.ndim(contents):
        raise invalid(f"`contents` must be scalar but got shape{text(np.shape(contents))}")
    data = np.asarray(contents, object).item()
    if not data:
        raise invalid("Input is empty.")
    return data


def _jpeg(data, channels, ratio=1, try_recover_truncated=False, acceptable_fraction=1.0, **_):
    if channels == 4:
        raise invalid("JPEG does not support 4 channels")
    try:
        return jpeg.decode(data, channels, ratio, try_recover_truncated or acceptable_fraction < 1)
    except jpeg.JpegError:
        raise invalid("jpeg::Uncompress failed. Invalid JPEG data or crop window.") from None


def _png(data, channels):
    try:
        return png.with_channels(png.decode(data), channels)
    except png.PngError as error:
        raise invalid(f"Invalid PNG data, size {len(data)}: {error}") from None


def _gif(data, channels, first_only):
    if channels not in (0, 3):
        raise invalid(f"channels must be 0 or 3 for GIF, got {channels}")
    try:
        return gif.decode(data, first_only)
    except gif.GifError as error:
        raise invalid(f"Invalid GIF data (size {len(data)}), {error}") from None


def _bmp(data, channels):
    if channels not in (0, 3, 4):
        raise invalid(f"`channels` must be 0, 3 or 4 for BMP, but got {channels}")
    try:
        return bmp.decode(data, channels)
    except bmp.BmpError as error:
        raise invalid(str(error)) from None


def _pixels(op_name, data, channels, expand_animations=True, **settings):
    """What the op makes of a file: [height, width, channels], of some [frames, height, width, channels]."""
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
    if kind is None:
        raise invalid("Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required.")
    any_kind, of_bmp, of_gif = (op_name == name for name in ("DecodeImage", "DecodeBmp", "DecodeGif"))
    if kind in ("WebP", "JPEG XL"):
        raise errors.UnimplementedError(None, None, f"the runtime decodes JPEG, PNG, GIF and BMP images, and this is a {kind} image: "
                                        f"convert it, or decode it in Python (tf.numpy_function)")
    if kind == "GIF" and channels not in (0, 3):
        raise invalid(f"channels must be 0 or 3 for GIF, got {channels}")
    if kind == "JPEG" and channels == 4:
        raise invalid("JPEG does not support 4 channels")
    if kind == "BMP" and channels not in (0, 3, 4):
        raise invalid(f"`channels` must be 0, 3 or 4 for BMP, but got {channels}")
    if kind != "BMP" and of_bmp:
        raise invalid(f"Trying to decode {kind} format using DecodeBmp op. Use `decode_{kind.lower()}` or `decode_image` instead.")
    if kind == "BMP":
        if not of_bmp and not any_kind:
            raise invalid("Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` instead. Op used: " + op_name)
        return _bmp(data, channels)
    if kind == "GIF":
        frames = _gif(data, channels, any_kind and not expand_animations)
        if of_gif or any_kind and expand_animations:
            return frames
        if len(frames) != 1:
            raise invalid(f"Got {len(frames)} frames, but {_ANIMATED}")
        return frames[0]
    pixels = _png(data, channels) if kind == "PNG" else _jpeg(data, channels, **settings)
    return pixels[None] if of_gif else pixels


def _as_dtype(pixels, dtype, is_png):
    if dtype is dtypes.uint8:
        return (pixels >> 8).astype(np.uint8) if pixels.dtype == np.uint16 else pixels
    if dtype is dtypes.uint16:
        return pixels if pixels.dtype == np.uint16 else pixels.astype(np.uint16) * np.uint16(257 if is_png else 256)
    return (pixels / np.float32(np.iinfo(pixels.dtype).max)).astype(np.float32)


def _decoder(op_name):
    def run(contents, channels=0, dtype=dtypes.uint8, **settings):
        data = _bytes(contents)
        pixels = _pixels(op_name, data, channels, **settings)
        return _as_dtype(pixels, dtype, data.startswith(b"\x89PNG"))
    return run


def _check_jpeg(ratio, dct_method, **_):
    if ratio not in (1, 2, 4, 8):
        raise invalid(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise invalid("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")


def _decode_jpeg(contents, **settings):
    _check_jpeg(**settings)
    return _decoder("DecodeJpeg")(contents, **settings)


def _decode_and_crop(contents, crop_window, channels, **settings):
    _check_jpeg(**settings)
    data = _bytes(contents)
    if crop_window.ndim != 1:
        raise invalid(f"crop_window must be 1-D, got {text(crop_window.shape)}")
    if len(crop_window) != 4:
        raise invalid(f"crop_size must have four elements {text(crop_window.shape)}")
    pixels = _jpeg(data, channels, **settings)
    top, left, height, width = crop_window.tolist()
    if min(top, left) < 0 or min(height, width) <= 0 or top + height > pixels.shape[0] or left + width > pixels.shape[1]:
        raise invalid("jpeg::Uncompress failed. Invalid JPEG data or crop window.")
    return np.ascontiguousarray(pixels[top:top + height, left:left + width])


def _jpeg_shape(contents, output_type):
    if np.ndim(contents):
        raise invalid(f"contents must be scalar, got shape {text(np.shape(contents))}")
    data = np.asarray(contents, object).item()
    try:
        if not data.startswith(b"\xff\xd8\xff"):
            raise jpeg.JpegError
        return np.array(jpeg.shape(data), output_type.as_numpy_dtype)
    except jpeg.JpegError:
        raise invalid(f"Invalid JPEG data, size {len(data)}") from None


def _encode_png(image, compression):
    if image.ndim < 3:
        raise invalid(f"images must be at least rank 3{text(image.shape)}")
    flat = image.reshape(-1, *image.shape[-3:])
    files = np.empty(len(flat), object)
    try:
        files[:] = [png.encode(one, compression) for one in flat]
    except ValueError as error:
        raise invalid(str(error)) from None
    return files.reshape(image.shape[:-3])


def _encode_jpeg(image, format="", quality=95, progressive=False, optimize_size=False, chroma_downsampling=True,  # noqa: A002
                 density_unit="in", x_density=300, y_density=300, xmp_metadata=b""):
    if not 0 <= quality <= 100:
        raise invalid(f"quality must be in [0,100], got {quality}")
    if image.ndim != 3:
        raise invalid(f"image must be 3-dimensional{text(image.shape)}")
    wanted = {"grayscale": 1, "rgb": 3}.get(format)
    if wanted and image.shape[2] != wanted:
        raise invalid(f"format {format} expects {wanted} channels, got {text(image.shape)}")
    if image.shape[2] not in (1, 3):
        raise invalid(f"image must have 1 or 3 channels, got {text(image.shape)}")
    comment = xmp_metadata.encode() if isinstance(xmp_metadata, str) else xmp_metadata
    data = jpeg.encode(image, quality, progressive, optimize_size, chroma_downsampling, (density_unit, x_density, y_density), comment)
    return np.array(data, object)


def _encode_at_quality(images, quality):
    if quality.ndim:
        raise invalid(f"quality must be scalar: {text(quality.shape)}")
    return _encode_jpeg(images, quality=int(quality))


def _infer(inputs, attrs):
    return (None, None, attrs["channels"] or None)


def _infer_crop(inputs, attrs):
    known = constant_value(inputs[1])
    return (*((None, None) if known is None or known.shape != (4,) else known[2:].tolist()), attrs["channels"] or None)


def _infer_encoded(inputs, attrs):
    infer.with_rank(inputs[0]._dims, 3)
    return ()


_PIXELS = TypeList("uint8 uint16")
_JPEG = {"channels": 0, "ratio": 1, "fancy_upscaling": True, "try_recover_truncated": False, "acceptable_fraction": 1.0, "dct_method": ""}
DECODE_PNG = op("DecodePng", "contents: string -> image: dtype", infer=_infer, types={"dtype": _PIXELS},
                kernel=_decoder("DecodePng"), attrs={"channels": 0, "dtype": dtypes.uint8})
DECODE_JPEG = op("DecodeJpeg", "contents: string -> image: uint8", infer=_infer, kernel=_decode_jpeg, attrs=_JPEG)
DECODE_CROP = op("DecodeAndCropJpeg", "contents: string, crop_window: int32 -> image: uint8", infer=_infer_crop, kernel=_decode_and_crop,
                 attrs=_JPEG)
DECODE_GIF = op("DecodeGif", "contents: string -> image: uint8", infer=lambda inputs, attrs: (None, None, None, 3),
                kernel=_decoder("DecodeGif"))
DECODE_BMP = op("DecodeBmp", "contents: string -> image: uint8", infer=_infer, kernel=_decoder("DecodeBmp"), attrs={"channels": 0})
DECODE_IMAGE = op("DecodeImage", "contents: string -> image: dtype", kernel=_decoder("DecodeImage"),
                  infer=lambda inputs, attrs: None if attrs["expand_animations"] else _infer(inputs, attrs),
                  attrs={"channels": 0, "dtype": dtypes.uint8, "expand_animations": True},
                  types={"dtype": TypeList("uint8 uint16 float32")})
JPEG_SHAPE = op("ExtractJpegShape", "contents: string -> image_shape: output_type", infer=lambda inputs, attrs: (3,), kernel=_jpeg_shape,
                attrs={"output_type": dtypes.int32}, types={"output_type": types.INDEX})
ENCODE_PNG = op("EncodePng", "image: T -> contents: string", kernel=_encode_png, attrs={"compression": -1}, types={"T": _PIXELS},
                infer=lambda inputs, attrs: None if inputs[0]._dims is None else inputs[0]._dims[:-3])
ENCODE_JPEG = op("EncodeJpeg", "image: uint8 -> contents: string", kernel=_encode_jpeg, infer=_infer_encoded, attrs={
    "format": "", "quality": 95, "progressive": False, "optimize_size": False, "chroma_downsampling": True, "density_unit": "in",
    "x_density": 300, "y_density": 300, "xmp_metadata": ""})
ENCODE_AT_QUALITY = op("EncodeJpegVariableQuality", "images: uint8, quality: int32 -> contents: string", kernel=_encode_at_quality,
                       infer=_infer_encoded)


def decode_png(contents, channels=0, dtype=dtypes.uint8, name=None):
    """The image in the bytes of a PNG file: uint8 or uint16 [height, width, channels]; 0 channels: as many as it has.

    Raises:
        InvalidArgumentError: the file is damaged, or of another kind than PNG, JPEG and GIF.
    """
    return dispatch(DECODE_PNG, (contents,), {"channels": channels or 0, "dtype": dtypes.as_dtype(dtype)}, name)


def _jpeg_attrs(channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method):
    return {"channels": channels or 0, "ratio": ratio, "fancy_upscaling": fancy_upscaling, "try_recover_truncated": try_recover_truncated,
            "acceptable_fraction": float(acceptable_fraction), "dct_method": dct_method}


def decode_jpeg(contents, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False, acceptable_fraction=1,
                dct_method="", name=None):
    """The image in the bytes of a JPEG file: uint8 [height, width, channels]. Needs Pillow, the extra `images`; PNG files do not."""
    return dispatch(DECODE_JPEG, (contents,), _jpeg_attrs(channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction,
                                                          dct_method),
                    name)


def decode_and_crop_jpeg(contents, crop_window, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False,
                         acceptable_fraction=1,
                         dct_method="", name=None):
    """A part of the image in a JPEG file: `crop_window` is its first row and column, its height and its width."""
    return dispatch(DECODE_CROP, (contents, crop_window),
                    _jpeg_attrs(channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method), name)


def decode_gif(contents, name=None):
    """The frames of a GIF file: uint8 [frames, height, width, 3]."""
    return dispatch(DECODE_GIF, (contents,), None, name)


def decode_bmp(contents, channels=0, name=None):
    """The image in a BMP file: uint8 [height, width, channels]."""
    return dispatch(DECODE_BMP, (contents,), {"channels": channels}, name)


def decode_image(contents, channels=None, dtype=dtypes.uint8, name=None, expand_animations=True):
    """The image in the bytes of a file, of any of the dtypes that `convert_image_dtype` gives; all frames of a GIF file.

    Args:
        expand_animations: whether of a GIF file all frames are taken, with an axis of their own, or the first.
    """
    dtype = dtypes.as_dtype(dtype)
    direct = dtype if dtype in (dtypes.float32, dtypes.uint8, dtypes.uint16) else dtypes.uint16
    image = dispatch(DECODE_IMAGE, (contents,), {"channels": channels or 0, "dtype": direct, "expand_animations": expand_animations}, name)
    return image if direct is dtype else convert_image_dtype(image, dtype)


def extract_jpeg_shape(contents, output_type=dtypes.int32, name=None):
    """Height, width and channels of a JPEG file, of which the pixels are not decoded."""
    return dispatch(JPEG_SHAPE, (contents,), {"output_type": dtypes.as_dtype(output_type)}, name)


def is_jpeg(contents, name=None):
    """Whether the bytes begin as a JPEG file does."""
    with scope(name, "is_jpeg"):
        return equal(substr(contents, 0, 3), b"\xff\xd8\xff", name=name)


def encode_png(image, compression=-1, name=None):
    """The bytes of a PNG file for uint8 or uint16 [..., height, width, channels]; not TensorFlow's bytes, but the same image."""
    return dispatch(ENCODE_PNG, (convert_to_tensor(image),), {"compression": compression}, name)


def encode_jpeg(image, format="", quality=95, progressive=False, optimize_size=False, chroma_downsampling=True,  # noqa: A002
                density_unit="in", x_density=300, y_density=300, xmp_metadata="", name=None):
    """The bytes of a JPEG file for uint8 [height, width, 1 or 3]. Needs Pillow, the extra `images`.

    Args:
        format: ``"grayscale"`` or ``"rgb"`` if there must be 1 or 3 channels.
        quality: 0 to 100.
    """
    one_of(ENCODE_JPEG.name, "format", format, ("", "grayscale", "rgb"))
    one_of(ENCODE_JPEG.name, "density_unit", density_unit, ("in", "cm"))
    return dispatch(ENCODE_JPEG, (convert_to_tensor(image),), {
        "format": format, "quality": quality, "progressive": progressive, "optimize_size": optimize_size,
        "chroma_downsampling": chroma_downsampling, "density_unit": density_unit, "x_density": x_density, "y_density": y_density,
        "xmp_metadata": xmp_metadata}, name)


# -- what the loss of JPEG does to an image ------------------------------------------------------------------------

def adjust_jpeg_quality(image, jpeg_quality, dct_method="", name=None):
    """The image as it comes out of a JPEG file of that quality, in the dtype it had."""
    with scope(name, "adjust_jpeg_quality"):
        image = convert_to_tensor(image, name="image")
        channels, dtype = image.shape[-1], image.dtype
        image = convert_image_dtype(image, dtypes.uint8, saturate=True)
        encoded = dispatch(ENCODE_AT_QUALITY, (image, convert_to_tensor(jpeg_quality, dtypes.int32)))
        return convert_image_dtype(decode_jpeg(encoded, channels=channels, dct_method=dct_method), dtype, saturate=True)


def _check_qualities(low, high):
    if min(low, high) < 0 or max(low, high) > 100:
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if low >= high:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")


def random_jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, seed=None):
    """`adjust_jpeg_quality` with a quality from the first number up to, but without, the second."""
    _check_qualities(min_jpeg_quality, max_jpeg_quality)
    return adjust_jpeg_quality(image, uniform([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=dtypes.int32))


def stateless_random_jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, seed):
    """`random_jpeg_quality`, determined by `seed`."""
    _check_qualities(min_jpeg_quality, max_jpeg_quality)
    return adjust_jpeg_quality(image, stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, dtype=dtypes.int32))
