"""The opening report."""
