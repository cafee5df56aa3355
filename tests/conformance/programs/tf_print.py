import sys

import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant

# %% floats
tf.print(C(1.0), C(1.5), C(0.1), C(1 / 3), C(1e10), C(1e-7), C(123456789.0), C(123456.703), C(100000.0), C(1e6), C(-0.0), C(2.5e-5))
tf.print(C([1.0, 1.5, 0.1, 1 / 3, 1e10, 1e-7, 123456789.0]), summarize=-1)

# %% zero-after-minus-zero
# differs: TensorFlow caches the tensors of Python scalars by equality, so that 0.0 and -0.0 share one
tf.print(C(0.0), C(-0.0))
print(C(0.0), C(-0.0))

# %% minus-zero-before-zero
# differs: TensorFlow caches the tensors of Python scalars by equality, so that 0.0 and -0.0 share one
print(C(-0.0), C(0.0), C([0.0]), tf.zeros([]))

# %% doubles
tf.print(C(1 / 3, tf.float64), C(0.1, tf.float64), C(1e100, tf.float64), C(123456789.123456789, tf.float64), C(1.0, tf.float64))

# %% halves
tf.print(C(0.1, tf.float16), C(1 / 3, tf.float16), C([1.0, 0.5, 65504.0], tf.float16), C(3.0, tf.float16))

# %% nan-and-inf
tf.print(C(float("nan")), C(float("inf")), C(-float("inf")), C([float("nan"), 1.0]))

# %% ints
tf.print(C(1), C(-5), C(2**31 - 1), C(2**40, tf.int64), C(255, tf.uint8), C(-128, tf.int8), C([1, 2, 3]), C(7, tf.uint64))

# %% bools
tf.print(C(True), C(False), C([True, False]))
tf.print(True, False, [True])

# %% complex
tf.print(C(1 + 2j), C([1j]))

# %% strings
tf.print("a", C("s"), C(["a"]))
tf.print(C("alone"))
tf.print(C("s"), "t")
tf.print("t", C("s"))
tf.print(C(["a", "b"]))
tf.print([C("in list")])
tf.print(C('quote"and\\slash'), C('quote"'))
tf.print(C("é"), "é")
tf.print(C(["é\n"]))

# %% python-values
tf.print(1, 1.5, None, True, "text", b"bytes", 1j, 10**20)
tf.print(0.1, 1 / 3, 1e10, 1e-7)

# %% python-containers
tf.print([1, 2], (1, 2), {"a": 1}, {1, 2}, [], (), {}, (1,))
tf.print(["a", "b"], {"k": "v"}, [["x"]])

# %% containers-with-tensors
tf.print([1.0, C(1)], {"a": C([1.0, 2.0])}, (C(1), C(2)), [[C(1)]])
tf.print({"b": C(1), "a": C(2)})
tf.print([C("s")], {"k": C("v")})

# %% mixed
tf.print([1.0, C(1)], {"a": C([1.0, 2.0])}, C("s"), C(["a"]), np.zeros(2), None)

# %% numpy-values
tf.print(np.float32(1.1), np.int64(3), np.array([1.5, 2.0]), np.array([[1, 2], [3, 4]]), np.bool_(True), np.array(["a"]))

# %% shapes-and-dtypes
tf.print(tf.TensorShape([1, None]), tf.float32, tf.zeros([2, 3]).shape, tf.shape(tf.zeros([2, 3])), tf.TensorShape(None))

# %% variables
v = tf.Variable([1.0, 2.0])
tf.print(v, v + 1, [v], {"v": v})
tf.print(v.name, v.shape, v.dtype)

# %% shapes
tf.print(C([1, 2, 3]), C([[1, 2], [3, 4]]), tf.zeros([0]), tf.zeros([2, 0]), tf.zeros([1, 1, 1]))
tf.print(tf.reshape(tf.range(8), [2, 2, 2]))

# %% long-vectors
tf.print(tf.range(6), tf.range(7), tf.range(10), tf.range(1000))

# %% long-matrices
tf.print(tf.reshape(tf.range(100), [10, 10]))
tf.print(tf.reshape(tf.range(48), [2, 2, 12]))

# %% summarize-one
tf.print(tf.range(10), summarize=1)
tf.print(tf.reshape(tf.range(400), [20, 20]), summarize=1)

# %% summarize-all
tf.print(tf.range(20), summarize=-1)
tf.print(tf.reshape(tf.range(64), [8, 8]), summarize=-1)

