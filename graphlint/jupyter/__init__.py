"""`%load_ext graphlint`: magics that lint and prove cells of a notebook while it is open.

`session.py` makes a notebook of the cells that were executed, `table.py` shows findings, `magics.py` has the magics.
IPython is imported in `magics.py` alone: it is there where `%load_ext` is.
"""
