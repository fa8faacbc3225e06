"""What tests of reports use again: the file that was read last, figures drawn before."""

from reuse_kit import figures_are_drawn_once, last_file_stays_open

__all__ = ["figures_are_drawn_once", "last_file_stays_open"]
