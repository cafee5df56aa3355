# `tf.test.TestCase` and its assertions.
# needs: absl (tf.test.TestCase)
import sys
import unittest

import numpy as np
import tensorflow as tf

C = tf.constant


class Case(tf.test.TestCase):
    def runTest(self):
        pass


case = Case()


def tell(assertion, *args, **kwargs):
    """What an assertion says: its exception, or that there is none."""
    try:
        result = getattr(case, assertion)(*args, **kwargs)
    except Exception as error:
        print(type(error).__name__, str(error).strip())
    else:
        print(assertion, "holds", "" if result is None else result)


def run(cls):
    """Run the tests of a class and print what became of each."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(cls).run(result)
    print(result.testsRun, "run;", [(test.id().rpartition(".")[2], text.strip().split("\n")[-1]) for test, text in result.failures + result.errors],
          [reason for _, reason in result.skipped])
# %% all-close
# needs: numpy>=2.3 (what its assertions say)
tell("assertAllClose", [1.0, 2.0], C([1.0, 2.0]))
tell("assertAllClose", C([1.0, 2.0]), [1.0, 2.1])
tell("assertAllClose", C([1.0, 2.0]), [1.0, 2.1], atol=0.2)
tell("assertAllClose", C([1.0, 2.0]), [1.0, 2.1], rtol=0.1, msg="told")
tell("assertAllClose", C([1.0, 2.0]), [1.0, 2.0, 3.0])
tell("assertAllClose", 1.0, 2.0, msg="told")
tell("assertAllClose", float("nan"), float("nan"))
tell("assertAllClose", [float("nan"), 1.0], [float("nan"), 2.0])
tell("assertAllClose", tf.Variable([1.0]), np.ones(1))
tell("assertAllClose", C([1, 2]), [1, 3])
# %% all-close-of-structures
# needs: numpy>=2.3 (what its assertions say)
tell("assertAllClose", {"a": C(1.0), "b": [1.0, 2.0]}, {"a": 1.0, "b": C([1.0, 2.0])})
tell("assertAllClose", {"a": C(1.0)}, {"a": 1.5})
tell("assertAllClose", {"a": C(1.0)}, [1.0])
tell("assertAllClose", {"a": 1.0}, {"b": 1.0})
tell("assertAllClose", [[1.0], [1.0, 2.0]], [[1.0], [1.0, 2.0]])
tell("assertAllClose", [[1.0], [1.0, 2.0]], [[1.0], [1.0, 3.0]])
tell("assertAllClose", [C([1.0]), C([1.0, 2.0])], [[1.0]])
tell("assertAllClose", (C(1.0), {"x": C(2.0)}), (1.0, {"x": 2.5}))
# %% all-close-of-what-is-no-number
tell("assertAllClose", "a", "a")
tell("assertAllClose", None, 1.0)
# %% close-according-to-type
tell("assertAllCloseAccordingToType", np.float16(1.0), np.float16(1.0005))
tell("assertAllClose", np.float16(1.0), np.float16(1.001))
tell("assertAllCloseAccordingToType", C(1.0), C(1.0001))
tell("assertAllCloseAccordingToType", C(1.0, tf.float64), C(1.0001, tf.float64), rtol=1e-3)
tell("assertAllCloseAccordingToType", C(1.0), C(1.0001), float_rtol=1e-3)
# %% not-all-close
tell("assertNotAllClose", [1.0], C([1.5]))
tell("assertNotAllClose", [1.0, 2.0], C([1.0, 2.5]))
tell("assertNotAllClose", [1.0], C([1.0]), msg="told")
tell("assertNotAllClose", [1.0], [1.0, 2.0])
# %% all-equal
# needs: numpy>=2.3 (what its assertions say)
tell("assertAllEqual", C([1, 2]), [1, 2])
tell("assertAllEqual", C([1, 2]), [1, 3])
tell("assertAllEqual", C([[1, 2], [3, 4]]), [[1, 0], [3, 0]], msg="told")
tell("assertAllEqual", 1, C(2))
tell("assertAllEqual", [1, 2], [1, 2, 3])
tell("assertAllEqual", np.zeros(600), np.zeros(601))
tell("assertAllEqual", np.zeros((2, 2, 2, 200)), np.zeros((2, 2, 2, 201)), "told")
tell("assertAllEqual", [float("nan"), 1.0], [float("nan"), 1.0])
tell("assertAllEqual", C(True), True)
# %% all-equal-of-strings
# needs: numpy>=2.3 (what its assertions say)
tell("assertAllEqual", C(["a", "b"]), [b"a", b"b"])
tell("assertAllEqual", C(["a", "b"]), ["a", "b"])
tell("assertAllEqual", C(["a", "b"]), [b"a", b"c"])
tell("assertAllEqual", C("a"), b"a")
# %% not-all-equal
tell("assertNotAllEqual", C([1, 2]), [1, 3])
tell("assertNotAllEqual", C([1, 2]), [1, 2], "told")
tell("assertNotAllEqual", C([1, 2]), [1])
# %% bounds
for assertion, bound in (("Greater", 0), ("Greater", 1), ("GreaterEqual", 1), ("GreaterEqual", 2), ("Less", 3), ("Less", 2), ("LessEqual", 2), ("LessEqual", 1)):
    tell("assertAll" + assertion, C([1, 2]), bound)
tell("assertAllGreater", [1.5, 2.5], 1.0)
# %% ranges
tell("assertAllInRange", C([1.0, 2.0]), 1, 2)
tell("assertAllInRange", C([1.0, 2.0]), 1, 2, open_lower_bound=True)
tell("assertAllInRange", C([1.0, 2.0]), 1, 2, open_upper_bound=True)
tell("assertAllInRange", C([[0, 5], [7, 1]]), 1, 4)
tell("assertAllInRange", np.arange(30), 100, 200)
tell("assertAllInRange", C(5), 0, 1)
tell("assertAllInRange", [1.0, float("nan")], 0, 2)
tell("assertAllInRange", ["a"], 0, 2)
# %% sets
tell("assertAllInSet", C([1, 2, 1]), [1, 2])
tell("assertAllInSet", C([1, 2, 5]), (1, 2))
tell("assertAllInSet", C(["a"]), [b"a"])
# %% near
tell("assertNear", 1.0, 1.05, 0.1)
tell("assertNear", 1.0, 1.5, 0.1, "told")
tell("assertNear", np.array([1.0]), 1.0, 0)
tell("assertArrayNear", [1.0, 2.0], [1.0, 2.05], 0.1)
tell("assertArrayNear", [1.0, 2.0], [1.0, 2.5], 0.1)
tell("assertArrayNear", [1.0, 2.0], [1.0], 0.1)
tell("assertNDArrayNear", np.ones(2), np.ones(2) + 0.01, 0.1)
tell("assertNDArrayNear", np.ones(2), np.ones(2) + 1, 0.1, "told")
# %% dtypes-and-shapes
tell("assertDTypeEqual", C([1.0]), np.float32)
tell("assertDTypeEqual", C([1]), np.float32)
tell("assertDTypeEqual", C(["a"]), object)
tell("assertShapeEqual", np.ones((2, 3)), C([[1, 2, 3], [4, 5, 6]]))
tell("assertShapeEqual", np.ones((2, 3)), C([1]))
tell("assertShapeEqual", [1], C([1]))
tell("assertShapeEqual", C([1]), (1,))
# %% dicts
# needs: numpy>=2.3 (what its assertions say)
tell("assertDictEqual", {"a": 1}, {"a": 1})
tell("assertDictEqual", {"a": C([1, 2])}, {"a": np.array([1, 2])})
tell("assertDictEqual", {"a": C([1.0, 2.0])}, {"a": np.array([1.0, 2.5])})
tell("assertDictEqual", {"a": C([1])}, {"b": C([1])})
# %% errors-of-operations
with case.assertRaisesOpError("must be"):
    raise tf.errors.InvalidArgumentError(None, None, "it must be so")
with case.assertRaisesIncompatibleShapesError():
    C([1, 2]) + C([1, 2, 3])
with case.assertRaisesWithPredicateMatch(ValueError, lambda error: "x" in str(error)):
    raise ValueError("x")
for kind, predicate in ((ValueError, "y"), (TypeError, "x"), (ValueError, lambda error: False)):
    try:
        with case.assertRaisesWithPredicateMatch(kind, predicate):
            raise ValueError("x")
    except AssertionError as error:
        print(error)
try:
    with case.assertRaisesOpError("x"):
        pass
except AssertionError as error:
    print(error)
with case.assertRaisesRegexp(ValueError, "b.d"):
    raise ValueError("bad")
# %% those-of-absl
tell("assertLen", [1, 2], 2)
tell("assertLen", [1, 2], 3, "told")
tell("assertEmpty", [])
tell("assertEmpty", [1])
tell("assertNotEmpty", [])
tell("assertBetween", 1, 0, 2)
tell("assertBetween", 3, 0, 2)
tell("assertStartsWith", "abc", "ab")
tell("assertStartsWith", "abc", "b")
tell("assertEndsWith", "abc", "b")
tell("assertContainsSubset", [1], [1, 2])
tell("assertSameElements", [1, 2], [2, 1, 1])
tell("assertItemsEqual", [1, 2], [2, 1])
tell("assertItemsEqual", [1, 2], [2, 2])
tell("assertSequenceAlmostEqual", [1.0, 2.0], [1.0, 2.0])
# %% evaluate
print(case.evaluate(C([1, 2])), case.evaluate(tf.Variable(3.0)), case.evaluate(None))
print(case.evaluate({"a": C(1), "b": [C(2.0), (C("x"),)]}))
print(case.evaluate(lambda: C(4)))
sparse = case.evaluate(tf.SparseTensor([[0, 1]], [5], [2, 2]))
print(type(sparse).__name__, sparse.indices.tolist(), sparse.values.tolist(), sparse.dense_shape.tolist())
slices = case.evaluate(tf.IndexedSlices(C([[1.0]]), C([0]), C([3, 1])))
print(type(slices).__name__, slices.values.tolist(), slices.indices.tolist(), slices.dense_shape.tolist())
tell("evaluate", 5)
tell("evaluate", "x")
tell("evaluate", [np.ones(1)])
# %% sessions-while-ops-run-at-once
with case.session() as session:
    print(type(session).__name__)
    try:
        session.run(C(1))
    except AttributeError as error:
        print(error)
with case.cached_session() as session:
    print(session.run(C([1, 2])), session.run([C(1), {"a": C(2)}]))
    for args, kwargs in (((C(1),), {"feed_dict": {1: 2}}), ((C(1), None), {}), ((C(1), 5), {}), ((C(1),), {"options": 1}), ((C(1),), {"feed_dict": {}})):
        try:
            print(session.run(*args, **kwargs))
        except RuntimeError as error:
            print(error)
# %% sessions-in-graphs
class Sessions(tf.test.TestCase):
    def test_value(self):
        with tf.Graph().as_default():
            x = C([1.0, 2.0])
            self.assertAllClose(x * 2, [2.0, 4.0])
            self.assertAllEqual(x, x)
            self.assertNotAllEqual(x, x + 1)
            print(self.evaluate([x, {"y": x + 1}]))
            with self.session() as session:
                print(session.run(x), (x + 1).eval())
            with self.cached_session() as session:
                y = session.run(x)
                with self.cached_session() as again:
                    print(again is session, y)
            with self.assertRaisesRegex(ValueError, "config"):
                with self.cached_session(config=1):
                    pass

    def test_other_graph(self):
        with tf.Graph().as_default():
            pass
        with tf.Graph().as_default() as graph, self.session(graph=graph) as session:
            print(session.graph is graph, session.run(C(1)))


run(Sessions)
# %% in-functions
@tf.function
def function(x):
    case.assertAllEqual(x, [1, 2])
    case.assertAllInRange(x, 0, 5)
    case.assertNear(tf.reduce_sum(x), 3.0, 0.1)
    return x + 1


print(function(C([1, 2])))
try:
    function(C([1, 3]))
except Exception as error:
    print(type(error).__name__, "Mismatched elements: 1 / 2" in str(error))
# %% the-same-seed-for-each-test
class Seeds(tf.test.TestCase):
    def test_a(self):
        import random
        print(tf.random.uniform([2]).numpy(), np.random.rand(), random.random())

    test_b = test_a


run(Seeds)
# %% what-becomes-of-tests
class Outcomes(tf.test.TestCase):
    def test_fails(self):
        self.assertAllEqual([1], [2])

    def test_passes(self):
        self.assertAllEqual([1], [1])

    def test_raises(self):
        raise ValueError("x")

    def test_session(self):
        print("never")

    def test_skips(self):
        self.skipTest("why")


run(Outcomes)
# %% folders-of-tests
import os


class Folders(tf.test.TestCase):
    def test_folder(self):
        first, second = self.get_temp_dir(), self.get_temp_dir()
        print(first == second, os.path.isdir(first))
        self.assertTrue(os.path.isdir(self.create_tempdir().full_path))


run(Folders)
# %% threads
class Threads(tf.test.TestCase):
    def test_joined(self):
        found = []
        thread = self.checkedThread(found.append, args=(1,))
        thread.start()
        thread.join()
        print(found, thread.is_alive())

    def test_not_joined(self):
        thread = self.checkedThread(lambda: None)
        thread.start()
        thread._thread.join()

    def test_raises(self):
        def target():
            raise ValueError("x")
        thread = self.checkedThread(target)
        thread.start()
        thread.join()


run(Threads)
# %% parameters
from absl.testing import parameterized


class Parameters(tf.test.TestCase, parameterized.TestCase):
    @parameterized.parameters(1, 2)
    def test_one(self, x):
        print(x)

    @parameterized.named_parameters(("a", 1), ("b", 3))
    def test_two(self, x):
        self.assertEqual(x, 1)


run(Parameters)
# %% captured-streams
with case.captureWritesToStream(sys.stdout) as captured:
    os_written = print("hidden", flush=True)
print(captured.contents() == "hidden\n")
# %% main
import os


class Main(tf.test.TestCase):
    def test_one(self):
        print("ran", flush=True)


sys.argv = ["program"]
sys.stderr = open(os.devnull, "w")
tf.get_logger().setLevel("ERROR")
try:
    tf.test.main()
except SystemExit as error:
    print(error.code)
# %% other-names
print(issubclass(tf.test.TestCase, unittest.TestCase), tf.compat.v1.test.TestCase is tf.test.TestCase)
try:
    tf.test.is_cpu_target_available("nothing")
except AssertionError as error:
    print(error)
print(tf.test.is_cpu_target_available("x86"), tf.test.is_built_with_gpu_support(), tf.test.is_gpu_available.__name__)


@tf.test.with_eager_op_as_function
class Decorated(tf.test.TestCase):
    @tf.test.disable_with_predicate(lambda: True, "told")
    def test_a(self):
        print("never")

    @tf.test.disable_with_predicate(lambda: False, "told")
    def test_b(self):
        print("run")


run(Decorated)
# %% equal-graphs
def graph(value):
    with tf.Graph().as_default() as made:
        C(value, name="a")
        C(2.0, name="b")
    return made.as_graph_def()


tf.test.assert_equal_graph_def(graph(1.0), graph(1.0))
for expected, actual in ((graph(1.0), graph(3.0)), (graph(1.0), 5), (5, graph(1.0))):
    try:
        tf.test.assert_equal_graph_def(expected, actual)
    except (AssertionError, TypeError) as error:
        print(type(error).__name__, str(error) if isinstance(error, TypeError) else "")
