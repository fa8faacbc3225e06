"""Boards drawn as shapes, and the shapes as SVG, PNG, GIF and text; knows no game."""
