"""Files that people upload: parsed in a process of its own, packed, and turned into starts of games."""
