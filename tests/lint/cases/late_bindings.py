"""Lambdas that a loop makes and that are called after it: AutoGraph gives each the variable of its own turn."""

import functools

import tensorflow as tf


def use(functions, x):
    return [function(x) for function in functions]


@tf.function
def of_target(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)  # [late-binding-in-graph]
    return use(functions, x)


@tf.function
def of_assigned(x):
    functions = []
    for i in range(3):
        k = i * 2
        functions.append(lambda y: y * k)  # [late-binding-in-graph]
    return use(functions, x)


@tf.function
def in_dict(x):
    functions = {}
    for i in range(3):
        functions[i] = lambda y: y * i  # [late-binding-in-graph]
    return functions[0](x)


@tf.function
def in_tuple(x):
    functions = []
    for name, weight in (("a", 1.0), ("b", 2.0)):
        functions.append((name, lambda y: y * weight))  # [late-binding-in-graph]
    return [function(x) for _, function in functions]


@tf.function
def by_partial(x):
    functions = []
    for i in range(3):
        functions += [functools.partial(lambda y, z: y * i + z, z=1.0)]  # [late-binding-in-graph]
    return use(functions, x)


@tf.function
def in_a_branch(x):
    functions = []
    for i in range(3):
        if i != 1:
            functions.append(lambda y: y * i)  # [late-binding-in-graph]
    return use(functions, x)


@tf.function
def of_both_loops(x):
    functions = []
    for i in range(2):
        for j in range(2):
            functions.append(lambda y: y * (10 * i + j))  # [late-binding-in-graph]
    return use(functions, x)


def helper(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)  # [late-binding-in-graph]
    return use(functions, x)


@tf.function
def by_helper(x):
    return helper(x)


class Model(tf.Module):
    @tf.function
    def step(self, x):
        self.parts = []
        for i in range(3):
            self.parts.append(lambda y: y * i)  # [late-binding-in-graph]
        return [part(x) for part in self.parts]


def parse(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)  # [late-binding-in-graph]
    return sum(use(functions, x))


tf.data.Dataset.range(3).map(parse)


@tf.function
def bound_by_default(x):
    functions = []
    for i in range(3):
        functions.append(lambda y, i=i: y * i)
    return use(functions, x)


@tf.function
def bound_by_partial(x):
    functions = []
    for i in range(3):
        functions.append(functools.partial(lambda i, y: y * i, i))
    return use(functions, x)


@tf.function
def bound_by_function(x):
    functions = []
    for i in range(3):
        functions.append(times(i))
    return use(functions, x)


def times(i):
    return lambda y: y * i


@tf.function
def called_at_once(x):
    results = []
    for i in range(3):
        scale = lambda y: y * i
        results.append(scale(x))
        results.append(tf.map_fn(lambda y: y * i, tf.reshape(x, [1])))
    return results


@tf.function
def sorted_at_once(x):
    results = []
    for i in range(3):
        results.append(x * sorted([3.0, 1.0], key=lambda value: value * i)[0])
    return results


@tf.function
def read_after(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)
    return use(functions, x) + [x * i]


@tf.function
def carried(x):
    functions, total = [], 0
    for i in range(3):
        total += i
        functions.append(lambda y: y * total)
    return use(functions, x)


@tf.function
def by_def(x):
    functions = []
    for i in range(3):

        def scale(y):
            return y * i

        functions.append(scale)
    return use(functions, x)


@tf.function
def by_comprehension(x):
    functions = [lambda y: y * i for i in range(3)]
    return use(functions, x)


@tf.function
def of_one(x):
    functions = []
    for i in (5,):
        functions.append(lambda y: y * i)
    return use(functions, x)


@tf.function
def of_the_first_that_fits(x):
    functions = []
    for i in range(5):
        if i == 3:
            functions.append(lambda y: y * i)
            break
    return use(functions, x)


@tf.function
def of_its_turn(x):
    results = []
    for i in range(3):
        functions = []
        functions.append(lambda y: y * i)
        results += use(functions, x)
    return results


@tf.function
def of_nothing_that_varies(x):
    functions = []
    for _ in range(3):
        functions.append(lambda y: y * x)
    return use(functions, x)


@tf.function
def called_at_once(x):
    scaled = {"a": x, "b": x + 1.0}
    for name in ["a", "b"]:
        scaled[name] = tf.cond(tf.size(x) > 0, lambda: scaled[name] * 2.0, lambda: scaled[name])
    return tf.add_n(list(scaled.values()))


@tf.function(autograph=False)
def unconverted(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)
    return use(functions, x)


def never_traced(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)
    return use(functions, x)


@tf.autograph.experimental.do_not_convert
def kept(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i)
    return use(functions, x)


@tf.function
def by_kept(x):
    return kept(x)


x = tf.constant(1.0)
