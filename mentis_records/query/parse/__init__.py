"""From the text of a query to its tree, with the nearest right form of what is wrong."""
