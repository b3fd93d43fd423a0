"""The pictures that stand for pages where their addresses are shared."""
