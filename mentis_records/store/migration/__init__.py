"""Bring databases of earlier schemas up to date, one version after the other."""
