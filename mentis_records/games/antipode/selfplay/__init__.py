"""Antipode played by itself: its policies and their players."""
