"""Graph functions that are made again and again, and what is given to them anew."""
