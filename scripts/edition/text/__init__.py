"""Texts taken apart: quotations found, citations, front matter, YAML and JSON. Nothing here knows what an edition is."""
