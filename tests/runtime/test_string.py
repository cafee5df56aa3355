"""String functions: what conformance programs cannot ask, because TensorFlow also writes to standard error there."""

import pytest
import runtime as tf


def refused(pattern):
    with pytest.raises(tf.errors.InvalidArgumentError) as error:
        tf.strings.regex_full_match("a", pattern)
    prefix = "{{function_node __wrapped__StaticRegexFullMatch_device_/job:localhost/replica:0/task:0/device:CPU:0}} "
    text = str(error.value)
    assert text.startswith(f"{prefix}Invalid pattern: {pattern}, error: ") and text.endswith(" [Op:StaticRegexFullMatch]")
    return text[len(f"{prefix}Invalid pattern: {pattern}, error: "):-len(" [Op:StaticRegexFullMatch]")]


@pytest.mark.parametrize("pattern, text", [
    ("(", "missing ): ("), (")", "unexpected ): )"), ("x)", "unexpected ): x)"), ("(?:a", "missing ): (?:a"),
    ("[", "missing ]: ["), ("[a", "missing ]: [a"), ("*", "no argument for repetition operator: *"),
    ("a|*", "no argument for repetition operator: *"), ("(*a)", "no argument for repetition operator: *"),
    ("a**", "bad repetition operator: **"), ("a++", "bad repetition operator: ++"),
    ("x{2}{3}", "bad repetition operator: {2}{3}"), ("a{2,1}", "invalid repetition size: {2,1}"),
    ("a{1001}", "invalid repetition size: {1001}"), ("\\", "trailing \\"), ("\\q", "invalid escape sequence: \\q"),
    ("\\1", "invalid escape sequence: \\1"), ("\\Z", "invalid escape sequence: \\Z"), ("[\\q]", "invalid escape sequence: \\q"),
    ("[z-a]", "invalid character class range: z-a"), ("[[:foo:]]", "invalid character class range: [:foo:]"),
    ("(?=a)", "invalid perl operator: (?="), ("(?<a)", "invalid perl operator: (?<"), ("(?z)", "invalid perl operator: (?z"),
    ("(?P<n>", "missing ): (?P<n>"), ("(?P<n)", "invalid named capture group: (?P<n)")])
def test_patterns_that_re2_refuses(pattern, text):
    assert refused(pattern) == text


@pytest.mark.parametrize("pattern", ["(?U)a+", "\\C", "\\p{Greek}"])
def test_patterns_that_the_runtime_lacks(pattern):
    with pytest.raises(NotImplementedError, match="the runtime's regular expressions have no"):
        tf.strings.regex_full_match("a", pattern)


@pytest.mark.parametrize("text, pattern, rewrite, expected", [
    (b"aaa", "a", "\\9", b"aaa"), (b"ba", "a", "\\", b"b"), (b"a\xffb", "b", "c", b"a\xffc"), (b"", "^", "x", b"x")])
def test_replacements(text, pattern, rewrite, expected):
    assert tf.strings.regex_replace(text, pattern, rewrite).numpy() == expected


@pytest.mark.parametrize("name, arguments", [
    ("split", ()), ("bytes_split", ()), ("unicode_decode", ("UTF-8",)), ("unicode_split", ("UTF-8",)),
    ("unicode_decode_with_offsets", ("UTF-8",)), ("unicode_split_with_offsets", ("UTF-8",))])
def test_pieces_of_one_string_are_a_vector_and_of_more_are_ragged(name, arguments):
    function = getattr(tf.strings, name)
    one, several = (tf.nest.flatten(function(text, *arguments)) for text in ("ab", ["ab", "c"]))
    assert all(isinstance(part, tf.Tensor) for part in one) and all(isinstance(part, tf.RaggedTensor) for part in several)
    assert [part.to_list()[0] for part in several] == [part.numpy().tolist() for part in one]


def test_bytes_are_kept():
    raw = bytes(range(256))
    x = tf.constant([raw, b"", b"\0"])
    assert x.numpy().tolist() == [raw, b"", b"\0"]
    assert tf.strings.length(x).numpy().tolist() == [256, 0, 1]
    assert tf.strings.join([x, x])[0].numpy() == raw + raw
    assert tf.io.decode_raw(x[0], tf.uint8).numpy().tobytes() == raw
    assert tf.io.decode_base64(tf.io.encode_base64(x)).numpy().tolist() == [raw, b"", b"\0"]
    assert tf.strings.substr(x[:1], 254, 9).numpy().tolist() == [b"\xfe\xff"]


def test_scalars_in_graphs_stay_tensors():
    """NumPy hands out bare bytes for elements of object arrays; no kernel may stumble over them."""
    @tf.function
    def f(x):
        one = x[0]
        return (tf.strings.length(one), tf.strings.upper(one), tf.strings.join([one, one]), tf.strings.substr(one, 0, 1),
                tf.strings.regex_replace(one, "a", "b"), tf.strings.to_number(x[1]), tf.strings.split(one, ""),
                tf.strings.reduce_join(x), tf.reshape(one, [1]), tf.stack([one, x[1]]), tf.where(one == "a", one, "no"),
                tf.strings.as_string(one), tf.strings.to_hash_bucket_fast(one, 10), tf.fill([2], one), tf.identity(one))
    result = [t.numpy() for t in f(tf.constant(["a", "1"]))]
    plain = [r.tolist() if hasattr(r, "tolist") else r for r in result]
    assert plain == [1, b"A", b"aa", b"a", b"b", 1.0, [b"a"], b"a1", [b"a"], [b"a", b"1"], b"a", b"a", 9, [b"a", b"a"], b"a"]
