"""Views: what a seat sees of a table, as values, and their HTML."""
