"""``python -m hnefatafl``: the same as the command ``tafl``."""

import sys

from hnefatafl._cli import main

if __name__ == "__main__":
    sys.exit(main())
