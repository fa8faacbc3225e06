"""Export formats, one per file; what is written is decided elsewhere."""
