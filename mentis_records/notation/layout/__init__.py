"""Records that are laid out as no record is: quoted, in tables, in pages, with other numbers."""
