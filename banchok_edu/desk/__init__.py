"""The teacher's desk: a sheet for each student, marks for what comes back, and the key.

``roster.py`` reads the class, ``sheets.py`` writes the sheets. ``notebooks.py`` opens what students hand in,
``lines.py`` finds the answers in it as lines of text, ``grading.py`` has them judged, ``marks.py`` and ``feedback.py``
write down what came out. ``key.py`` writes the worked solutions. ``spreadsheets.py`` and ``files.py`` are the only
rooms that read tables and write files.

Nothing that a student wrote is ever run.
"""
