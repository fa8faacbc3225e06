"""From the text of a record to its syntax tree, whatever is invalid in it; asks no board."""
