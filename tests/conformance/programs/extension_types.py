"""`tf.experimental.ExtensionType`: fields, validation, specs, functions, control flow, datasets, dispatch, SavedModels."""
import tempfile
from typing import List, Mapping, Optional, Tuple, Union

import tensorflow as tf

from support.tell import fails, show


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    def __validate__(self):
        self.values.shape.assert_is_compatible_with(self.mask.shape)


class Pair(tf.experimental.BatchableExtensionType):
    first: tf.Tensor
    second: tf.Tensor


# %% fields-of-all-kinds
class All(tf.experimental.ExtensionType):
    i: int
    f: float
    s: str
    b: bool
    n: None
    shape: tf.TensorShape
    dtype: tf.DType
    t: tf.Tensor
    m: Masked
    r: tf.RaggedTensor
    u: Union[int, str]
    o: Optional[tf.Tensor]
    pair: Tuple[int, float]
    many: Tuple[int, ...]
    tags: Mapping[str, tf.Tensor]


value = All(1, 2.0, "s", True, None, [2, None], "int32", [1, 2], Masked([1], [True]), tf.ragged.constant([[1], []]), "x", None, (1, 2.0),
            [1, 2, 3], {"b": 1, "a": [2.0]})
for name, field in tf.experimental.extension_type.as_dict(value).items():
    print(name, field)
print(value)
print(value.Spec.from_value(value))
print(tf.type_spec_from_value(value) == value.Spec.from_value(value))

# %% errors-of-fields
class Toy(tf.experimental.ExtensionType):
    name: str
    price: tf.Tensor
    parts: Tuple[int, ...] = ()
    tags: Mapping[str, int] = {}


fails(Toy, 1, 2.0)
fails(Toy, "a", object())
fails(Toy, "a", 1.0, 3)
fails(Toy, "a", 1.0, [1, "x"])
fails(Toy, "a", 1.0, (), {"a": "b"})
fails(Toy, "a", 1.0, (), {1: 2})
fails(Toy, "a")
fails(Toy, "a", 1, (), {}, 5)
fails(Masked, [1, 2], [True])
fails(tf.experimental.ExtensionType)

# %% errors-of-classes
def unannotated():
    class A(tf.experimental.ExtensionType):
        x = 5


def reserved():
    class A(tf.experimental.ExtensionType):
        value_type: int


def unsupported():
    class A(tf.experimental.ExtensionType):
        x: list


def generic():
    class A(tf.experimental.ExtensionType):
        x: List[int]


def default():
    class A(tf.experimental.ExtensionType):
        x: int = "one"


def spec_is_no_class():
    class A(tf.experimental.ExtensionType):
        x: int
        Spec = 3


def spec_shadows():
    class A(tf.experimental.ExtensionType):
        x: int

        class Spec:
            x = 5


def encoder():
    class A(tf.experimental.ExtensionType):
        x: int
        __batch_encoder__ = tf.experimental.ExtensionTypeBatchEncoder()


for function in (unannotated, reserved, unsupported, generic, default, spec_is_no_class, spec_shadows, encoder):
    fails(function)

# %% values-do-not-change
m = Masked([1, 2], [True, False])
fails(setattr, m, "values", 3)
fails(setattr, m, "other", 3)
fails(delattr, m, "mask")
fails(getattr, m, "other")
fails(hash, m)
spec = tf.type_spec_from_value(m)
fails(setattr, spec, "values", 3)
print(hash(spec) == hash(tf.type_spec_from_value(Masked([3, 4], [True, True]))))

# %% equality
a, b = Masked([1, 2], [True, False]), Masked([1, 2], [True, True])
print(a == a, a == b, a != b, a == 3, a != 3)
print(a == Masked([1], [True]), a != Masked([1], [True]))


class Name(tf.experimental.ExtensionType):
    name: str


print(Name("a") == Name("b"), Name("a") != Name("b"))
print(Name("a") == Name("a"))

