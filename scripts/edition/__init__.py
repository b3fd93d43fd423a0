"""The edition's core: pure functions over plain data, with no MkDocs types in them."""
