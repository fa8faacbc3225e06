"""How records get into the database: sources, games, duplicates, quarantine."""
