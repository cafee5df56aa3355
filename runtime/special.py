"""`tf.math.special`."""

from runtime.core.absent import absent_from
from runtime.core.refused import refused
from runtime.ops.special import bessel_i0, bessel_i0e, bessel_i1, bessel_i1e, fresnel_cos, fresnel_sin

__all__ = ["bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "fresnel_cos", "fresnel_sin"]
_REFUSED = ("bessel_j0", "bessel_j1", "bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e", "bessel_y0", "bessel_y1", "dawsn", "expint", "spence")
_absent = absent_from("tf.math.special")


def __getattr__(name):
    if name in _REFUSED:
        return refused(name, f"tf.math.special.{name}: the runtime does not compute this function")
    return _absent(name)
