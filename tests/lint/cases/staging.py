"""What AutoGraph can stage, and what it cannot."""

import tensorflow as tf

FLAG = True


@tf.function
def returns(x: tf.Tensor, flag):
    for item in x:
        if flag:
            return item
    for item in x:
        if item > 1.0:
            return item  # [unsupported-in-tensor-loop]
    while tf.reduce_sum(x) < 9.0:
        x = x * 2.0
        if flag:
            if tf.reduce_max(x) > 5.0:
                return x  # [unsupported-in-tensor-loop]
    for item in x:
        if item > 1.0:
            break
        if item < 0.0:
            continue
        x = x + item
    return x


@tf.function
def unrolled(x):
    total = tf.reduce_sum(x)
    for _ in range(3):
        if total > 1.0:
            break  # [unsupported-in-tensor-loop]
        total = total + 1.0
    for name in ["a", "b"]:
        if total > 2.0:
            return total  # [unsupported-in-tensor-loop]
    while True:
        if total > 3.0:
            break  # [unsupported-in-tensor-loop]
        total = total + 1.0
    for _ in range(3):
        if total > 1.0:
            continue
        total = total + 1.0
    for i in range(3):
        if i > 1:
            break
    return total


@tf.function
def sides(x):
    total = tf.reduce_sum(x)
    if total > 1.0:
        one = x  # [unsupported-in-tensor-loop]
    if total > 2.0:
        pass
    else:
        two = x  # [unsupported-in-tensor-loop]
    three = None
    if total > 3.0:
        three = x  # [unsupported-in-tensor-loop]
    if total > 4.0:
        four = 1  # [unsupported-in-tensor-loop]
    else:
        four = 1.0
    five = 1
    if total > 5.0:
        five = 2.5  # [unsupported-in-tensor-loop]
    six = tf.constant(0)
    if total > 6.0:
        six = tf.constant(1.0)  # [unsupported-in-tensor-loop]
    seven = 1
    if total > 7.0:
        seven = 2
    if total > 8.0:
        eight = x
    else:
        eight = -x
    if total > 9.0:
        unused = x
    if x.shape[0] > 1:
        nine = x
    if total > 10.0:
        ten = x
        total = total + tf.reduce_sum(ten)
    if total > 11.0:
        return x
    else:
        eleven = x
    return one, two, three, four, five, six, seven, eight, nine, eleven


@tf.function
def ends_bare(x):
    if tf.reduce_sum(x) > 1.0:
        return x  # [unsupported-in-tensor-loop]


@tf.function
def ends_with_none(x):
    if tf.reduce_sum(x) > 1.0:
        return x  # [unsupported-in-tensor-loop]
    return None


@tf.function
def ends(x):
    if tf.reduce_sum(x) > 1.0:
        return x
    return -x


@tf.function
def raises(x, mode):
    if tf.reduce_sum(x) > 1.0:
        raise ValueError("large")  # [unsupported-in-tensor-loop]
    if mode not in ("a", "b"):
        raise ValueError("mode")
    if x.shape[0] != 3:
        raise ValueError("shape")
    if tf.reduce_sum(x) > 2.0:
        if mode == "a":
            raise ValueError("mode")
    return x


@tf.function
def collects(x: tf.Tensor):
    items = []
    kept = []
    nested = []
    local = []
    for item in x:
        items.append(item)  # [unsupported-in-tensor-loop]
        local = [item]
        local.append(item)
    if tf.reduce_sum(x) > 1.0:
        kept.append(x)  # [unsupported-in-tensor-loop]
    for i in range(3):
        nested.append(x)
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for item in x:
        array = array.write(array.size(), item)
    return items, kept, nested, array.stack(), local


@tf.function
def carried(x: tf.Tensor):
    whole = 0
    share = 8
    tensor = None
    count = 0
    half = 4
    third = 9
    on = 1
    index = tf.constant(0)
    grown = []
    joined = ()
    rows = tf.zeros([0])
    more = tf.constant([])
    loose = tf.zeros([0])
    total = 0.0
    step = 0
    for item in x:
        count = 1.5  # [unsupported-in-tensor-loop]
        half = half / 2  # [unsupported-in-tensor-loop]
        third /= 3  # [unsupported-in-tensor-loop]
        on = True  # [unsupported-in-tensor-loop]
        index = tf.constant(1.0)  # [unsupported-in-tensor-loop]
        grown = grown + [item]  # [unsupported-in-tensor-loop]
        joined += (item,)  # [unsupported-in-tensor-loop]
        rows = tf.concat([rows, [item]], 0)  # [unsupported-in-tensor-loop]
        more = tf.concat([more, [item]], axis=0)  # [unsupported-in-tensor-loop]
        total = total + item
        step += 1
        whole = whole * 2
        share = share // 2
        tensor = item
    for item in x:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(loose, tf.TensorShape([None]))])
        loose = tf.concat([loose, [item]], 0)
    fixed = tf.zeros([0])
    listed = []
    for item in range(3):
        fixed = tf.concat([fixed, [float(item)]], 0)
        listed = listed + [item]
    return whole, share, tensor, count, half, third, on, index, grown, joined, rows, more, total, step, fixed, listed


def plain(x):
    for item in tf.range(3):
        if item > 1:
            return item
    return x


NUMBERS = tf.data.Dataset.range(4)


