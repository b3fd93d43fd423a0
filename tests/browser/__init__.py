"""The built site in a browser, served as GitHub Pages serves it."""
