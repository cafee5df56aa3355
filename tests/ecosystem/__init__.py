"""The linter on published packages: what it finds there is read, judged and recorded."""
