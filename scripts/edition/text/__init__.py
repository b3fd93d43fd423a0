"""Parses texts: quotations, citations, front matter, YAML and JSON. Nothing here knows what an edition is."""
