"""What all packages stand on: errors, checks of arguments, JSON, processes, helpers that know nothing of the game.

The program ``tafl`` uses it, and so may others, but it is not stable: any release may change it.
"""
