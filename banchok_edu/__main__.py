"""``python -m banchok_edu``: the command for those whose ``banchok-edu`` is not on the path."""

import sys

from banchok_edu.cli import main

if __name__ == "__main__":
    sys.exit(main())
