"""The board of Mentis in motion, for reading and counting in bulk."""
