"""Ops on strings: bytes and UTF-8, and strings to pieces and back."""
