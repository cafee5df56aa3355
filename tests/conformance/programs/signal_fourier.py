import numpy as np
import tensorflow as tf
from tell import fails, near as _near, show


def near(*values):
    """Complex numbers as their parts, each for itself, so that what is nearly zero is told as zero."""
    for value in map(np.asarray, values):
        _near(*(part.round(4) + 0 for part in ((value.real, value.imag) if value.dtype.kind == "c" else (value,))))


def wave(*shape, dtype=np.float32):
    n = int(np.prod(shape))
    return tf.constant((np.arange(n) * 7 % 11 - 5).reshape(shape).astype(dtype) / 8)


x = wave(2, 4, 6)
z = tf.complex(x, wave(2, 4, 6) ** 2 - 1)


def slopes(f, x):
    """The sum of the squares of what comes out, its gradient, and that of the gradient's squares."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
            total = tf.reduce_sum(tf.math.real(y) ** 2 + 3 * tf.math.real(y) + 2 * tf.math.imag(y) ** 2 + tf.math.imag(y))
        first = inner.gradient(total, x)
        second = tf.reduce_sum(tf.abs(first) ** 2)
    near(total, first, outer.gradient(second, x))


# %% complex
near(tf.signal.fft(z), tf.signal.fft2d(z), tf.signal.fft3d(z))
near(tf.signal.ifft(z), tf.signal.ifft2d(z), tf.signal.ifft3d(z))

# %% complex-types-and-edges
near(tf.signal.fft(tf.cast(z, tf.complex128)), tf.signal.fft(z[0, 0, :1]), tf.signal.ifft(z[:, :, :5]))
show(tf.signal.fft(z[:0]), tf.signal.fft(z[:, :, :0]), tf.signal.rfft(x[:, :0]), tf.signal.rfft(x[..., :0]), tf.signal.irfft(z[..., :0]))
print(tf.signal.fft(tf.constant([float("nan"), 1], tf.complex64)), tf.signal.rfft([1.0, np.inf, 2.0]))

# %% real
near(tf.signal.rfft(x), tf.signal.rfft(x, [4]), tf.signal.rfft(x, [9]), tf.signal.rfft(tf.cast(x, tf.float64)), tf.signal.rfft([1, 2, 3]))
near(tf.signal.irfft(z), tf.signal.irfft(z, [7]), tf.signal.irfft(z, [15]), tf.signal.irfft(tf.cast(z, tf.complex128), [4]))

# %% real-2d-and-3d
near(tf.signal.rfft2d(x), tf.signal.rfft2d(x, [3, 9]), tf.signal.rfft3d(x), tf.signal.rfft3d(x, [3, 1, 9]))
near(tf.signal.irfft2d(z), tf.signal.irfft2d(z, [5, 7]), tf.signal.irfft3d(z), tf.signal.irfft3d(z, [1, 5, 4]))

# %% there-and-back
near(tf.signal.irfft(tf.signal.rfft(x)) - x, tf.signal.ifft3d(tf.signal.fft3d(z)) - z, tf.signal.irfft2d(tf.signal.rfft2d(x[..., :5]), [4, 5]) - x[..., :5])

# %% gradients-of-complex
for f in (tf.signal.fft, tf.signal.ifft, tf.signal.fft2d, tf.signal.ifft2d, tf.signal.fft3d, tf.signal.ifft3d):
    slopes(f, z[:, :2, :3])

# %% gradients-of-real
slopes(tf.signal.rfft, x[0, :2])
slopes(lambda x: tf.signal.rfft(x, [9]), x[0, 0])
slopes(lambda z: tf.signal.irfft(z), z[0, :2, :4])
slopes(lambda z: tf.signal.irfft(z, [5]), z[0, 0, :3])

# %% gradients-of-real-2d
slopes(tf.signal.rfft2d, x[0] / 4)
slopes(lambda x: tf.signal.rfft2d(x, [5, 7]), x[:, :2, :3] / 8)
slopes(lambda z: tf.signal.irfft2d(z), z[0, :2, :4])

# %% no-gradient-of-what-is-cut
fails(slopes, lambda x: tf.signal.rfft(x, [4]), x[0, 0])

# %% no-gradient-in-3d
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.signal.rfft3d(x)
fails(tape.gradient, y, x)

# %% refusals
fails(tf.signal.fft, x)
fails(tf.signal.fft, tf.complex(1.0, 1.0))
fails(tf.signal.fft2d, z[0, 0])
fails(tf.signal.rfft, tf.range(8))
fails(tf.signal.rfft, 1.0)
fails(tf.signal.rfft, x, [-1])
fails(tf.signal.rfft, x, [4, 4])
fails(tf.signal.irfft, x)
fails(tf.signal.irfft2d, z[0, 0])
fails(tf.signal.rfft, tf.cast(x, tf.float16))

# %% any-dimensions
fails(tf.signal.fftnd, z)
fails(tf.signal.ifftnd, z)
fails(tf.signal.rfftnd, x)
fails(tf.signal.irfftnd, z)

# %% in-a-graph
@tf.function(autograph=False)
def step(x):
    z = tf.cast(x, tf.complex64)
    return tf.signal.fft(z), tf.signal.rfft(x), tf.signal.rfft(x, [4]), tf.signal.irfft(z), tf.signal.rfft2d(x), tf.signal.irfft(z, [20])

concrete = step.get_concrete_function(tf.TensorSpec([3, 5]))
print(concrete.structured_outputs)
print([op.name for op in concrete.graph.get_operations()])
print(step.get_concrete_function(tf.TensorSpec([3, None])).structured_outputs)
near(*step(x[0, :3]))

# %% a-length-of-the-graph
@tf.function
def step(x, length):
    return tf.signal.rfft(x, length), tf.signal.irfft(tf.signal.rfft(x), length)

print(step.get_concrete_function(tf.TensorSpec([None, 6]), tf.TensorSpec([1], tf.int32)).structured_outputs)
near(*step(x[0, :2], tf.constant([9])))
near(*step(x[0, :2], tf.constant([5])))

# %% shapes-that-do-not-fit-a-graph
fails(tf.function(lambda: tf.signal.fft(tf.constant(1j))))
fails(tf.function(lambda: tf.signal.rfft2d(x[0, 0])))

# %% fftshift
show(tf.signal.fftshift([0.0, 1, 2, 3, 4]), tf.signal.ifftshift([0, 1, 2, 3, 4]), tf.signal.fftshift(x[0], axes=1), tf.signal.fftshift(x, axes=(0, -1)), tf.signal.ifftshift(x, axes=[1, 2]))
print(tf.signal.fftshift(tf.range(6), axes=-1), tf.function(tf.signal.fftshift).get_concrete_function(tf.TensorSpec([None, 3])).structured_outputs)
