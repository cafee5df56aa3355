import tensorflow as tf
from tell import fails, show

C, R = tf.constant, tf.RaggedTensor
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]]])
reals = tf.ragged.constant([[0.5, -1.0], [], [2.0]])
words = tf.ragged.constant([["Ab", "cD "], ["e"]])
t = C([[1], [2], [3], [4], [5]])

# %% of-one-value
print(tf.abs(-digits), tf.square(digits), tf.negative(deep), tf.zeros_like(digits), tf.ones_like(reals), tf.cast(digits, tf.float32), tf.sign(reals), tf.math.floor(reals), tf.nn.relu(reals), tf.identity(deep), tf.stop_gradient(digits))
print(tf.math.is_nan(reals), tf.clip_by_value(digits, 2, 5), tf.round(reals), tf.saturate_cast(reals, tf.uint8), tf.bitcast(digits, tf.uint32).dtype, tf.abs(x=reals), tf.math.logical_not(reals > 0), tf.bitwise.invert(digits), tf.debugging.check_numerics(reals, "bad"), tf.nn.leaky_relu(reals, alpha=0.5))
show(tf.exp(reals).flat_values, tf.sqrt(tf.abs(reals)).flat_values, tf.sigmoid(reals).flat_values, tf.tanh(reals).flat_values, tf.nn.gelu(reals, approximate=True).flat_values, tf.nn.softplus(reals).flat_values)
fails(tf.math.log, digits)
fails(tf.debugging.check_numerics, reals / 0.0, "bad")

# %% of-two-values
print(tf.add(digits, 3), digits + digits, digits - 1, 2 * digits, digits / 2, digits // 2, digits % 3, digits ** 2, 10 - digits, 10 // (digits + 1), 7 % digits, 2 ** digits, 1.0 / reals)
print(tf.maximum(digits, 4), tf.minimum(4, digits), tf.math.squared_difference(digits, 1), tf.multiply(x=digits, y=digits), tf.math.floormod(digits, 2), tf.math.divide_no_nan(reals, 0.0), tf.subtract(digits, tf.ones_like(digits)), tf.bitwise.bitwise_and(digits, 1), tf.truncatediv(digits, 2), tf.math.scalar_mul(2, digits))

# %% operators
print(-digits, abs(reals), ~(digits > 2), (digits > 2) & (digits < 6), (digits > 2) | (digits < 2), (digits > 2) ^ (digits > 4), digits == digits, digits != 3, digits == 1, digits < 4, digits <= 4, digits > 4, digits >= 4)
print(digits == None, digits != None, None == digits, True & (digits > 2), digits == C([[3], [0], [5], [6], [0]]))
fails(lambda: digits & 1)
fails(lambda: digits @ digits)
fails(lambda: digits + "a")
fails(lambda: digits + reals)
print(digits == tf.ragged.constant([[1]]))

# %% tensors-on-the-left
print(t + digits, t - digits, t * digits, t < digits, t >= digits, t == digits, t != digits, C(2) * digits, C(2.0) / reals, tf.Variable(2) * digits, tf.Variable([[1], [2], [3], [4], [5]]) + digits)

# %% broadcasting
print(digits + t, deep + C([[[1]], [[2]]]), deep + 10, deep + tf.ragged.constant([[[1], [2]], [[3], [4], [5]]], ragged_rank=1), deep * tf.ragged.constant([[1, 2], [3, 4, 5]])[:, :, tf.newaxis])
print(tf.ragged.constant([[1, 2], [3]]) + tf.ragged.constant([[10, 20], [30]]), tf.ragged.constant([[1, 2], [3, 4]]) + C([[10, 20], [30, 40]]), R.from_uniform_row_length([1, 2, 3, 4], 2) + C([10, 20]))
print(tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1) + C([10, 20]), tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1) + tf.ragged.constant([[[1]], [[2], [3]]], ragged_rank=1))

# %% shapes-that-do-not-fit
fails(lambda: tf.ragged.constant([[1, 2], [3, 4]]) + C([[10, 20]]))
fails(lambda: C([10, 20]) + tf.ragged.constant([[1, 2], [3, 4]]))
fails(lambda: digits + tf.ragged.constant([[1], [2], [3], [4], [5]]))
fails(lambda: digits + C([1, 2, 3, 4]))
fails(lambda: digits + tf.ragged.constant([[1], [2]]))
fails(lambda: deep + tf.ragged.constant([[1, 2], [3]]))
fails(lambda: digits + C([[1, 2, 3, 4]]))
fails(lambda: digits + tf.ragged.constant([[1, 1, 1, 1], [], [1, 1, 1], [1], []], row_splits_dtype=tf.int32))

# %% map-flat-values
print(tf.ragged.map_flat_values(tf.ones_like, digits), tf.ragged.map_flat_values(tf.multiply, digits, digits), tf.ragged.map_flat_values(tf.add, digits, 5), tf.ragged.map_flat_values(lambda x: x * 2 + 1, x=deep), tf.ragged.map_flat_values(tf.add, 1, 2), tf.ragged.map_flat_values(tf.one_hot, digits, depth=3).shape, tf.ragged.map_flat_values(tf.stack, [digits, digits], axis=1).shape)
fails(tf.ragged.map_flat_values, tf.add, digits, tf.ragged.constant([[1]]))
fails(tf.ragged.map_flat_values, tf.add, digits, tf.ragged.constant([[1] * 8]))
fails(tf.ragged.map_flat_values, tf.reduce_sum, digits)
fails(tf.ragged.map_flat_values, tf.add, deep, tf.ragged.constant([[1] * 6]))
fails(tf.ragged.map_flat_values, lambda x: x[:1], digits)

# %% strings
print(tf.strings.upper(words), tf.strings.length(words), tf.strings.substr(words, 0, 1), tf.strings.strip(words), tf.strings.regex_replace(words, "[A-Z]", "_"), tf.strings.regex_full_match(words, "e"), tf.strings.to_hash_bucket_fast(words, 10), tf.as_string(digits), tf.strings.to_number(tf.as_string(digits)), words + "!", tf.strings.join([words, "-", words]), tf.strings.unicode_transcode(words, "UTF-8", "UTF-16-BE"), tf.io.encode_base64(words))
fails(tf.strings.join, [words, words[:1]])

# %% assertions
tf.debugging.assert_equal(digits, digits)
tf.debugging.assert_less(digits, 10)
tf.debugging.assert_greater_equal(x=digits, y=digits)
tf.debugging.assert_near(reals, reals)
fails(tf.debugging.assert_less, digits, 9)
fails(tf.debugging.assert_equal, digits, 3, message="not three")
fails(tf.debugging.assert_none_equal, digits, digits)

# %% where
c = tf.ragged.constant([[True, False, True, True], [], [False, True, False], [True], []])
print(tf.where(c, digits, -digits), tf.where(c, digits, 0), tf.where(digits > 2, 1.0, 0.0), tf.where(c), tf.where(tf.ragged.constant([[[True, False]], [[True], [False, True]]])), tf.where(C([[True], [False], [True], [False], [True]]), digits, 0), tf.where(True, digits, 0))
fails(tf.where, c, digits)
fails(tf.where, c, digits, tf.ragged.constant([[1, 2]]))
