"""What `graphlint check` is made of: its settings, the choice of rules, a pool of processes, and the baseline."""
