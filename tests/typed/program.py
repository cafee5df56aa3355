"""A small program that `mypy --strict` accepts: it uses the types of the runtime."""

from __future__ import annotations

import runtime as tf


class Trainer(tf.Module):
    """Fits one weight."""

    def __init__(self, rate: float) -> None:
        super().__init__(name="trainer")
        self.weight = tf.Variable(0.0, name="weight")
        self.rate = rate

    @tf.function
    def step(self, x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(x * self.weight - y))
        gradient = tape.gradient(loss, self.weight)
        self.weight.assign_sub(self.rate * gradient)
        return loss


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x: tf.Tensor) -> tf.Tensor:
    result = tf.constant(0.0)
    for value in x:
        result += value
    return result


def main() -> int:
    trainer = Trainer(rate=0.1)
    x = tf.constant([1.0, 2.0, 3.0])
    losses = [trainer.step(x, 2.0 * x) for _ in range(20)]
    print(float(losses[-1]) < float(losses[0]), total(x).numpy(), x.shape.as_list(), x.dtype.name, len(trainer.variables))
    dataset = tf.data.Dataset.range(3).batch(2)
    for batch in dataset:
        print(tf.cast(batch, tf.float32).numpy())
    return trainer.step.experimental_get_tracing_count()


if __name__ == "__main__":
    print(main())
