import base64
import hashlib
import struct

import numpy as np
import tensorflow as tf
from tell import fails, show

colours = tf.constant(((np.arange(11)[:, None] * 20 + np.arange(13) * 7)[..., None] * np.array([1, 2, 3]) % 256).astype(np.uint8))
STILL = base64.b64decode("R0lGODdhBQAEAIIAAAD/ACDfSjDPb1CvuWCf3pBvTcA/vPAPKywAAAAABQAEAAAIFAABCCBQwMDAggcIGjgQAGGAAQEBADs=")
MOVING = base64.b64decode(
    "R0lGODdhBQAEAIMAAAD/ABDvJSDfSjDPb0C/lFCvuWCf3nCPA4B/KJBvTaBfcrBPl8A/vNAv4eAfBvAPKywAAAAABQAEAAAIFAABDDCQgMHAgg8IMnggAKGAAgEBACwCAAEAAgACAIMA/wAQ7yUg"
    "30owz29Av5RQr7lgn95wjwOAfyiQb02gX3KwT5fAP7zQL+HgHwbwDysIBwAVNGgAICAALAIAAQACAAIAgwD/ABDvJSDfSjDPb0C/lFCvuWCf3nCPA4B/KJBvTaBfcrBPl8A/vNAv4eAfBvAPKwgH"
    "ABMwYPAgIAA7")
CLEAR = base64.b64decode("R0lGODlhBQAEAIIAAAD/ACDfSjDPb1CvuWCf3pBvTcA/vPAPKyH5BAEAAAIALAAAAAAFAAQAAAgUAAEIIFDAwMCCBwgaOBAAYYABAQEAOw==")
LACED = base64.b64decode(
    "R0lGODdhKAAeAIMAAAD/ABDvJSDfSjDPb0C/lFCvuWCf3nCPA4B/KJBvTaBfcrBPl8A/vNAv4eAfBvAPKywAAAAAKAAeAEAI5AABHHBQgMEABQEQPDDQgMACAQkEEjSIUCFDhxAlFjwYQCPFhAsb"
    "Pow4cGPFkBhJTuTokaNFkRlLfnyZsiVCmyAvjsRJc6dMlj9P6oy5UihMlSY7Bs15lCdKn0WVRu1JNClVpB+dDsXq8mnVrEuvam26dGzNsF653kS71SzUpG6/dm1bli3ZqWlxxlXL9GzUvYDt+rWa"
    "V/BIsYblGk2JGC9dx0cbE348OXJhyINnppWsmXJny57n3q3M+DLpt59Lh16MWrTq0albs4bI2bXsvodNx1aMm7Zu27yv1p7NV/hv4nsDAgA7")


