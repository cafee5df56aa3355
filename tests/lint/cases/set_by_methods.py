"""Methods that set an attribute to what they are given, and then run a graph function of the same object that reads it."""

import tensorflow as tf


class Trainer:
    def __init__(self, model, rate=0.1):
        self.model = model
        self.rate = rate
        self.clip = None
        self._validate = tf.function(self._plain)

    def fit(self, batches, rate, clip=None, verbose=False):
        self.rate = rate
        self.clip = clip
        self.verbose = verbose
        self.optimizer = tf.keras.optimizers.SGD(rate)
        self.total = tf.Variable(0.0)
        self.started = True
        for batch in batches:
            self._epoch(batch)
            self._validate(batch)

    def _epoch(self, batch):
        gradient = self.step(batch)
        if self.verbose:
            print(gradient)

    @tf.function
    def step(self, x):
        if self.clip is not None:  # [outer-value-frozen-in-graph]
            x = tf.clip_by_norm(x, self.clip)
        self.total.assign_add(tf.reduce_sum(x))  # [outer-value-frozen-in-graph]
        self.optimizer.apply_gradients([(x, self.model)])  # [outer-value-frozen-in-graph]
        assert self.verbose in (True, False) and self.started
        return x

    def _plain(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


class Attack:
    """The setting is made by a base, the graph function belongs to a subclass."""

    def attack(self, budget, structure=True, kind="l2"):
        if not self.ready:
            raise RuntimeError
        self.budget = budget
        self.structure = structure
        self.kind = kind


class Fast(Attack):
    def __init__(self):
        self.ready = True

    def attack(self, budget, structure=True, kind="l2"):
        super().attack(budget, structure, kind=kind)
        mask = tf.ones(3) if structure else None
        for _ in range(self.budget):
            self.gradients()
            self.masked(mask)

    @tf.function
    def gradients(self):
        return tf.ones(3) if self.structure else tf.zeros(3)  # [outer-value-frozen-in-graph]

    @tf.function
    def masked(self, mask):
        x = tf.ones(3) if self.kind == "l2" else tf.zeros(3)  # [outer-value-frozen-in-graph]
        return x * mask if self.structure else x  # another mask, None or a tensor, has a graph of its own


class Factory:
    """The graph function comes from a method that is called once, and is handed on."""

    def __init__(self, loss):
        self.loss = loss
        self.function = self._make()

    def _make(self):
        @tf.function
        def value(x):
            return self.loss(x, *self.given)  # [outer-value-frozen-in-graph]

        return value

    def minimize(self, start, *given):
        self.given = given
        return search(self.function, start)


class Called:
    def __call__(self, x, training=False):
        self.training = training
        return self._run(x)

    @tf.function
    def _run(self, x):
        return tf.nn.dropout(x, 0.5) if self.training else x  # [outer-value-frozen-in-graph]


class Model(tf.keras.Model):
    def fit(self, x, beta=1.0, **options):
        self.beta = beta
        return super().fit(x, **options)

    def train_step(self, data):
        return {"loss": tf.reduce_sum(data) * self.beta}  # [outer-value-frozen-in-graph]


class Sizes:
    """What the arguments tell apart is traced again."""

    def fit(self, x, size, k):
        self.size = size
        self.k = k
        self.mean = tf.reduce_mean(x)
        for batch in self.batches(x):
            self.step(batch)
            self.scaled(batch, k)

    def batches(self, x):
        return tf.data.Dataset.from_tensor_slices(x).batch(self.size)

    @tf.function
    def step(self, x):
        return x + tf.ones([self.size, 1]) - self.mean

    @tf.function
    def scaled(self, x, k):
        return x * self.k + k


class Remade:
    """What the method itself makes anew is traced anew."""

    def __init__(self):
        self.first = None
        self.done = False

    def fit(self, x, rate):
        self.rate = rate
        self.step = tf.function(self._step)
        return self.step(x)

    def _step(self, x):
        return x * self.rate

    def lazy(self, x, rate):
        if self.first is None:
            self.first = rate
        return self._lazy(x)

    @tf.function
    def _lazy(self, x):
        return x * self.first

    def once(self, x, rate):
        if self.done:
            return None
        self.once_rate = rate
        self.done = True
        return self._once(x)

    @tf.function
    def _once(self, x):
        return x * self.once_rate

    def new(self, x, rate):
        self.new_rate = rate
        return self._new(x, Options(rate))  # [python-scalar-retrace]

    @tf.function
    def _new(self, x, options):
        return x * self.new_rate + options.rate


class Options:
    def __init__(self, rate):
        self.rate = rate


class Script:
    """All that call it are in sight: each call has an object of its own."""

    def main(self, x, rate):
        self.main_rate = rate
        return self._main(x)

    @tf.function
    def _main(self, x):
        return x * self.main_rate


def main():
    for rate in (0.1, 0.2):
        script = Script()
        script.main(tf.ones(3), rate)
    Script().main(tf.ones(3), 0.3)


class Twice(Script):
    def again(self, x, rate):
        self.again_rate = rate
        return self._again(x)

    @tf.function
    def _again(self, x):
        return x * self.again_rate  # [outer-value-frozen-in-graph]


twice = Twice()
twice.again(tf.ones(3), 0.1)
twice.again(tf.ones(3), 0.2)


class Phases:
    """What a later turn of the loop sets, that has run the graph function before."""

    def __init__(self):
        self.phase = "warmup"
        self.late = False
        self.first = False
        self.stop = False

    def fit(self, batches, epochs, patience=3):
        for epoch in range(epochs):
            if epoch >= 5:
                self.phase = "main"
            if epoch == 3:
                self.set_late(True)
            if epoch == 0:
                self.first = True
            if epoch > patience:
                self.stop = True
                break
            for batch in batches:
                self.step(batch)

    def set_late(self, late):
        self.late = late

    @tf.function
    def step(self, x):
        if self.phase == "warmup":  # [outer-value-frozen-in-graph]
            x = x * 0.1
        if self.late:  # [outer-value-frozen-in-graph]
            x = x + 1.0
        if self.first or self.stop:
            x = x - 1.0
        return x


class Annealed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.beta = 0.0
        self.phase = 0
        self.gamma = 0.0

    def train_step(self, data):
        loss = tf.reduce_sum(data) * self.beta  # [outer-value-frozen-in-graph]
        if self.phase == 0:  # [outer-value-frozen-in-graph]
            loss = loss * 2.0
        return {"loss": loss * self.gamma}


class Annealing(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        if epoch > 5:
            self.model.phase = 1

    def on_train_begin(self, logs=None):
        self.model.gamma = 1.0


class Schedule:
    """What is made of what the method has counted is another value at each call."""

    def __init__(self, end=1.0):
        self.value = 0.0
        self.end = end
        self.turn = 0

    def advance(self):
        self.turn += 1
        part = min(1.0, self.turn / 100)
        self.value = part * self.end


class Scheduled:
    def __init__(self):
        self.beta = Schedule()
        self.alpha = 0.0
        self.steps = {"one": tf.function(self._one), "two": tf.function(self._two)}

    def _one(self, x):
        return x**self.beta.value  # [outer-value-frozen-in-graph]

    def _two(self, x):
        return x * self.alpha  # [outer-value-frozen-in-graph]

    def fit(self, batches):
        for number, x in enumerate(batches):
            self.alpha = min(1.0, number / 100)
            self.steps["one"](x)
            self.steps["two"](x)
            self.beta.advance()


class Transfer:
    def transfer(self, content, style):
        self.target = tf.abs(style)
        image = tf.Variable(content)
        for _ in range(10):
            self.step(image)
        return image

    @tf.function
    def step(self, image):
        image.assign_sub(image - self.target)  # [outer-value-frozen-in-graph]


class Explainer:
    """Each node has a graph of its own, which makes the variables of another optimizer: but for the first, it raises."""

    def explain(self, x, a, node=None):
        if self.by_graph:
            self.graph = tf.cast(a, tf.float32)
        else:
            self.graph = a[node]
        self.size = a.shape[0]
        self.optimizer = tf.keras.optimizers.Adam()
        self.built = tf.keras.optimizers.Adam()
        self.built.build([self.mask])
        values = tf.Variable(tf.random.normal(a.shape))
        return self._explain(x, values, node)

    @tf.function
    def _explain(self, x, values, node):
        self.optimizer.apply_gradients([(x[node], self.mask)])  # [variable-created-in-graph]
        self.built.apply_gradients([(x[node], self.mask)])
        return x + self.graph + values + self.size  # [outer-value-frozen-in-graph]


class OwnLoop:
    def train(self, data):
        self.loss_object = tf.keras.losses.MeanSquaredError()
        self.mean = tf.keras.metrics.Mean()
        for x, y in data:
            self.step(x, y)

    @tf.function
    def step(self, x, y):
        self.mean(self.loss_object(x, y))  # [outer-value-frozen-in-graph]


class Network:
    def __init__(self):
        self.is_training = False
        self.rate = 0.5

    def set_is_training(self, state):
        self.is_training = state

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def forward(self, x):
        return tf.nn.dropout(x, self.rate) if self.is_training else x  # [outer-value-frozen-in-graph]


class Agent:
    def __init__(self, rate):
        self.network = Network()
        self.set_rate(rate)

    def set_phase(self, phase):
        self.network.set_is_training(phase == "train")

    def set_rate(self, rate):
        self.network.set_rate(rate)


def run_phases(x):
    agent = Agent(0.3)
    for phase in ("heatup", "train", "test"):
        agent.set_phase(phase)
        agent.network.forward(x)


class OneTrace:
    def __init__(self, model):
        self.model = model
        self.k = 1
        self.size = 0

    @tf.function(input_signature=[tf.TensorSpec([None, None, None], tf.float32)])
    def negatives(self, docs):
        return [self.model(docs[:, i]) for i in range(self.k)]  # [outer-value-frozen-in-graph]

    @tf.function
    def plain(self, docs):
        return [self.model(docs[:, i]) for i in range(self.size)]

    def forward(self, docs):
        self.k = docs.shape[1]
        self.size = docs.shape[1]
        return self.negatives(docs), self.plain(docs)

    @tf.function
    def train_step(self, docs):
        return self.forward(docs)
