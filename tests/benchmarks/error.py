"""What ends a benchmark: something did not run, or did not count what it should have."""


class BenchmarkError(Exception):
    """A contestant failed; the message says how."""
