"""The rules: each folder here is one. `RULE` in its `__init__.py` says all of it; `query.py` and `fix.py` are there where it needs them."""

import importlib
import pkgutil

from graphlint.rules.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (importlib.import_module(f"{__name__}.{found.name}").RULE for found in pkgutil.iter_modules(__path__) if found.ispkg),
        key=lambda rule: rule.id[1:],  # the number: the letter tells the damage
    )
)

BY_SYMBOL: dict[str, Rule] = {rule.symbol: rule for rule in RULES}

__all__ = ["BY_SYMBOL", "RULES", "Rule"]
