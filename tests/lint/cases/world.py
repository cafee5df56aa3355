"""Clocks, environment, files, machine and net in graph contexts."""

import datetime
import gc
import glob
import io
import json
import os
import os.path as osp
import pathlib
import pickle
import platform
import subprocess
import sys
import time
from datetime import datetime as dt
from os import environ, getenv
from pathlib import Path
from time import perf_counter as clock

import mlflow
import numpy as np
import psutil
import requests
import tensorflow as tf
import wandb
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

START = time.time()
LOG = open("log.txt", "a")


@tf.function
def clocks(x):
    x += time.time()  # [world-read-in-graph]
    x += clock()  # [world-read-in-graph]
    x += time.monotonic() - START  # [world-read-in-graph]
    x += dt.now().hour  # [world-read-in-graph]
    x += datetime.date.today().day  # [world-read-in-graph]
    x += len(time.strftime("%H"))  # [world-read-in-graph]
    time.sleep(1)  # [world-read-in-graph]
    return x


@tf.function
def environment(x):
    if "VERBOSE" in os.environ:  # [world-read-in-graph]
        x = -x
    if os.environ.get("DEBUG"):  # [world-read-in-graph]
        x = -x
    x += float(environ["SCALE"])  # [world-read-in-graph]
    x += len(getenv("HOME"))  # [world-read-in-graph]
    return x + len(os.getcwd())  # [world-read-in-graph]


@tf.function
def files(x, path):
    with open(path) as file:  # [world-read-in-graph]
        x += float(file.read())
        x += json.load(file)
    with open("out", "wb") as file:  # [world-read-in-graph]
        pickle.dump(x, file)
    LOG.write("step")  # [world-read-in-graph]
    json.dump({}, LOG)  # [world-read-in-graph]
    x += np.load("x.npy")  # [world-read-in-graph]
    np.save("x.npy", [1, 2])  # [world-read-in-graph]
    x += len(Path("x").read_text())  # [world-read-in-graph]
    x += len((pathlib.Path("x") / "y").read_bytes())  # [world-read-in-graph]
    if osp.exists("x") and tf.io.gfile.exists("y"):  # [world-read-in-graph]
        x += len(os.listdir("."))  # [world-read-in-graph]
    x += len(glob.glob("*.txt"))  # [world-read-in-graph]
    os.makedirs("x")  # [world-read-in-graph]
    return x


@tf.function
def machine(x):
    x += float(input())  # [world-read-in-graph]
    x += psutil.virtual_memory().free  # [world-read-in-graph]
    x += gc.get_count()[0]  # [world-read-in-graph]
    subprocess.run(["ls"])  # [world-read-in-graph]
    requests.post("http://localhost", {})  # [world-read-in-graph]
    return x


def seconds():
    return time.time()  # [world-read-in-graph]


class Trainer:
    @tf.function
    def step(self, x):
        return x + self.elapsed()

    def elapsed(self):
        return seconds() - START


@tf.function
def innocent(x, path):
    x += os.getpid() + len(sys.argv) + len(platform.system())
    x += tf.timestamp()
    x += len(os.path.join("a", "b"))
    text = tf.io.read_file(path)
    tf.io.write_file("copy", text)
    buffer = io.StringIO()
    buffer.write("text")
    json.dump({}, buffer)
    x += len(json.loads("[]")) + len(time.strptime("1", "%H"))
    with tf.init_scope():
        x += time.time()
    return tf.py_function(lambda y: y + time.time(), [x], tf.float32)


@tf.function
def shadowed(x, time, open, json):
    with open("x") as file:
        return x + time.time() + json.load(file)


class Clock:
    def __init__(self):
        self.start = time.time()

    def time(self):
        return time.time() - self.start


while time.time() < START:
    print(os.environ["HOME"])


@tf.function
def written(x, table, figure):
    table.to_csv("table.csv", index=False)  # [world-read-in-graph]
    figure.savefig("figure.png")  # [world-read-in-graph]
    text = io.StringIO()
    table.to_csv(text)
    return x


@tf.function
def written_by_name(x, path):
    import pandas as pd

    table = pd.DataFrame(json.loads(path)).fillna(0)
    table.to_csv("table.csv")  # [world-read-in-graph]
    return x


def records(folder):
    def opened(name):
        zipped = "GZIP" if os.path.exists(folder + "/index.gz") else ""  # [world-read-in-graph]
        return tf.data.TFRecordDataset(name, zipped)

    return tf.data.Dataset.list_files(folder).interleave(opened)


@tf.function
def seeded(x):
    tf.random.set_seed(7)  # [world-read-in-graph]
    tf.keras.utils.set_random_seed(7)  # [world-read-in-graph]
    return x + tf.random.uniform([])


bar = tqdm(total=10)
writer = SummaryWriter()


@tf.function
def tracked(x, steps):
    bar.update(1)  # [world-read-in-graph]
    wandb.log({"step": 1})  # [world-read-in-graph]
    mlflow.log_metric("step", 1)  # [world-read-in-graph]
    writer.add_scalar("step", 1, 2)  # [world-read-in-graph]
    for step in tqdm(steps):
        x = x + step
    return x


def train(data):
    shown = tqdm(data)
    for x in shown:
        tracked(x, (1, 2))
        shown.set_postfix(loss=1)


class Imported:
    def __init__(self, path):
        self.path = path
        self.run = tf.compat.v1.wrap_function(self._import, [tf.TensorSpec([None])])

    def _import(self, x):
        with open(self.path, "rb") as file:  # [world-read-in-graph]
            graph = tf.compat.v1.GraphDef.FromString(file.read())
        return tf.compat.v1.import_graph_def(graph, {"x": x})


@tf.function
def of_tensorflow_1(x):
    return x * tf.get_variable("x", [1])


@tf.function
def with_image(x):
    return x + np.array(tf.keras.utils.load_img("image.png"))  # [world-read-in-graph]
