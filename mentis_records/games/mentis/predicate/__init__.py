"""What queries may ask of Mentis: tests of its own, and SQL over the index for all words."""
