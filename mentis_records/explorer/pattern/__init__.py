"""What the page of a search shows: a query as parts, as a form and as a board."""
