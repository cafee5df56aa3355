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


x = wave(2, 20)


def slope(f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
        total = tf.reduce_sum(tf.abs(y) ** 2)
    near(total, tape.gradient(total, x))


# %% frame
show(tf.signal.frame(tf.range(9), 4, 2), tf.signal.frame(tf.range(9), 4, 3, pad_end=True, pad_value=-1), tf.signal.frame(x[:, :5], 2, 5))
show(tf.signal.frame(wave(5, 2), 3, 1, axis=0), tf.signal.frame(wave(2, 5, 2), 2, 2, axis=-2, pad_end=True), tf.signal.frame(tf.range(3), 5, 1))

# %% frame-refusals
fails(tf.signal.frame, 1.0, 2, 1)
fails(tf.signal.frame, x, [2], 1)
fails(tf.signal.frame, x, 2, [1])
fails(tf.signal.frame, x, 2, 1, axis=[0])

# %% frame-in-a-graph
@tf.function(autograph=False)
def step(x, length, step):
    return tf.signal.frame(x, length, step), tf.signal.frame(x, 4, 2), tf.signal.frame(x, 4, step, pad_end=True), tf.signal.frame(x, 3, 2, axis=0)

scalar = tf.TensorSpec([], tf.int32)
print(step.get_concrete_function(tf.TensorSpec([2, 9]), scalar, scalar).structured_outputs)
print(step.get_concrete_function(tf.TensorSpec([None, None]), scalar, scalar).structured_outputs)
show(*step(wave(3, 9), tf.constant(6), tf.constant(4)))

# %% frame-gradient
slope(lambda x: tf.signal.frame(x, 4, 3) * 2, x)
slope(lambda x: tf.signal.frame(x, 6, 4, pad_end=True), x)

# %% overlap-and-add
show(tf.signal.overlap_and_add(wave(3, 4), 2), tf.signal.overlap_and_add(wave(2, 3, 4), 3), tf.signal.overlap_and_add(wave(3, 4), 4), tf.signal.overlap_and_add(wave(3, 4), 6))
slope(lambda x: tf.signal.overlap_and_add(tf.reshape(x, [2, 5, 4]), 1), x)

# %% overlap-and-add-refusals
fails(tf.signal.overlap_and_add, wave(3), 2)
fails(tf.signal.overlap_and_add, wave(3, 4), 2.0)
fails(tf.signal.overlap_and_add, wave(3, 4), [2])

# %% overlap-and-add-in-a-graph
@tf.function(autograph=False)
def step(x, step):
    return tf.signal.overlap_and_add(x, 2), tf.signal.overlap_and_add(x, step), tf.signal.overlap_and_add(x, 4)

print(step.get_concrete_function(tf.TensorSpec([2, None, 4]), tf.TensorSpec([], tf.int32)).structured_outputs)
show(*step(wave(2, 3, 4), tf.constant(3)))

# %% windows
near(tf.signal.hann_window(6), tf.signal.hann_window(5), tf.signal.hann_window(6, periodic=False), tf.signal.hamming_window(6), tf.signal.hamming_window(5, periodic=False))
near(tf.signal.hann_window(1), tf.signal.hamming_window(4, dtype=tf.float64), tf.signal.vorbis_window(8), tf.signal.vorbis_window(3, tf.float64))
near(tf.signal.kaiser_window(6), tf.signal.kaiser_window(1), tf.signal.kaiser_window(5, beta=3.0, dtype=tf.float64), tf.signal.kaiser_bessel_derived_window(8), tf.signal.kaiser_bessel_derived_window(4, 2.0))

# %% windows-of-unknown-length
@tf.function
def step(n):
    return tf.signal.hann_window(n), tf.signal.hamming_window(n, periodic=False), tf.signal.vorbis_window(n), tf.signal.kaiser_window(n)

print(step.get_concrete_function(tf.TensorSpec([], tf.int32)).structured_outputs)
near(*step(tf.constant(4)), *step(tf.constant(1))[:3])

# %% windows-refusals
fails(tf.signal.hann_window, 4, dtype=tf.int32)
fails(tf.signal.hamming_window, [4])
fails(tf.signal.kaiser_window, 4, dtype=tf.complex64)
fails(tf.signal.vorbis_window, [4])
fails(tf.signal.hann_window, 4, periodic=3)

# %% stft
near(tf.signal.stft(x, 8, 4), tf.signal.stft(x[0], 6, 3, fft_length=9, window_fn=None), tf.signal.stft(x[0], 5, 5, pad_end=True))
near(tf.signal.stft(tf.cast(x[0], tf.float64), 4, 2, window_fn=tf.signal.hamming_window))
slope(lambda x: tf.signal.stft(x, 8, 4), x)

# %% stft-in-a-graph
@tf.function(autograph=False)
def step(x, length):
    return tf.signal.stft(x, 6, 3), tf.signal.stft(x, length, 3), tf.signal.inverse_stft(tf.signal.stft(x, 6, 3), 6, 3)

concrete = step.get_concrete_function(tf.TensorSpec([None, 20]), tf.TensorSpec([], tf.int32))
print(concrete.structured_outputs)
near(*step(x, tf.constant(5)))

# %% inverse-stft
frames = tf.signal.stft(x, 8, 4)
near(tf.signal.inverse_stft(frames, 8, 4, window_fn=tf.signal.inverse_stft_window_fn(4)), tf.signal.inverse_stft(frames[0], 10, 5, fft_length=8, window_fn=None))
near(tf.signal.inverse_stft(frames[0], 6, 3), tf.signal.inverse_stft_window_fn(3, tf.signal.hamming_window)(8, tf.float64), tf.signal.inverse_stft_window_fn(5)(4, dtype=tf.float32))
fails(tf.signal.inverse_stft, frames[0, 0], 8, 4)

# %% cosine-transforms
near(*[tf.signal.dct(x, type=kind) for kind in (1, 2, 3, 4)])
near(*[tf.signal.dct(x, type=kind, norm="ortho") for kind in (2, 3, 4)], tf.signal.dct(tf.cast(x, tf.float64)))
near(tf.signal.dct(x, n=5), tf.signal.dct(x[0], n=24, norm="ortho"), tf.signal.dct(x[0], type=3, n=3), *[tf.signal.idct(x, type=kind) for kind in (1, 2, 3, 4)])
near(tf.signal.idct(tf.signal.dct(x, norm="ortho"), norm="ortho") - x)
slope(lambda x: tf.signal.dct(x, norm="ortho"), x)
slope(lambda x: tf.signal.idct(x, type=1), x[:, :5])

# %% cosine-transforms-refusals
fails(tf.signal.dct, x, axis=0)
fails(tf.signal.dct, x, type=5)
fails(tf.signal.dct, x, n=0)
fails(tf.signal.dct, x, type=1, norm="ortho")
fails(tf.signal.dct, x[:, :1], type=1)
fails(tf.signal.idct, x, norm="forward")

# %% modified-cosine-transforms
transformed = tf.signal.mdct(x, 8)
near(transformed, tf.signal.mdct(x[0], 8, window_fn=None, pad_end=True, norm="ortho"), tf.signal.mdct(x[0], 4, tf.signal.kaiser_bessel_derived_window))
near(tf.signal.inverse_mdct(transformed), tf.signal.inverse_mdct(transformed[0], window_fn=None, norm="ortho"))
fails(tf.signal.mdct, x, 6)
fails(tf.signal.inverse_mdct, x[0])

# %% mel
near(tf.signal.linear_to_mel_weight_matrix(4, 17, 8000), tf.signal.linear_to_mel_weight_matrix(3, 9, 16000, 80.0, 7600.0, tf.float64))
fails(tf.signal.linear_to_mel_weight_matrix, 0)
fails(tf.signal.linear_to_mel_weight_matrix, lower_edge_hertz=-1.0)
fails(tf.signal.linear_to_mel_weight_matrix, lower_edge_hertz=4000.0)
fails(tf.signal.linear_to_mel_weight_matrix, sample_rate=0)
fails(tf.signal.linear_to_mel_weight_matrix, upper_edge_hertz=5000.0)
fails(tf.signal.linear_to_mel_weight_matrix, dtype=tf.int32)

# %% mfcc
spectrum = tf.abs(tf.signal.stft(wave(1, 64), 16, 16))
mel = tf.tensordot(spectrum, tf.signal.linear_to_mel_weight_matrix(5, spectrum.shape[-1]), 1)
near(tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(mel + 1e-3)))
print(tf.function(tf.signal.mfccs_from_log_mel_spectrograms).get_concrete_function(tf.TensorSpec([None, None, 5])).structured_outputs)
fails(tf.signal.mfccs_from_log_mel_spectrograms, tf.zeros([2, 0]))
