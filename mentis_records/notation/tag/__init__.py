"""Tags: those that every game has, results as people write them, and their columns."""
