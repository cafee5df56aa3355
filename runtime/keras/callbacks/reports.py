"""Callbacks that tell of training: the progress bar, CSV files, TensorBoard's files."""

from __future__ import annotations

import csv
import os
import time

import runtime as tf
from runtime.keras.callbacks.base import Callback
from runtime.keras.progress import Progbar, is_interactive_logging_enabled


class ProgbarLogger(Callback):
    """Shows the progress bar."""

    def set_params(self, params):
        super().set_params(params)
        self.verbose = params["verbose"] if params["verbose"] != "auto" else 1 if is_interactive_logging_enabled() else 2
        self.target, self.epochs = params.get("steps"), params.get("epochs", 1)
        self._training, self._bar = False, None

    def on_train_begin(self, logs=None):
        self._training = True

    def on_epoch_begin(self, epoch, logs=None):
        self._bar = None
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}", flush=True)
        self._started()

    def on_train_batch_end(self, batch, logs=None):
        self._step(batch, logs)

    def on_test_begin(self, logs=None):
        if not self._training:
            self._bar = None
            self._started()

    def on_predict_begin(self, logs=None):
        self._bar = None
        self._started()

    def on_test_batch_end(self, batch, logs=None):
        if not self._training:
            self._step(batch, logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._step(batch, None)

    def on_epoch_end(self, epoch, logs=None):
        self._finish(logs)

    def on_test_end(self, logs=None):
        if not self._training:
            self._finish(logs)

    def on_predict_end(self, logs=None):
        self._finish(logs)

    def _started(self):
        if self._bar is None:
            self._bar = Progbar(self.target, verbose=self.verbose)
            self._done = 0
        return self._bar

    def _step(self, batch, logs):
        bar = self._started()
        self._done = batch + 1
        if self.verbose == 1:
            bar.update(self._done, list((logs or {}).items()), finalize=False)

    def _finish(self, logs):
        bar = self._started()
        if self.target is None:
            self.target = bar.target = self._done
        bar.update(self.target, list((logs or {}).items()), finalize=True)


class CSVLogger(Callback):
    """Writes epoch and logs to a CSV file, a line for each epoch; with `append` after what it has."""

    def __init__(self, filename, separator=",", append=False):
        super().__init__()
        self.filename, self.sep, self.append = os.fspath(filename), separator, append
        self._file = self._writer = None

    def on_train_begin(self, logs=None):
        self._has_header = self.append and os.path.exists(self.filename) and os.path.getsize(self.filename) > 0
        self._file, self._writer = open(self.filename, "a" if self.append else "w", newline=""), None

    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        if self._writer is None:
            names = sorted(logs)
            if not any(name.startswith("val_") for name in names):
                names += [f"val_{name}" for name in names]
            self._writer = csv.DictWriter(self._file, ["epoch", *names], delimiter=self.sep)
            if not self._has_header:
                self._writer.writeheader()
        row = {name: logs.get(name, "NA") for name in self._writer.fieldnames[1:]}
        self._writer.writerow({"epoch": epoch, **row})
        self._file.flush()

    def on_train_end(self, logs=None):
        if self._file is not None:
            self._file.close()
        self._writer = None


class TensorBoard(Callback):
    """Writes logs, the graph and, every `histogram_freq` epochs, weights to `log_dir`, for TensorBoard.

    Raises:
        ValueError: `profile_batch` or `embeddings_freq`, which the runtime has not.
    """

    def __init__(self, log_dir="logs", histogram_freq=0, write_graph=True, write_images=False, write_steps_per_second=False,
                 update_freq="epoch", profile_batch=0, embeddings_freq=0, embeddings_metadata=None):
        super().__init__()
        if profile_batch or embeddings_freq:
            raise ValueError("the runtime's TensorBoard callback has neither `profile_batch` nor `embeddings_freq`")
        self.log_dir, self.histogram_freq, self.write_graph, self.write_images = str(log_dir), histogram_freq, write_graph, write_images
        self.write_steps_per_second, self.update_freq = write_steps_per_second, 1 if update_freq == "batch" else update_freq
        self._writers, self._open, self._batches = {}, [], {"train": 0, "validation": 0}

    def set_model(self, model):
        super().set_model(model)
        self._writers, self._graph_is_due = {}, self.write_graph

    def _writer(self, kind):
        if kind not in self._writers:
            self._writers[kind] = tf.summary.create_file_writer(os.path.join(self.log_dir, kind))
        return self._writers[kind]

    def _push(self, kind):
        """From here on, summaries that the user's code writes go to the file of `kind`."""
        def due():
            return self.update_freq != "epoch" and self._batches[kind] % self.update_freq == 0
        contexts = [self._writer(kind).as_default(self._batches[kind]), tf.summary.record_if(due)]
        for context in contexts:
            context.__enter__()
        self._open.append(contexts)

    def _pop(self):
        if self._open:
            for context in reversed(self._open.pop()):
                context.__exit__(None, None, None)

    def on_train_begin(self, logs=None):
        self._batches["train"] = 0
        self._push("train")

    def on_train_end(self, logs=None):
        self._pop()
        for writer in self._writers.values():
            writer.close()

    def on_test_begin(self, logs=None):
        self._push("validation")

    def on_test_end(self, logs=None):
        self._pop()
        optimizer = getattr(self.model, "optimizer", None)
        if optimizer is not None:
            self._scalars("validation", {f"evaluation_{name}_vs_iterations": value for name, value in (logs or {}).items()},
                          int(optimizer.iterations))

    def on_train_batch_begin(self, batch, logs=None):
        self._next_batch("train")
        self._batch_start = time.time()

    def on_test_batch_begin(self, batch, logs=None):
        self._next_batch("validation")

    def _next_batch(self, kind):
        self._batches[kind] += 1
        if self.update_freq != "epoch":
            self._pop()
            self._push(kind)

    def on_train_batch_end(self, batch, logs=None):
        if self._graph_is_due:
            self._write_graph()
        step = self._batches["train"]
        if self.write_steps_per_second:
            tf.summary.scalar("batch_steps_per_second", 1.0 / max(time.time() - self._batch_start, 1e-9), step=step)
        if self.update_freq != "epoch":
            for name, value in (logs or {}).items():
                tf.summary.scalar(f"batch_{name}", value, step=step)

    def _write_graph(self):
        self._graph_is_due = False
        graph = self.model.traced_train_step()
        if graph is not None:
            with self._writer("train").as_default(), tf.summary.record_if(True):
                tf.summary.graph(graph)

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch_start, self._epoch_batches = time.time(), int(self.model.optimizer.iterations)

    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        train = {f"epoch_{name}": value for name, value in logs.items() if not name.startswith("val_")}
        train["epoch_learning_rate"] = float(self.model.optimizer.learning_rate)
        if self.write_steps_per_second:
            train["epoch_steps_per_second"] = (int(self.model.optimizer.iterations) - self._epoch_batches) / max(
                time.time() - self._epoch_start, 1e-9)
        if logs:
            self._scalars("train", train, epoch)
            self._scalars("validation", {f"epoch_{name[4:]}": value for name, value in logs.items() if name.startswith("val_")}, epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._write_weights(epoch)

    def _scalars(self, kind, values, step):
        if values:
            with self._writer(kind).as_default(), tf.summary.record_if(True):
                for name, value in values.items():
                    tf.summary.scalar(name, value, step=step)

    def _write_weights(self, epoch):
        writer = self._writer("train")
        with writer.as_default(), tf.summary.record_if(True):
            for layer in self.model.layers:
                for weight in layer.weights:
                    tf.summary.histogram(f"{weight.path}/histogram", tf.convert_to_tensor(weight), step=epoch)
                    if self.write_images and (picture := _as_picture(weight.numpy())) is not None:
                        tf.summary.image(f"{weight.path}/image", picture, step=epoch)
            writer.flush()


def _as_picture(array):
    """The weights as a batch of pictures, None for ranks that show nothing."""
    array = array.squeeze()
    if array.ndim == 1:
        array = array.reshape(1, -1, 1, 1)
    elif array.ndim == 2:
        array = (array.T if array.shape[0] > array.shape[1] else array)[None, :, :, None]
    elif array.ndim == 3:
        array = array.transpose(2, 0, 1)[..., None]
    return array if array.ndim == 4 and array.shape[-1] in (1, 3, 4) else None
