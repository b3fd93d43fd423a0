"""The editorial rules, each with its code, and the check that applies them."""
