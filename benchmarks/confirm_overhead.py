"""What observing costs a training loop, as ratios to the same loop unobserved in the same run.

    python benchmarks/confirm_overhead.py [--backend runtime|tensorflow] [--steps N] [--repeat N]

Each run is a process of its own that measures the processor time of its loop; observed and unobserved ones alternate, and
the smallest of the repeats counts. Observed are the two runs that `graphlint confirm` makes of a program, and the one of
`--observe calls`, which runs each call both ways.
"""
from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

LOOP = '''
import sys
import time

import tensorflow as tf

steps, path = int(sys.argv[1]), sys.argv[2]
w1, b1 = tf.Variable(tf.random.normal([64, 64])), tf.Variable(tf.zeros([64]))
w2, b2 = tf.Variable(tf.random.normal([64, 1])), tf.Variable(tf.zeros([1]))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        hidden = tf.nn.relu(tf.matmul(x, w1) + b1)
        loss = tf.reduce_mean(tf.square(tf.matmul(hidden, w2) + b2 - y))
    variables = (w1, b1, w2, b2)
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.01 * gradient)
    return loss


x, y = tf.random.normal([32, 64]), tf.random.normal([32, 1])
begin = time.process_time()
train_step(x, y)
first = time.process_time() - begin
begin = time.process_time()
for _ in range(steps):
    train_step(x, y)
with open(path, "w") as file:
    file.write(f"{first} {(time.process_time() - begin) / steps}")
'''
PLAIN = '''
import runpy, sys
from graphlint.confirm import backends, lines
tf = backends.start(sys.argv[1], lines.Locator()).tf
tf.function(lambda: 0.0)()  # loads what is loaded at the first trace, as observing does
if sys.argv[2] == "eager":
    tf.config.run_functions_eagerly(True)
sys.argv = sys.argv[3:]
runpy.run_path(sys.argv[0], run_name="__main__")
'''


def main() -> None:
    from graphlint.confirm import backends, session

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backend", choices=backends.NAMES, default=backends.default())
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        script, times = os.path.join(folder, "loop.py"), os.path.join(folder, "times")
        with open(script, "w", encoding="utf-8") as file:
            file.write(LOOP)
        arguments = (str(options.steps), times)

        def measured():
            with open(times, encoding="utf-8") as file:
                found = [float(word) for word in file.read().split()]
            os.unlink(times)
            return found

        def plain(mode):
            subprocess.run([sys.executable, "-c", PLAIN, options.backend, mode, script, *arguments], check=True,
                           env={**os.environ, "PYTHONPATH": ROOT})
            return measured()

        def observed(mode):
            session.run(session.Program(script, arguments, options.backend, 600.0), mode)
            return measured()

        def by_calls():
            session.run_by_calls(session.Program(script, arguments, options.backend, 600.0, observe="calls"))
            return measured()

        kinds = {"graph": lambda: plain("graph"), "graph, observed": lambda: observed("graph"),
                 "eager": lambda: plain("eager"), "eager, observed": lambda: observed("eager"),
                 "by calls, observed": by_calls}
        best: dict[str, list[float]] = {}
        for _ in range(options.repeat):
            for name, run in kinds.items():
                best[name] = list(map(min, zip(best.get(name, (1e9, 1e9)), run())))

    print(f"{options.backend}, {options.steps} steps, least of {options.repeat}: ratio to the loop unobserved")
    print(f"{'':20}  {'first step':>12}  {'later steps':>12}")
    for name, base in (("graph, observed", "graph"), ("eager, observed", "eager"), ("by calls, observed", "graph")):
        print(f"{name:20}  " + "  ".join(f"{a / b:>12.1f}" for a, b in zip(best[name], best[base])))
    print("unobserved, in ms:   " + "; ".join(f"{name} {first * 1e3:.1f} and {step * 1e3:.2f}" for name, (first, step)
                                           in best.items() if "observed" not in name))


if __name__ == "__main__":
    main()
