"""Checks outgoing links: collects them, requests them, and judges the answers."""
