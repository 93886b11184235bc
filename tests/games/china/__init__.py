"""Tests of the engine of In the Year of the Dragon."""
