"""Blocks of sound records to columns of numbers, compiled and without Python objects."""
