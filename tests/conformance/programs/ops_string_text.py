import tensorflow as tf
from tell import fails

C = tf.constant

# %% floats-from-text
for text in ['', '1e39', '0x1p3', 'infinity', '-inf', '1.', '+1', '1_0', '.5', '1e', 'nan(1)', 'NAN', '-nan', '1 2', '\t1\n', '1f', '1e400', '1e-400', '--1', '- 1', '+-1', '0x10', '1,5', 'INF', 'infin']:
    fails(tf.strings.to_number, text)

# %% ints-from-text
for text in ['+1', '1_0', ' 7\n', '', '0x10', '1e2', '2147483648', '-2147483648', '--1', '+ 1', '007', '-0', '1.0']:
    fails(tf.strings.to_number, text, tf.int32)
fails(tf.strings.to_number, '-1', tf.uint32)
fails(tf.strings.to_number, '4294967295', tf.uint32)

# %% patterns
for pattern in ['a{2', 'a+?', '\\pZ', '\\z', '(?P<n>a)', '[]a]', '[^]a]', 'a{,2}', 'a{2,}', '[\\d]', '(?i)(?-i)A']:
    fails(tf.function(tf.strings.regex_full_match), 'a', pattern)

# %% replacements
for pattern, rewrite, text in [('$', '!', 'a\n'), ('^', '!', 'a\nb'), ('(?m)^', '!', 'a\nb'), ('(?m)$', '!', 'a\nb\n'), ('\\w', 'x', 'aé_1 '), ('\\s', 'x', ' \x0b\t'), ('\\b', '|', 'ab cd'), ('\\B', '|', 'ab cd'), ('[^a]', 'x', 'aé\n'), ('(?s).', 'x', 'a\n'), ('\\pL', 'x', 'aé1'), ('[[:alpha:]]+', 'x', 'ab1')]:
    fails(tf.strings.regex_replace, text, pattern, rewrite)
    fails(tf.strings.regex_replace, text, pattern, rewrite, replace_global=False)

# %% replacements-2
for pattern, rewrite, text in [('[[:^alpha:]]+', 'x', 'ab1é'), ('a|ab', 'x', 'abab'), ('(a)|b', '[\\1]', 'ab'), ('a', '\\0\\0', 'ba'), ('x*', '-', 'abxd'), ('\\x{e9}', 'e', 'é'), ('[a-c&&b]', 'x', 'abc&'), ('\\Qa.b\\E', 'x', 'a.b'), ('é?', '-', 'aé'), ('\\d', 'x', '1٣')]:
    fails(tf.strings.regex_replace, text, pattern, rewrite)
    fails(tf.strings.regex_replace, text, pattern, rewrite, replace_global=False)

# %% replacements-3
for pattern, rewrite, text in [('(?i)É', 'x', 'éÉ'), ('a(?i)b|c', 'x', 'aBC'), ('(a(?i)b)c', 'x', 'aBCaBc'), ('[\\s\\d]', 'x', 'a 1'), ('[^\\s]', 'x', 'a 1'), ('\\D', 'x', 'a1é'), ('(\\w+) (\\w+)', '\\2 \\1', 'hello world'), ('<[^>]+>', ' ', 'a<br />b'), ('[.,!?]', '', 'a.b,c!'), ('\\.', '-', 'a.b'), ('(?P<x>a)', '<\\1>', 'ba'), ('a{2}', 'x', 'aaaaa')]:
    fails(tf.strings.regex_replace, text, pattern, rewrite)
    fails(tf.strings.regex_replace, text, pattern, rewrite, replace_global=False)

# %% replacements-4
for pattern, rewrite, text in [('a{1,2}?', 'x', 'aaa'), ('[a\\]b]', 'x', 'a]b'), ('[-a]', 'x', 'a-b'), ('[a-]', 'x', 'a-b'), ('\\t', 'x', 'a\tb'), ('[\\x41-\\x43]', 'x', 'ABCD'), ('\\[', 'x', '[a]'), ('[[]', 'x', '[a]'), ('((a)(b))', '\\3\\2\\1', 'ab'), ('[^[:space:]]', 'x', 'a b'), ('\\p{Lu}', 'x', 'aÉB'), ('\\P{Lu}', 'x', 'aÉB')]:
    fails(tf.strings.regex_replace, text, pattern, rewrite)
    fails(tf.strings.regex_replace, text, pattern, rewrite, replace_global=False)

# %% replacements-5
for pattern, rewrite, text in [('[\\p{Lu}1]', 'x', 'aÉB1'), ('^a|b$', 'x', 'abab'), ('\\Aa', 'x', 'aa'), ('a\\z', 'x', 'aa'), ('(?:ab)+', 'x', 'ababc'), ('\\W+', '-', 'a b, c')]:
    fails(tf.strings.regex_replace, text, pattern, rewrite)
    fails(tf.strings.regex_replace, text, pattern, rewrite, replace_global=False)

