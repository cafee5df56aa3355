"""`tf.image`."""

from runtime.core.absent import absent_from
from runtime.ops.image.colour import (adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation,  # noqa: F401
                                convert_image_dtype, grayscale_to_rgb, hsv_to_rgb, per_image_standardization, psnr,
                                rgb_to_grayscale, rgb_to_hsv, ssim)
from runtime.ops.image.images import (ResizeMethod, central_crop, crop_to_bounding_box, flip_left_right, flip_up_down,  # noqa: F401
                                pad_to_bounding_box, resize, resize_with_crop_or_pad, resize_with_pad, rot90, transpose)
from runtime.ops.image.png import decode_image, decode_jpeg, decode_png, encode_png  # noqa: F401
from runtime.ops.image.random_images import (random_brightness, random_contrast, random_crop, random_flip_left_right,  # noqa: F401
                                       random_flip_up_down, random_hue, random_saturation, stateless_random_brightness,
                                       stateless_random_contrast, stateless_random_crop, stateless_random_flip_left_right,
                                       stateless_random_flip_up_down, stateless_random_hue, stateless_random_saturation)

__getattr__ = absent_from("tf.image")
