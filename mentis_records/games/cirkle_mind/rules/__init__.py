"""The rules of CirKle Mind: board, pieces, duels, positions, turns, and what is illegal."""
