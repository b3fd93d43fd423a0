"""The links that lead out of the edition: which they are, what came of asking for them, and what to make of that."""
