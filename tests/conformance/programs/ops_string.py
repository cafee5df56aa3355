import tensorflow as tf
from look import both
from tell import fails

C = tf.constant
BAD = b"\xff\xc3"  # no UTF-8

# %% length
both(lambda x: tf.strings.length(x), C(['héllo', '', '日本']))
both(lambda x: tf.strings.length(x, unit='UTF8_CHAR'), C(['héllo', '', '日本', BAD]))
both(lambda x: tf.strings.length(x, unit='FOO'), C(['a']))
both(lambda: tf.strings.length('abc'))
both(lambda: tf.strings.length(1))

# %% lower
both(lambda x: tf.strings.lower(x), C(['AbC É', 'ÀB']))
both(lambda x: tf.strings.lower(x, encoding='utf-8'), C(['ABC É', 'İ', 'Σ']))

# %% upper
both(lambda x: tf.strings.upper(x), C(['abc é', BAD]))
both(lambda x: tf.strings.upper(x, encoding='utf-8'), C(['abc é', 'ß', 'ŉ', 'ﬁ', 'i̇']))
both(lambda x: tf.strings.upper(x, encoding='latin'), C(['a']))

# %% strip
both(lambda x: tf.strings.strip(x), C(['  a b \t\n', '\xa0x', '']))

# %% join
both(lambda x, y: tf.strings.join([x, y]), C(['a', 'b']), C(['c', 'd']))
both(lambda x, y: tf.strings.join([x, '-', y], separator='+'), C(['a', 'b']), C(['c', 'd']))
both(lambda: tf.strings.join(['a', 'b']))
both(lambda x, y: tf.strings.join([x, y]), C(['a', 'b']), C(['c']))
both(lambda x: tf.strings.join([x]), C(['a']))
both(lambda: tf.strings.join([]))
both(lambda: tf.strings.join([1, 'a']))
both(lambda x: tf.strings.join(x), C(['a', 'b']))
both(lambda x, y: tf.strings.join([x, y]), C(['a', 'b']), C('c'))

# %% substr
both(lambda x: tf.strings.substr(x, 1, 3), C(['hello', 'worlds']))
both(lambda x: tf.strings.substr(x, -3, 2), C(['hello']))
both(lambda x: tf.strings.substr(x, 9, 2), C(['hello']))
both(lambda x: tf.strings.substr(x, [0, 1], [1, 2]), C(['abc', 'def']))
both(lambda x: tf.strings.substr(x, 1, 2, unit='UTF8_CHAR'), C(['héllo']))
both(lambda x: tf.strings.substr(x, 5, 2, unit='UTF8_CHAR'), C(['héllo']))
both(lambda x: tf.strings.substr(x, 6, 2, unit='UTF8_CHAR'), C(['héllo']))
both(lambda x: tf.strings.substr(x, 0, -1), C(['hello']))
both(lambda x: tf.strings.substr(x, [0, 1, 2], [1, 2, 1]), C(['abc', 'def']))

# %% substr-2
both(lambda x: tf.strings.substr(x, [0, 1], 1), C(['abc', 'def']))
both(lambda x, p, l: tf.strings.substr(x, p, l), C([['abc'], ['def']]), C([0, 1]), C([1, 2]))
both(lambda x: tf.strings.substr(x, 5, 1), C(['abc']))
both(lambda: tf.strings.substr('abc', 3, 1))

# %% regex-replace
both(lambda x: tf.strings.regex_replace(x, 'l+', 'L'), C(['hello', 'll']))
both(lambda x: tf.strings.regex_replace(x, '(a)(b)', '\\2\\1'), C(['abab']))
both(lambda x: tf.strings.regex_replace(x, 'a', 'b', replace_global=False), C(['aaa']))
both(lambda x, p, r: tf.strings.regex_replace(x, p, r), C(['aaa']), C('a'), C('c'))
both(lambda x: tf.strings.regex_replace(x, '[[:punct:]]', ''), C(['a,b!']))
both(lambda x: tf.strings.regex_replace(x, 'a', '\\9'), C(['aaa']))
both(lambda x: tf.strings.regex_replace(x, '', '-'), C(['ab']))
both(lambda x: tf.strings.regex_replace(x, '\\d+', '#'), C(['a12b3']))

