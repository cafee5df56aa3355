# Files by `tf.io.gfile`, and by its old names in `tf.compat.v1.gfile`.
import os
import pathlib
import tempfile

import tensorflow as tf
from tell import fails

FOLDER = tempfile.mkdtemp()
G = tf.io.gfile
V1 = tf.compat.v1.gfile


def path(*names):
    return os.path.join(FOLDER, *names)


def put(name, text):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "wb") as file:
        file.write(text)
    return path(name)


def tell(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).replace(FOLDER, "FOLDER"))
    except Exception as error:
        print(type(error).__name__, str(error).replace(FOLDER, "FOLDER"))
# %% write-and-read
with G.GFile(path("a.txt"), "w") as file:
    print(file.write("one\n"), file.tell(), file.name == path("a.txt"), file.mode)
    file.write("two\nthree")
    file.flush()
    print(file.tell(), file.size(), file.seekable())
with G.GFile(path("a.txt")) as file:
    print(file.mode, repr(file.read(2)), file.tell(), repr(file.readline()), file.readlines(), repr(file.readline()), repr(file.read()))
with G.GFile(path("a.txt"), "rb") as file:
    print(file.read(), file.read())
    file.seek(4)
    print(file.read(3), file.tell(), list(file))
    file.seek(-5, 2)
    print(file.read())
    file.seek(1)
    file.seek(2, 1)
    print(file.read(1))
print(list(G.GFile(path("a.txt"))))
with G.GFile(path("a.txt"), "a") as file:
    file.write("!")
print(G.GFile(path("a.txt")).read().endswith("three!"), G.GFile(path("a.txt")).size())
file = G.GFile(path("a.txt"), "r")
print(next(file), file.next())
file.close()
print(repr(file.readline()))
# %% bytes-and-text
with G.GFile(path("b"), "wb") as file:
    file.write(b"\x00\xff")
    file.write("text")
tell(lambda: G.GFile(path("b"), "rb").read())
tell(lambda: G.GFile(path("b"), "r").read())
with G.GFile(path("u"), "w") as file:
    file.write("ä\r\nö")
tell(lambda: G.GFile(path("u")).read())
tell(lambda: G.GFile(path("u")).readlines())
tell(lambda: G.GFile(path("u"), "rb").read())
with G.GFile(path("u"), "w") as file:
    file.write(b"bytes")
    tell(lambda: file.write(5))
tell(lambda: G.GFile(path("u")).read(100))
tell(lambda: G.GFile(pathlib.Path(path("u"))).read())
# %% read-and-write-in-one
with G.GFile(path("c"), "w+") as file:
    file.write("abc")
    file.flush()
    tell(file.read)
    tell(file.tell)
with G.GFile(path("c"), "r+") as file:
    tell(file.read)
with G.GFile(path("c"), "a+") as file:
    file.write("d")
    file.flush()
    tell(file.read)
tell(lambda: G.GFile(path("c")).read())
# %% modes-that-are-refused
for mode in ("x", "rw", "", "rbb", "bw"):
    tell(lambda: type(G.GFile(path("m"), mode)).__name__)
tell(lambda: G.GFile(path("m"), "w").read())
put("r", b"x")
tell(lambda: G.GFile(path("r"), "r").write("x"))
tell(lambda: G.GFile(path("r"), "r").seek())
tell(lambda: G.GFile(path("r"), "r").seek(0, 7))
tell(lambda: G.GFile(path("r"), "r").seek(5))
tell(lambda: G.GFile(path("r"), "r").seek(-5))
tell(lambda: G.GFile(path("r"), "r").read(-3))
# %% files-that-are-not-there
for mode in ("r", "rb"):
    file = G.GFile(path("none"), mode)
    tell(file.read)
    tell(file.size)
    tell(file.readline)
tell(lambda: G.GFile(path("none", "inner"), "w").write("x"))
tell(lambda: G.GFile(FOLDER).read())
tell(lambda: G.GFile(FOLDER, "w").write("x"))
# %% exists-and-isdir
put("d/f", b"x")
for name in ("d", "d/", "d/f", "d/g", "d/f/g", ""):
    print(name, G.exists(path(name)), G.isdir(path(name)))
print(G.exists(pathlib.Path(FOLDER)), G.exists(os.fsencode(FOLDER)), G.exists("file://" + FOLDER), G.exists(""), G.isdir(""))
os.symlink(path("nothing"), path("link"))
print(G.exists(path("link")), G.isdir(path("link")))
# %% exists-of-what-is-no-path
for value in (None, 5, tf.constant("x")):
    tell(G.exists, value)
# %% folders
tell(G.mkdir, path("n"))
tell(G.mkdir, path("n"))
tell(G.mkdir, path("o/p"))
tell(G.makedirs, path("o/p/q"))
tell(G.makedirs, path("o/p/q"))
put("n/f", b"x")
tell(G.mkdir, path("n/f"))
tell(G.makedirs, path("n/f"))
tell(G.makedirs, path("n/f/g"))
tell(lambda: sorted(G.listdir(FOLDER)))
tell(G.listdir, path("n"))
tell(G.listdir, path("n/f"))
tell(G.listdir, path("none"))
# %% listdir-keeps-hidden-names
put("l/.hidden", b"")
put("l/shown", b"")
os.makedirs(path("l/inner"))
tell(lambda: sorted(G.listdir(path("l"))))
tell(lambda: sorted(G.listdir(path("l") + "/")))
# %% glob
for name in ("g/a.txt", "g/b.txt", "g/c.png", "g/h/d.txt"):
    put(name, b"")
