"""Matches: which games are rounds of one, and how it stands; kept as rows."""