# %% regex-replace-2
both(lambda x: tf.strings.regex_replace(x, 'é', 'e'), C(['héé']))
both(lambda x: tf.strings.regex_replace(x, 'a*', '-'), C(['baac']))
both(lambda x: tf.strings.regex_replace(x, '(?i)A', '-'), C(['baac']))
both(lambda x: tf.strings.regex_replace(x, '.', '-'), C(['bé\n']))
both(lambda x: tf.strings.regex_replace(x, '\\\\', '\\\\'), C(['b\\']))

# %% regex-full-match
both(lambda x: tf.strings.regex_full_match(x, 'ab[c]'), C(['abc', 'abd', 'abcd']))
both(lambda x, p: tf.strings.regex_full_match(x, p), C(['abc']), C('.*'))

# %% to-number
both(lambda x: tf.strings.to_number(x), C(['1.5', ' 2 ', '-3e2']))
both(lambda x: tf.strings.to_number(x, tf.int32), C(['7', '-8']))
both(lambda x: tf.strings.to_number(x, tf.int32), C(['7.5']))
both(lambda x: tf.strings.to_number(x), C(['a']))
both(lambda x: tf.strings.to_number(x, tf.int64), C(['99999999999']))
both(lambda x: tf.strings.to_number(x, tf.int32), C(['99999999999']))
both(lambda x: tf.strings.to_number(x, tf.float64), C(['0.1', 'inf', 'nan', '1e400']))
both(lambda x: tf.strings.to_number(x, tf.float32), C(['', '1e39', '0x1p3', 'infinity', '-inf', '1.']))
both(lambda: tf.strings.to_number('1', tf.uint8))

# %% to-number-2
both(lambda x: tf.strings.to_number(x, tf.bool), C(['1']))

# %% as-string
both(lambda x: tf.strings.as_string(x), C([1, -2]))
both(lambda x: tf.strings.as_string(x), C([1.5, 0.1, 10000000000.0, 1e-07, float('nan'), float('inf'), -0.0, 123456789.0]))
both(lambda x: tf.strings.as_string(x), C([1.5, 0.1], tf.float64))
both(lambda x: tf.strings.as_string(x), C([True, False]))
both(lambda x: tf.strings.as_string(x), C([1 + 2j]))
both(lambda x: tf.strings.as_string(x, precision=2), C([3.14159, 2.0]))
both(lambda x: tf.strings.as_string(x, scientific=True), C([3.14159, 2.0]))
both(lambda x: tf.strings.as_string(x, shortest=True), C([3.14159, 2.0, 10000000000.0]))
both(lambda x: tf.strings.as_string(x, width=5), C([1, 2]))

# %% as-string-2
both(lambda x: tf.strings.as_string(x, width=5, fill='0'), C([1, -2]))
both(lambda x: tf.strings.as_string(x, width=5, fill='-'), C([1, -2]))
both(lambda x: tf.strings.as_string(x, width=5, fill='ab'), C([1, -2]))
both(lambda x: tf.strings.as_string(x, precision=2), C([1]))
both(lambda x: tf.strings.as_string(x, width=8, precision=2, fill=' '), C([3.14159]))
both(lambda x: tf.strings.as_string(x), C([2 ** 40], tf.int64))
both(lambda x: tf.strings.as_string(x), C([200], tf.uint8))
both(lambda x: tf.strings.as_string(x), C(['a']))
both(lambda x: tf.strings.as_string(x, scientific=True, shortest=True), C([1.0]))

# %% as-string-3
both(lambda x: tf.strings.as_string(x), C([1.5], tf.float16))
both(lambda x: tf.strings.as_string(x, precision=2), C([1 + 2j]))
both(lambda x: tf.strings.as_string(x, width=3), C([True]))
both(lambda x: tf.as_string(x), C(0.1))
both(lambda x: tf.strings.as_string(x, scientific=True, precision=2, width=12), C([12345.678]))

