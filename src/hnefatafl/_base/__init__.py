"""What all packages stand on: errors, checks of arguments, helpers that know nothing of the game."""