def bitmap(width, height, depth, turned=False):
    length = (depth // 8 * width + 3) // 4 * 4
    pixels = bytes(index * 37 % 256 for index in range(length * height))
    return b"BM" + struct.pack("<iii", 54 + len(pixels), 0, 54) + struct.pack("<iiihhiiiiii", 40, width, -height if turned else height, 1, depth, *[0] * 6) + pixels


# %% gif
for data in (STILL, MOVING, CLEAR):
    show(tf.io.decode_gif(data))
show(tf.reduce_sum(tf.cast(tf.image.decode_gif(LACED), tf.int32), [0, 2, 3]))

# %% gif-by-other-ops
show(tf.io.decode_png(STILL), tf.io.decode_jpeg(STILL), tf.io.decode_image(STILL), tf.io.decode_image(MOVING, expand_animations=False))
show(tf.io.decode_image(STILL, dtype=tf.float32), tf.io.decode_image(STILL, dtype=tf.uint16), tf.io.decode_gif(tf.io.encode_png(colours[:2, :2])))
fails(tf.io.decode_png, MOVING)
fails(tf.io.decode_image, STILL, channels=1)
fails(tf.io.decode_bmp, STILL)
fails(tf.io.decode_gif, [STILL])

# %% gif-that-is-damaged
for cut in (13, 40):
    try:
        tf.io.decode_gif(STILL[:cut])
    except tf.errors.InvalidArgumentError as error:
        print(str(error).split("} ")[1].split(",")[0])

# %% bmp
show(tf.io.decode_bmp(bitmap(3, 2, 24)), tf.io.decode_bmp(bitmap(3, 2, 24, True)), tf.io.decode_bmp(bitmap(2, 2, 32)), tf.io.decode_bmp(bitmap(5, 2, 8)))
show(tf.io.decode_bmp(bitmap(3, 1, 24), channels=4), tf.io.decode_bmp(bitmap(2, 1, 32), channels=3), tf.io.decode_bmp(bitmap(3, 1, 8), channels=3))
show(tf.io.decode_image(bitmap(3, 1, 24)), tf.io.decode_image(bitmap(3, 1, 8), dtype=tf.float32), tf.io.decode_image(bitmap(3, 1, 8), channels=4, dtype=tf.uint16))

# %% bmp-refusals
fails(tf.io.decode_bmp, bitmap(3, 2, 24), channels=1)
fails(tf.io.decode_bmp, b"BM")
fails(tf.io.decode_bmp, bitmap(3, 2, 1))
fails(tf.io.decode_png, bitmap(3, 2, 24))
fails(tf.io.decode_gif, bitmap(3, 2, 24))
fails(tf.io.decode_bmp, tf.io.encode_png(colours))

# %% what-no-op-knows
fails(tf.io.decode_image, b"something else")
fails(tf.io.decode_jpeg, b"")
fails(tf.io.decode_png, [b"a", b"b"])
print(tf.io.is_jpeg([b"\xff\xd8\xff\xe0", b"BM", b""]), tf.image.is_jpeg(b"\xff\xd8\xff"))

# %% static-shapes
@tf.function(autograph=False)
def step(data, window):
    return (tf.io.decode_gif(data), tf.io.decode_bmp(data, channels=3), tf.io.decode_jpeg(data), tf.io.decode_and_crop_jpeg(data, [0, 1, 2, 3], channels=1),
            tf.io.decode_and_crop_jpeg(data, window), tf.io.extract_jpeg_shape(data), tf.io.decode_image(data), tf.io.decode_image(data, expand_animations=False))

print(step.get_concrete_function(tf.TensorSpec([], tf.string), tf.TensorSpec([4], tf.int32)).structured_outputs)

# %% jpeg-is-encoded-to-the-same-bytes
# needs: PIL (the extra jpeg)
def told(data):
    print(len(data.numpy()), hashlib.sha256(data.numpy()).hexdigest()[:16])

told(tf.io.encode_jpeg(colours))
told(tf.io.encode_jpeg(colours, quality=30))
told(tf.io.encode_jpeg(colours, progressive=True, optimize_size=True, chroma_downsampling=False))
told(tf.io.encode_jpeg(colours[..., :1], format="grayscale"))
told(tf.image.encode_jpeg(colours, density_unit="cm", x_density=10, y_density=20))
told(tf.image.encode_jpeg(colours, xmp_metadata="hello"))
told(tf.function(lambda x: tf.io.encode_jpeg(x, quality=0))(colours))

# %% jpeg-is-decoded-with-accurate-cosines
# needs: PIL (the extra jpeg)
data = tf.io.encode_jpeg(colours)
show(tf.io.decode_jpeg(data, dct_method="INTEGER_ACCURATE")[:3], tf.io.decode_jpeg(data, channels=1, dct_method="INTEGER_ACCURATE")[0])
show(tf.io.decode_jpeg(tf.io.encode_jpeg(colours[..., :1]), channels=3, dct_method="INTEGER_ACCURATE")[0])
show(tf.io.decode_and_crop_jpeg(data, [2, 9, 2, 4], dct_method="INTEGER_ACCURATE"), tf.io.extract_jpeg_shape(data), tf.io.extract_jpeg_shape(data, tf.int64))
print([tf.io.decode_jpeg(data, ratio=ratio).shape for ratio in (1, 2, 4, 8)], tf.io.decode_image(data).shape, tf.io.decode_gif(data).shape, tf.io.decode_png(data).dtype)

# %% jpeg-is-decoded-nearly-the-same-with-fast-cosines
# needs: PIL (the extra jpeg)
data = tf.io.encode_jpeg(colours, quality=90)
for image in (tf.io.decode_jpeg(data), tf.io.decode_image(data, dtype=tf.float32) * 255, tf.io.decode_image(data, dtype=tf.uint16) / 256):
    print(round(float(tf.reduce_mean(tf.cast(image, tf.float32))) / 4), image.shape)

# %% jpeg-refusals
# needs: PIL (the extra jpeg)
data = tf.io.encode_jpeg(colours).numpy()
fails(tf.io.decode_jpeg, data, channels=4)
fails(tf.io.decode_jpeg, data, ratio=3)
fails(tf.io.decode_jpeg, data, dct_method="SLOW")
fails(tf.io.decode_bmp, data)
fails(tf.io.decode_and_crop_jpeg, data, [0, 0, 50, 2])
fails(tf.io.decode_and_crop_jpeg, data, [0, 0, 5])
fails(tf.io.encode_jpeg, colours[0])
fails(tf.io.encode_jpeg, colours[..., :2])
fails(tf.io.encode_jpeg, colours, format="grayscale")
fails(tf.io.encode_jpeg, colours, quality=101)
fails(tf.io.encode_jpeg, colours, density_unit="inch")
fails(tf.io.encode_jpeg, tf.cast(colours, tf.float32))

# %% the-loss-of-jpeg
# needs: PIL (the extra jpeg)
show(tf.image.adjust_jpeg_quality(colours, 40, dct_method="INTEGER_ACCURATE")[:2], tf.image.adjust_jpeg_quality(tf.cast(colours, tf.float32) / 255, 75, dct_method="INTEGER_ACCURATE")[0])
print(tf.image.stateless_random_jpeg_quality(colours, 20, 80, [1, 2]).shape, tf.image.random_jpeg_quality(colours, 20, 80, seed=1).dtype)
fails(tf.image.random_jpeg_quality, colours, 80, 20)
fails(tf.image.random_jpeg_quality, colours, -1, 20)
fails(tf.image.adjust_jpeg_quality, colours, 175)
