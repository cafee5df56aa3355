"""The rules, one folder each."""

from graphlint.rules import (
    discarded_result_in_graph,
    eager_only_call_in_graph,
    equal_scalars_share_a_trace,
    graph_function_in_loop,
    iterator_advanced_in_graph,
    numpy_random_in_graph,
    outer_mutation_in_graph,
    outer_value_frozen_in_graph,
    print_in_graph,
    python_loop_unrolled,
    python_random_in_graph,
    python_scalar_retrace,
    tensor_condition_without_autograph,
    tensor_leaked_from_graph,
    unsupported_in_tensor_loop,
    variable_created_in_graph,
    world_read_in_graph,
)
from graphlint.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    numpy_random_in_graph.RULE,
    python_random_in_graph.RULE,
    print_in_graph.RULE,
    variable_created_in_graph.RULE,
    outer_mutation_in_graph.RULE,
    python_scalar_retrace.RULE,
    graph_function_in_loop.RULE,
    world_read_in_graph.RULE,
    tensor_leaked_from_graph.RULE,
    eager_only_call_in_graph.RULE,
    iterator_advanced_in_graph.RULE,
    outer_value_frozen_in_graph.RULE,
    python_loop_unrolled.RULE,
    tensor_condition_without_autograph.RULE,
    unsupported_in_tensor_loop.RULE,
    equal_scalars_share_a_trace.RULE,
    discarded_result_in_graph.RULE,
)

BY_SYMBOL: dict[str, Rule] = {rule.symbol: rule for rule in RULES}

__all__ = ["BY_SYMBOL", "RULES", "Rule"]
