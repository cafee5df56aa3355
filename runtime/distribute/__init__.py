"""`tf.distribute` on one process: strategies run a step for each replica, one after the other, as far as they agree on a merge.

    current.py      which strategy and which replica the code belongs to
    strategy.py     the strategies, and what a replica knows
    replicas.py     the threads of replicas
    values.py       values with a part for each replica
    variables.py    Variables with a part for each replica
    reduction.py    sums and means
    input_lib.py    datasets whose elements have a part for each replica
    elsewhere.py    what needs other processes or devices, and is refused
"""

from runtime.core.absent import absent_from
from runtime.distribute.current import get_replica_context, get_strategy, has_strategy, in_cross_replica_context
from runtime.distribute.elsewhere import (CrossDeviceOps, HierarchicalCopyAllReduce, MultiWorkerMirroredStrategy, NcclAllReduce,
                                          ParameterServerStrategy, ReductionToOneDevice, RunOptions, Server, TPUStrategy, cluster_resolver,
                                          coordinator, experimental)
from runtime.distribute.input_lib import DistributedDataset, DistributedIterator, InputContext, InputOptions, InputReplicationMode
from runtime.distribute.reduction import ReduceOp
from runtime.distribute.strategy import (MirroredStrategy, OneDeviceStrategy, ReplicaContext, Strategy, StrategyExtended,
                                         experimental_set_strategy)
from runtime.distribute.values import DistributedValues

__all__ = ["CrossDeviceOps", "DistributedDataset", "DistributedIterator", "DistributedValues", "HierarchicalCopyAllReduce", "InputContext",
           "InputOptions", "InputReplicationMode", "MirroredStrategy", "MultiWorkerMirroredStrategy", "NcclAllReduce", "OneDeviceStrategy",
           "ParameterServerStrategy", "ReduceOp", "ReductionToOneDevice", "ReplicaContext", "RunOptions", "Server", "Strategy", "StrategyExtended",
           "TPUStrategy", "cluster_resolver", "coordinator", "experimental", "experimental_set_strategy", "get_replica_context", "get_strategy",
           "has_strategy", "in_cross_replica_context"]

__getattr__ = absent_from("tf.distribute")
