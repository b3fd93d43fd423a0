"""HTML made from authors' Markdown: its checks, its links, and the page's policy."""
