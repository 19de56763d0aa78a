"""What one does with the rules of tafl: matches, analysis, inference, puzzles, servers, and the command ``tafl``.

It stands on the public names of the library :mod:`hnefatafl`, as any other program does.
"""
