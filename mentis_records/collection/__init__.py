"""The package as a library: collections, records and positions as values that show themselves."""
