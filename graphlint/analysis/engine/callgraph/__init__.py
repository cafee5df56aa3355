"""Who calls whom, in a program of many modules.

callees.py: what a call may reach. callers.py: which calls reach a function, and what they give to its parameters.
named_calls.py: which calls have a function's name, whatever they reach: cheap, and without a bound.
mentions.py: which modules are searched, by words in their text. reach.py: how far the searches go; all bounds of them stand there.
"""
