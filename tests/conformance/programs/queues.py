import re
import threading

import tensorflow as tf
from tell import fails, headline


def refuses(function, *args, **kwargs):
    """Like fails, without the number by which an unnamed queue is known."""
    try:
        print("no error:", function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, re.sub(r"'\d+'", "'N'", headline(str(error))))


# %% fifo
q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], [2]])
print(q.dtypes, q.shapes, q.names, q.name)
print(q.enqueue((1, [1.0, 2.0])), q.enqueue_many(([2, 3], [[1.0, 2.0], [3.0, 4.0]])), q.size())
print(q.dequeue(), q.dequeue_many(2), q.size(), q.is_closed())

# %% fifo-refusals
q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], [2]])
fails(q.enqueue, (1, [1.0]))
fails(q.enqueue, 1)
fails(q.enqueue, ("a", [1.0, 2.0]))
fails(q.enqueue_many, ([1, 2], [[1.0, 2.0]]))
fails(tf.queue.FIFOQueue, 5, [tf.int32, tf.int32], names=["a"])
fails(tf.queue.FIFOQueue, 5, [tf.int32], shapes=[[None]])
fails(tf.queue.FIFOQueue, 5, [tf.int32], shapes=5)
fails(tf.queue.FIFOQueue, 5, [tf.int32, tf.int32], shapes=[[]])

# %% closing
q = tf.queue.FIFOQueue(3, [tf.int32], shapes=[[]])
q.enqueue(5)
q.close()
print(q.is_closed())
refuses(q.enqueue, 1)
refuses(q.dequeue_many, 2)
print(q.dequeue_up_to(2))
refuses(q.dequeue)
refuses(q.dequeue_up_to, 2)
refuses(q.close)

# %% without-shapes
q = tf.queue.FIFOQueue(5, tf.string)
q.enqueue("a")
q.enqueue_many([["b", "c"]])
fails(q.dequeue_many, 2)
fails(q.dequeue_up_to, 2)
print(q.dequeue(), q.dequeue(), q.size(), q.shapes)

# %% names
q = tf.queue.FIFOQueue(5, [tf.int32, tf.string], shapes=[(), ()], names=["a", "b"])
q.enqueue({"a": 1, "b": "x"})
q.enqueue_many({"a": [2, 3], "b": ["y", "z"]})
print(q.names, q.dequeue(), q.dequeue_many(2))
fails(q.enqueue, (1, "x"))
fails(q.enqueue, {"a": 1})
fails(tf.queue.FIFOQueue(5, [tf.int32]).enqueue, {"a": 1})

# %% random-shuffle
tf.random.set_seed(1)
q = tf.queue.RandomShuffleQueue(20, 2, tf.int32, shapes=[()], seed=3)
q.enqueue_many((list(range(12)),))
print([int(q.dequeue()) for _ in range(6)], q.dequeue_many(3), q.size())
q.close()
print(q.dequeue_up_to(9))
refuses(q.dequeue)

# %% random-shuffle-in-a-function
tf.random.set_seed(1)
q = tf.queue.RandomShuffleQueue(20, 0, [tf.int32, tf.string], shapes=[(), ()], seed=8)

@tf.function
def step():
    q.enqueue_many((tf.range(6), tf.as_string(tf.range(6))))
    return q.dequeue_many(4)

print(step(), step(), q.size())

# %% padding
q = tf.queue.PaddingFIFOQueue(5, [tf.int32, tf.string], shapes=[[None], []])
for vals in (([1], "a"), ([1, 2, 3], "b"), ([], "c"), ([4, 5], "d")):
    q.enqueue(vals)
print(q.dequeue(), q.dequeue_many(2), q.dequeue_up_to(1))
fails(q.enqueue, ([[1]], "c"))
fails(tf.queue.PaddingFIFOQueue, 5, [tf.int32], shapes=[None])
fails(tf.queue.PaddingFIFOQueue, 5, [tf.int32, tf.int32], shapes=[[1]])

# %% padding-of-matrices
q = tf.queue.PaddingFIFOQueue(9, tf.float32, shapes=[[None, None]])
q.enqueue(([[1.0, 2.0]],))
q.enqueue(([[3.0], [4.0]],))
print(q.dequeue_many(2), q.dtypes, q.shapes)

# %% priority
q = tf.queue.PriorityQueue(10, [tf.string], shapes=[()])
q.enqueue_many(([5, 1, 3], ["a", "b", "c"]))
print(q.dequeue(), q.dtypes, q.shapes)
q.enqueue((0, "z"))
print(q.dequeue_many(3), q.size())
q.close()
refuses(q.dequeue)
fails(q.enqueue, ("a", "b"))

