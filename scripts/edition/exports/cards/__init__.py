"""Preview cards: the pictures that other sites show with a link to a page."""
