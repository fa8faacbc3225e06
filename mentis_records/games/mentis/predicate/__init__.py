"""What queries may ask of Mentis, as SQL over the index."""
