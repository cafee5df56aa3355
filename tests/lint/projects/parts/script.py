import tensorflow as tf

from classifier import Classifier
from densities import Density
from sampling import run
from updater import Updater

SWITCH = 3


def main(data):
    sgd = tf.keras.optimizers.SGD(1e-2)
    model = Classifier(Updater(tf.keras.optimizers.Adam(1e-3)))
    print(model.predict(data[0]))
    model.calibrate()
    print(model.predict(data[0]))
    for epoch, x in enumerate(data):
        if epoch == SWITCH:
            model.updater.replace(sgd)
        model.step(x)
    run(Density().log_prob, tf.zeros([3]))


if __name__ == "__main__":
    main([tf.ones([3])] * 6)
