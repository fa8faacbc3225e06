"""Files on disk: that of a database, what stands beside it, and those that are loaded."""
