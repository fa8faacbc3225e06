"""The collection report."""
