"""The built site as a reader meets it: in a browser, served as GitHub Pages serves it."""
