"""Files of other machines, as far as they are here already: `keras.utils.get_file`."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
import urllib.parse
import urllib.request
import warnings
import zipfile

from runtime.keras.progress import Progbar, is_interactive_logging_enabled
from runtime.keras.utils.directories import say


def get_file(fname=None, origin=None, untar=False, md5_hash=None, file_hash=None, cache_subdir="datasets", hash_algorithm="auto",
             extract=False, archive_format="auto", cache_dir=None, force_download=False):
    """The path of a file in the cache, copied there from a ``file://`` URL; or of the folder with what was in it.

    Raises:
        NotImplementedError: the file is not in the cache, and `origin` is on another machine.
        ValueError: no `origin`, a path as `fname`, or a file with another hash.
    """
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    folder = _folder(cache_dir, cache_subdir)
    given, fname = fname, os.fspath(fname) if fname else os.path.basename(urllib.parse.urlsplit(origin).path)
    if not fname:
        raise ValueError(f"Can't parse the file name from the origin provided: '{origin}'.Please specify the `fname` argument.")
    if given and os.sep in fname:
        raise ValueError("Paths are no longer accepted as the `fname` argument. To specify the file's parent directory, use the "
                         f"`cache_dir` argument. Received: fname={fname}")
    target, extracted = _places(folder, fname, bool(given), extract or untar)
    is_here = os.path.exists(target) and not force_download
    if is_here and file_hash is not None and not _has_hash(target, file_hash, hash_algorithm):
        say(f"A local file was found, but it seems to be incomplete or outdated because the {hash_algorithm} file hash does not match the "
            f"original value of {file_hash} so we will re-download the data.")
        is_here = False
    if not is_here:
        _fetch(origin, target)
        if file_hash is not None and not _has_hash(target, file_hash, hash_algorithm):
            raise ValueError(f"Incomplete or corrupted file detected. The {hash_algorithm} file hash does not match the provided value of "
                             f"{file_hash}.")
    if not extract and not untar:
        return target
    if not _extract(target, extracted, "tar" if untar else archive_format):
        warnings.warn("Could not extract archive.", stacklevel=2)
    return extracted


def _folder(cache_dir, cache_subdir):
    base = os.path.expanduser(cache_dir or os.environ.get("KERAS_HOME") or os.path.join("~", ".keras"))
    if not os.access(base, os.W_OK):
        base = os.path.join("/tmp" if os.path.isdir("/tmp") else tempfile.gettempdir(), ".keras")
    folder = os.path.join(base, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    return folder


def _places(folder, fname, is_given, is_archive):
    """(path of the file, path of the folder for what is in it)."""
    if not is_archive:
        return os.path.join(folder, fname), None
    if is_given and "." in fname:
        return os.path.join(folder, fname), os.path.join(folder, f"{fname[:fname.find('.')]}_extracted")
    return os.path.join(folder, f"{fname}_archive"), os.path.join(folder, fname)


def _fetch(origin, target):
    parts = urllib.parse.urlsplit(origin)
    if parts.scheme != "file":
        raise NotImplementedError(f"the runtime downloads nothing: put {origin} at {target}, or give a file:// URL")
    say(f"Downloading data from {origin}")
    path = urllib.request.url2pathname(parts.path)
    if not os.path.isfile(path):
        raise Exception(f"URL fetch failure on {origin}: None -- [Errno 2] No such file or directory: {path!r}")  # Keras's class
    partial, bar = f"{target}.partial", Progbar(os.path.getsize(path), verbose=int(is_interactive_logging_enabled()))
    bar.update(0)
    shutil.copyfile(path, partial)
    bar.update(bar.target)
    os.replace(partial, target)


def _has_hash(path, wanted, algorithm):
    is_long = algorithm == "sha256" or algorithm == "auto" and len(wanted) == 64
    digest = hashlib.sha256() if is_long else hashlib.md5()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 16), b""):
            digest.update(block)
    return digest.hexdigest() == str(wanted)


# -- archives ----------------------------------------------------------------------------------------------------------
def _extract(path, folder, formats):
    """Whether the file is an archive of one of the formats; what is in it, and would stay in the folder, is written there."""
    if formats is None:
        return False
    for kind in ("tar", "zip") if formats == "auto" else [formats] if isinstance(formats, str) else formats:
        if kind == "tar" and tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                _extract_all(archive, folder, archive.getmembers(), lambda member: member.name, lambda m: m.isfile() or m.isdir())
            return True
        if kind == "zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                _extract_all(archive, folder, archive.infolist(), lambda member: member.filename, lambda _: True)
            return True
        if kind not in ("tar", "zip"):
            raise NotImplementedError(kind)
    return False


def _extract_all(archive, folder, members, name_of, is_plain):
    os.makedirs(folder, exist_ok=True)
    base = os.path.realpath(folder)
    options = {"filter": "data"} if isinstance(archive, tarfile.TarFile) and hasattr(tarfile, "data_filter") else {}
    for member in members:
        place = os.path.realpath(os.path.join(base, name_of(member)))
        if os.path.commonpath([base, place]) != base or not is_plain(member):
            warnings.warn(f"Skipping invalid path during archive extraction: '{name_of(member)}'.", stacklevel=4)
            continue
        archive.extract(member, base, **options)