# %% own-constructor
class Toy(tf.experimental.ExtensionType):
    name: str
    price: tf.Tensor

    def __init__(self, name, price, discount=0):
        self.name = name
        self.price = price * (1 - discount)


print(Toy("ball", 5.0, discount=0.5))


class Forgets(tf.experimental.ExtensionType):
    a: int
    b: int

    def __init__(self):
        self.a = 1


fails(Forgets)


class TooMuch(tf.experimental.ExtensionType):
    a: int

    def __init__(self):
        self.a = 1
        self.c = 1


fails(TooMuch)

# %% defaults-and-keyword-only
class D(tf.experimental.ExtensionType):
    a: int
    b: int = 2
    c: tf.Tensor
    d: tf.Tensor = 4


print(D(1, c=3))
print(D(1, 5, c=3, d=1))
fails(D, 1, 2, 3)

# %% subclasses
class Based(Masked):
    extra: tf.Tensor

    def total(self):
        return tf.reduce_sum(tf.where(self.mask, self.values, 0)) + self.extra


one = Based([1, 2], [True, False], 10)
print(one, one.total().numpy(), isinstance(one, Masked), isinstance(one, tf.experimental.ExtensionType))
print(Based.Spec, Based.Spec.__name__, issubclass(Based.Spec, tf.experimental.ExtensionTypeSpec), Based.Spec.value_type.__name__)

# %% fields-named-as-methods
class Odd(tf.experimental.ExtensionType):
    count: tf.Tensor
    row: tf.Tensor
    parts: str


odd = Odd([1, 2], 4.0, "x")
spec = Odd.Spec.from_value(odd)
print(spec)


@tf.function
def double(odd):
    print("traced", odd.parts)
    return Odd(odd.count * 2, odd.row, odd.parts)


print(double(odd))
print(double(Odd([3, 4], 5.0, "x")))
print(double(Odd([3, 4], 5.0, "y")))

# %% specs
m = Masked([1, 2], [True, False])
spec = tf.type_spec_from_value(m)
print(spec)
print(spec.is_compatible_with(m), spec.is_compatible_with(Masked([1], [True])))
wide = Masked.Spec(tf.TensorSpec(None, tf.int32), tf.TensorSpec(None, tf.bool))
print(wide.is_compatible_with(m), spec.is_subtype_of(wide), wide.is_subtype_of(spec))
print(spec.most_specific_common_supertype([tf.type_spec_from_value(Masked([1], [True]))]))
fails(Masked.Spec, 3, 4)
fails(Masked.Spec, tf.TensorSpec(None), tf.RaggedTensorSpec([None, None]))
print(spec == wide, spec == tf.type_spec_from_value(m), spec.values, spec.mask)

# %% tracing
@tf.function
def values(m):
    print("traced", m.values.shape)
    return m.values + 1


values(Masked([1, 2], [True, False]))
values(Masked([5, 2], [True, True]))
values(Masked([5, 2, 3], [True, True, True]))
values(Masked([5, 2, 3, 4], [True, True, True, True]))


@tf.function(input_signature=[Masked.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))])
def signed(m):
    print("signed", m.values.shape)
    return Masked(m.values * 2, m.mask)


print(signed(Masked([1, 2], [True, False])))
print(signed(Masked([1], [True])))
fails(signed, Masked([1.0], [True]))
fails(signed, 3)
concrete = values.get_concrete_function(Masked.Spec(tf.TensorSpec([2], tf.int32), tf.TensorSpec([2], tf.bool)))
show(concrete(Masked([1, 2], [True, False])))

# %% nest
m = Masked([1, 2], [True, False])
print(len(tf.nest.flatten({"a": m, "b": 3})), len(tf.nest.flatten({"a": m, "b": 3}, expand_composites=True)))
print(tf.nest.map_structure(lambda t: t[:1], m, expand_composites=True))
print(tf.nest.pack_sequence_as(m, [tf.constant([3, 4]), tf.constant([False, False])], expand_composites=True))
tf.nest.assert_same_structure(m, Masked([3, 4], [True, True]), expand_composites=True)
print(tf.identity(m), tf.is_tensor(m))

