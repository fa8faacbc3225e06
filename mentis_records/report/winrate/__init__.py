"""The win rate report."""
