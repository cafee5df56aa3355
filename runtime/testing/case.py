"""`tf.test.TestCase`: absl's test case with assertions about tensors, sessions and threads."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

from runtime import nest
from runtime.compat.faces import app
from runtime.compat.graphs.current import reset_default_graph
from runtime.compat.faces.test_folder import shared_folder
from runtime.compat.graphs.session import IndexedSlicesValue, Session, get_default_session
from runtime.sparse_tensor import SparseTensorValue
from runtime.core.context import executing_eagerly
from runtime.core.deprecation import warn_deprecated
from runtime.core.extras import import_extra
from runtime.core.logger import get_logger
from runtime.core.random_seed import set_seed
from runtime.core.indexed_slices import IndexedSlices
from runtime.sparse_tensor import SparseTensor
from runtime.testing.comparisons import Comparisons

absltest = import_extra("absl.testing.absltest", "tf.test.TestCase", "absl")

SEED = 87654321


class EagerSessionWarner:
    """What `session` gives when ops run at once."""

    def __getattr__(self, name):
        raise AttributeError(
            "Trying to access properties or call methods on the result of self.session(), self.cached_session(), etc while eager execution is "
            "enabled. If you're porting this test case to TF 2.0, either adapt the test to work with eager execution or insert a call to "
            "tf.disable_eager_execution() in the main() function of this test file.")


class _EagerSession:
    """What `cached_session` gives when ops run at once: `run` takes values that are there already."""

    def __init__(self, test_case):
        self._test_case = test_case

    def run(self, fetches, *args, feed_dict=None, **kwargs):
        for what, given in (("feed_dict is", feed_dict), ("Optional args are", args or kwargs)):
            if given:
                raise RuntimeError(f"{what} not supported when eager execution is enabled (in this case, sess.run(t) is shorthand for t.numpy()")
        return self._test_case.evaluate(fetches)


class CheckedThread:
    """A thread that has to be joined, and whose exception fails the test."""

    def __init__(self, testcase, target, args=None, kwargs=None):
        self._testcase, self._joined, self._error = testcase, False, None
        self._thread = threading.Thread(target=self._run, args=(target, args or (), kwargs or {}))

    def _run(self, target, args, kwargs):
        try:
            target(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - told by `join`
            self._error = error

    def start(self):
        self._thread.start()

    def join(self):
        """Wait for its end. Fails the test if it raised."""
        self._joined = True
        self._thread.join()
        if self._error is not None:
            self._testcase.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self):
        return self._thread.is_alive()

    def check_termination(self):
        """Fail the test if nobody has joined it."""
        if not self._joined:
            self._testcase.fail("A checked thread was not joined.")
        if self.is_alive():
            raise RuntimeError("Thread was not joined with main thread, and is still running when the test finished.")


class TestCase(Comparisons, absltest.TestCase):
    """A test case for tensors: the same seeds and an empty default graph for each test."""

    assertItemsEqual = unittest.TestCase.assertCountEqual
    assertRaisesRegexp = unittest.TestCase.assertRaisesRegex

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        self._threads, self._folder, self._cached, self._started = [], None, None, None

    def setUp(self):
        super().setUp()
        self._close_cached()
        random.seed(SEED)
        np.random.seed(SEED)
        reset_default_graph()
        set_seed(SEED)
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        self._started = time.time()

    def tearDown(self):
        if self._started is not None:
            get_logger().info("time(%s): %ss", self.id(), round(time.time() - self._started, 2))
        for thread in self._threads:
            thread.check_termination()
        self._close_cached()
        super().tearDown()

    def _close_cached(self):
        if self._cached is not None:
            self._cached[0].close()
            self._cached = None

    def get_temp_dir(self):
        """A folder of this test's own, always the same one."""
        if not self._folder:
            self._folder = tempfile.mkdtemp(dir=shared_folder())
        return self._folder

    @contextlib.contextmanager
    def captureWritesToStream(self, stream):
        """What is written to a stream with a file descriptor goes to an object whose `contents()` gives it."""
        stream.flush()
        kept, (handle, path) = os.dup(stream.fileno()), tempfile.mkstemp(dir=self.get_temp_dir())
        os.dup2(handle, stream.fileno())
        try:
            yield _Captured(path)
        finally:
            stream.flush()
            os.dup2(kept, stream.fileno())
            os.close(handle)
            os.close(kept)

    # -- values -------------------------------------------------------------------------------------------------------

    def _value(self, tensor):
        if tensor is None:
            return None
        if callable(tensor):
            return self._values(tensor())
        try:
            if isinstance(tensor, SparseTensor):
                return SparseTensorValue(tensor.indices.numpy(), tensor.values.numpy(), tensor.dense_shape.numpy())
            if isinstance(tensor, IndexedSlices):
                shape = None if tensor.dense_shape is None else tensor.dense_shape.numpy()
                return IndexedSlicesValue(values=tensor.values.numpy(), indices=tensor.indices.numpy(), dense_shape=shape)
            if callable(getattr(tensor, "numpy", None)):
                return tensor.numpy()
            return nest.map_structure(lambda part: part.numpy(), tensor, expand_composites=True)
        except AttributeError as error:
            raise ValueError(f"Unsupported type {type(tensor).__name__!r}.") from error

    def _values(self, tensors):
        return None if tensors is None else nest.map_structure(self._value, tensors)

    def evaluate(self, tensors):
        """Tensors, or a structure of them, as arrays: in a graph by the default session, or by that of this test."""
        if executing_eagerly():
            return self._values(tensors)
        flat, session = nest.flatten(tensors), get_default_session()
        if session is None:
            with self.test_session() as session:
                found = session.run(flat)
        else:
            found = session.run(flat)
        return nest.pack_sequence_as(tensors, found)

    # -- sessions -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """A session of its own, which is the default one in the block."""
        if executing_eagerly():
            yield EagerSessionWarner()
            return
        with Session(graph=graph, config=config) as session:
            yield session

    @contextlib.contextmanager
    def cached_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """The session of this test, which is the default one in the block. Always the same arguments have to be given."""
        if executing_eagerly():
            yield _EagerSession(self)
            return
        with self._own_session(graph, config, force_gpu, strict=True) as session:
            yield session

    @contextlib.contextmanager
    def test_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """`cached_session`, or `session` if a graph is given."""
        warn_deprecated("TensorFlowTestCase.test_session", "tensorflow.python.framework.test_util",
                        "Use `self.session()` or `self.cached_session()` instead.", depth=4)
        if self.id().endswith(".test_session"):
            self.skipTest('Tests that have the name "test_session" are automatically skipped by TensorFlow test fixture, as the name is '
                          "reserved for creating sessions within tests. Please rename your test if you have a test with this name.")
        if executing_eagerly():
            yield None
        elif graph is None:
            with self._own_session(graph, config, force_gpu, strict=False) as session:
                yield session
        else:
            with self.session(graph, config, use_gpu, force_gpu) as session:
                yield session

    @contextlib.contextmanager
    def _own_session(self, graph, config, force_gpu, strict):
        if self._cached is None:
            self._cached = Session(graph=graph, config=config), graph, config, force_gpu
        session, *given = self._cached
        if strict:
            for name, before, now in zip(("graph", "config", "force_gpu"), given, (graph, config, force_gpu)):
                if before is not now:
                    raise ValueError(f"The {name} used to get the cached session is different than the one that was used to create the session. "
                                     "Maybe create a new session with self.session()")
        with session.graph.as_default(), session.as_default():
            yield session

    # -- threads ------------------------------------------------------------------------------------------------------

    def checkedThread(self, target, args=None, kwargs=None):
        """A thread whose exception fails the test. It has to be joined."""
        self._threads.append(CheckedThread(self, target, args, kwargs))
        return self._threads[-1]

    def assertProtoEquals(self, expected_message_maybe_ascii, validate_message, msg=None, relative_tolerance=None):
        """Two messages are the same, byte by byte; the expected one may not be text."""
        if isinstance(expected_message_maybe_ascii, (str, bytes)):
            raise NotImplementedError("tf.test.TestCase.assertProtoEquals: the runtime does not read messages from text; give the message")
        if type(expected_message_maybe_ascii) is not type(validate_message):
            self.fail(f"Can't compare protos of type {type(expected_message_maybe_ascii)} and {type(validate_message)}.")
        self.assertEqual(expected_message_maybe_ascii.SerializeToString(), validate_message.SerializeToString(), msg)


class _Captured:
    def __init__(self, path):
        self._path = path

    def contents(self):
        """What has been written so far."""
        with open(self._path, encoding="utf-8") as file:
            return file.read()


def main(argv=None):
    """Run the tests of the main module, with the flags of absl."""
    app.run(main=lambda argv: absltest.main(argv=argv), argv=sys.argv if argv is None else argv)
