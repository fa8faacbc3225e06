"""CirKle Mind: hidden set-ups, duels, shields."""
