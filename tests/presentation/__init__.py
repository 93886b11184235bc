"""What every game's words and drawings owe to the table, held for all games that are installed."""
