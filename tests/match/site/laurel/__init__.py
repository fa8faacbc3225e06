"""Laurel: Annulus with points, a warning and matches."""
