"""What needs other processes or devices: names that say one sentence when they are used, and the strategy of several workers for one of them."""

from __future__ import annotations

import enum
import json
import os
from types import SimpleNamespace
from typing import NamedTuple

from runtime.core.absent import absent_from
from runtime.core.refused import RefusedError, refused
from runtime.distribute.strategy import CentralStorageStrategy, MirroredStrategy, ValueContext

_ONE = "the runtime is one process on one CPU"


def _refused(prefix, *names):
    return {name: refused(name, f"{prefix}.{name} needs other processes or devices, and {_ONE}") for name in names}


class _Names(SimpleNamespace):
    """A namespace of `tf.distribute`."""

    def __init__(self, prefix, **members):
        super().__init__(**members)
        self._absent = absent_from(prefix)

    def __getattr__(self, name):
        return self.__dict__["_absent"](name) if not name.startswith("_") else object.__getattribute__(self, name)


class CommunicationImplementation(enum.Enum):
    """How workers would reduce values together. Accepted for compatibility: there is one."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class MultiWorkerMirroredStrategy(MirroredStrategy):
    """`MirroredStrategy` of one worker. Raises RefusedError if TF_CONFIG names several."""

    def __init__(self, cluster_resolver=None, communication_options=None):
        cluster = json.loads(os.environ.get("TF_CONFIG") or "{}").get("cluster", {})
        workers = [address for job in ("chief", "master", "worker") for address in cluster.get(job, ())]
        if len(workers) > 1 or cluster_resolver is not None:
            raise RefusedError(f"tf.distribute.MultiWorkerMirroredStrategy has one worker in the runtime: {_ONE}")
        super().__init__(["/cpu:0"])


class CommunicationOptions(NamedTuple):
    """How workers talk. Accepted: there is one."""

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
    implementation: object = None


class RunOptions(NamedTuple):
    """Options of `Strategy.run`. Accepted: they are about compilers and TPUs."""

    experimental_enable_dynamic_batch_size: bool = True
    experimental_bucketizing_dynamic_shape: bool = False
    experimental_xla_options: object = None


class CrossDeviceOps:
    """How values of replicas are brought together. Accepted: they are in one memory."""

    def __init__(self, *_, **__):
        pass


class ReductionToOneDevice(CrossDeviceOps):
    """Accepted."""


class NcclAllReduce(CrossDeviceOps):
    """Accepted."""


class HierarchicalCopyAllReduce(CrossDeviceOps):
    """Accepted."""


globals().update(_refused("tf.distribute", "ParameterServerStrategy", "TPUStrategy", "Server"))
cluster_resolver = _Names("tf.distribute.cluster_resolver", **_refused(
    "tf.distribute.cluster_resolver", "ClusterResolver", "GCEClusterResolver", "KubernetesClusterResolver", "KubernetesExecutableLocation",
    "SimpleClusterResolver", "SlurmClusterResolver", "TFConfigClusterResolver", "TPUClusterResolver", "UnionResolver"))
coordinator = _Names("tf.distribute.coordinator", **_refused(
    "tf.distribute.coordinator", "ClusterCoordinator", "PerWorkerValue", "RemoteValue", "experimental_get_current_worker_index"))
experimental = _Names(
    "tf.distribute.experimental", MultiWorkerMirroredStrategy=MultiWorkerMirroredStrategy, CommunicationOptions=CommunicationOptions,
    CommunicationImplementation=CommunicationImplementation, CollectiveCommunication=CommunicationImplementation,
    CentralStorageStrategy=CentralStorageStrategy, ValueContext=ValueContext, coordinator=coordinator, **_refused(
        "tf.distribute.experimental", "CollectiveHints",
        "ParameterServerStrategy", "PreemptionCheckpointHandler", "PreemptionWatcher", "TPUStrategy", "TerminationConfig"),
    partitioners=_Names("tf.distribute.experimental.partitioners", **_refused(
        "tf.distribute.experimental.partitioners", "FixedShardsPartitioner", "MaxSizePartitioner", "MinSizePartitioner", "Partitioner")))
