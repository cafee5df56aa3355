import optimizers
import tensorflow as tf
from chain import run
from hooks import Annealing, Clock, DualAveraging, Hooks, Report, Warmup, Widening
from model import Autoencoder, Learner, Sampler, Trainer

data = [tf.constant(1.0)]
model = Autoencoder()
model.compile()
model.fit(data, epochs=3, callbacks=[Annealing()])
Trainer({"type": "momentum"}, ["left"], [Warmup(), Widening()]).fit(data, 3)
adapt = DualAveraging()
sampler = Sampler(0.5)
adapt.prepare(sampler, 2.0)
run(sampler, tf.constant(1.0), 10, adapt)
learner = Learner()
for task in data:
    learner.adapt(task)
learner.adapt_once(data[0])
print(optimizers.__name__)
hooks = Hooks([Clock(), Report()])
for turn in range(20):
    sampler.lazily(data[0])
    hooks.fire(sampler, turn)
