"""How a rule decides: small pieces of code of which its page says whether they are reported."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

_BODY = """\
import numpy as np
import tensorflow as tf
{imports}

@tf.function
def f(x):
{code}


f(tf.constant([1.0, 2.0, 3.0]))
"""


@dataclass(frozen=True)
class Case:
    """A piece of code. What the linter says of it, and what it raises, is found by running both and not written here."""

    code: str
    """The body of a graph function whose argument `x` is a vector of three floats; or a whole program, if it imports TensorFlow."""
    says: str = ""
    """What the page shows, in Markdown; by default the code, which is one line then."""
    note: str = ""
    """What the page adds, in Markdown."""
    runs: bool = True
    """Whether it can be run: it needs no other package, and does not wait, write files or take long."""
    imports: str = ""
    """Imports that the body needs besides NumPy's and TensorFlow's."""

    @property
    def program(self) -> str:
        """The whole program."""
        code = textwrap.dedent(self.code).strip()
        if "import tensorflow as tf" in code:
            return f"{code}\n"
        return _BODY.format(imports=f"{self.imports}\n" if self.imports else "", code=textwrap.indent(code, " " * 4))

    @property
    def shown(self) -> str:
        """The case in Markdown: code on one line, or the words that describe it."""
        return self.says or f"`{textwrap.dedent(self.code).strip()}`"
