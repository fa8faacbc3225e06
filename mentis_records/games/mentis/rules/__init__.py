"""The rules of Mentis: tiles, stacks, squares, positions, turns, and what is illegal."""
