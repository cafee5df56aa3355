"""`tf.compat.v1.ConfigProto` and its kin: messages that sessions accept. They change nothing: there is one CPU."""

from __future__ import annotations

from runtime.proto.wire import Message, message


class _Settings(Message):
    """A message whose parts are made when they are first read, as in Python's protocol buffers."""

    __slots__ = ()

    def __init__(self, **fields):
        for name, value in fields.items():
            if name not in self.FIELDS:
                raise ValueError(f'Protocol message {type(self).__name__} has no "{name}" field.')
            setattr(self, name, _NESTED[self.FIELDS[name].type](**value) if isinstance(value, dict) and self.FIELDS[name].type in _NESTED else value)

    def __getattr__(self, name):
        field = self.FIELDS.get(name)
        if field is not None and field.type in _NESTED and field.kind == "optional":
            self.__dict__[name] = made = _NESTED[field.type]()
            return made
        return super().__getattr__(name)

    def __setattr__(self, name, value):
        if name not in self.FIELDS:
            raise AttributeError(f'Protocol message {type(self).__name__} has no "{name}" field.')
        super().__setattr__(name, value)

    def HasField(self, field_name):
        """Whether a part has been set."""
        return field_name in self.__dict__

    def CopyFrom(self, other):
        self.__dict__.clear()
        self.MergeFrom(other)

    def MergeFrom(self, other):
        self.__dict__.update(type(self).decode(other.encode()).__dict__)

    def SerializeToString(self):
        return self.encode()

    @classmethod
    def FromString(cls, data):
        return cls.decode(data)

    def ParseFromString(self, data):
        self.__dict__.update(type(self).decode(data).__dict__)
        return len(data)


_NESTED: dict[str, type] = {}


def _settings(name, listing):
    _NESTED[name] = made = message(name, listing, _Settings)
    return made


GPUOptions = _settings("GPUOptions", """
    double per_process_gpu_memory_fraction = 1
    string allocator_type = 2
    int64 deferred_deletion_bytes = 3
    bool allow_growth = 4
    string visible_device_list = 5
    int32 polling_active_delay_usecs = 6
    int32 polling_inactive_delay_msecs = 7
    bool force_gpu_compatible = 8
""")
OptimizerOptions = _settings("OptimizerOptions", """
    bool do_common_subexpression_elimination = 1
    bool do_constant_folding = 2
    enum opt_level = 3
    bool do_function_inlining = 4
    enum global_jit_level = 5
    int64 max_folded_constant_in_bytes = 6
""")
RewriterConfig = _settings("RewriterConfig", """
    enum layout_optimizer = 1
    bool disable_model_pruning = 2
    enum constant_folding = 3
    enum memory_optimization = 4
    enum arithmetic_optimization = 7
    enum dependency_optimization = 8
    enum loop_optimization = 9
    enum function_optimization = 10
    enum meta_optimizer_iterations = 12
    bool disable_meta_optimizer = 19
""")
GraphOptions = _settings("GraphOptions", """
    bool enable_recv_scheduling = 2
    OptimizerOptions optimizer_options = 3
    int64 build_cost_model = 4
    bool infer_shapes = 5
    bool place_pruned_graph = 6
    bool enable_bfloat16_sendrecv = 7
    int32 timeline_step = 8
    int64 build_cost_model_after = 9
    RewriterConfig rewrite_options = 10
""")
ConfigProto = _settings("ConfigProto", """
    map<string, int32> device_count = 1
    int32 intra_op_parallelism_threads = 2
    int32 placement_period = 3
    repeated string device_filters = 4
    int32 inter_op_parallelism_threads = 5
    GPUOptions gpu_options = 6
    bool allow_soft_placement = 7
    bool log_device_placement = 8
    bool use_per_session_threads = 9
    GraphOptions graph_options = 10
    int64 operation_timeout_in_ms = 11
    bool isolate_session_state = 15
    bool share_cluster_devices_in_session = 17
""")
RunOptions = _settings("RunOptions", """
    enum trace_level = 1
    int64 timeout_in_ms = 2
    int32 inter_op_thread_pool = 3
    bool output_partition_graphs = 5
    bool report_tensor_allocations_upon_oom = 7
""")
RunMetadata = _settings("RunMetadata", """
    bytes step_stats = 1
    bytes cost_graph = 2
""")
for _number, _level in enumerate(("NO_TRACE", "SOFTWARE_TRACE", "HARDWARE_TRACE", "FULL_TRACE")):
    setattr(RunOptions, _level, _number)
OptimizerOptions.L1, OptimizerOptions.L0, OptimizerOptions.DEFAULT, OptimizerOptions.OFF = 0, -1, 0, -1
OptimizerOptions.ON_1, OptimizerOptions.ON_2 = 1, 2
RewriterConfig.DEFAULT, RewriterConfig.ON, RewriterConfig.OFF, RewriterConfig.AGGRESSIVE = 0, 1, 2, 3
