"""Small helpers that know nothing of tables: addresses, integers, the data folder, logging."""
