import glob
import tempfile
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails

v1 = tf.compat.v1
Dataset = tf.data.Dataset

# %% one-shot-iterator
with v1.Graph().as_default():
    element = v1.data.make_one_shot_iterator(Dataset.range(3).map(lambda x: x * 2)).get_next()
    print(element)
    for _ in range(2):
        with v1.Session() as session:
            print([session.run(element) for _ in range(3)])
            fails(session.run, element)
    x = v1.placeholder(tf.int64, [])
    fails(v1.data.make_one_shot_iterator, Dataset.range(x))

# %% initializable-iterator
with v1.Graph().as_default():
    count = v1.placeholder(tf.int64, [])
    iterator = v1.data.make_initializable_iterator(Dataset.range(count).batch(2))
    element = iterator.get_next()
    print(element, iterator.initializer.type, iterator.output_types, iterator.output_shapes)
    with v1.Session() as session:
        fails(session.run, element)
        for size in (3, 4):
            session.run(iterator.initializer, {count: size})
            while True:
                try:
                    print(session.run(element))
                except tf.errors.OutOfRangeError:
                    break

# %% structured-elements
with v1.Graph().as_default():
    dataset = Dataset.from_tensor_slices({"a": [1, 2], "b": (["x", "y"], [[1.0], [2.0]])}).repeat()
    element = v1.data.make_one_shot_iterator(dataset).get_next()
    print(v1.data.get_output_types(dataset), v1.data.get_output_shapes(dataset), v1.data.get_output_classes(dataset))
    with v1.Session() as session:
        print(session.run(element))
        print(session.run([element["a"] * 10, element["b"]]))

# %% iterators-as-methods
with v1.Graph().as_default():
    dataset = v1.data.Dataset.range(5).map(lambda x: x * 2).batch(2)
    print(dataset, type(dataset).__name__, isinstance(dataset, Dataset), isinstance(dataset, v1.data.Dataset))
    element = dataset.make_one_shot_iterator().get_next()
    iterator = dataset.repeat(2).make_initializable_iterator()
    other = iterator.get_next()
    print(dataset.output_types, dataset.output_shapes, v1.data.Dataset.zip((dataset, dataset)).make_one_shot_iterator().get_next())
    with v1.Session() as session:
        session.run(iterator.initializer)
        print(session.run(element), session.run(element), session.run(other))
print([int(x) for x in v1.data.Dataset.from_tensor_slices([3, 1]).concatenate(Dataset.from_tensors(2)).make_one_shot_iterator()])

# %% reinitializable-iterator
with v1.Graph().as_default():
    small, large = Dataset.range(3), Dataset.range(10, 13)
    iterator = v1.data.Iterator.from_structure(v1.data.get_output_types(small), v1.data.get_output_shapes(small))
    element = iterator.get_next()
    starts = [iterator.make_initializer(each) for each in (small, large)]
    with v1.Session() as session:
        for start in starts:
            session.run(start)
            print(session.run(element), session.run(element))
    fails(iterator.make_initializer, Dataset.from_tensors(1.0))

# %% training-from-an-iterator
with v1.Graph().as_default():
    xs = np.arange(8, dtype=np.float32).reshape(8, 1)
    x, y = v1.data.make_one_shot_iterator(Dataset.from_tensor_slices((xs, xs * 3)).batch(4).repeat(20)).get_next()
    w = v1.get_variable("w", [1, 1], initializer=v1.zeros_initializer())
    loss = tf.reduce_mean(tf.square(x @ w - y))
    train = v1.train.GradientDescentOptimizer(0.02).minimize(loss)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        while True:
            try:
                session.run(train)
            except tf.errors.OutOfRangeError:
                break
        print(np.round(session.run(w), 3))

# %% eagerly
print(v1.data.make_one_shot_iterator(Dataset.range(3)).get_next())
fails(v1.data.make_initializable_iterator, Dataset.range(3))

# %% tables
with v1.Graph().as_default():
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1)
    found = table.lookup(tf.constant(["a", "b"]))
    with v1.Session() as session:
        session.run(v1.tables_initializer())
        print(session.run(found), session.run(table.size()))

# %% summaries
with v1.Graph().as_default() as graph:
    x = v1.placeholder(tf.float32, [], name="x")
    with tf.name_scope("outer"):
        loss = v1.summary.scalar("loss", x)
    spread = v1.summary.histogram("spread", tf.constant([1.0, 2.0, 2.5, -1.0]))
    picture = v1.summary.image("picture", tf.ones([2, 2, 3, 3]), max_outputs=1)
    sound = v1.summary.audio("sound", tf.zeros([2, 4, 1]), 8000.0)
    note = v1.summary.text("note", tf.constant("hi"))
    some, everything = v1.summary.merge([loss, spread]), v1.summary.merge_all()
    print(v1.summary.merge_all("another"), [(op.name, op.type) for op in graph.get_operations() if op.type != "Const"])
    print([tensor.name for tensor in v1.get_collection(v1.GraphKeys.SUMMARIES)], v1.summary.scalar("outer/loss", x).name)
    folder = tempfile.mkdtemp()
    with v1.Session() as session, v1.summary.FileWriter(folder, graph) as writer:
        for step in range(3):
            writer.add_summary(session.run(some, {x: step}), step)
        print([[value.tag for value in v1.Summary.FromString(session.run(each, {x: 3.0})).value]
               for each in (loss, spread, picture, sound, note, some, everything)])
        value = v1.Summary.FromString(session.run(spread)).value[0].histo
        print(value.min, value.max, value.num, value.sum, value.sum_squares, [round(edge, 6) for edge in value.bucket_limit][:-1], list(value.bucket))
        value = v1.Summary.FromString(session.run(sound)).value[1].audio
        print(value.sample_rate, value.num_channels, value.length_frames, value.content_type, len(value.encoded_audio_string))
        value = v1.Summary.FromString(session.run(picture)).value[0].image
        print(value.height, value.width, value.colorspace, value.encoded_image_string[:4])
    print(len(glob.glob(folder + "/events.out.tfevents.*")))
    fails(v1.summary.scalar, "word", "text")
    fails(v1.summary.merge, [])
fails(v1.summary.FileWriter, folder)

# %% where-chooses-rows
x = tf.constant([[1, 2], [3, 4]])
print(v1.where([[True, False], [False, True]], x, -x), v1.where([True, False], x, -x), v1.where(True, x, -x))
fails(v1.where, [True, False, True], x, -x)
fails(v1.where, [[True, False]], x, -x)
fails(v1.where, [True, False], x, tf.constant([1, 2]))
print(v1.where([True, False, True]))
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = v1.where([True, False], x, x * 2.0)
    return y, tape.gradient(y, x)
print(f(tf.ones([2, 2])))

# %% scattered-updates
with v1.Graph().as_default():
    a = v1.Variable([1.0, 2.0, 3.0], use_resource=False, name="a")
    updates = [v1.scatter_add(a, [0], [5.0]), v1.scatter_sub(a, [1, 1], [1.0, 2.0]), v1.scatter_update(a, [2], [9.0])]
    with v1.Session() as session:
        print(session.run(v1.is_variable_initialized(a)))
        session.run(a.initializer)
        for update in updates:
            print(session.run(update))
