"""The authors' input, one module for each kind: parsed and checked, not yet joined."""
