import functools
import traceback

import numpy as np
import tensorflow as tf
from tell import headline


class raises:
    """assert_raises of the guide, with one line of the error's text."""

    def __init__(self, error_class):
        self.error_class = error_class

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            raise Exception(f"Expected {self.error_class} to be raised but no error was raised!")
        print("Caught expected exception" if isinstance(error, self.error_class) else "Got unexpected exception", kind.__name__, headline(str(error)))
        return True


# %% usage
@tf.function
def add(a, b):
    return a + b
print(add(tf.ones([2, 2]), tf.ones([2, 2])))
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    result = add(v, 1.0)
print(tape.gradient(result, v))
@tf.function
def dense_layer(x, w, b):
    return add(tf.matmul(x, w), b)
print(dense_layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2])))

# %% tracing
@tf.function
def double(a):
    print("Tracing with", a)
    return a + a
print(double(tf.constant(1)))
print()
print(double(tf.constant(1.1)))
print()
print(double(tf.constant("a")))
print()
print(double(tf.constant("b")))
print(double.pretty_printed_concrete_signatures())

# %% rules-of-tracing
print(hash(tf.TensorSpec([1], tf.int32)) == hash(tf.TensorSpec([1], tf.int32)))
@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def next_collatz(x):
    print("Tracing with", x)
    return tf.where(x % 2 == 0, x // 2, 3 * x + 1)
print(next_collatz(tf.constant([1, 2])))
with raises(TypeError):
    next_collatz(tf.constant([[1, 2], [3, 4]]))
with raises(TypeError):
    next_collatz(tf.constant([1.0, 2.0]))

# %% unknown-dimensions
@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def g(x):
    print("Tracing with", x)
    return x
print(g(tf.constant([1, 2, 3])))
print(g(tf.constant([1, 2, 3, 4, 5])))

# %% reduce-retracing
@tf.function(reduce_retracing=True)
def g(x):
    print("Tracing with", x)
    return x
print(g(tf.constant([1, 2, 3])))
print(g(tf.constant([1, 2, 3, 4, 5])))

# %% python-number-of-steps
def train_one_step():
    pass
@tf.function
def train(num_steps):
    print("Tracing with num_steps = ", num_steps)
    tf.print("Executing with num_steps = ", num_steps)
print("Retracing occurs for different Python arguments.")
train(num_steps=10)
train(num_steps=20)
print()
print("Traces are reused for Tensor arguments.")
train(num_steps=tf.constant(10))
train(num_steps=tf.constant(20))

# %% new-function-to-force-retracing
def f():
    print("Tracing!")
    tf.print("Executing")
tf.function(f)()
tf.function(f)()

# %% tracing-protocol
@tf.function
def get_mixed_flavor(fruit_a, fruit_b):
    return fruit_a.flavor + fruit_b.flavor
class Fruit:
    flavor = tf.constant([0, 0])
class Apple(Fruit):
    flavor = tf.constant([1, 2])
class Mango(Fruit):
    flavor = tf.constant([3, 4])
print(get_mixed_flavor(Apple(), Mango()))
print(get_mixed_flavor(Apple(), Mango()))
print(get_mixed_flavor.experimental_get_tracing_count())
class FruitTraceType(tf.types.experimental.TraceType):
    def __init__(self, fruit):
        self.fruit_type = type(fruit)
        self.fruit_value = fruit
    def is_subtype_of(self, other):
        return type(other) is FruitTraceType and self.fruit_type is other.fruit_type
    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None
    def placeholder_value(self, placeholder_context=None):
        return self.fruit_value
    def __eq__(self, other):
        return type(other) is FruitTraceType and self.fruit_type == other.fruit_type
    def __hash__(self):
        return hash(self.fruit_type)
class FruitWithTraceType:
    def __tf_tracing_type__(self, context):
        return FruitTraceType(self)
class AppleWithTraceType(FruitWithTraceType):
    flavor = tf.constant([1, 2])
class MangoWithTraceType(FruitWithTraceType):
    flavor = tf.constant([3, 4])
print(get_mixed_flavor(AppleWithTraceType(), MangoWithTraceType()))
print(get_mixed_flavor(AppleWithTraceType(), MangoWithTraceType()))
print(get_mixed_flavor.experimental_get_tracing_count())

# %% concrete-functions
@tf.function
def double(a):
    print("Tracing with", a)
    return a + a
print("Obtaining concrete trace")
double_strings = double.get_concrete_function(tf.constant("a"))
print("Executing traced function")
print(double_strings(tf.constant("a")))
print(double_strings(a=tf.constant("b")))
double_strings_from_inputspec = double.get_concrete_function(tf.TensorSpec(shape=[], dtype=tf.string))
print(double_strings_from_inputspec(tf.constant("c")))
print(double_strings)
print(double_strings.function_type)
with raises(tf.errors.InvalidArgumentError):
    double_strings(tf.constant(1))

# %% concrete-functions-with-python-arguments
@tf.function
def pow(a, b):
    return a ** b
square = pow.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
print(square)
assert square(tf.constant(10.0)) == 100
with raises(TypeError):
    square(tf.constant(10.0), b=3)

# %% graph-def
@tf.function
def double(a):
    return a + a
graph = double.get_concrete_function(tf.constant("a")).graph
for node in graph.as_graph_def().node:
    print(f"{node.input} -> {node.name}")

# %% executing-python-side-effects
@tf.function
def f(x):
    print("Traced with", x)
    tf.print("Executed with", x)
f(1)
f(1)
f(2)

# %% changing-python-global
my_counter = 0
@tf.function
def buggy(x):
    global my_counter
    my_counter += 1
    return x + my_counter
print(buggy(tf.constant(0)), buggy(tf.constant(0)), my_counter)

# %% list-append-in-eager-and-graph
external_var = tf.Variable(0)
@tf.function
def buggy_consume_next(iterator):
    external_var.assign_add(next(iterator))
    tf.print("Value of external_var:", external_var)
iterator = iter([0, 1, 2, 3])
buggy_consume_next(iterator)
buggy_consume_next(iterator)
buggy_consume_next(iterator)

# %% outputs-are-return-values
x = None
@tf.function
def leaky_function(a):
    global x
    x = a + 1
    return a + 2
correct_a = leaky_function(tf.constant(1))
print(correct_a.numpy())
try:
    x.numpy()
except AttributeError as expected:
    print(expected)
@tf.function
def captures_leaked_tensor(b):
    b += x
    return b
with raises(TypeError):
    captures_leaked_tensor(tf.constant(2))

# %% leaky-return-value
@tf.function
def leaky_function(a):
    global x
    x = a + 1
    return x
correct_a = leaky_function(tf.constant(1))
print(correct_a.numpy())
try:
    x.numpy()
except AttributeError as expected:
    print(expected)

# %% leaks-through-containers
class MyClass:
    def __init__(self):
        self.field = None
external_list = []
external_object = MyClass()
def leaky_function():
    a = tf.constant(1)
    external_list.append(a)
    external_object.field = a
tf.function(leaky_function)()
print(external_list, external_object.field)

# %% recursive-functions-are-not-supported-with-tensors
@tf.function
def recursive_fn(n):
    if n > 0:
        return recursive_fn(n - 1)
    else:
        return 1
print(recursive_fn(5))

# %% recursive-function-with-prints
@tf.function
def recursive_fn(n):
    if n > 0:
        print("tracing")
        return recursive_fn(n - 1)
    else:
        return 1
print(recursive_fn(5))

# %% depending-on-python-globals
@tf.function
def buggy_add():
    return 1 + foo
@tf.function
def recommended_add(foo):
    return 1 + foo
foo = 1
print("Buggy:", buggy_add())
print("Correct:", recommended_add(foo))
print("Updating the value of `foo` to 100!")
foo = 100
print("Buggy:", buggy_add())
print("Correct:", recommended_add(foo))
foo_variable = tf.Variable(1)
@tf.function
def variable_add():
    return 1 + foo_variable
print("Variable:", variable_add())
foo_variable.assign(100)
print("Variable:", variable_add())

# %% depending-on-python-objects
class SimpleModel(tf.Module):
    def __init__(self):
        self.bias = 0.0
        self.weight = 2.0
@tf.function
def evaluate(model, x):
    return model.weight * x + model.bias
simple_model = SimpleModel()
x = tf.constant(10.0)
print(evaluate(simple_model, x))
print("Adding bias!")
simple_model.bias += 5.0
print(evaluate(simple_model, x))
new_model = SimpleModel()
evaluate_no_bias = tf.function(evaluate).get_concrete_function(new_model, x)
print(evaluate_no_bias(x))
new_model.bias += 5.0
evaluate_with_bias = tf.function(evaluate).get_concrete_function(new_model, x)
print(evaluate_with_bias(x))

# %% creating-variables
@tf.function
def f(x):
    v = tf.Variable(1.0)
    return v
with raises(ValueError):
    f(1.0)
class Count(tf.Module):
    def __init__(self):
        self.count = None
    @tf.function
    def __call__(self):
        if self.count is None:
            self.count = tf.Variable(0)
        return self.count.assign_add(1)
c = Count()
print(c())
print(c())

# %% one-function-per-variable
opt_count = []
@tf.function
def train_step(w, x, lr):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * x)
    g = tape.gradient(loss, w)
    w.assign_sub(lr * g)
