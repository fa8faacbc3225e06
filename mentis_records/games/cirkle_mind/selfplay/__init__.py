"""CirKle Mind played by itself: its policies, their players and their set-ups."""
