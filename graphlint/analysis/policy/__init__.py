"""What names and habits say of intent: learnt from real code, it cannot be derived.

Tables and small predicates, each with its reason. May import `program`, `values` and `syntax`.
"""
