"""Numbers without objects, for what runs compiled; knows no game and no record."""
