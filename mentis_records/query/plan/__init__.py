"""From the tree of a query to SQL whose values are parameters."""
