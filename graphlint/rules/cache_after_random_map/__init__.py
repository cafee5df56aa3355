"""cache-after-random-map: a dataset that is cached after random numbers were drawn for its elements."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7324",
    symbol="cache-after-random-map",
    message="cache() keeps what %(drawn)s draws in %(function)s during the first epoch, and each later epoch repeats those numbers;"
    " call cache() before the %(map)s",
    description="A dataset is cached after its elements were augmented at random: each epoch repeats the first one's numbers.",
    why="""\
`Dataset.cache` keeps the elements of the first epoch as they come, and gives the same ones in each later epoch. If a
function before it draws random numbers, they are drawn once for each element and never again: a random flip becomes a
fixed one, and the model sees the same augmented images in all epochs. With `cache("file")` even the next run of the
program does. The cache does so whether functions are traced or not: for this rule `graphlint confirm` leaves it out of
its eager run, where each element is computed when it is asked for.""",
    instead="""\
Cache what is always the same, and augment after it: `data.map(load).cache().map(augment)`.""",
    silent="""\
Nothing is reported where the numbers are the same in each epoch without the cache as well: operations with a seed,
stateless ones, a program that calls `tf.random.set_seed`. Nor for datasets that are named after a validation or a test.""",
    kinds=frozenset({Kind.CACHED}),
    divergence="repeated",
)
