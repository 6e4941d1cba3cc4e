"""The exact mathematics of Polish banchok."""

from .probability import compare_readings, edge, loss_probability, win_probability

__all__ = ["compare_readings", "edge", "loss_probability", "win_probability"]
