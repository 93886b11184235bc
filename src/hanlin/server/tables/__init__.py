"""Tables: their entries, commands, clocks, chat and lessons. Imports no web framework."""
