"""Tests of Forbidden City."""
