"""Queues and critical sections between threads."""

import threading

import runtime as tf


def _together(*works):
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


def test_a_full_queue_lets_nothing_in_and_an_empty_one_waits():
    queue, seen = tf.queue.FIFOQueue(2, tf.int32), []

    def put():
        for number in range(50):
            queue.enqueue(number)
            assert int(queue.size()) <= 2
        queue.close()

    def take():
        for _ in range(50):
            seen.append(int(queue.dequeue()))

    _together(put, take)
    assert seen == list(range(50))


def test_closing_wakes_those_who_wait():
    queue, ends = tf.queue.FIFOQueue(1, tf.int32, shapes=[[]]), []

    def take():
        try:
            queue.dequeue()
        except tf.errors.OutOfRangeError as error:
            ends.append(error)

    _together(take, take, lambda: queue.close())
    assert len(ends) == 2


def test_a_full_queue_can_be_closed_at_once():
    queue, ends = tf.queue.FIFOQueue(1, tf.int32), []
    queue.enqueue(1)

    def put():
        try:
            queue.enqueue(2)
        except tf.errors.CancelledError as error:
            ends.append(error)

    _together(put, lambda: queue.close(cancel_pending_enqueues=True))
    assert len(ends) == 1


def test_steps_of_a_critical_section_do_not_mix():
    section, total = tf.CriticalSection(), tf.Variable(0)

    @tf.function
    def add():
        def body():
            before = total.read_value()
            total.assign(before + 1)
            return before
        return section.execute(body)

    add()
    _together(*[lambda: [add() for _ in range(30)]] * 3)
    assert int(total) == 91


def test_a_critical_section_is_free_after_an_error():
    section = tf.CriticalSection()
    for _ in range(3):
        try:
            section.execute(lambda: 1 / 0)
        except ZeroDivisionError:
            pass
    assert int(section.execute(lambda: tf.constant(5))) == 5


def test_a_critical_section_is_free_after_an_error_of_a_graph():
    section = tf.CriticalSection()

    @tf.function
    def step(x):
        def body():
            tf.debugging.assert_positive(x)
            return x * 2
        return section.execute(body)

    for _ in range(2):
        try:
            step(tf.constant(-1))
        except tf.errors.InvalidArgumentError:
            pass
    assert int(section.execute(lambda: tf.constant(5))) == 5
