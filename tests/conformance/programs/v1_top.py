import sys

import numpy as np
import tensorflow as tf
from tell import fails, show

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

# %% assertions
for f in (v1.assert_equal, v1.assert_less, v1.assert_less_equal, v1.assert_greater, v1.assert_greater_equal, v1.assert_none_equal, v1.assert_near):
    fails(f, [1.0, 2], [2.0, 2], ["data"], 3, "mine")
    print(f([1.0], [1.0]) if f in (v1.assert_equal, v1.assert_near) else None)
for f in (v1.assert_positive, v1.assert_negative, v1.assert_non_negative, v1.assert_non_positive):
    fails(f, [0.0, 1, -1], message="mine")
fails(v1.assert_rank, [1], 2, ["data"], message="mine")
fails(v1.assert_rank_at_least, 1, 1)
fails(v1.assert_rank_in, [1], [0, 2])
fails(v1.assert_type, [1.0], tf.int32)
fails(v1.assert_integer, [1.0])
fails(v1.assert_scalar, [1])
fails(v1.verify_tensor_all_finite, [np.inf], "not finite")
show(v1.verify_tensor_all_finite(x=[1.0], message="m"))
with tf.Graph().as_default():
    print(v1.assert_type(tf.constant(1), tf.int32).type, v1.assert_integer(tf.constant(1)).type)

# %% collections-and-initializers
with tf.Graph().as_default(), v1.Session() as session:
    a = v1.get_variable("a", initializer=1.0)
    b = v1.get_variable("b", initializer=2.0, collections=[v1.GraphKeys.LOCAL_VARIABLES], trainable=False)
    c = v1.get_variable("c", initializer=3.0, collections=[v1.GraphKeys.MODEL_VARIABLES, v1.GraphKeys.GLOBAL_VARIABLES])
    print([v.name for v in v1.all_variables()], [v.name for v in v1.model_variables()], v1.moving_average_variables())
    session.run([v1.initialize_variables([a, c]), v1.initialize_local_variables(), v1.initialize_all_tables()])
    show(*session.run([a, b, c]))
    with v1.colocate_with(a), v1.container("x"):
        print(tf.constant(1).name)
print(v1.resource_variables_enabled(), v1.control_flow_v2_enabled(), v1.__version__ == tf.__version__, v1.VERSION == tf.version.VERSION)
v1.enable_v2_tensorshape()
v1.enable_tensor_equality()

# %% template
def dense(x, units):
    w = v1.get_variable("w", [x.shape[-1], units], initializer=v1.ones_initializer())
    return x @ w


with tf.Graph().as_default(), v1.Session() as session:
    layer = v1.make_template("layer", dense, units=2)
    y, z = layer(tf.ones([1, 3])), layer(tf.ones([2, 3]))
    other = v1.make_template("layer", dense, units=1)(tf.ones([1, 3]))
    print([v.name for v in v1.trainable_variables()])
    session.run(v1.global_variables_initializer())
    show(*session.run([y, z, other]))

