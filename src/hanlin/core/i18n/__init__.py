"""The language of what a person reads."""
