import tensorflow as tf

from steps import Client, make_evaluate, make_score

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
clients = [Client(tf.ones([4])) for _ in range(2)]


def scored(x):
    return make_score(model)(x)


for _ in range(3):
    print(make_evaluate(model)(tf.ones([2, 3])))
for _ in range(3):
    print(scored(tf.ones([2, 3])))
for _ in range(5):
    for client in clients:
        print(float(client.local_train(1.0)))
