"""`tf.train.ClusterDef`, `JobDef` and `ServerDef`: messages that say where the parts of a cluster are (tensorflow/core/protobuf/cluster.proto)."""

from __future__ import annotations

from runtime.proto.example import Public
from runtime.proto.wire import message

JobDef = message("JobDef", """
    string name = 1
    map<int32, string> tasks = 2
""", Public)
ClusterDef = message("ClusterDef", "repeated JobDef job = 1", Public)
ServerDef = message("ServerDef", """
    optional ClusterDef cluster = 1
    string job_name = 2
    int32 task_index = 3
    string protocol = 5
    int32 port = 6
""", Public)
