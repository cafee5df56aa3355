import struct

import numpy as np
import tensorflow as tf
from tell import fails, show


def wav(values, channels=1, rate=8000, bits=16, form=1, size=16, extra=b""):
    data = np.asarray(values, "<i2").tobytes()
    each = channels * bits // 8
    head = struct.pack("<4sIHHIIHH", b"fmt ", size, form, channels, rate, rate * each, each, bits) + b"\0" * (size - 16)
    return b"RIFF" + struct.pack("<I", 4 + len(head) + len(extra) + 8 + len(data)) + b"WAVE" + head + extra + b"data" + struct.pack("<I", len(data)) + data


plain, stereo = wav([0, 1, -1, 32767, -32768, 1000]), wav([1, 2, 3, 4, 5, 6], 2, 44100)

# %% decode
print(tf.audio.decode_wav(plain))
show(*tf.audio.decode_wav(stereo))
show(*tf.audio.decode_wav(wav([5, 6], size=18)), *tf.audio.decode_wav(wav([5, 6], extra=b"LIST" + struct.pack("<I", 4) + b"abcd")), *tf.audio.decode_wav(wav([])))

# %% decode-to-a-size
show(tf.audio.decode_wav(plain, desired_samples=3).audio, tf.audio.decode_wav(plain, desired_samples=8)[0], tf.audio.decode_wav(stereo, desired_channels=1)[0])
show(tf.audio.decode_wav(stereo, desired_channels=3, desired_samples=2)[0], tf.audio.decode_wav(plain, 2, 2)[0])

# %% decode-refusals
fails(tf.audio.decode_wav, b"RIFX" + plain[4:])
fails(tf.audio.decode_wav, plain[:8] + b"WAVX" + plain[12:])
fails(tf.audio.decode_wav, wav([1, 2], bits=8))
fails(tf.audio.decode_wav, wav([1, 2], form=3))
fails(tf.audio.decode_wav, wav([1, 2], size=20))
fails(tf.audio.decode_wav, plain[:-2])
fails(tf.audio.decode_wav, plain[:20])
fails(tf.audio.decode_wav, plain[:36])
fails(tf.audio.decode_wav, b"")
fails(tf.audio.decode_wav, [plain])

# %% encode
data = tf.audio.encode_wav([[0.0, 0.5], [1.0, -1.0], [0.25, 2.0], [-0.3, 0.00002]], 16000)
print(data)
show(*tf.audio.decode_wav(data))
show(tf.strings.length(tf.audio.encode_wav(tf.zeros([0, 1]), 8000)))

# %% encode-refusals
fails(tf.audio.encode_wav, tf.zeros([3]), 8000)
fails(tf.audio.encode_wav, tf.zeros([3, 1]), [8000])
fails(tf.audio.encode_wav, tf.zeros([3, 1]), 0)
fails(tf.audio.encode_wav, tf.zeros([3, 0]), 8000)
fails(tf.audio.encode_wav, tf.zeros([3, 1], tf.float64), 8000)

# %% in-a-graph
@tf.function
def step(data):
    audio, rate = tf.audio.decode_wav(data, desired_channels=1)
    return audio, rate, tf.audio.encode_wav(audio * 0.5, rate), tf.audio.decode_wav(data, desired_samples=4).audio

print(step.get_concrete_function(tf.TensorSpec([], tf.string)).structured_outputs)
audio, rate, half, four = step(plain)
show(audio, rate, tf.audio.decode_wav(half).audio, four)
fails(tf.function(tf.audio.decode_wav).get_concrete_function, tf.TensorSpec([2], tf.string))
