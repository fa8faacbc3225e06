"""Formats: one a file; what is written is decided elsewhere."""
