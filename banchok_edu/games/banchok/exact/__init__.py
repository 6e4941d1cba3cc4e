"""The exact mathematics of Banchok."""
