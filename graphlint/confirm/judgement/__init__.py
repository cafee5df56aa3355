"""What the runs of a program say of its findings: what differs between them, how often it was traced, the verdicts."""
