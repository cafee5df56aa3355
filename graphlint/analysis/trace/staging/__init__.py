"""Branches and loops that AutoGraph makes part of the graph, and what cannot be part of them."""
