"""MensaSpiel: two rings of coloured squares, stacks that walk, and starters."""
