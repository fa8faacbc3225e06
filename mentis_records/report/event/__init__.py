"""The event report."""
