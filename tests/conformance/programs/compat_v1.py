import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

v1 = tf.compat.v1


# %% placeholders-print
with v1.Graph().as_default() as g:
    a = v1.placeholder(tf.float32, [None, 2], name="a")
    b = v1.placeholder("int32")
    c = v1.placeholder_with_default(3.0, [])
    print(a, repr(b), c, c.op.type)
    print(tf.matmul(a, a, transpose_b=True), g.get_operations()[-1].type)

# %% nested-fetches
with v1.Graph().as_default(), v1.Session() as s:
    a, b = tf.constant(1), tf.constant([1.5, 2])
    print(s.run(a), s.run([a, b]), s.run((a, [b])), s.run({"x": a, "y": {"z": b}}), s.run("Const:0"), s.run([]))

# %% feeds
with v1.Graph().as_default(), v1.Session() as s:
    a = v1.placeholder(tf.float32, [2])
    b = a * 2 + 1
    print(s.run(b, {a: [1, 2]}), s.run(b, {"Placeholder:0": np.ones(2)}), s.run([a, b], feed_dict={b: [0, 0], a: [5, 6]}))

# %% feeding-what-is-no-placeholder
with v1.Graph().as_default(), v1.Session() as s:
    a = tf.constant(2.0)
    b = a * 3
    c = b + 1
    print(s.run(c), s.run(c, {a: 10}), s.run(c, {b: 10}), s.run(c, {c: 10}))

# %% strings
with v1.Graph().as_default(), v1.Session() as s:
    a = v1.placeholder(tf.string, [None])
    print(s.run(tf.strings.join([a, ["!", "?"]]), {a: ["hé", b"x"]}), s.run(tf.constant("s")))

# %% unfed-placeholder
with v1.Graph().as_default(), v1.Session() as s:
    a = v1.placeholder(tf.float32, name="a")
    b = v1.placeholder(tf.int32, [2, None], name="b")
    fails(s.run, a)
    fails(s.run, b + 1)

# %% bad-feeds
with v1.Graph().as_default(), v1.Session() as s:
    a = v1.placeholder(tf.float32, [2], name="a")
    fails(s.run, a, {a: [1, 2, 3]})
    fails(s.run, a, {"nope:0": 1})
    fails(s.run, a, {3: 1})
    fails(s.run, a, {a: a})
    fails(s.run, a, [1])

# %% bad-fetches
with v1.Graph().as_default(), v1.Session() as s:
    a = tf.constant(1)
    fails(s.run, None)
    fails(s.run, 3)
    fails(s.run, "nope")
    fails(s.run, "nope:0")
    with v1.Graph().as_default():
        b = tf.constant(1)
    fails(s.run, b)

# %% empty-and-closed
s = v1.Session(graph=v1.Graph())
fails(s.run, [])
with v1.Graph().as_default():
    a = tf.constant(1)
    s = v1.Session()
    s.close()
    fails(s.run, a)

# %% variables
with v1.Graph().as_default(), v1.Session() as s:
    v = tf.Variable([1.0, 2.0], name="v")
    w = v1.get_variable("w", [2], initializer=v1.ones_initializer())
    print(v, w, v1.global_variables() == [v, w], v.initializer.name)
    fails(s.run, v)
    s.run(v1.global_variables_initializer())
    print(s.run([v, w]), v.eval())

# %% each-session-has-its-own
with v1.Graph().as_default():
    v = tf.Variable(1)
    up = v.assign_add(5)
    init = v1.global_variables_initializer()
    with v1.Session() as one, v1.Session() as two:
        one.run(init)
        two.run(init)
        print(one.run(up), one.run(up), two.run(up), one.run(v), two.run(v))

# %% assignments
with v1.Graph().as_default(), v1.Session() as s:
    v = tf.Variable(1.0)
    s.run(v.initializer)
    op = v1.assign(v, v * 3)
    print(op, s.run(op), s.run(v))
    print(s.run(v1.assign_add(v, 2.0)), s.run(v1.assign_sub(v, 1.0)), s.run(v.assign(0.0)))

# %% only-what-is-fetched-runs
with v1.Graph().as_default(), v1.Session() as s:
    v = tf.Variable(0)
    s.run(v.initializer)
    v.assign_add(1)
    p = tf.print("not printed")
    q = tf.print("printed")
    print(s.run(tf.constant(1)), s.run(q), s.run(v))

# %% control-dependencies
with v1.Graph().as_default(), v1.Session() as s:
    v = tf.Variable(0)
    s.run(v.initializer)
    with tf.control_dependencies([v.assign_add(1)]):
        with tf.control_dependencies([tf.print("first")]):
            after = tf.identity(v)
    print(s.run(after), s.run(after), after.op.control_inputs)

