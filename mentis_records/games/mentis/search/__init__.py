"""Mentis as the search sees it: what its positions are worth."""
