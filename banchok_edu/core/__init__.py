"""What every game needs: events, counters, decisions, views, the driver. Knows no game by name."""
