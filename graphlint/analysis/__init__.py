"""What Python code does to its world, and which graph functions reach it."""
