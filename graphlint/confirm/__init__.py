"""`graphlint confirm`: run a program eagerly and as a graph, and show what each finding does.

A child process observes one run (`child`, with `backends`, `observe`, `functions`, `output`, `state`, `lines` and
`values`); the parent starts it (`session`), compares two runs (`compare`, with `texts` and `values`), judges the
findings (`verdicts`) and shows them (`report`). `confirmation` is the whole of it.
"""
