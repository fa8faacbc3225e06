"""What queries may ask of MensaSpiel: tests of its own, and SQL over the index for all words."""
