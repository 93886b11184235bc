"""What every game shares: the two speeds, the verbs, positions, records, languages."""