w = tf.Variable(2.0)
x = tf.constant([-1.0])
train_step(w, x, 0.5)
train_step(w, x, 0.25)
print(w.numpy(), train_step.experimental_get_tracing_count())

# %% graphs-take-advantage
def a_regular_function(x, y, b):
    x = tf.matmul(x, y)
    x = x + b
    return x
a_function_that_uses_a_graph = tf.function(a_regular_function)
x1 = tf.constant([[1.0, 2.0]])
y1 = tf.constant([[2.0], [3.0]])
b1 = tf.constant(4.0)
orig_value = a_regular_function(x1, y1, b1).numpy()
tf_function_value = a_function_that_uses_a_graph(x1, y1, b1).numpy()
assert orig_value == tf_function_value
print(tf_function_value)

# %% nested-graphs
def inner_function(x, y, b):
    x = tf.matmul(x, y)
    x = x + b
    return x
@tf.function
def outer_function(x):
    y = tf.constant([[2.0], [3.0]])
    b = tf.constant(4.0)
    return inner_function(x, y, b)
print(outer_function(tf.constant([[1.0, 2.0]])).numpy())

# %% relu-polymorphism
@tf.function
def my_relu(x):
    return tf.maximum(0.0, x)
print(my_relu(tf.constant(5.5)))
print(my_relu([1, -1]))
print(my_relu(tf.constant([3.0, -3.0])))
print(my_relu(tf.constant(-2.5)))
print(my_relu(tf.constant([-1.0, 1.0])))
print(my_relu.pretty_printed_concrete_signatures())

