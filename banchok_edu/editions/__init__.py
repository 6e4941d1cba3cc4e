"""Editions of the lessons: copies for students, without the solutions, and pages to read on a telephone.

A teacher's own notebooks become editions in the same way. `stripping.py` takes solutions out and runs nothing,
`choosing.py` says which notebooks, `copying.py` writes the copies. `running.py` runs a notebook; `markdown.py`,
`mathematics.py`, `outputs.py` and `links.py` make HTML of its parts, and `page.py` a page. `building.py` does it for
many, `commands.py` has the subcommand. Nothing here knows a game or an exercise, and no file is written over.
"""