# %% numbers-as-text
fails(tf.strings.as_string, precision=2, input=C(True))
fails(tf.strings.as_string, input=C(1), scientific=True)
fails(tf.strings.as_string, input=C(1), shortest=True)
fails(tf.strings.as_string, input=C(True), fill='0', width=6)
fails(tf.strings.as_string, input=C('a'), width=6)
fails(tf.strings.as_string, input=C('a'), width=6, fill='-')
fails(tf.strings.as_string, input=C('a'), width=6, fill='0')
fails(tf.strings.as_string, input=C(1.5), width=9)
fails(tf.strings.as_string, input=C(1.5), width=9, fill='0')
fails(tf.strings.as_string, input=C(1.5), width=9, fill='x')
fails(tf.strings.as_string, input=C(1.5), width=9, fill='#')
fails(tf.strings.as_string, input=C(-1), width=9, fill='+')
fails(tf.strings.as_string, input=C(1), width=9, fill='+')
fails(tf.strings.as_string, input=C(1), fill='+')
fails(tf.strings.as_string, input=C(1), fill='0')
fails(tf.strings.as_string, input=C(1), fill=' ')
fails(tf.strings.as_string, input=C(1), fill='-')
fails(tf.strings.as_string, input=C(1.23456789, tf.float64), precision=0)
fails(tf.strings.as_string, input=C(2.5), precision=0)
fails(tf.strings.as_string, input=C(1.5), precision=30)
fails(tf.strings.as_string, input=C(float('-inf')), width=6)
fails(tf.strings.as_string, input=C(123456789.0, tf.float64), shortest=True)
fails(tf.strings.as_string, input=C(0.1), shortest=True, precision=12)
fails(tf.strings.as_string, input=C(1 + 2j), width=6, precision=1)
fails(tf.strings.as_string, input=C(1, tf.int8), precision=1)
fails(tf.strings.as_string, input=C('a'), precision=1)
fails(tf.strings.as_string, input=C('a'), scientific=True)
fails(tf.strings.as_string, input=C([[1, 2], [3, 4]]))

# %% split
fails(lambda: tf.strings.split(' a b '))
fails(lambda: tf.strings.split(''))
fails(lambda: tf.strings.split('aXXbXX', sep='XX'))
fails(lambda: tf.strings.split('a b c', maxsplit=0))
fails(lambda: tf.strings.split('a b c', sep=''))
fails(lambda: tf.strings.split('a,b', ',', maxsplit=1))
fails(lambda: tf.strings.split(' a  b c ', maxsplit=1))
fails(lambda: tf.strings.split('a,b,,', ','))
fails(lambda: tf.strings.split(',a', ','))
fails(lambda: tf.strings.split('', ','))
fails(lambda: tf.strings.split('a,b,c', ',', maxsplit=0))
fails(lambda: tf.strings.bytes_split(''))

# %% unicode
fails(lambda: tf.strings.unicode_decode(b'a\xffb', 'UTF-8'))
fails(lambda: tf.strings.unicode_decode(b'a\xe6\x97b', 'UTF-8'))
fails(lambda: tf.strings.unicode_decode(b'a\xff', 'UTF-8', errors='strict'))
fails(lambda: tf.strings.unicode_decode(b'a\xff', 'UTF-8', errors='ignore'))
fails(lambda: tf.strings.unicode_decode(b'a\xff', 'UTF-8', errors='foo'))
fails(lambda: tf.strings.unicode_split('日本', 'UTF-8'))
fails(lambda: tf.strings.unicode_encode([55296], 'UTF-8'))
fails(lambda: tf.strings.unicode_encode([104, 233], 'UTF-16-BE'))
fails(lambda: tf.strings.unicode_encode([[104, 233], [97, 98]], 'UTF-8'))
fails(lambda: tf.strings.unicode_encode(104, 'UTF-8'))
fails(lambda: tf.strings.unicode_encode([104], 'FOO'))
fails(lambda: tf.strings.unicode_decode_with_offsets('hé', 'UTF-8'))
fails(lambda: tf.strings.unicode_decode('hé', 'FOO'))

# %% ngrams
fails(lambda: tf.strings.ngrams(['a', 'b', 'c'], [1, 2]))
fails(lambda: tf.strings.ngrams(['a'], 2))
fails(lambda: tf.strings.ngrams(['a', 'b'], 2, separator='+'))
fails(lambda: tf.strings.ngrams(['a', 'b'], 2, pad_values='_'))
fails(lambda: tf.strings.ngrams(['a', 'b'], 3, pad_values=('<', '>'), padding_width=1))
fails(lambda: tf.strings.ngrams(['a', 'b'], 3, preserve_short_sequences=True))

# %% utf-8
fails(lambda: tf.strings.upper(b'\xffa', encoding='utf-8'))
fails(lambda: tf.strings.length(b'\xe9\x80a', unit='UTF8_CHAR'))
fails(lambda: tf.strings.substr(b'\xe9\x80abc', 1, 2, unit='UTF8_CHAR'))
fails(lambda: tf.strings.substr('héllo', -2, 9, unit='UTF8_CHAR'))
fails(lambda: tf.strings.substr('hello', -9, 2))
fails(lambda: tf.strings.substr('hello', 2, -2))
fails(lambda: tf.strings.substr('hello', -9, 2, unit='UTF8_CHAR'))
fails(lambda: tf.strings.substr(b'h\xc3\xa9', 9, 2))

# %% hashing
fails(lambda: tf.strings.to_hash_bucket_fast(['x' * n for n in range(0, 200, 7)], 1000))
fails(lambda: tf.strings.to_hash_bucket_strong(['x' * n for n in range(0, 40, 3)], 1000, [3, 4]))
fails(lambda: tf.strings.to_hash_bucket(['x' * n for n in range(0, 40, 3)], 1000))

# %% base64
fails(lambda: tf.io.decode_base64('a'))
fails(lambda: tf.io.decode_base64('aGVsbG8='))
fails(lambda: tf.io.decode_base64('aG=VsbG8'))

# %% join
fails(lambda: tf.strings.join([['a', 'b'], 'c', ['d', 'e']]))
fails(lambda: tf.strings.join([C('a'), 1]))
fails(lambda: tf.strings.reduce_join([['a']], axis=[0, 0]))
