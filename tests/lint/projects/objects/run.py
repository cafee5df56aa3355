"""Makes the objects that the package traces."""

from agents import Trainer, config, schedule
from agents.engine import Engine
from agents.functions import Printer, Scaled, warm
from agents.schedule import Scheduled
from agents.trainer import Held, Options


def main():
    log = []
    trainer = Trainer(warm, log, {}, callbacks=[Printer()], scale=Scaled())
    trainer.add(warm)
    return trainer


def train(batches):
    scheduled = Scheduled()
    scheduled.set_fixed(3.0)
    for epoch, batch in enumerate(batches):
        scheduled.set_rate(0.1 / (epoch + 1))
        scheduled.gain = 0.5 * scheduled.gain
        config.STEP += 1
        config.set_rate(0.1**epoch)
        scheduled.step(batch)
        scheduled.count(batch)
        scheduled(batch, epoch)  # [python-scalar-retrace]
        schedule.plain(batch, epoch)  # [python-scalar-retrace]
        repeat(schedule.plain, batch)


def repeat(function, batch):
    for turn in range(10):
        function(batch, turn)  # [python-scalar-retrace]


def switch(batch):
    config.FIXED = 3.0
    scheduled = Scheduled()
    scheduled.count(batch)
    config.MODE = "test"
    scheduled.count(batch)


def held():
    return Held(Options(warm, hooks=(warm, warm)))


def fit(batches):
    engine = Engine(logger=warm)
    engine.events.on("step", warm)
    engine.fit(batches)
