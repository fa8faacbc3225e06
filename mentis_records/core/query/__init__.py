"""The building blocks of query tests, for the common ones and for a game's own."""