# %% summarize-odd
tf.print(tf.range(10), summarize=4)
tf.print(tf.range(10), summarize=5)
tf.print(tf.range(10), summarize=None)
fails(tf.print, tf.range(10), summarize=0)
fails(tf.print, tf.range(10), summarize=-2)

# %% three-dimensions-summarized
tf.print(tf.reshape(tf.range(1000), [10, 10, 10]), summarize=1)

# %% sep-and-end
tf.print(1, 2, C(3), sep=", ", end="!\n")
tf.print("no newline", end="")
tf.print("a", "b", sep="")
tf.print("x", end="\n\n")

# %% sep-not-a-string
fails(tf.print, 1, 2, sep=3)
fails(tf.print, 1, 2, end=None)

# %% output-streams
tf.print("to stdout", output_stream=sys.stdout)
tf.print("to stderr", output_stream=sys.stderr)
tf.print("to file", output_stream="file://printed.txt")
print(open("printed.txt").read())

# %% output-stream-bad
fails(tf.print, 1, output_stream="nowhere")
fails(tf.print, 1, output_stream=5)

# %% unknown-keyword
fails(tf.print, 1, foo=2)

# %% no-arguments
tf.print()
tf.print("")

# %% result
print(tf.print("x"))
@tf.function
def f():
    op = tf.print("in graph")
    print(type(op).__name__, op.type, op.name)
    return C(0)
f()

# %% in-a-function
@tf.function
def f(x, s, l, d):
    tf.print(x, s, l, d, "text", 1, None)
    return x
f(C([1.5, 2.5]), C("str"), [C(1), 2], {"k": C(3), "p": "q"})

# %% symbolic-shape-and-dtype
@tf.function
def f(x):
    tf.print(x.shape, x.dtype, tf.shape(x), x.name)
    return x
f(tf.zeros([2, 3]))

# %% in-order-with-python-print
print("one")
tf.print("two")
print("three")
tf.print("four")

# %% in-a-while-loop
@tf.function
def f():
    def body(i):
        tf.print("i =", i)
        return [i + 1]
    return tf.while_loop(lambda i: i < 3, body, [0])
f()

# %% in-a-cond
@tf.function
def f(x):
    tf.cond(x > 0, lambda: tf.print("positive", x), lambda: tf.print("not", x))
    return x
f(C(1)); f(C(-1))

# %% format-characters
tf.print("{}", "100%", "a{0}b", C("{}"))
tf.print("braces {} {}", C(1))

# %% nested-objects
class P:
    def __repr__(self):
        return "P()"
tf.print(P(), [P(), C(1)], {"p": P()})

# %% long-python-list
tf.print(list(range(100)))

# %% wide-dict
tf.print({"alpha" * 5: list(range(10)), "beta" * 5: list(range(10)), "gamma" * 5: list(range(10))})

# %% namedtuple-and-others
# needs: python<3.12 (how an OrderedDict prints)
import collections
Q = collections.namedtuple("Q", "a b")
tf.print(Q(1, 2), Q(C(1), 2), collections.OrderedDict(z=1, a=C(2)), range(3), slice(1), int, len)

# %% ragged
tf.print(tf.ragged.constant([[1], [2, 3]]))

# %% sparse
# differs: the runtime has no sparse tensors
tf.print(tf.SparseTensor([[0, 1]], [1.0], [2, 2]))

# %% tensor-of-long-strings
tf.print(C(["a" * 50, "b"] * 5))

# %% operators-inside
x = C([3.0, 4.0])
tf.print("norm", tf.norm(x), "of", x)

# %% multiline-string
tf.print("line 1\nline 2", C("a\nb"), C(["a\nb"]))

# %% tabs-and-quotes-in-string-tensors
tf.print(C(["tab\t", "quote\"", "back\\", "null\0", "uni\u00e9", "single'"]), summarize=-1)

# %% print-a-list-of-shapes
tf.print([tf.TensorShape([1]), tf.float32], (None, None), {"n": None})

# %% strings-format
print(tf.strings.format("{} and {}", (C([1, 2]), C("s"))), tf.strings.format("%s", C(1.5), placeholder="%s"), tf.strings.format("{}", tf.range(10)), tf.strings.format("{}", tf.range(10), summarize=-1))
fails(tf.strings.format, "{} {}", C(1))
