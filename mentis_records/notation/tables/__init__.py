"""From Lark's grammar to the tables that scanners and parsers run on."""
