"""Settings of two kinds, and those of the whole program."""

from dataclasses import dataclass


@dataclass
class Settings:
    rate: float = 0.1


@dataclass(frozen=True)
class Frozen:
    rate: float = 0.1


@dataclass
class Compared:
    rate: float = 0.1

    def __hash__(self):
        return hash(self.rate)


SETTINGS = Settings()
FROZEN = Frozen()
