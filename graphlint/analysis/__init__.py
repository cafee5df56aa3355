"""What Python code does to its world, and which graph functions reach it.

From the bottom: syntax, values, program, policy, engine, contexts, trace, timeline; pipeline.py runs them.
A room imports those below it only; its own __init__.py says what it is for.
"""
