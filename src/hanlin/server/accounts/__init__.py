"""Accounts, sign-in tokens, passwords and ratings."""
