"""The games. Each has a folder with the same rooms; ``registry`` is the list of them."""
