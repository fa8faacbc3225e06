"""Queries answered by replaying games, to check what the database says."""