# %% cond-and-while
a, b = Masked([1.0, 2, 3], [True, False, True]), Masked([22.0, 33], [True, False])
print(tf.cond(tf.constant(True), lambda: a, lambda: b))


@tf.function
def branch(c):
    return tf.cond(c, lambda: a, lambda: b)


print(branch(tf.constant(True)), branch(tf.constant(False)))


@tf.function
def grow(m, n):
    for _ in tf.range(n):
        m = Masked(m.values * 2, tf.logical_not(m.mask))
    return m


print(grow(b, tf.constant(3)))
print(tf.while_loop(lambda i, m: i < 3, lambda i, m: (i + 1, Masked(m.values + 1, m.mask)), [0, b])[1])

# %% gradients
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    m = Masked(x * x, [True, False])
    y = tf.reduce_sum(m.values * 3)
show(tape.gradient(y, x))


@tf.function
def loss(m):
    return tf.reduce_sum(m.values ** 2)


v = tf.constant([1.0, 3.0])
with tf.GradientTape() as tape:
    tape.watch(v)
    y = loss(Masked(v, [True, True]))
show(tape.gradient(y, v))

# %% datasets
ds = tf.data.Dataset.from_tensors(Masked([1, 2], [True, False]))
print(ds.element_spec)
for item in ds.map(lambda m: Masked(m.values + 1, m.mask)):
    print(item)
pairs = tf.data.Dataset.from_tensor_slices(Pair([[1, 2], [3, 4], [5, 6]], [1.0, 2.0, 3.0]))
print(pairs.element_spec)
for item in pairs:
    print(item)
for item in pairs.batch(2):
    print(item)
print(pairs.batch(2).element_spec)
print(pairs.batch(2, drop_remainder=True).element_spec)
for item in pairs.batch(2).unbatch():
    print(item)
print([p.second.numpy() for p in pairs.filter(lambda p: p.second > 1.5)])

# %% map-fn
pair = Pair([[1, 2], [3, 4]], [1.0, 2.0])
show(tf.map_fn(lambda p: p.second * 2, pair, fn_output_signature=tf.float32))
print(tf.map_fn(lambda p: Pair(p.first + 1, p.second * 3), pair))

# %% own-batch-encoder
class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
    def batch(self, spec, batch_size):
        return Stacked.Spec([batch_size] + spec.shape)

    def unbatch(self, spec):
        return Stacked.Spec(spec.shape[1:])

    def encode(self, spec, value, minimum_rank=0):
        return tf.stack([value.low, value.high], axis=minimum_rank)

    def decode(self, spec, encoded_value):
        low, high = tf.unstack(encoded_value, num=2, axis=spec.shape.rank)
        return Stacked(low, high, spec.shape)

    def encoding_specs(self, spec):
        return tf.TensorSpec(spec.shape + [2], tf.float32)


class Stacked(tf.experimental.BatchableExtensionType):
    low: tf.Tensor
    high: tf.Tensor
    shape: tf.TensorShape
    __batch_encoder__ = Encoder()

    class Spec:
        def __init__(self, shape):
            self.low = tf.TensorSpec(shape, tf.float32)
            self.high = tf.TensorSpec(shape, tf.float32)
            self.shape = tf.TensorShape(shape)


ds = tf.data.Dataset.from_tensors(Stacked(1.0, 2.0, [])).repeat(3)
for item in ds:
    print(item)
for item in ds.batch(3):
    print(item)

# %% dispatch-for-api
@tf.experimental.dispatch_for_api(tf.concat)
def concat(values: List[Union[Masked, tf.Tensor]], axis):
    return "concat of " + str([type(v).__name__ for v in values])


print(tf.concat([Masked([1], [True]), Masked([2], [True])], 0))
show(tf.concat([[1], [2]], 0))


@tf.experimental.dispatch_for_api(tf.add, {"x": Masked}, {"y": Masked})
def add(x, y, name=None):
    return "add"


