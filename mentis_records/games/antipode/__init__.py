"""Antipode: a game of jumps with a neutral piece that changes hands."""
