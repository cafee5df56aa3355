"""TensorFlow, and `runtime`, which has TensorFlow's names."""

from graphlint.frameworks.meaning import Kind, Meaning, effects, makers

PREFIXES = (
    ("runtime", "tensorflow"),
    ("tensorflow_core", "tensorflow"),
    ("tensorflow.compat.v2", "tensorflow"),
    ("tensorflow.compat.v1", "tensorflow"),
    ("tensorflow.python.eager.def_function.function", "tensorflow.function"),
    ("tensorflow.python.eager.polymorphic_function.polymorphic_function.function", "tensorflow.function"),
    ("tensorflow.python.ops.variables.Variable", "tensorflow.Variable"),
    ("tensorflow.python.framework.ops.init_scope", "tensorflow.init_scope"),
    ("tensorflow.python.platform.tf_logging", "tensorflow.logging"),
    ("tensorflow.contrib.eager.defun", "tensorflow.function"),
    ("tensorflow.contrib.eager.function", "tensorflow.function"),
    ("tensorflow.python.eager.function.defun", "tensorflow.function"),
    ("tensorflow.python.data", "tensorflow.data"),
    # It hands all that it is given on to tf.function. Its twin `function_in_tf1` leaves functions alone in TensorFlow 2.
    ("tf_agents.utils.common.function", "tensorflow.function"),
)

GRAPH_WORDS = ("function", "defun", "wrap_function", "nondifferentiable_batch_function")
EAGER_SWITCHES = ("run_functions_eagerly", "experimental_run_functions_eagerly")
#: What switches to the graphs of TensorFlow 1, and names that `tensorflow` itself only has there.
GRAPH_1_SWITCHES = ("disable_v2_behavior", "disable_eager_execution")
ONLY_IN_1 = frozenset(
    """
    placeholder placeholder_with_default Session InteractiveSession ConfigProto get_variable variable_scope to_float to_int32
    to_int64 to_double global_variables_initializer get_default_graph reset_default_graph trainable_variables contrib layers app
    flags logging log log1p gfile Print py_func assign assign_add assign_sub random_uniform random_normal truncated_normal
    """.split()
)

#: Those of them that ``tf.compat.v1`` has too, for code that builds one graph.
ONLY_FOR_1 = frozenset({"layers"})

#: Functions that make no node of a graph.
NO_OPERATIONS = frozenset(
    """
    name_scope variable_scope control_dependencies device as_dtype as_shape is_tensor get_logger get_static_value
    set_seed convert_to_list flatten pack_sequence_as assert_same_structure map_structure is_nested get_default_graph
    do_not_convert custom_gradient recompute_grad enable_v2_behavior disable_v2_behavior result_type shape_invariants
    set_loop_options is_symbolic_tensor list_physical_devices executing_eagerly_outside_functions learning_phase
    """.split()
)

#: What saves, restores or reads in Python.
_EAGER = {
    f"tensorflow.{name}": Meaning(eager=(raised, "it outside of the graph"))
    for names, raised in (
        ("train.Checkpoint.save", "NotImplementedError"),
        ("train.Checkpoint.restore train.Checkpoint.read", "TypeError"),
        ("train.CheckpointManager.save", "AttributeError"),
        ("saved_model.save", "AssertionError"),
        ("data.Dataset.as_numpy_iterator", "RuntimeError"),
    )
    for name in names.split()
}

MUTATORS: dict[str, frozenset[str]] = {}

#: The kind of a generator of random numbers.
GENERATOR = "tensorflow.random.Generator"

_FIRST = Meaning(calls=(0, "fn", "func"))

#: Methods, by name alone: what they are given is traced where they are used in a graph.
METHODS = {
    name: Meaning(calls=(0, "fn"))
    for name in ("run", "experimental_run_v2", "experimental_run", "call_for_each_replica", "merge_call")  # of a Strategy
} | {
    "cond": Meaning(calls=(1, 2, "true_fn", "false_fn")),  # of a backend
    "while_loop": Meaning(calls=(0, 1, "cond", "body")),
    "map_fn": _FIRST,
    "vectorized_map": _FIRST,
} | {name: Meaning(calls=(0, "loss")) for name in ("minimize", "compute_gradients")}  # of an optimizer

MEANINGS = {
    "tensorflow.function": Meaning(graph=True),
    "tensorflow.wrap_function": Meaning(graph=True),
    "tensorflow.nondifferentiable_batch_function": Meaning(graph=True, factory=True),
    "tensorflow.autograph.to_graph": Meaning(returns=0),
    "tensorflow.autograph.experimental.do_not_convert": Meaning(returns=0),
    "tensorflow.custom_gradient": Meaning(returns=0),
    "tensorflow.grad_pass_through": Meaning(returns=0),
    "tensorflow.recompute_grad": Meaning(returns=0),
    "tensorflow.Tensor": Meaning(makes="tensorflow.Tensor"),
    "tensorflow.GradientTape": Meaning(makes="tensorflow.GradientTape"),
    "tensorflow.init_scope": Meaning(lifts=True),
    "tensorflow.python.eager.context.eager_mode": Meaning(lifts=True),
    "tensorflow.py_function": Meaning(escapes=True),
    "tensorflow.numpy_function": Meaning(escapes=True),
    "tensorflow.py_func": Meaning(escapes=True),
    "sonnet.once": Meaning(escapes=True),
    "tensorflow.executing_eagerly": Meaning(in_graph=False),
    "tensorflow.inside_function": Meaning(in_graph=True),
    "tensorflow.config.functions_run_eagerly": Meaning(in_graph=False),
    # Variables and what holds them.
    "tensorflow.Variable": Meaning(effect=Kind.CREATE_VARIABLE, makes="tensorflow.Variable"),
    **_EAGER,
    **{name: Meaning(makes=name) for name in ("tensorflow.train.Checkpoint", "tensorflow.train.CheckpointManager")},
    "tensorflow.get_variable": Meaning(effect=Kind.CREATE_VARIABLE, makes="tensorflow.Variable", named=True),
    **{
        f"tensorflow.random.{name}": Meaning(effect=Kind.CREATE_VARIABLE, makes=GENERATOR)
        for name in "Generator Generator.from_seed Generator.from_non_deterministic_state Generator.from_state Generator.from_key_counter".split()
    },
    **makers("tensorflow.TensorArray", "tensorflow", "TensorArray"),
    # Output.
    **effects(
        Kind.PRINT,
        "tensorflow.logging",
        "debug info warning warn error fatal log log_first_n log_every_n log_if vlog TaskLevelStatusMessage",
    ),
    "tensorflow.get_logger": Meaning(makes="logging.Logger"),
    # What is traced, or called, where it is used.
    "tensorflow.while_loop": Meaning(calls=(0, 1, "cond", "body")),
    "tensorflow.cond": Meaning(calls=(1, 2, "true_fn", "false_fn")),
    "tensorflow.map_fn": _FIRST,
    "tensorflow.vectorized_map": _FIRST,
    "tensorflow.scan": _FIRST,
    "tensorflow.foldl": _FIRST,
    "tensorflow.foldr": _FIRST,
    "tensorflow.nest.map_structure": _FIRST,
    "tensorflow.case": Meaning(calls=(0, "pred_fn_pairs", "default")),
    **{f"tensorflow_probability.math.{name}": Meaning(calls=(0, "loss_fn", "f")) for name in ("minimize", "value_and_gradient")},
    "tensorflow.switch_case": Meaning(calls=(1, "branch_fns", "default")),
    "tensorflow.xla.experimental.compile": _FIRST,
}
