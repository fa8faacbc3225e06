"""Derive again what the database keeps beside the moves, and mend what differs."""
