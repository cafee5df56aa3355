"""`tf.compat.v1.train.MonitoredSession` and its kin: sessions that initialize Variables, restore them and call hooks."""

from __future__ import annotations

from runtime.compat import v1 as _v1
from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.session import Session
from runtime.compat.training import hooks as _hooks
from runtime.compat.training.saver import Saver
from runtime.coordinator import Coordinator
from runtime.core import errors
from runtime.core.logger import get_logger
from runtime.core.refused import RefusedError
from runtime.ops.control_flow.control_flow import group
from runtime.train import latest_checkpoint


class Scaffold:
    """What a monitored session needs of a graph; what is not given is made by `finalize`."""

    def __init__(self, init_op=None, init_feed_dict=None, init_fn=None, ready_op=None, ready_for_local_init_op=None, local_init_op=None,
                 summary_op=None, saver=None, copy_from_scaffold=None, local_init_feed_dict=None):
        given = copy_from_scaffold
        self._init_fn = (lambda session: init_fn(self, session)) if init_fn else given.init_fn if given else None
        self._init_op = init_op if init_op is not None else given and given.init_op
        self._init_feed_dict = init_feed_dict if init_feed_dict is not None else given and given.init_feed_dict
        self._ready_op, self._ready_for_local_init_op = ready_op, ready_for_local_init_op
        self._local_init_op = local_init_op if local_init_op is not None else given and given.local_init_op
        self._local_init_feed_dict = local_init_feed_dict
        self._summary_op = summary_op if summary_op is not None else given and given.summary_op
        self._saver = saver if saver is not None else given and given.saver

    init_op = property(lambda self: self._init_op)
    init_feed_dict = property(lambda self: self._init_feed_dict)
    init_fn = property(lambda self: self._init_fn)
    ready_op = property(lambda self: self._ready_op)
    ready_for_local_init_op = property(lambda self: self._ready_for_local_init_op)
    local_init_op = property(lambda self: self._local_init_op)
    local_init_feed_dict = property(lambda self: self._local_init_feed_dict)
    summary_op = property(lambda self: self._summary_op)
    saver = property(lambda self: self._saver)

    def finalize(self):
        """Make what was not given, and let no more nodes be added to the graph."""
        keys = _v1.GraphKeys
        if self._init_op is None:
            self._init_op = self.get_or_default("init_op", keys.INIT_OP, lambda: group(
                _v1.global_variables_initializer(), _v1.variables_initializer(_v1.get_collection(keys.RESOURCES))))
        if self._ready_op is None:
            self._ready_op = self.get_or_default("ready_op", keys.READY_OP, _v1.report_uninitialized_variables)
        if self._local_init_op is None:
            self._local_init_op = self.get_or_default("local_init_op", keys.LOCAL_INIT_OP, self.default_local_init_op)
        if self._summary_op is None:
            self._summary_op = self.get_or_default("summary_op", keys.SUMMARY_OP, _v1.summary.merge_all)
        if self._saver is None and _v1.global_variables():
            self._saver = self.get_or_default("saver", keys.SAVERS, lambda: Saver(allow_empty=True))
        get_default_graph().finalize()
        get_logger().info("Graph was finalized.")
        return self

    @staticmethod
    def default_local_init_op():
        """An operation that initializes local Variables and fills tables."""
        return group(_v1.local_variables_initializer(), _v1.tables_initializer())

    @staticmethod
    def get_or_default(arg_name, collection_key, default_constructor):
        """What a collection of the graph holds, or what is made and put there. Raises RuntimeError if it holds several."""
        found = _v1.get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(f"More than one item in the collection \"{collection_key}\". Please indicate which one to use by passing it to the "
                               f"tf.Scaffold constructor as:  tf.Scaffold({arg_name}=item to use)")
        made = found[0] if found else default_constructor()
        if not found and made is not None:
            _v1.add_to_collection(collection_key, made)
        return made


class SessionCreator:
    """The base of what makes sessions."""

    def create_session(self):
        raise NotImplementedError("create_session is not implemented for {}.".format(self))


class ChiefSessionCreator(SessionCreator):
    """Makes a session whose Variables are restored, or initialized if there is no checkpoint."""

    def __init__(self, scaffold=None, master="", config=None, checkpoint_dir=None, checkpoint_filename_with_path=None):
        self._scaffold, self._config = scaffold or Scaffold(), config
        self._folder, self._file = checkpoint_dir, checkpoint_filename_with_path
        if master:
            raise RefusedError("tf.compat.v1.train: sessions of other processes are not there; the runtime is one process on one CPU")

    def create_session(self):
        scaffold = self._scaffold.finalize()
        session = Session(graph=get_default_graph(), config=self._config)
        checkpoint = self._file or self._folder and latest_checkpoint(self._folder)
        if checkpoint:
            scaffold.saver.restore(session, checkpoint)
        else:
            session.run(scaffold.init_op, feed_dict=scaffold.init_feed_dict)
            if scaffold.init_fn:
                scaffold.init_fn(session)
        get_logger().info("Running local_init_op.")
        session.run(scaffold.local_init_op, feed_dict=scaffold.local_init_feed_dict)
        get_logger().info("Done running local_init_op.")
        return session


class WorkerSessionCreator(ChiefSessionCreator):
    """As `ChiefSessionCreator`: there is no chief to wait for."""


