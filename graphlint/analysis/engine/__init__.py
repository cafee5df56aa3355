"""One abstract interpreter: the summary (events) of each function, and what calls and objects are.

program.py is the semantic model that all above ask; name_lookup.py, evaluate.py and summarise.py fill it. Its files know one another:
the one admitted knot. May import `policy` and what is below.
"""
