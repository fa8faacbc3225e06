"""Strength of players: paired comparison by maximum likelihood, and Glicko-2 through time."""
