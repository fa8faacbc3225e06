"""What the positions index keeps of positions."""
