"""What is traced, by what, with which options; what AutoGraph converts; which programs run eagerly.

Finds the graph functions of a module. May import `engine` and what is below.
"""
