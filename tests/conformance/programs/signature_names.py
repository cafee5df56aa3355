import tensorflow as tf
from tell import fails

S = tf.TensorSpec


def show(function, *args, **kwargs):
    concrete = tf.function(function).get_concrete_function(*args, **kwargs)
    print(concrete.structured_input_signature, [t.name for t in concrete.inputs], [t.op.get_attr("_user_specified_name") for t in concrete.inputs])
    return concrete


F = S([], tf.float32)

# %% colliding
show(lambda x, x_1: x + x_1, F, F)
show(lambda x, y: x + y, S([], tf.float32, name="x"), S([], tf.float32, name="x"))
show(lambda x, y: x + y, S([], tf.float32, name="Y"), F)
show(lambda x, X: x + X, F, F)

# %% colliding-and-called
concrete = show(lambda x, y: x - y, S([], tf.float32, name="p"), S([], tf.float32, name="p"))
print(concrete(tf.constant(3.0), tf.constant(1.0)), concrete(p=tf.constant(3.0), p_1=tf.constant(1.0)))
fails(lambda: concrete(p=tf.constant(3.0), p_2=tf.constant(1.0)))

# %% nested
concrete = show(lambda d: d["a"] - d["b"], {"a": F, "b": F})
print(concrete(d=tf.constant(3.0), d_1=tf.constant(1.0)))
concrete = show(lambda d: d[0] - d[1]["k"], [F, {"k": S([], tf.float32, name="e")}])
print(concrete(d=tf.constant(3.0), e=tf.constant(1.0)))

# %% sanitised
show(lambda x: x["a b"] + x["a/b"], {"a b": F, "a/b": F})
show(lambda _x, x__y: _x + x__y, F, F)

# %% variadic
show(lambda *args: args[0] + args[1], F, F)
show(lambda **kwargs: kwargs["a"] + kwargs["b"], b=F, a=F)
show(lambda x, *args, k: x + args[0] + k, F, F, k=F)

# %% of-input-signatures
def of(signature, function):
    concrete = tf.function(function, input_signature=signature).get_concrete_function()
    print(concrete.structured_input_signature, [t.name for t in concrete.inputs])
of([S([], tf.float32, name="x"), S([], tf.float32, name="x")], lambda x, y: x + y)
of([{"a": F, "b": [F, S([], tf.float32, name="q")]}], lambda x: x["a"] + x["b"][0])
of([S([], tf.float32, name="a/b"), S([], tf.float32, name="a b!")], lambda x, y: x + y)

# %% in-saved-models
import tempfile
def saved(function, *args):
    folder = tempfile.mkdtemp()
    tf.saved_model.save(tf.Module(), folder, signatures=tf.function(function).get_concrete_function(*args))
    signature = tf.saved_model.load(folder).signatures["serving_default"]
    print(sorted(signature.structured_input_signature[1].items()))
    return signature
print(saved(lambda d: d["a"] - d["b"], {"a": F, "b": F})(d=tf.constant(3.0), d_1=tf.constant(1.0)))
print(saved(lambda x, y: x - y, S([], tf.float32, name="p"), S([], tf.float32, name="p"))(p=tf.constant(3.0), p_1=tf.constant(1.0)))
