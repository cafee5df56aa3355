"""The programs that are opened, and a client for them."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("pygls")

HELPERS = '''\
import tensorflow as tf


def log(x):
    print("loss", x)
    return x
'''
TRAIN = '''\
import tensorflow as tf

import helpers


@tf.function
def step(x):
    helpers.log(x)
    return x * 2.0


step(tf.constant(1.0))
'''


@pytest.fixture
def folder(tmp_path):
    """A workspace folder with a program of two files."""
    (tmp_path / "helpers.py").write_text(HELPERS, "utf-8")
    (tmp_path / "train.py").write_text(TRAIN, "utf-8")
    return tmp_path


@pytest.fixture
def talk():
    """Runs a conversation to its end."""
    return asyncio.run
