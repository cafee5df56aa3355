"""What linting found, kept between runs: for each file an entry with the findings, and with all that these were made of.

store.py keeps entries in a folder; records.py makes them of findings, and findings of them; session.py decides which still hold.
May import `reported` and what is below.
"""

from graphlint.cache.session import Cache

__all__ = ["Cache"]
