"""The folder for what tests of this process write; it is removed at its end."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile

_folders = []  # that of this process, once a test has asked for one


def shared_folder():
    if not _folders:
        main = getattr(sys.modules["__main__"], "__file__", None) or "test"
        prefix = os.environ.get("TEST_TMPDIR") or os.path.join(tempfile.gettempdir(), os.path.basename(main).removesuffix(".py"))
        _folders.append(tempfile.mkdtemp(prefix=prefix))
        atexit.register(shutil.rmtree, _folders[0], ignore_errors=True)
    return _folders[0]
