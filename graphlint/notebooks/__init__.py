"""Jupyter notebooks as Python modules: their code cells in order, with each line's place in its cell and in the file.

`document.py` reads and edits the file, `magics.py` makes Python of a cell, `notebook.py` joins the cells.
"""