# %% mse-eager-and-graph
@tf.function
def get_MSE(y_true, y_pred):
    sq_diff = tf.pow(y_true - y_pred, 2)
    return tf.reduce_mean(sq_diff)
y_true = tf.constant([1, 5, 3, 9, 7])
y_pred = tf.constant([2, 5, 8, 1, 7])
print(get_MSE(y_true, y_pred))
tf.config.run_functions_eagerly(True)
print(get_MSE(y_true, y_pred))
tf.config.run_functions_eagerly(False)

# %% mse-prints-once
@tf.function
def get_MSE(y_true, y_pred):
    print("Calculating MSE!")
    sq_diff = tf.pow(y_true - y_pred, 2)
    return tf.reduce_mean(sq_diff)
y_true = tf.constant([1, 5, 3, 9, 7])
y_pred = tf.constant([2, 5, 8, 1, 7])
error = get_MSE(y_true, y_pred)
error = get_MSE(y_true, y_pred)
error = get_MSE(y_true, y_pred)
tf.config.run_functions_eagerly(True)
error = get_MSE(y_true, y_pred)
error = get_MSE(y_true, y_pred)
error = get_MSE(y_true, y_pred)
tf.config.run_functions_eagerly(False)

# %% non-strict-execution
def unused_return_eager(x):
    tf.gather(x, [1])
    return x
try:
    print(unused_return_eager(tf.constant([0.0])))
except tf.errors.InvalidArgumentError as e:
    print(f"{type(e).__name__}: {str(e).splitlines()[0]}")
@tf.function
def unused_return_graph(x):
    tf.gather(x, [1])
    return x
print(unused_return_graph(tf.constant([0.0])))

# %% guard-with-check
@tf.function
def f(x):
    with tf.init_scope():
        ready = tf.constant(True)
    print("tracing", tf.executing_eagerly())
    return x
f(tf.constant(1)); f(tf.constant(2))

# %% callable-closures
def make():
    k = tf.Variable(2.0)
    @tf.function
    def f(x):
        return x * k
    return f, k
f, k = make()
print(f(tf.constant(3.0)))
k.assign(5.0)
print(f(tf.constant(3.0)))

# %% partials-and-decorators
def logged(f):
    @functools.wraps(f)
    def wrapper(*args):
        print("calling", f.__name__)
        return f(*args)
    return wrapper
@tf.function
@logged
def a(x):
    return x + 1
@logged
@tf.function
def b(x):
    return x + 1
print(a(tf.constant(1)), a(tf.constant(2)))
print(b(tf.constant(1)), b(tf.constant(2)))
