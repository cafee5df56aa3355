"""What objects are and hold: classes, their subclasses, containers, registries, where objects come from."""