# %% control-dependency-through-a-pure-node
with v1.Graph().as_default(), v1.Session() as s:
    with tf.control_dependencies([tf.print("effect")]):
        pure = tf.identity(1)
    with tf.control_dependencies([pure]):
        x = tf.constant(2) + 1
    print(s.run(x))

# %% variable-scopes
with v1.Graph().as_default():
    with v1.variable_scope("a") as scope:
        v = v1.get_variable("v", [1])
        with v1.variable_scope("b"):
            w = v1.get_variable("v", [1])
            x = tf.add(w, 1.0, name="x")
    with v1.variable_scope("a", reuse=True):
        again = v1.get_variable("v", [1])
    with v1.variable_scope(scope, reuse=v1.AUTO_REUSE):
        new = v1.get_variable("n", [2])
    print(v.name, w.name, x.name, again is v, new.name, scope.name)
    print([one.name for one in v1.trainable_variables()])

# %% variable-scope-default-names
with v1.Graph().as_default():
    for _ in range(3):
        with v1.variable_scope(None, default_name="layer"):
            print(v1.get_variable("v", []).name)

# %% variable-scope-errors
with v1.Graph().as_default():
    v1.get_variable("v", [2])
    fails(v1.get_variable, "v", [2])
    fails(v1.get_variable, "n")
    with v1.variable_scope("", reuse=True):
        fails(v1.get_variable, "new", [2])
        fails(v1.get_variable, "v", [3])
        fails(v1.get_variable, "v", dtype=tf.int32)

# %% variables-names
with v1.Graph().as_default() as g:
    v, w = tf.Variable(1), tf.Variable(2)
    with tf.name_scope("s"):
        x, y = tf.Variable(3, name="x"), v1.get_variable("y", [])
    print(v.name, w.name, x.name, y.name, v.op.name)
    print([op.name for op in g.get_operations() if op.name.startswith("Variable/")])

# %% gradients-and-descent
with v1.Graph().as_default(), v1.Session() as s:
    x = v1.placeholder(tf.float32, [3])
    v = tf.Variable([1.0, 2.0, 3.0])
    loss = tf.reduce_sum((v - x) ** 2)
    train = v1.train.GradientDescentOptimizer(0.25).minimize(loss)
    print(train.name, train.type, v1.gradients(loss, [v, x]))
    s.run(v1.global_variables_initializer())
    for _ in range(4):
        s.run(train, {x: [0, 1, 0]})
        show(s.run(v), s.run(loss, {x: [0, 1, 0]}))

# %% momentum-and-adam
with v1.Graph().as_default(), v1.Session() as s:
    for make in (lambda: v1.train.MomentumOptimizer(0.1, 0.9), lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
                 lambda: v1.train.AdamOptimizer(0.1)):
        v = tf.Variable([1.0, 2.0])
        train = make().minimize(tf.reduce_sum(v ** 2))
        s.run(v1.global_variables_initializer())
        for _ in range(3):
            s.run(train)
        show(s.run(v))

# %% global-step
with v1.Graph().as_default(), v1.Session() as s:
    step = v1.train.get_or_create_global_step()
    v = tf.Variable(1.0)
    train = v1.train.GradientDescentOptimizer(0.5).minimize(v * v, global_step=step)
    s.run(v1.global_variables_initializer())
    s.run(train)
    s.run(train)
    print(step, s.run(step), s.run(v), v1.train.global_step(s, step))

# %% loops-and-branches
with v1.Graph().as_default(), v1.Session() as s:
    n = v1.placeholder(tf.int32, [])
    total = v1.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + i), [0, 0])
    one = v1.while_loop(lambda i: i < n, lambda i: i * 2, [1])
    sign = tf.cond(n > 5, lambda: "big", lambda: "small")
    print(one.shape, s.run([total, one, sign], {n: 10}), s.run(sign, {n: 1}))

# %% effects-in-branches-and-loops
with v1.Graph().as_default(), v1.Session() as s:
    v = tf.Variable(0)
    s.run(v.initializer)
    def body(i):
        tf.print("not printed")
        with tf.control_dependencies([v.assign_add(2)]):
            return i + 1
    print(s.run(v1.while_loop(lambda i: i < 3, body, [0])), s.run(v))
    branch = tf.cond(v > 0, lambda: tf.print("printed"), lambda: tf.no_op())
    s.run(branch)

