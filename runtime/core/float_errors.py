"""What NumPy does about overflows and the like while kernels run: nothing. A state of the thread's context, which programs may set too.

    before = ignore()
    try: ...
    finally: restore(before)
"""

from __future__ import annotations

import numpy as np

try:  # what `np.errstate` does inside, but for the objects that it makes each time
    from numpy._core.umath import _extobj_contextvar, _make_extobj
    _IGNORED = _make_extobj(all="ignore")
except (ImportError, TypeError):
    def ignore():
        return np.seterr(all="ignore")

    def restore(before):
        np.seterr(**before)
else:
    _set, restore = _extobj_contextvar.set, _extobj_contextvar.reset

    def ignore():
        """Ignore floating point errors. What it returns is for `restore`, in the same thread."""
        return _set(_IGNORED)
