"""Small made-up files in the formats of those that the guides download, so that the cells that read them run."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path

import numpy as np

_LINES = "Sing, O goddess, the anger|Achilles' wrath, to Greece|Of Peleus' son, Achilles|The wrath which hurled|Many a soul".split("|")


def write(folder: Path) -> None:
    """Make the files, unless they are there."""
    if (folder / "auto-mpg.data").exists():
        return
    draw = random.Random(7)
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("cowper.txt", "derby.txt", "butler.txt"):
        (folder / name).write_text("".join(f"{draw.choice(_LINES)} {number}\n" for number in range(20)))
    _table(folder / "train.csv", "survived,sex,age,n_siblings_spouses,parch,fare,class,deck,embark_town,alone", 627, lambda: [
        draw.randrange(2), draw.choice(["male", "female"]), f"{draw.randrange(1, 80)}.0", draw.randrange(3), draw.randrange(3),
        f"{draw.uniform(5, 90):.4f}", draw.choice(["First", "Second", "Third"]), draw.choice(["unknown", "C", "E"]),
        draw.choice(["Southampton", "Cherbourg"]), draw.choice("yn")])
    _table(folder / "creditcard.csv", ",".join(["Time", *(f"V{n}" for n in range(1, 29)), "Amount", "Class"]), 3000, lambda: [
        f"{draw.gauss(0, 1):.5f}" for _ in range(30)] + [int(draw.random() < 0.1)])
    for kind in ("daisy", "roses", "tulips"):
        (folder / "flower_photos" / kind).mkdir(parents=True)
        for number in range(3):
            image = np.array([[[draw.randrange(256) for _ in range(3)] for _ in range(6)] for _ in range(5)], np.uint8)
            (folder / "flower_photos" / kind / f"{number}.jpg").write_bytes(png(image))  # TensorFlow goes by the contents
    _records(folder / "fsns.tfrec", draw)
    (folder / "ImageNetLabels.txt").write_text("".join(f"label {number}\n" for number in range(1001)))
    (folder / "auto-mpg.data").write_text("".join(
        f"{draw.uniform(9, 46):.1f}   {draw.choice([4, 6, 8])}   {draw.uniform(70, 450):.1f}      {draw.uniform(50, 230):.1f}      "
        f"{draw.uniform(1600, 5100):.0f}.      {draw.uniform(8, 24):.1f}   {draw.randrange(70, 83)}  {draw.randrange(1, 4)}\t\"car\"\n"
        for _ in range(392)))


def digits():
    """``(images, labels), (images, labels)`` as `keras.datasets.mnist.load_data` gives them, but few and of noise."""
    draw = np.random.RandomState(5)

    def some(count):
        return draw.randint(0, 256, (count, 28, 28)).astype(np.uint8), draw.randint(0, 10, count).astype(np.uint8)
    return some(640), some(128)


def colours():
    """The same for `keras.datasets.cifar10.load_data`."""
    draw = np.random.RandomState(6)

    def some(count):
        return draw.randint(0, 256, (count, 32, 32, 3)).astype(np.uint8), draw.randint(0, 10, (count, 1)).astype(np.uint8)
    return some(320), some(64)


def png(image):
    """The bytes of a PNG file."""
    height, width, _ = image.shape
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")))


def _table(path, header, count, row):
    path.write_text("\n".join([header, *(",".join(map(str, row())) for _ in range(count))]) + "\n")


def _records(path, draw):
    import tensorflow as tf
    with tf.io.TFRecordWriter(str(path)) as writer:
        for number in range(12):
            image = np.array([[[draw.randrange(256) for _ in range(3)] for _ in range(4)] for _ in range(4)], np.uint8)
            feature = {"image/encoded": png(image), "image/text": f"Rue {number}".encode()}
            writer.write(tf.train.Example(features=tf.train.Features(feature={
                name: tf.train.Feature(bytes_list=tf.train.BytesList(value=[value])) for name, value in feature.items()
            })).SerializeToString())
