"""Numbers and results in words, as pages and figures print them."""
