"""Which records are one game, and how the games that may be one are found."""
