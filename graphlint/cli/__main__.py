"""`python -m graphlint.cli` is the `graphlint` command."""
import sys

from graphlint.cli import main

sys.exit(main())