# %% reduce-join
both(lambda x: tf.strings.reduce_join(x), C(['a', 'b']))
both(lambda x: tf.strings.reduce_join(x, axis=1, separator=' '), C([['a', 'b'], ['c', 'd']]))
both(lambda x: tf.strings.reduce_join(x, axis=[0, 1]), C([['a', 'b'], ['c', 'd']]))
both(lambda x: tf.strings.reduce_join(x, axis=[1, 0]), C([['a', 'b'], ['c', 'd']]))
both(lambda x: tf.strings.reduce_join(x, axis=0, keepdims=True), C([['a', 'b'], ['c', 'd']]))
both(lambda x: tf.strings.reduce_join(x), C([['a', 'b'], ['c', 'd']]))
both(lambda x: tf.strings.reduce_join(x, axis=5), C(['a']))
both(lambda x: tf.strings.reduce_join(x, axis=[]), C(['a', 'b']))

# %% format
both(lambda x: tf.strings.format('x={}', x), C([1, 2]))
both(lambda x, y: tf.strings.format('{} {}', [x, y]), C([1, 2]), C('a'))
both(lambda x: tf.strings.format('{}', [x, x]), C([1, 2]))
both(lambda x: tf.strings.format('%t', x, placeholder='%t', summarize=1), C([1, 2, 3, 4]))

# %% pieces
fails(lambda: tf.strings.split('a b c'))
fails(lambda x: tf.strings.split(x, sep=','), C('a,b,,c'))
fails(lambda x: tf.strings.split(x, maxsplit=1), C('a b c'))
fails(lambda x: tf.strings.bytes_split(x), C('abé'))
fails(lambda x: tf.strings.unicode_decode(x, 'UTF-8'), C('hé'))
fails(lambda x: tf.strings.unicode_encode(x, 'UTF-8'), C([104, 233]))
fails(lambda x: tf.strings.unicode_split(x, 'UTF-8'), C('hé'))
fails(lambda x: tf.strings.ngrams(x, 2), C(['a', 'b', 'c']))

# %% to-hash-bucket-fast
both(lambda x: tf.strings.to_hash_bucket_fast(x, 100), C(['a', 'b', 'hello world', 'x' * 40, 'y' * 100, '']))
both(lambda x: tf.strings.to_hash_bucket_fast(x, 0), C(['a']))

# %% to-hash-bucket-strong
both(lambda x: tf.strings.to_hash_bucket_strong(x, 100, [1, 2]), C(['a']))

# %% to-hash-bucket
both(lambda x: tf.strings.to_hash_bucket(x, 10), C(['a', 'b']))

# %% unicode-transcode
both(lambda x: tf.strings.unicode_transcode(x, 'UTF-8', 'UTF-16-BE'), C('hé'))

# %% encode-base64
both(lambda x: tf.io.encode_base64(x), C(['hello', 'a?>']))
both(lambda x: tf.io.encode_base64(x, pad=True), C(['hello']))

# %% decode-base64
both(lambda x: tf.io.decode_base64(x), C(['aGVsbG8']))
both(lambda x: tf.io.decode_base64(x), C(['!!']))

# %% decode-raw
both(lambda x: tf.io.decode_raw(x, tf.uint8), C('abc'))
both(lambda x: tf.io.decode_raw(x, tf.int16), C('abc'))
both(lambda x: tf.io.decode_raw(x, tf.int16, little_endian=False), C(['ab', 'cd']))
both(lambda x: tf.io.decode_raw(x, tf.uint8), C(['ab', 'c']))

# %% operators
both(lambda x, y: x + y, C(['a']), C(['b']))
both(lambda x, y: x == y, C(['a', 'b']), C('a'))
both(lambda x: x * 2, C(['a']))

# %% unsorted-segment-join
join = tf.strings.unsorted_segment_join
print(join(["this", "is", "a", "test"], [0, 1, 0, 1], 2, separator=":"), join([["a", "b"], ["c", "d"]], [0, 0], 1), join(["a"], [1], 3), join([["a", "b"], ["c", "d"]], [[0, 1], [0, 1]], 2, ":"))
for ids in ([5], [-1], [0, 1]):
    fails(join, ["a"], ids, 3)
print(tf.function(lambda ids: print(join([["a", "b"]], ids, 2)))(tf.constant([1])))

# %% joining-of-nothing
import tensorflow as tf
print(tf.strings.reduce_join(tf.zeros([0, 2], tf.string), 0), tf.strings.reduce_join(tf.zeros([2, 0], tf.string), 1))
print(tf.strings.reduce_join(tf.constant([], tf.string)), tf.strings.reduce_join(tf.zeros([0, 2], tf.string), 1).shape)
