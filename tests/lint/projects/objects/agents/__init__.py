from .registry import LOSSES
from .trainer import Trainer
