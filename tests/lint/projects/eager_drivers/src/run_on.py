import tensorflow as tf
from flow import run_eager as switch

switch(True)


@tf.function
def step(x):
    print("step", x)
    return x


for _ in range(3):
    step(tf.ones(2))
