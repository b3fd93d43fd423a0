"""What authors write, one module for each thing: read, checked, never joined."""
