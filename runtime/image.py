"""`tf.image`."""

from runtime.core.absent import absent_from
from runtime.ops.image.colour import (adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation,  # noqa: F401
                                convert_image_dtype, grayscale_to_rgb, hsv_to_rgb, per_image_standardization, psnr,
                                rgb_to_grayscale, rgb_to_hsv, ssim)
from runtime.ops.image.images import (ResizeMethod, central_crop, crop_to_bounding_box, flip_left_right, flip_up_down,  # noqa: F401
                                pad_to_bounding_box, resize, resize_with_crop_or_pad, resize_with_pad, rot90, transpose)
from runtime.ops.image.boxes import crop_and_resize, draw_bounding_boxes  # noqa: F401
from runtime.ops.image.decoding import (adjust_jpeg_quality, decode_and_crop_jpeg, decode_bmp, decode_gif, decode_image,  # noqa: F401
                                        decode_jpeg, decode_png, encode_jpeg, encode_png, extract_jpeg_shape, is_jpeg,
                                        random_jpeg_quality, stateless_random_jpeg_quality)
from runtime.ops.image.gradients import (image_gradients, rgb_to_yiq, rgb_to_yuv, sobel_edges, total_variation, yiq_to_rgb,  # noqa: F401
                                         yuv_to_rgb)
from runtime.ops.image.padded_suppression import non_max_suppression_padded  # noqa: F401
from runtime.ops.image.patches import extract_patches  # noqa: F401
from runtime.ops.image.sampling import sample_distorted_bounding_box, stateless_sample_distorted_bounding_box  # noqa: F401
from runtime.ops.image.suppression import (combined_non_max_suppression, non_max_suppression, non_max_suppression_overlaps,  # noqa: F401
                                           non_max_suppression_with_scores)
from runtime.ops.image.random_images import (random_brightness, random_contrast, random_crop, random_flip_left_right,  # noqa: F401
                                       random_flip_up_down, random_hue, random_saturation, stateless_random_brightness,
                                       stateless_random_contrast, stateless_random_crop, stateless_random_flip_left_right,
                                       stateless_random_flip_up_down, stateless_random_hue, stateless_random_saturation)

__getattr__ = absent_from("tf.image")
