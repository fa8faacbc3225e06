"""The features of MensaSpiel's positions in the positions index."""
