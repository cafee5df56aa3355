"""What models are made of: recurrent networks and metrics."""
