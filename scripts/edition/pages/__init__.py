"""What each page shows, and how it is rendered."""
