"""A stored game on its page: as it is asked for, its evaluations, and where it leads."""
