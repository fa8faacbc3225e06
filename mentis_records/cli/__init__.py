"""The command line: one command a file, no logic; one writer for each output stream."""
