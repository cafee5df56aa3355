"""Tables: what each dotted name means to the analysis. No logic."""
