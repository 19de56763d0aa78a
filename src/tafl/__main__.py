"""``python -m tafl``: the same as the command ``tafl``."""

import sys

from tafl.cli import main

if __name__ == "__main__":
    sys.exit(main())
