"""Files of layers in `.keras` files, beside configs and weights: what `save_assets` writes and `load_assets` reads."""

from __future__ import annotations

import os
import tempfile

from runtime.keras.saving.weights import saveables

_FOLDER = "assets"


def write_assets(model, archive):
    """Put the files of all layers into an archive."""
    for path, saveable in saveables(model):
        if not hasattr(saveable, "save_assets"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            saveable.save_assets(folder)
            for name in sorted(os.listdir(folder)):
                archive.write(os.path.join(folder, name), _inside(path, name))


def read_assets(model, members):
    """Give all layers the files that are theirs.

    Args:
        members: name → the bytes of that member of the archive.
    """
    for path, saveable in saveables(model):
        start = _inside(path, "")
        names = [name for name in members if name.startswith(start) and name[len(start):] and not set(name[len(start):]) & set("/\\")
                 and name[len(start):] not in (".", "..")]
        if not names or not hasattr(saveable, "load_assets"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                with open(os.path.join(folder, name[len(start):]), "wb") as file:
                    file.write(members[name])
            saveable.load_assets(folder)


def _inside(path, name):
    return "/".join(part for part in (_FOLDER, path) if part) + "/" + name
