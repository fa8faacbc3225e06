"""Tests of positions and turns for queries, in SQL and on scenes."""
