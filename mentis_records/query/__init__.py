"""The query room: what is asked of records, from text to parameterised SQL; opens no database."""
