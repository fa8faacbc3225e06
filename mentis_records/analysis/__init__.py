"""Records and collections analysed: what the search finds in the positions of games."""
