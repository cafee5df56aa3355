"""Runs a function once for each replica, in threads of which one runs at a time, as far as it or `merge_call` goes."""

from __future__ import annotations

import threading
import weakref

from runtime.autograph.calls import tf_convert
from runtime.autograph.options import control_status_ctx
from runtime.core import device as devices
from runtime.core.context import context, thread_state
from runtime.core.logger import get_logger
from runtime.distribute import current
from runtime.distribute.values import regroup, select
from runtime.function.polymorphic import Function

_NESTED = ("`merge_call` called while defining a new graph or a tf.function. This can often happen if the function `fn` passed to `strategy.run()` "
           "contains a nested `@tf.function`, and the nested `@tf.function` contains a synchronization point, such as aggregating gradients "
           "(e.g, optimizer.apply_gradients), or if the function `fn` uses a control flow statement which contains a synchronization point in "
           "the body. Such behaviors are not yet supported. Instead, please avoid nested `tf.function`s or control flow statements that may "
           "potentially cross a synchronization boundary, for example, wrap the `fn` passed to `strategy.run` or the entire `strategy.run` inside "
           "a `tf.function` or move the control flow out of `fn`. If you are subclassing a `tf.keras.Model`, please avoid decorating overridden "
           "methods `test_step` and `train_step` in `tf.function`.")
_MOST_WARNINGS = 5
_warnings = []
_wrapped = weakref.WeakKeyDictionary()  # strategy → Function → the Function that runs it in all replicas


class _Stopped(BaseException):
    """Ends the thread of a replica whose run has failed elsewhere."""


def call_for_each_replica(strategy, function, args, kwargs):
    """The results of all replicas, regrouped."""
    if isinstance(function, Function):
        known = _wrapped.setdefault(strategy, weakref.WeakKeyDictionary())
        if function not in known:
            target = function.python_function

            def in_replicas(*args, **kwargs):
                return call_for_each_replica(strategy, target, args, kwargs)

            known[function] = Function(in_replicas, function.name, function.input_signature)
        return known[function](*args, **kwargs)
    if context.graph is None:
        if len(_warnings) < _MOST_WARNINGS:
            _warnings.append(strategy)
            get_logger().warning("Using %s eagerly has significant overhead currently. We will be working on improving this in the future, but for "
                                 "now please wrap `call_for_each_replica` or `experimental_run` or `run` inside a tf.function to get the best "
                                 "performance.", type(strategy).__name__)
    else:
        function = tf_convert(function, control_status_ctx())
    return _run(strategy, function, args, kwargs)


def _run(strategy, function, args, kwargs):
    shared = {}
    replicas = [_Replica(strategy, number, function, select(number, args), select(number, kwargs), shared)
                for number in range(strategy.num_replicas_in_sync)]
    try:
        while True:
            for replica in replicas:
                replica.go_on()
                if replica.error is not None:
                    raise replica.error
            ended = [replica.ended for replica in replicas]
            if all(ended):
                return regroup(tuple(replica.result for replica in replicas))
            if any(ended):
                raise RuntimeError("Some replicas made a different number of replica_context().merge_call() calls.")
            _merge(strategy, replicas)
    finally:
        for replica in replicas:
            replica.stop()


def _merge(strategy, replicas):
    merged = regroup(tuple(replica.merging[1] for replica in replicas))
    keywords = regroup(tuple(replica.merging[2] for replica in replicas))
    with _scope_of(replicas[0]):
        result = replicas[0].merging[0](strategy, *merged, **keywords)
    for replica in replicas:
        replica.merged = select(replica.number, result)


class _scope_of:
    """The name scope of the first replica where it merges."""

    def __init__(self, replica):
        self._graph, self._scope = context.graph, replica.scope

    def __enter__(self):
        if self._graph is not None:
            self._outer, self._graph._blocks.scope = self._graph._blocks.scope, self._scope

    def __exit__(self, *error):
        if self._graph is not None:
            self._graph._blocks.scope = self._outer


class _Replica(threading.Thread):
    """A thread that goes on when it is told, until its next `merge_call` or its end."""

    def __init__(self, strategy, number, function, args, kwargs, shared):
        super().__init__(daemon=True)
        self.strategy, self.number, self.shared = strategy, number, shared
        self.works_for = getattr(threading.current_thread(), "works_for", threading.get_ident())  # the thread that waits for this one
        self.call = function, args, kwargs
        self.result = self.error = self.merging = self.merged = None
        self.ended, self.scope, self._stopping = False, "", False
        self._turn, self._paused = threading.Semaphore(0), threading.Semaphore(0)
        self._graph, self._take_over = context.graph, thread_state()
        self._blocks = None if self._graph is None else dict(vars(self._graph._blocks))

    def go_on(self):
        """Let it run, and wait until it stops."""
        if not self.is_alive():
            self.start()
        self._turn.release()
        self._paused.acquire()

    def stop(self):
        """End it, if it has not ended."""
        self._stopping = True
        while self.is_alive():
            self._turn.release()
            self.join(0.05 if not self.ended else None)

    def run(self):
        self._turn.acquire()
        if self._stopping:
            return
        try:
            self._take_over()
            self._enter_scope()
            context.variable_creators = (*context.variable_creators, self._create)
            function, args, kwargs = self.call
            replica = self.strategy.extended.replica_context(self)
            with current.entered(current.Level(self.strategy, replica), (id(self.strategy), self.number)), \
                    devices.device(self.strategy.extended.worker_devices[self.number]):
                self.result = function(*args, **kwargs)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised where the replicas were started
            self.error = error
        self.ended = True
        self._paused.release()

    def _enter_scope(self):
        graph, part = self._graph, f"replica_{self.number}" if self.number else ""
        if graph is None:
            context.eager_scope += f"{part}/" if part else ""
            return
        blocks = graph._blocks
        vars(blocks).update(self._blocks)
        blocks.scope = "/".join(filter(None, (blocks.scope, part)))

    def _create(self, next_creator, **kwargs):
        """The Variable that the first replica makes is the one of all: the n-th of a name is the same in each."""
        count = self.shared.setdefault(("made", self.number, kwargs.get("name")), [])
        key = kwargs.get("name"), len(count)
        count.append(key)
        if self.number == 0:
            self.shared[key] = next_creator(**kwargs)
        if key not in self.shared:
            raise RuntimeError(f"Tried to create variable {kwargs.get('name')} with mismatching name on device {self.number}")
        return self.shared[key]

    def merge(self, function, args, kwargs):
        """Run a function once for all replicas; what it returns for this one."""
        if context.graph is not self._graph:
            raise RuntimeError(_NESTED)
        self.merging = function, args, kwargs
        self.scope = "" if self._graph is None else self._graph._blocks.scope
        self._paused.release()
        self._turn.acquire()
        if self._stopping:
            raise _Stopped
        return self.merged
