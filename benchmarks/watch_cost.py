"""What watching costs: `graphlint.confirm.watch()` around a training of a small model, batches of 32, the worst case.

    python benchmarks/watch_cost.py [--backend tensorflow] [--steps 200] [--rounds 24]

Three kinds of training, and a call that does nothing, each watched and not, taking turns in one process:

- calls: a loop that calls a graph function that has been traced;
- fit: Keras' `fit`, of a model that has been trained before;
- trained: a new model of Keras', with its traces and the begin and end of the watch, and ten times as many steps.

Times are processor times of the thread that trains, where all that watching does is done; other threads only make the true
share smaller. Of each the lower quartile of the rounds counts, as other programs disturb a machine in one direction only.
The microseconds are what a call of a graph function takes more; they show best where it does `nothing`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main() -> None:
    from graphlint.confirm import backends, watch

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backend", choices=backends.NAMES, default=backends.default())
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=24)
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if options.backend == "tensorflow":
        import tensorflow as tf
    else:
        import runtime as tf
    steps = options.steps

    weights = [tf.Variable(tf.random.normal(shape) * 0.1) for shape in ((20, 32), (32, 1))]

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.nn.relu(x @ weights[0]) @ weights[1] - y) ** 2)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(0.001 * gradient)
        return loss

    @tf.function
    def nothing(x):
        return x

    one = tf.constant(1.0)
    x, y = tf.random.normal((32, 20)), tf.random.normal((32, 1))
    many = [part.numpy() for part in (tf.random.normal((32 * steps, 20)), tf.random.normal((32 * steps, 1)))]

    def model():
        made = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
        made.compile("sgd", "mse")
        return made

    trained = model()
    kinds = {"calls": (lambda: [step(x, y) for _ in range(steps)], steps, options.rounds),
             "nothing": (lambda: [nothing(one) for _ in range(10 * steps)], 10 * steps, 2 * options.rounds),
             "fit": (lambda: trained.fit(*many, batch_size=32, epochs=4, verbose=0), 4 * steps, max(3, options.rounds // 3)),
             "trained": (lambda: model().fit(*many, batch_size=32, epochs=10, verbose=0), 10 * steps, max(3, options.rounds // 6))}

    def taken(run, watched, entering=False):
        """Seconds for a run; where it is watched, with or without those for coming and going."""
        begin = time.thread_time()
        with watch(False, lint=False) if watched else contextlib.nullcontext():
            inside = time.thread_time()
            run()
            end = time.thread_time()
        return time.thread_time() - begin if entering else end - inside

    print(f"{options.backend} {tf.__version__}, batches of 32, processor time for each call")
    print(f"{'':8}  {'unwatched':>14}  {'watched':>14}  {'ratio':>6}  {'more per call':>13}")
    for name, (run, calls, rounds) in kinds.items():
        taken(run, False), taken(run, True)  # what is loaded or traced at the first time
        times: dict[bool, list[float]] = {False: [], True: []}
        for turn in range(rounds):
            for watched in ((False, True), (True, False))[turn % 2]:
                times[watched].append(taken(run, watched, name == "trained") / calls)
        plain, seen = (statistics.quantiles(times[watched], n=4)[0] * 1e6 for watched in (False, True))
        print(f"{name:8}  {plain:>11.1f} us  {seen:>11.1f} us  {seen / plain:>6.3f}  {seen - plain:>10.2f} us", flush=True)
    alone = statistics.median(taken(lambda: None, True, True) for _ in range(options.rounds))
    print(f"to begin and to end a watch: {alone * 1e6:.0f} us")


if __name__ == "__main__":
    main()
