"""The rules of Antipode: board, positions, turns, and what makes them legal."""
