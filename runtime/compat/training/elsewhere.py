"""Names of `tf.compat.v1.train` that need several processes: they say one sentence when they are used."""

from __future__ import annotations

from runtime.core.refused import RefusedError, refused

_WHY = "the runtime is one process on one CPU"

SyncReplicasOptimizer, Server, Supervisor, SessionManager, ProfilerHook = (refused(name, f"tf.compat.v1.train.{name}: {why}") for name, why in (
    ("SyncReplicasOptimizer", _WHY), ("Server", _WHY),
    ("Supervisor", "the runtime has MonitoredTrainingSession instead, which writes checkpoints and summaries"),
    ("SessionManager", "the runtime has MonitoredSession instead"), ("ProfilerHook", "the runtime has no profiler of sessions")))


def replica_device_setter(ps_tasks=0, ps_device="/job:ps", worker_device="/job:worker", merge_devices=True, cluster=None, ps_ops=None,
                          ps_strategy=None):
    """None: there are no parameter servers to put Variables on. Raises RefusedError if there should be some."""
    if cluster is not None:
        job = ps_device.partition("job:")[2].partition("/")[0]
        jobs = cluster.as_dict() if hasattr(cluster, "as_dict") else dict(cluster)
        if not jobs.get(job):
            return None
        ps_tasks = len(jobs[job])
    if ps_tasks == 0:
        return None
    raise RefusedError(f"tf.compat.v1.train.replica_device_setter: {_WHY}, without parameter servers")
