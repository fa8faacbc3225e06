"""Numbers made of a collection, as values; prints nothing and writes no SQL."""
