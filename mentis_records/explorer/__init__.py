"""The explorer: collections in the browser, served on this machine alone."""
