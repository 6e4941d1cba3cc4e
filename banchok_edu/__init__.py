"""Learn and teach probability with three old banking games played with cards."""

__version__ = "0.1.0"
