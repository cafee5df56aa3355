"""What trains in sessions: optimizers, decays, Savers, hooks, and monitored sessions."""