print(tf.add(Masked([1], [True]), 3), tf.math.add(3, Masked([1], [True]), name="n"))
tf.experimental.unregister_dispatch_for(add)
fails(tf.experimental.unregister_dispatch_for, add)
try:
    tf.add(Masked([1], [True]), 3)
except (TypeError, ValueError) as error:
    print("refused")

# %% dispatch-errors
def wrong_parameters():
    @tf.experimental.dispatch_for_api(tf.add)
    def f(a: Masked, b):
        pass


def no_annotations():
    @tf.experimental.dispatch_for_api(tf.add)
    def f(x, y):
        pass


def unknown_annotation():
    @tf.experimental.dispatch_for_api(tf.add)
    def f(x: Tuple[int], y):
        pass


def unknown_parameter():
    tf.experimental.dispatch_for_api(tf.add, {"z": Masked})


for function in (wrong_parameters, no_annotations, unknown_annotation, unknown_parameter):
    fails(function)

# %% dispatch-elementwise
@tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
def unary(api, x):
    return Masked(api(x.values), x.mask)


@tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Union[Masked, tf.Tensor])
def binary(api, x, y):
    if isinstance(y, Masked):
        return Masked(api(x.values, y.values), x.mask & y.mask)
    return Masked(api(x.values, y), x.mask)


m = Masked([1.0, -4.0], [True, False])
print(tf.abs(m), tf.ones_like(m, dtype=tf.int32))
print(tf.cast(m, tf.int32), tf.nn.relu(m), tf.math.square(m, name="s"))
print(tf.add(m, m), tf.maximum(m, tf.constant(0.0)))
print(tf.math.pow(m, tf.constant([2.0, 2.0])))


def twice():
    tf.experimental.dispatch_for_unary_elementwise_apis(Masked)(lambda api, x: x)


try:
    twice()
except ValueError as error:
    print(str(error).split("(")[0])

# %% dispatch-assertions
@tf.experimental.dispatch_for_binary_elementwise_assert_apis(Masked, Masked)
def check(assert_func, x, y):
    mask = x.mask & y.mask
    assert_func(tf.boolean_mask(x.values, mask), tf.boolean_mask(y.values, mask))


tf.debugging.assert_equal(Masked([1, 2], [True, False]), Masked([1, 3], [True, True]))
try:
    tf.debugging.assert_greater(Masked([1, 2], [True, False]), Masked([1, 3], [True, True]))
except tf.errors.InvalidArgumentError:
    print("not greater")

# %% two-targets
@tf.experimental.dispatch_for_api(tf.tanh, {"x": Masked})
def one(x, name=None):
    return 1


@tf.experimental.dispatch_for_api(tf.tanh, {"x": tf.experimental.ExtensionType})
def two(x, name=None):
    return 2


fails(tf.tanh, Masked([1], [True]))
print(tf.tanh(Pair([1], [2])))

# %% saved-model
class Named(tf.experimental.ExtensionType):
    __name__ = "conformance.Named"
    values: tf.Tensor
    label: str
    tags: Mapping[str, tf.Tensor]


class Module(tf.Module):
    @tf.function
    def grow(self, x):
        return Named(x.values * 2, x.label, {"k": x.tags["k"]})


module = Module()
print(module.grow(Named([1.0, 2.0], "l", {"k": 5})))
folder = tempfile.mkdtemp()
tf.saved_model.save(module, folder)
loaded = tf.saved_model.load(folder)
print(loaded.grow(Named([3.0, 4.0], "l", {"k": 6})))
try:
    loaded.grow(Named([3.0, 4.0], "other", {"k": 6}))
except ValueError:
    print("no such trace")

# %% optional-and-py-function
class Maybe(tf.experimental.ExtensionType):
    x: Optional[tf.Tensor] = None


print(Maybe(), Maybe(3), tf.type_spec_from_value(Maybe()), tf.type_spec_from_value(Maybe(3)))


@tf.function
def f(m):
    print("traced", m.x is None)
    return m


print(f(Maybe()), f(Maybe(1)), f(Maybe()))