# %% py-func
with v1.Graph().as_default(), v1.Session() as s:
    x = v1.placeholder(tf.float32)
    y = v1.py_func(lambda a: np.sinh(a), [x], tf.float32)
    print(y.op.type, y.shape)
    show(s.run(y, {x: [0.0, 1.0]}))

# %% random-sequences-go-on
with v1.Graph().as_default():
    v1.set_random_seed(1)
    a, b = tf.random.uniform([2]), tf.random.normal([2], seed=3)
    with v1.Session() as s:
        print(s.run(a), s.run([a, b]), s.run(b))
    with v1.Session() as s:
        print(s.run(b), s.run(a))

# %% failing-nodes
with v1.Graph().as_default(), v1.Session() as s:
    x = v1.placeholder(tf.float32, [None, None])
    fails(s.run, tf.matmul(x, x), {x: [[1, 2, 3]]})
    fails(s.run, tf.gather([1, 2], 5))

# %% eval-and-run
with v1.Graph().as_default():
    x = tf.constant(3)
    fails(x.eval)
    with v1.Session():
        print(x.eval(), tf.print("op").run())
s = v1.InteractiveSession(graph=x.graph)
print(x.eval(), v1.get_default_session() is s)
s.close()

# %% default-graph
g = v1.get_default_graph()
print(g is v1.get_default_graph(), g.get_operations())
with v1.Graph().as_default() as g:
    print(v1.get_default_graph() is g, tf.executing_eagerly())
    fails(v1.reset_default_graph)

# %% without-eager-execution
v1.disable_eager_execution()
x = tf.constant(1) + 2
print(x, tf.executing_eagerly())
with v1.Session() as s:
    print(s.run(x))
v1.reset_default_graph()
print(v1.get_default_graph().get_operations())

# %% functions-in-graphs
with v1.Graph().as_default(), v1.Session() as s:
    @tf.function
    def f(x):
        print("traced")
        for i in tf.range(3):
            x += i
        return x
    a = v1.placeholder(tf.int32, [])
    y = f(a)
    print(y.op.type, s.run(y, {a: 5}))

# %% eagerly
fails(v1.placeholder, tf.float32)
v = v1.get_variable("w", [2], initializer=v1.zeros_initializer())
print(v, v1.global_variables_initializer(), v1.trainable_variables())
print(v1.reduce_sum([[1, 2], [3, 4]], axis=1, keep_dims=True))

# %% callables-and-collections
with v1.Graph().as_default() as g, v1.Session() as s:
    a = v1.placeholder(tf.int32)
    print(s.make_callable(a * 2, [a])(4))
    v1.add_to_collection("mine", a)
    print(v1.get_collection("mine") == [a], g.get_all_collection_keys(), g.get_collection("other"))

# %% optimizers-in-functions
for optimizer in (v1.train.AdamOptimizer(0.1), v1.train.MomentumOptimizer(0.1, 0.9), v1.train.GradientDescentOptimizer(0.1)):
    w = tf.Variable(2.0, name="w" + optimizer.get_name())

    @tf.function
    def step():
        optimizer.minimize(lambda: w * w)

    for _ in range(3):
        step()
    print(round(float(w), 5), [one.name for one in optimizer.variables()], step.experimental_get_tracing_count())

# %% control-inputs-of-an-outer-graph
def in_session(build):
    with v1.Graph().as_default() as g, v1.Session() as s:
        v = v1.get_variable("v", [], initializer=v1.zeros_initializer())
        s.run(v1.global_variables_initializer())
        result = build(v, v1.assign_add(v, 1.0), v1.placeholder_with_default(True, []))
        print(s.run(result), s.run(v), [(op.name, [one.name for one in op.control_inputs]) for op in g.get_operations() if op.control_inputs])
def after(add, function):
    def waiting(*args):
        with tf.control_dependencies([add]):
            return function(*args)
    return waiting
def of_a_function(v, add, p):
    return tf.function(after(add, lambda x: x * 2.0))(3.0)
def around_a_function(v, add, p):
    return after(add, tf.function(lambda x: x * 2.0))(3.0)
def of_a_branch(v, add, p):
    return tf.cond(p, after(add, lambda: 1.0), lambda: 2.0)
def of_the_other_branch(v, add, p):
    return tf.cond(tf.logical_not(p), after(add, lambda: 1.0), lambda: 2.0)
def of_a_body(v, add, p):
    return tf.while_loop(lambda i: i < 3, after(add, lambda i: i + 1), [0])
def of_a_condition(v, add, p):
    return tf.while_loop(after(add, lambda i: i < 3), lambda i: i + 1, [0])