# %% priority-without-shapes
fails(tf.queue.PriorityQueue, 10, [tf.int32, tf.float32])
q = tf.queue.PriorityQueue(10, [tf.int32, tf.float32], shapes=[[], [2]])
q.enqueue((-2, 1, [0.5, 1.0]))
q.enqueue((-7, 2, [1.5, 2.0]))
print(q.dequeue(), q.shapes)

# %% in-a-function
q = tf.queue.FIFOQueue(3, tf.float32, shapes=[()])

@tf.function
def step(x):
    q.enqueue(x)
    q.enqueue(x * 2)
    return q.dequeue() + 0.0, q.size()

print(step(tf.constant(3.0)), q.dequeue())
concrete = step.get_concrete_function(tf.TensorSpec([]))
print(concrete.structured_outputs, [op.name for op in concrete.graph.get_operations()])
taken = tf.function(lambda n: (q.dequeue_many(2), q.dequeue_up_to(2), q.dequeue_many(n)))
print(taken.get_concrete_function(tf.TensorSpec([], tf.int32)).structured_outputs)

# %% loops-of-a-function
q = tf.queue.FIFOQueue(10, [tf.int32, tf.int32], shapes=[[], []])

@tf.function
def visit(limit):
    total = 0
    q.enqueue((0, 0))
    while q.size() > 0:
        node, depth = q.dequeue()
        total += node * depth
        if depth < limit:
            q.enqueue((node + 1, depth + 1))
            q.enqueue((node + 2, depth + 1))
    return total

print(visit(tf.constant(3)))

# %% closed-in-a-function
q = tf.queue.FIFOQueue(3, tf.float32)

@tf.function
def step():
    q.close()
    return q.dequeue()

try:
    step()
except tf.errors.OutOfRangeError as error:
    print(type(error).__name__)

# %% between-threads
q, done = tf.queue.FIFOQueue(2, tf.int32), tf.queue.FIFOQueue(10, tf.int32)

def work():
    try:
        while True:
            done.enqueue(q.dequeue() * 10)
    except tf.errors.OutOfRangeError:
        done.close()

thread = threading.Thread(target=work)
thread.start()
for number in range(6):
    q.enqueue(number)
q.close()
thread.join()
print([int(done.dequeue()) for _ in range(6)], done.is_closed())

# %% a-queue-of-a-list
first, second = (tf.queue.FIFOQueue(4, tf.int32, shapes=shape) for shape in ((), ()))
second.enqueue(7)
fails(tf.queue.QueueBase.from_list, 0, [])
fails(tf.queue.QueueBase.from_list, 0, [first, tf.queue.FIFOQueue(4, tf.float32)])

# %% sessions
with tf.compat.v1.Graph().as_default(), tf.compat.v1.Session() as session:
    q = tf.compat.v1.FIFOQueue(10, [tf.float32], shapes=[[]])
    put, take, size = q.enqueue_many([[1.0, 2.0, 3.0]]), q.dequeue(), q.size()
    session.run(put)
    print(session.run(take), session.run(size), session.run(q.dequeue_many(2)), q.name)
    session.run(q.close())
    try:
        session.run(take)
    except tf.errors.OutOfRangeError as error:
        print(type(error).__name__)

# %% critical-section
section, v = tf.CriticalSection(name="section"), tf.Variable(0.0)
print(section.execute(lambda: v.assign_add(1.0)), section.execute(lambda: None), section.execute(lambda: (v + 1, {"a": v * 2})))

def broken():
    raise ValueError("broken")

fails(section.execute, broken)
print(section.execute(lambda: v.read_value()))

# %% critical-section-in-itself
section = tf.CriticalSection()
try:
    section.execute(lambda: section.execute(lambda: 1))
except ValueError as error:
    print(str(error).split("(")[0], str(error).rpartition(")")[2])
fails(tf.CriticalSection, critical_section_def="x")

# %% critical-section-in-a-function
section, other, v = tf.CriticalSection(), tf.CriticalSection(), tf.Variable(1.0)

@tf.function
def step(x):
    return section.execute(lambda: v.assign_add(x)), section.execute(lambda: v * 2)

print(step(tf.constant(2.0)), v)
print(step.get_concrete_function(tf.TensorSpec([])).structured_outputs)

@tf.function
def both(x):
    section.execute(lambda: v.assign_add(x))
    return other.execute(lambda: v * 2)

try:
    both(tf.constant(1.0))
except ValueError as error:
    print("in user code" in str(error), "This execution would access resources" in str(error))