# %% mathematics
show(v1.bincount([1, 1, 2]), v1.bincount([1, 2], [0.5, 1.5], dtype=tf.float32), v1.confusion_matrix([0, 1], [1, 1]), v1.count_nonzero([[1, 0], [2, 3]], axis=1, keep_dims=True), v1.arg_max([[1, 3], [4, 2]], 1), v1.arg_min([[1, 3], [4, 2]], 0), v1.floor_div(7, 2))
x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
show(v1.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]])[:, 0, 0, 0], v1.batch_to_space_nd(v1.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]]), [2, 2], [[0, 0], [1, 1]])[0, 0, :, 0], v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]), v1.clip_by_average_norm([3.0, 4.0], 1.0), v1.clip_by_average_norm([0.3, 0.4], 1.0))
show(v1.squared_difference([1.0, 2], 4.0), v1.global_norm([tf.constant([3.0]), tf.constant([4.0])]), v1.matrix_set_diag(tf.zeros([2, 2]), [1.0, 2]), v1.diag([1, 2]), v1.matrix_band_part(tf.ones([3, 3]), 0, 1), v1.check_numerics([1.0], "m"), v1.angle(tf.constant(1j)), v1.erf(0.5), v1.is_finite([1.0, np.inf]), v1.segment_sum([1.0, 2, 3], [0, 0, 1]), v1.unsorted_segment_max([1, 2], [0, 0], 1), v1.cholesky([[4.0]]), v1.rint(2.6), v1.tensor_scatter_update([1, 2], [[0]], [5]), v1.where_v2([True, False], 1, 2), v1.reverse_v2([1, 2], [0]), v1.cumprod([1, 2, 3]), v1.trace([[1.0, 2], [3, 4]]), v1.to_complex64(1.0), v1.invert_permutation([1, 0]))
show(v1.sparse_to_dense([[0, 1], [1, 0]], [2, 2], [5, 6]), v1.sparse_to_dense([1, 3], [4], 1.0, -1.0), v1.sparse_to_dense(2, [4], 9))
fails(v1.sparse_to_dense, [3, 1], [4], 1)
with tf.Graph().as_default(), v1.Session() as session:
    show(session.run(v1.random_poisson([2.0], [3], seed=1)).shape)

# %% text
for source in (["a b", "c  d e", ""], ["a,b c"]):
    s = v1.string_split(source)
    print(s.indices.numpy().tolist(), s.values.numpy().tolist(), s.dense_shape.numpy().tolist())
s = v1.string_split(["a,b;c", ",x"], ",;", skip_empty=False)
print(s.indices.numpy().tolist(), s.values.numpy().tolist(), s.dense_shape.numpy().tolist())
print(v1.string_split(["a b", "c"], result_type="RaggedTensor"), v1.string_split(["abc", "d"], "", result_type="RaggedTensor"), v1.string_split(["a-b"], delimiter="-").values)
fails(v1.string_split, ["a"], result_type="x")
print(v1.reduce_join([["a", "b"], ["c", "d"]], 1, keep_dims=True, separator="-"), v1.reduce_join([["a", "b"]], reduction_indices=[0, 1]), v1.string_to_number(["1.5", "2"]), v1.string_to_number(input="7", out_type=tf.int32), v1.string_to_hash_bucket(["a", "b"], 10), v1.string_strip([" a "]), v1.decode_csv("1,b", [[0], [""]]), v1.string_to_hash_bucket_fast(["a"], 5))

# %% print
with tf.Graph().as_default(), v1.Session() as session:
    x = v1.Print(tf.constant([1.0, 2]), [tf.constant([1, 2, 3, 4]), tf.constant("t")], "message ", first_n=1)
    print(x.name)
    for _ in range(2):
        show(session.run(x))

# %% initializers
with tf.Graph().as_default(), v1.Session() as session:
    q = session.run(v1.orthogonal_initializer(2.0, seed=1)([3, 2]))
    show(np.abs(q.T @ q).round(4) + 0.0)
    u = session.run(v1.uniform_unit_scaling_initializer(1.0, seed=1)([300, 2]))
    print(bool((np.abs(u) <= 0.1).all()), u.shape, v1.uniform_unit_scaling_initializer(2.0).get_config(), v1.orthogonal_initializer().get_config(), v1.no_regularizer(1))
fails(v1.orthogonal_initializer(), [3])

# %% single-process
print(v1.train.replica_device_setter(), v1.train.replica_device_setter(0), v1.train.replica_device_setter(cluster={"worker": ["a:1"]}))
with tf.Graph().as_default(), v1.Session() as session:
    with tf.device(v1.train.replica_device_setter()):
        x = tf.constant(1.0)
    print(v1.train.start_queue_runners(session, tf.train.Coordinator()), session.run(x))

# %% resources
import os
print(v1.resource_loader.get_path_to_datafile("data.txt") == os.path.join(v1.resource_loader.get_data_files_path(), "data.txt"), os.path.isabs(v1.resource_loader.get_data_files_path()))