def of_a_map(v, add, p):
    return tf.map_fn(after(add, lambda i: i + 1), tf.constant([1, 2]))
def of_a_switch(v, add, p):
    return tf.switch_case(tf.cast(p, tf.int32), [lambda: tf.no_op(), lambda: tf.group(add)])
def of_a_branch_in_a_function(v, add, p):
    return tf.function(lambda x: tf.cond(p, after(add, lambda: x * 2.0), lambda: x))(1.0)
def of_a_branch_in_a_loop(v, add, p):
    @tf.function
    def f(x):
        for _ in tf.range(3):
            if p:
                with tf.control_dependencies([add]):
                    x = x * 2.0
        return x
    return f(1.0)
def of_a_function_of_its_own(v, add, p):
    with tf.control_dependencies([add]):
        return tf.function(lambda x: x)(tf.ones([]))
def left_inside(v, add, p):
    def f():
        with tf.control_dependencies([add]), tf.control_dependencies(None):
            return tf.constant(1.0)
    return tf.cond(p, f, f)
for build in (of_a_function, around_a_function, of_a_branch, of_the_other_branch, of_a_body, of_a_condition, of_a_map, of_a_switch,
              of_a_branch_in_a_function, of_a_branch_in_a_loop, of_a_function_of_its_own, left_inside):
    in_session(build)

# %% an-assertion-of-an-outer-graph
with v1.Graph().as_default(), v1.Session() as s:
    x = v1.placeholder_with_default(1.0, [])
    check = tf.debugging.Assert(x > 0, ["not positive"])
    def checked(value):
        with tf.control_dependencies([check]):
            return value + 1.0
    results = (tf.cond(x < 5.0, lambda: checked(x), lambda: x), tf.function(checked)(x), tf.map_fn(checked, tf.zeros([2])),
               tf.while_loop(lambda i: i < 3.0, checked, [x]), tf.scan(lambda a, b: checked(a) + b, tf.ones([2])))
    for result in results:
        fails(s.run, result)
        fails(s.run, result, {x: -1.0})

# %% exclusive-cases-in-a-session
with v1.Graph().as_default(), v1.Session() as s:
    p, q = v1.placeholder_with_default(True, []), v1.placeholder_with_default(False, [])
    one = tf.case([(p, lambda: 1), (q, lambda: 2)], exclusive=True)
    two = tf.case([(p, lambda: 1), (q, lambda: 2)], default=lambda: 3, exclusive=True)
    inner = tf.cond(p, lambda: tf.case([(p, lambda: 1), (q, lambda: 2)], exclusive=True), lambda: 4)
    for result in one, two, inner:
        for feed in {}, {q: True}, {p: False}, {p: False, q: True}:
            fails(s.run, result, feed)

# %% what-nothing-can-wait-for
with v1.Graph().as_default():
    other = tf.constant(1.0)
with v1.Graph().as_default() as g:
    c = tf.constant(1.0)
    for item in 3, None, "nope", "nope:0", "Const:0", "Const", other, other.op.name, [c], {}, tf.sparse.from_dense([1.0]), tf.IndexedSlices(c[None], [0]):
        def wait():
            with tf.control_dependencies([item]):
                return [one.name for one in tf.constant(4.0).op.control_inputs]
        fails(wait)
    fails(tf.control_dependencies, 3)
    for item in 3, None, c, other:
        fails(g.as_graph_element, item)
        fails(g.as_graph_element, item, allow_tensor=False)
        fails(g.as_graph_element, item, allow_operation=False)

# %% old-forms-of-arguments
import tensorflow as tf
from tell import fails
v1 = tf.compat.v1
print(v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)]))
print(v1.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), [tf.constant(0), tf.constant(1)]))
print(v1.pad([[1]], [[1, 1], [0, 1]], "CONSTANT", None, 9))
fails(lambda: v1.cond(tf.constant(True), true_fn=lambda: 1, false_fn=lambda: 2, fn1=lambda: 1))
fails(lambda: v1.name_scope(None, [tf.constant(1)]))
with tf.Graph().as_default():
    with v1.name_scope(None, "default", [tf.constant(1)]) as scope:
        print(scope, tf.constant(2, name="c").name)
    with v1.name_scope("given", "default", [tf.constant(1)]) as scope:
        print(scope, tf.constant(2, name="c").name)
    both = v1.cond(tf.constant(True), fn1=lambda: tf.constant(1), fn2=lambda: tf.constant(2))
    with v1.Session() as session:
        print(session.run(both), session.run(v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])))
