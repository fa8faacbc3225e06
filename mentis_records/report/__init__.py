"""Figures, board diagrams and pages made of statistics; each is imported by its own module."""
