"""The edition for other programs and other places: data, feeds, cards, a book, a copy to take away."""
