"""One record at a time, with words for whatever is wrong in it: replay, findings, readings."""
