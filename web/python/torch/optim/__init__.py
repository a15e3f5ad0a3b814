"""Optimizers, and schedules of their learning rates."""

from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .asgd import ASGD
from .lbfgs import LBFGS
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .rprop import Rprop
from .sgd import SGD

__all__ = [
    "ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "NAdam", "Optimizer", "RAdam", "RMSprop",
    "Rprop", "SGD", "lr_scheduler", "swa_utils",
]  # fmt: skip


def __getattr__(name):
    if name in ("lr_scheduler", "swa_utils"):
        from importlib import import_module

        return import_module(f"torch.optim.{name}")
    raise AttributeError(name)
