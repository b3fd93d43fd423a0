"""Joins essay, notes and sources into the edition, and checks it as a whole."""
