"""Games by the million: chunks of them, runs over many chunks, and what comes out. Knows no game by name."""
