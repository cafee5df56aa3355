"""Random numbers: the generator, the distributions, and the ops and initializers that draw them."""
