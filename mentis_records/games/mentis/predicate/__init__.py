"""What queries may ask of Mentis: its own tests, and SQL over the index for these and the common ones."""
