"""Random numbers: the generator itself, its state, and what the recorded programs cannot show."""

import ctypes
import platform
import threading

import numpy as np
import pytest

import runtime as tf
from runtime.execute.interpreter import Interpreter
from runtime.ops.random import philox


def _hex(tensor):
    return [float(value).hex() for value in np.ravel(tensor)]


@pytest.mark.parametrize("key, counter, block", [  # the known answers of Random123
    (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (2**64 - 1, 2**128 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (0x299F31D0A4093822, 0x0370734413198A2E85A308D3243F6A88, (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
])
def test_philox_known_answers(key, counter, block):
    assert philox.bits(key, counter, 4).tolist() == list(block)


@pytest.mark.parametrize("count", [1, 4, 5, 40000])
def test_blocks_continue_across_the_words_of_the_counter(count):
    start = 2**64 - 3
    together = philox.bits(1, start, 4 * count).reshape(-1, 4)
    for index in {0, min(3, count - 1), count - 1}:
        assert together[index].tolist() == philox.bits(1, start + index, 4).tolist()


def test_float32_normals_do_not_depend_on_how_many_are_drawn():
    few = philox.normal(7, 0, 64, np.dtype(np.float32))
    many = philox.normal(7, 0, 4096, np.dtype(np.float32))
    assert few.tolist() == many[:64].tolist()


def test_large_draws_are_the_same_numbers_as_small_ones():
    for draw, dtype in ((philox.normal, np.float32), (philox.normal, np.float64), (philox.uniform, np.float32), (philox.uniform, np.float64)):
        many = draw(7, 2**64 - 5000, 100_001, np.dtype(dtype))
        assert many.shape == (100_001,)
        assert many[:64].tolist() == draw(7, 2**64 - 5000, 64, np.dtype(dtype)).tolist()
        words = 2 if dtype == np.float64 else 1
        assert many[80_000:80_064].tolist() == draw(7, 2**64 - 5000 + 80_000 * words // 4, 64, np.dtype(dtype)).tolist()


@pytest.fixture
def of_the_c_library():
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("needs the GNU C library")
    library = ctypes.CDLL("libm.so.6")

    def on(name, values):
        function = getattr(library, name)
        function.restype, function.argtypes = ctypes.c_float, [ctypes.c_float]
        return [function(value) for value in values.tolist()]
    return on


def test_float32_logarithms_are_those_of_the_c_library(of_the_c_library):
    x = np.concatenate([np.linspace(1e-7, 1, 2000, dtype=np.float32), np.geomspace(1e-7, 1, 2000, dtype=np.float32)])
    assert philox._log_float32(x, np.empty((5, len(x)))).tolist() == of_the_c_library("logf", x)


def test_float32_sines_and_cosines_are_those_of_the_c_library(of_the_c_library):
    x = np.concatenate([np.linspace(0, 2 * np.pi, 4001, dtype=np.float32), np.geomspace(1e-7, 1, 1000, dtype=np.float32)])
    sine, cosine = philox._sine_and_cosine_float32(x, np.empty((5, len(x))))
    assert sine.tolist() == of_the_c_library("sinf", x) and cosine.tolist() == of_the_c_library("cosf", x)


def test_truncated_normals_stay_within_two_deviations():
    drawn = philox.truncated_normal(3, 0, 50_001, np.dtype(np.float32))
    assert drawn.shape == (50_001,) and np.abs(drawn).max() < 2


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_permutation_is_one(size):
    assert sorted(philox.permutation(5, 9, size).tolist()) == list(range(size))


def test_no_seed_gives_other_numbers_each_time():
    tf.random.set_seed(None)
    assert _hex(tf.random.uniform([4])) != _hex(tf.random.uniform([4]))


def test_eager_calls_share_a_sequence_by_kind():
    tf.random.set_seed(1)
    a, b = tf.random.uniform([2], seed=3), tf.random.uniform([5], seed=3)
    tf.random.set_seed(1)
    normal = tf.random.normal([2], seed=3)
    assert _hex(tf.random.uniform([2], seed=3)) == _hex(a)
    assert _hex(tf.random.uniform([5], seed=3)) == _hex(b)
    assert _hex(normal) != _hex(a)


def test_interpreter_and_plan_draw_alike():
    @tf.function
    def draw():
        return tf.random.uniform([3]), tf.random.normal([3])

    tf.random.set_seed(4)
    graph = draw.get_concrete_function().graph
    interpreter = Interpreter(graph)
    interpreted = [interpreter.run() for _ in range(2)]
    for expected in interpreted:
        assert [_hex(t) for t in draw()] == [_hex(t) for t in expected]


def test_functions_have_states_of_their_own_per_function():
    def body():
        return tf.random.uniform([2])

    tf.random.set_seed(5)
    first, second = tf.function(body), tf.function(body)
    assert _hex(first()) == _hex(second())
    assert _hex(first()) == _hex(second())


def test_threads_never_draw_the_same_numbers():
    tf.random.set_seed(6)

    @tf.function
    def draw():
        return tf.random.uniform([1], seed=2)

    draw()
    drawn = []

    def many():
        for _ in range(50):
            drawn.append(_hex(draw())[0])

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == 200


def test_generator_skips_over_the_word_of_its_counter():
    generator = tf.random.Generator.from_state([-256, 0, 7], "philox")
    generator.normal([2])
    assert generator.state.numpy().tolist() == [256, 1, 7]


@pytest.mark.parametrize("count", [2, 3, 17])
def test_categorical_follows_the_cumulative_distribution(count):
    points = tf.random.stateless_uniform([count], [1, 2], dtype=tf.float64).numpy()
    drawn = tf.random.stateless_categorical([[0.0, 0.0, np.log(2.0)]], count, [1, 2]).numpy()[0]
    assert drawn.tolist() == [0 if p < 0.25 else 1 if p < 0.5 else 2 for p in points]
