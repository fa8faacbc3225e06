"""The explorer's pages, each of what one command tells."""