@tf.function
def over_a_dataset(dataset, given: tf.data.Dataset):
    rows = tf.zeros([0], tf.int64)
    found = []
    doubles = []
    squares = []
    for item in NUMBERS:
        squares = squares + [item]  # [unsupported-in-tensor-loop]
        found.append(item)  # [unsupported-in-tensor-loop]
        rows = tf.concat([rows, [item]], 0)
    losses = []
    for step, item in enumerate(dataset):
        losses.append(item)  # [unsupported-in-tensor-loop]
    losses = tf.stack(losses)
    total = 0
    for item in given:
        total = 1.5  # [unsupported-in-tensor-loop]
    for row in [1, 2]:
        doubles.append(row)
    return found, losses, doubles, total, rows, squares


over_a_dataset(NUMBERS.batch(2), NUMBERS)


@tf.function
def expressions(x: tf.Tensor, flag=None):
    total = tf.reduce_sum(x)
    one = x if total > 0.0 else None  # [unsupported-in-tensor-loop]
    two = 1 if total > 0.0 else 0.5  # [unsupported-in-tensor-loop]
    parts = tf.unstack(x) if tf.size(x) > 0 else []  # [unsupported-in-tensor-loop]
    pair = [x, x] if total > 0.0 else [x]  # [unsupported-in-tensor-loop]
    both = [x for part in (1, 2) if flag] if total > 0.0 else flag
    three = 1.0 if total > 0.0 else x
    four = x if flag else None
    five = (x, 1) if total > 0.0 else (total, 2)
    return one, two, parts, pair, both, three, four, five


@tf.function
def structures(x: tf.Tensor):
    several, alike, unread, made = [], [x], [x], ()
    if tf.reduce_sum(x) > 0.0:
        several = [x, x]
        unread = [x, x]
        made = (x, x)  # [unsupported-in-tensor-loop]
    else:
        several = [x]
        alike = [x + 1.0]
        made = (x,)
    return alike, made


@tf.function
def lengths(x: tf.Tensor):
    parts = []
    if tf.reduce_sum(x) > 0.0:
        parts = [x, x]  # [unsupported-in-tensor-loop]
    return parts


@tf.function
def items(x: tf.Tensor, key):
    parts, last, unread, inner, named, numbers = [x, x], [x, x], [x], {}, {"a": x}, [0, 0]
    for i in tf.range(3):
        for j in range(2):
            parts[j] = parts[j] + x  # [unsupported-in-tensor-loop]
            last[-1] += x  # [unsupported-in-tensor-loop]
            unread[j - 1] = x * 2.0
            numbers[j] = 1
        named["a"] = named["a"] + x
        named[key] = x * 2.0
        new = [x, x]
        for j in range(2):
            new[j] = new[j] * 2.0
        named["a"] += new[0]
    if tf.reduce_sum(x) > 0.0:
        for name in ("a", "b"):
            inner[name] = x * 2.0  # [unsupported-in-tensor-loop]
    return parts, last, inner, named, numbers


@tf.function
def items_of_python(x, n=3):
    parts = [x] * 2
    for i in range(n):
        for j in range(2):
            parts[j] = parts[j] * 2.0
    return parts


@tf.function
def norm_until_small(x, tolerance):
    error, turns = 1.0, 0
    while error > 1e-6 and turns < 100:  # [unsupported-in-tensor-loop]
        if turns % 10 == 0:
            error = tf.norm(x)
        turns += 1
    other = 1.0
    while 1e-6 < other:  # [unsupported-in-tensor-loop]
        other = tf.norm(x)
    third = tf.constant(1.0)
    while third > 1e-6:
        third = tf.norm(x)
    fourth = 1.0
    while fourth > tolerance:
        fourth = tf.norm(x)
    return error, other, third, fourth


@tf.function
def leaves_early(x, is_long):
    turns = tf.constant(0)
    while turns < 300:
        turns += 1
        if tf.norm(x) < 1.0:
            turns = 2000
        x = x / 2
    flexible = tf.constant(0) if is_long else 0
    while flexible < 10:
        flexible = tf.norm(x) + flexible
    return x, flexible


@tf.function
def by_identity(x):
    found = False
    if tf.reduce_sum(x) > 0.5:
        found = True
    if found is True:  # [unsupported-in-tensor-loop]
        return x
    found = False
    if found is False:
        return -x
    return x


@tf.function
def by_identity_in_loop(x, prices):
    holding = False
    for price in (1.0, 2.0):
        if tf.reduce_sum(x) > price:
            if holding is not False:  # [unsupported-in-tensor-loop]
                x = x + 1.0
            holding = True
    return x if holding else -x


@tf.function
def of_settings(x, training=False):
    done = False
    if training is True:
        done = True
    if done is True:
        return x
    if tf.reduce_sum(x) > 0.5:
        done = True
        return x
    return -x if done is True else x


@tf.function
def none_on_one_way(x, layers, rate):
    seen = []
    for layer in layers:
        if x > rate:
            y = None  # [unsupported-in-tensor-loop]
        else:
            x, y = x + layer(2.0), tf.cos(x)
        seen.append(y)
    if x > 0:
        z = tf.sin(x)
    else:
        z = None  # [unsupported-in-tensor-loop]
    if x > 1:
        unread = None
    else:
        unread = x + 1.0
    if x > 2:
        unknown = None
    else:
        unknown = layers[0](x)
    return seen, z, unknown


none_on_one_way(tf.constant(1.0), [tf.nn.relu], tf.constant(2.0))
