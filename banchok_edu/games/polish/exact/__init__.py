"""The exact mathematics of Polish banchok."""
