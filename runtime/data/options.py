"""`tf.data.Options`: accepted and kept; nothing of it changes which elements the runtime's pipelines give."""

from __future__ import annotations


class _Group:
    """Options by name, None unless they are set."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


class Options(_Group):
    """The options of a dataset; `autotune`, `distribute`, `experimental_optimization` and `threading` are groups of more."""

    def __init__(self):
        self.autotune, self.distribute, self.experimental_optimization, self.threading = (_Group() for _ in range(4))

    def merge(self, options):
        """New options: these, and over them those that are set in `options`."""
        result = Options()
        for source in (self, options):
            for name, value in vars(source).items():
                if isinstance(value, _Group):
                    vars(getattr(result, name)).update(vars(value))
                else:
                    setattr(result, name, value)
        return result
