"""The edition: essay, notes and sources joined, and checked as a whole."""
