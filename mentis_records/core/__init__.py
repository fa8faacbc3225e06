"""Words that every room shares; knows no game, no file and no database."""
