"""The Python half of the widgets: what the browser is shown, and what it may ask for."""
