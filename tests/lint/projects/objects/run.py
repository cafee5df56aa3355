"""Makes the objects that the package traces."""

from agents import Trainer
from agents.functions import Printer, Scaled, warm


def main():
    log = []
    trainer = Trainer(warm, log, {}, callbacks=[Printer()], scale=Scaled())
    trainer.add(warm)
    return trainer
