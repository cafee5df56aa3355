"""`tf.compat.v1.resource_loader`: files beside the module that calls."""

from __future__ import annotations

import os
import sys


def _folder(frame):
    return os.path.dirname(os.path.abspath(frame.f_code.co_filename)) or "."


def get_data_files_path():
    """The folder of the file that calls."""
    return _folder(sys._getframe(1))


def get_path_to_datafile(path):
    """A path relative to the file that calls."""
    return os.path.join(_folder(sys._getframe(1)), path)


def get_root_dir_with_all_resources():
    """The folder of the file that calls."""
    return _folder(sys._getframe(1))


def load_resource(path):
    """The bytes of a file in TensorFlow's own folder. There is none here: raises FileNotFoundError unless the path is absolute."""
    with open(os.path.join(_folder(sys._getframe(1)), path), "rb") as file:
        return file.read()


def readahead_file_path(path, readahead="128M"):
    return path
