"""What writes to a place that a trace has read: the graph keeps the old value."""
