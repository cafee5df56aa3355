"""Plain graphs: the current one, its Variables and their scopes, sessions that run parts of it, and GraphDef messages."""
