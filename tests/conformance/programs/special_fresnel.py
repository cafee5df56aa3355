# Fresnel's integrals.
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

F = tf.math.special
points = [-40.0, -3.7, -1.0, -0.25, 0.0, 1e-3, 0.5, 1.3, 2.0, 4.99, 5.01, 17.0, 1e5]
# %% values
for dtype in (np.float64, np.float32):
    show(F.fresnel_cos(np.array(points, dtype)), F.fresnel_sin(np.array(points, dtype)))
show(F.fresnel_cos([[1.0, np.inf], [-np.inf, np.nan]]), F.fresnel_sin([[1.0, np.inf], [-np.inf, np.nan]]))
print(F.fresnel_cos(tf.zeros([0, 2])).shape, F.fresnel_sin(2.0).shape)
# %% gradients
x = tf.constant([0.5, -2.0, 0.0, 3.3])
with tf.GradientTape(persistent=True) as outer:
    outer.watch(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        c, s = F.fresnel_cos(x), F.fresnel_sin(x)
    first = tape.gradient(c, x), tape.gradient(s, x)
show(*tf.convert_to_tensor(first)[:, :1], outer.gradient(first[0], x)[:1])
f = tf.function(lambda x: (F.fresnel_cos(x, name="a"), F.fresnel_sin(x)))
print([op.name for op in f.get_concrete_function(tf.TensorSpec([None], tf.float32)).graph.get_operations()])
# %% errors
fails(F.fresnel_cos, tf.constant([1]))
fails(F.fresnel_sin, tf.constant([1.0 + 2j]))
fails(F.fresnel_sin, "a")
# %% others-in-the-room
show(F.bessel_i0([0.0, 1.0, -2.0]), F.bessel_i1e([0.5]))
