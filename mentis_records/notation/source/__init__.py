"""From files and archives to the texts of records, also those of other programs."""
