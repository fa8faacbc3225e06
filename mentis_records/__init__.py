"""Game records of abstract board games: read, check, store, query, report."""

__version__ = "0.1.0"
