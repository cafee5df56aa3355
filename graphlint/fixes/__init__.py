"""Edits that mend what a rule finds: `graphlint fix`.

`source` reads and writes files, `edits` changes their text, `calls` is what the rules' own `fix.py` are written with,
`command` shows, writes or verifies.
"""
