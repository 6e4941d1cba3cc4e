"""The exact mathematics of Black Cat "Bank"."""
