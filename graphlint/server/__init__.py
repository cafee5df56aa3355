"""`graphlint server`: a language server. Editors show its findings while one types.

`protocol.py` talks to the editor, `desk.py` decides what is linted when, `analyst.py` lints in a thread of its own, and `runs.py` runs
programs in other processes, only when it is asked to. The others make what the editor shows: diagnostics, edits, texts.
"""
