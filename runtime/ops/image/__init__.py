"""Ops on images: their geometry, sizes and colours, random changes, and PNG files."""
