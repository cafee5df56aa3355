"""Settings that others change, and those that nobody does."""

RATES = {"keep": 0.9, "scale": 2.0}
SIZES = {"hidden": 8}