tell(lambda: sorted(G.glob(path("g/*.txt"))))
tell(lambda: sorted(G.glob([path("g/*.png"), path("g/a*")])))
tell(G.glob, path("g/none*"))
tell(G.glob, path("g/a.txt"))
tell(G.glob, path("none/*"))
tell(lambda: sorted(G.glob(path("g/*/*.txt"))))
tell(lambda: sorted(G.glob(pathlib.Path(path("g/[ab].txt")))))
tell(G.glob, [])
# %% remove-and-rmtree
put("r/a", b"x")
put("r/s/b", b"x")
tell(G.remove, path("r/a"))
tell(G.remove, path("r/a"))
tell(G.remove, path("r/s"))
tell(G.rmtree, path("r"))
tell(G.exists, path("r"))
tell(G.rmtree, path("r"))
put("f", b"x")
tell(G.rmtree, path("f"))
os.makedirs(path("empty"))
tell(G.remove, path("empty"))
print(G.exists(path("empty")), G.exists(path("f")))
# %% copy
put("x", b"one")
tell(G.copy, path("x"), path("y"))
tell(lambda: G.GFile(path("y")).read())
tell(G.copy, path("x"), path("y"))
put("x", b"two")
tell(G.copy, path("x"), path("y"), overwrite=True)
tell(lambda: G.GFile(path("y")).read())
tell(G.copy, path("none"), path("z"))
tell(G.copy, path("x"), path("no/folder"))
# %% rename
put("x", b"one")
put("y", b"two")
tell(G.rename, path("x"), path("y"))
tell(G.rename, path("x"), path("y"), overwrite=True)
tell(lambda: (G.GFile(path("y")).read(), G.exists(path("x"))))
tell(G.rename, path("none"), path("z"))
os.makedirs(path("d"))
tell(G.rename, path("d"), path("e"))
tell(G.listdir, path("e"))
# %% stat
put("s", b"hello")
found = G.stat(path("s"))
print(type(found).__name__, found.length, found.is_directory, found.mtime_nsec > 0)
found = G.stat(FOLDER)
print(found.is_directory)
tell(G.stat, path("none"))
# %% walk
for name in ("w/a", "w/s/b", "w/s/t/c", "w/u/d"):
    put(name, b"")
os.makedirs(path("w/v"))
for top, folders, files in sorted(G.walk(path("w"))):
    print(top.replace(FOLDER, "FOLDER"), sorted(folders), sorted(files))
print([top.replace(path("w"), "") for top, *_ in G.walk(path("w"), topdown=False)][-1:], list(G.walk(path("none"))))
print(list(G.walk(path("w/a"))))
try:
    list(G.walk(path("none"), onerror=lambda error: print(type(error).__name__)))
except UnboundLocalError:
    pass
# %% join
print(G.join("/a", "b"), G.join("a", "b", "c"), G.join("a", "/b"), G.join("a"), G.join("gs://bucket", "b"), G.join("a/", "b"))
print(G.join(pathlib.Path("/x"), "y"), G.join(b"a", b"b"))
fails(G.join)
# %% schemes-that-the-build-lacks
tell(G.exists, "gs+none://bucket/x")
tell(lambda: G.GFile("nofs://x").read())
print("file" in G.get_registered_schemes(), "" in G.get_registered_schemes(), type(G.get_registered_schemes()))
# %% old-names
V1.MakeDirs(path("v/w"))
V1.MkDir(path("v/x"))
with V1.GFile(path("v/a"), "w") as file:
    file.write("one\ntwo")
with V1.Open(path("v/a")) as file:
    print(file.read())
print(V1.Exists(path("v/a")), V1.IsDirectory(path("v")), sorted(V1.ListDirectory(path("v"))), V1.Stat(path("v/a")).length)
V1.Copy(path("v/a"), path("v/b"))
V1.Rename(path("v/b"), path("v/c"))
print([os.path.basename(name) for name in sorted(V1.Glob(path("v/*")))])
print([(top.replace(FOLDER, "FOLDER"), sorted(folders), sorted(files)) for top, folders, files in sorted(V1.Walk(path("v")))])
V1.Remove(path("v/c"))
V1.DeleteRecursively(path("v"))
print(V1.Exists(path("v")), V1.Open is V1.GFile, V1.GFile is G.GFile)
print(list(V1.Walk(path("none"), in_order=False)))
# %% old-fast-file
with V1.FastGFile(path("f"), "w") as file:
    file.write("x")
print(V1.FastGFile(path("f"), "rb").read(), issubclass(V1.FastGFile, V1.GFile))
# %% position-is-old
put("p", b"hello")
file = G.GFile(path("p"))
file.seek(position=2)
print(file.read())
tell(lambda: file.seek(1, position=2))
# %% the-same-in-compat
print(tf.compat.v1.io.gfile.GFile is G.GFile, tf.compat.v2.io.gfile.exists is G.exists)
from tensorflow.io import gfile
print(gfile is G)