class MonitoredSession:
    """A session that calls hooks around each run, and is closed at the end of its block.

    Errors that mean the end of the data end the block quietly.
    """

    def __init__(self, session_creator=None, hooks=None, stop_grace_period_secs=120):
        self._hooks = list(hooks or [])
        for hook in self._hooks:
            hook.begin()
        self._coordinator = Coordinator()
        self._was_final = get_default_graph().finalized
        self._session = (session_creator or ChiefSessionCreator()).create_session()
        self._stopped = False
        for hook in self._hooks:
            hook.after_create_session(self._session, self._coordinator)

    @property
    def graph(self):
        """The graph, None after the end."""
        return None if self._session is None else self._session.graph

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """Run what is fetched and what the hooks ask for. Raises RuntimeError if two feed the same tensor."""
        run = self._session.run
        context = _hooks.SessionRunContext(_hooks.SessionRunArgs(fetches, feed_dict, options), self._session)
        asked, feeds = {}, dict(feed_dict or {})
        for number, hook in enumerate(self._hooks):
            request = hook.before_run(context)
            if request is None:
                continue
            if request.fetches is not None:
                asked[number] = request.fetches
            for tensor, value in (request.feed_dict or {}).items():
                if tensor in feeds:
                    raise RuntimeError(f"Same tensor is fed by a hook and user: {tensor}" if tensor in (feed_dict or {}) else
                                       f"Same tensor is fed by two hooks: {tensor}")
                feeds[tensor] = value
        results = run({"caller": fetches, "hooks": asked}, feed_dict=feeds or None)
        for number, hook in enumerate(self._hooks):
            hook.after_run(context, _hooks.SessionRunValues(results["hooks"].get(number), options, run_metadata))
        self._stopped = self._stopped or context.stop_requested
        if self._stopped:
            self._coordinator.request_stop()
        return results["caller"]

    def run_step_fn(self, step_fn):
        """``step_fn(step_context)``, whose `session` is without hooks and whose `run_with_hooks` is with them."""
        return step_fn(_StepContext(self))

    def should_stop(self):
        """Whether a hook has asked to stop, or it has ended."""
        return self._session is None or self._stopped

    def close(self):
        self._end(None)

    def _end(self, kind):
        session, self._session = self._session, None
        if session is None:
            return
        try:
            if kind is None:
                for hook in self._hooks:
                    hook.end(session)
        finally:
            self._coordinator.request_stop()
            session.graph.finalized = self._was_final
            session.close()

    def __enter__(self):
        self._blocks = [self._session.graph.as_default(), self._session.as_default()]
        for block in self._blocks:
            block.__enter__()
        return self

    def __exit__(self, kind, error, trace):
        for block in self._blocks[::-1]:
            block.__exit__(None, None, None)
        ends = kind is not None and issubclass(kind, (errors.OutOfRangeError, StopIteration))
        self._end(None if ends else kind)
        return ends


class SingularMonitoredSession(MonitoredSession):
    """A monitored session that can be made of a scaffold, and gives its session."""

    def __init__(self, hooks=None, scaffold=None, master="", config=None, checkpoint_dir=None, stop_grace_period_secs=120,
                 checkpoint_filename_with_path=None):
        super().__init__(ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path), hooks)

    def raw_session(self):
        return self._session


class _StepContext:
    def __init__(self, monitored):
        self._monitored = monitored

    @property
    def session(self):
        return self._monitored._session

    def run_with_hooks(self, *args, **kwargs):
        return self._monitored.run(*args, **kwargs)

    def request_stop(self):
        self._monitored._stopped = True
        raise StopIteration("step_fn has requested the iterations to stop.")


def MonitoredTrainingSession(master="", is_chief=True, checkpoint_dir=None, scaffold=None, hooks=None, chief_only_hooks=None,
                             save_checkpoint_secs=None, save_summaries_steps=None, save_summaries_secs=None, config=None,
                             stop_grace_period_secs=120, log_step_count_steps=100, max_wait_secs=7200, save_checkpoint_steps=None,
                             summary_dir=None, save_graph_def=True):
    """A monitored session for training, with hooks that write checkpoints to `checkpoint_dir`, and count steps."""
    if save_checkpoint_secs is None and save_checkpoint_steps is None:
        save_checkpoint_secs = 600
    scaffold = scaffold or Scaffold()
    every = list(chief_only_hooks or [])
    if save_summaries_steps is None and save_summaries_secs is None:
        save_summaries_steps = 100
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and log_step_count_steps and log_step_count_steps > 0:
        every.append(_hooks.StepCounterHook(log_step_count_steps, output_dir=summary_dir))
    if summary_dir and (save_summaries_steps and save_summaries_steps > 0 or save_summaries_secs and save_summaries_secs > 0):
        every.append(_hooks.SummarySaverHook(save_summaries_steps, save_summaries_secs, summary_dir, scaffold=scaffold))
    if checkpoint_dir and (save_checkpoint_secs or save_checkpoint_steps):
        every.append(_hooks.CheckpointSaverHook(checkpoint_dir, save_checkpoint_secs, save_checkpoint_steps, scaffold=scaffold))
    return MonitoredSession(ChiefSessionCreator(scaffold, master, config, checkpoint_dir), [*every, *(hooks or [])])
