"""The player report."""
