"""Who calls whom: the functions that a call may reach, and the calls that may reach a function."""
