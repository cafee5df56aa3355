"""Graph functions: trace types, binding, traces (concrete functions) and functions with many traces."""
