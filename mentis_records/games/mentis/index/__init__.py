"""What the positions index keeps of a position of Mentis."""
