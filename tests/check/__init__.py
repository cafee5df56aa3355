"""`graphlint check`."""
