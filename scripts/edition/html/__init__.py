"""HTML made from authors' Markdown: what may stand in it, its links, its policy."""
