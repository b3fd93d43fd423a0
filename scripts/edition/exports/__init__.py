"""The edition for other programs and other places: data, feed, preview cards, book, offline copy."""
