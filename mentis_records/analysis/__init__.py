"""Records and collections as the search sees them: marked, audited, and counted."""
