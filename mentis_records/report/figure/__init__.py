"""Figures: bars, curves, intervals, heat maps and trees of any numbers; knows no report."""
