"""Extension types in datasets, loops and functions: nested ones, with ragged parts, with Variables."""
import tensorflow as tf
from support.tell import told

# %% everywhere
E=tf.experimental
class M(E.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
m=M([[1,2],[3,4],[5,6]],[True,False,True])
told(str(tf.map_fn(lambda x: x.values, m, fn_output_signature=tf.int32)))
told(str([v for v in tf.data.Dataset.from_tensor_slices(m).shuffle(3,seed=1).repeat(2).take(2)]))
told(str(next(iter(tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(m), tf.data.Dataset.range(3)))))))
told(str(next(iter(tf.data.Dataset.from_tensor_slices({'a':m,'b':[1,2,3]})))))
told(str([v for v in tf.data.Dataset.from_tensor_slices(m).batch(2).cache()]))
told(tf.data.Dataset.from_tensor_slices(m).reduce(0, lambda s,x: s+x.values[0]))


class R(E.BatchableExtensionType):
    rt: tf.RaggedTensor
    n: int
r=R(tf.ragged.constant([[1],[2,3],[]]), 7)
told(str([v for v in tf.data.Dataset.from_tensor_slices(r)]))
told(str([v for v in tf.data.Dataset.from_tensor_slices(r).batch(2)]))
told(tf.map_fn(lambda x: tf.reduce_sum(x.rt), r, fn_output_signature=tf.int32))


class P(E.ExtensionType):
    a: tf.Tensor
    b: M
p=P(1., m)
told(str(tf.nest.flatten(p, expand_composites=True)))
told(str(tf.function(lambda x: x.b)(p)))
told(str(tf.data.Dataset.from_tensors(p).element_spec))
told(str(next(iter(tf.data.Dataset.from_tensors(p)))))
told(str(tf.while_loop(lambda i,x: i<2, lambda i,x: (i+1, P(x.a*2., x.b)), [0,p])[1].a))
told(str(tf.function(lambda: tf.while_loop(lambda i,x: i<2, lambda i,x: (i+1, P(x.a*2., x.b)), [0,p])[1])().a))
told(tf.py_function(lambda x: x.values*2, [m], tf.int32))
v=tf.Variable(3.)


class V(E.ExtensionType):
    t: tf.Tensor
told(V(v).t)
told(str(V(v)))
told((hasattr(m,'foo'), m.Spec.__name__, m.Spec.__qualname__))
told(m.Spec.from_value(m) == tf.type_spec_from_value(m))
told(E.extension_type.as_dict(V(2)))
told((str(tf.function(lambda x: x)(m)), tf.function(lambda x: x).get_concrete_function(m).structured_outputs))
told(tf.debugging.assert_equal(m, m))
told((E.ExtensionType.__name__, E.BatchableExtensionType.__mro__[1].__name__))
