"""One graph function followed as if traced: its calls, changes and who sees them, tensors, control flow.

trace.py follows; the others judge what it meets. May import `contexts` and what is below.
"""
