"""The features of Mentis positions in the positions index."""
