"""Parser actions: what the numbers in a grammar's tables mean.

An action says what the parser does with a terminal: the next configuration, and marks. Below
``MARKED`` it is a configuration and nothing else; 0 is an error.
"""

from __future__ import annotations

MARKED = 1 << 16
"""This mark says nothing by itself; the configuration may be 0 then."""

DETACHED = 1 << 17
"""The terminal may not touch the ply before it."""

BEGINS = 1 << 18
"""The terminal is the first of a ply or tag."""

OPENS = 1 << 19
"""A variation opens; the configuration is the one behind it."""

CLOSES = 1 << 20
"""A variation closes."""

PLY_SHIFT = 24
"""From this bit on: one more than the index of the alternative of ``ply`` that ends before."""

DEAD = 0
"""The state of the automaton over bytes that no word goes through."""

START = 1
"""The state in which every word begins."""

MAX_OPEN = 1024
"""The deepest nesting of variations that a scanner follows."""

MAX_DEPTH = 50
"""Variations may be nested this deep."""
