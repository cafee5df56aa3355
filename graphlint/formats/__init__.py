"""How the findings of a check are written: one module for each format."""
