"""Sections that several reports have."""
