"""Compiled data structures without Python objects; knows no game and no record."""
