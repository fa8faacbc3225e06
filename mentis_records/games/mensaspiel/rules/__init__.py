"""The rules of MensaSpiel: the board, positions, turns, and what is illegal."""
