"""The pages of the site that are made from the program itself, when the site is built."""
