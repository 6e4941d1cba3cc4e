"""What the command says in a terminal: lines, complaints, and how far it is. Knows no subcommand.

A line may quote a person: the name of a folder, a line of a table. Nothing in it steers the terminal, and a letter that
the terminal does not have ends no command.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["bar", "complain", "counted", "plain_line", "say"]


def say(line: str) -> None:
    """Say a line, or several, at once."""
    print(plain_line(line, sys.stdout.encoding), flush=True)  # noqa: T201


def complain(text: str) -> None:
    """Say what is wrong, in the command's name."""
    print(plain_line(f"banchok-edu: {text}", sys.stderr.encoding), file=sys.stderr)  # noqa: T201


def counted(n: int, one: str, many: str = "") -> str:
    """Give a number with what it counts.

    >>> counted(1, "sheet"), counted(2, "sheet"), counted(0, "copy", "copies")
    ('1 sheet', '2 sheets', '0 copies')
    """
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def bar(total: int | None, what: str) -> Any:
    """Give a progress bar that shows itself to a person alone, and only where it takes a while."""
    from tqdm import tqdm

    return tqdm(total=total, unit=f" {what}", delay=2, disable=None, leave=False)


def plain_line(line: str, encoding: str | None) -> str:
    r"""Give a line as a terminal may have it: control characters as "?", letters that it cannot show escaped.

    >>> plain_line("a folder\x1b[2J", "utf-8"), plain_line("7♣", "ascii")
    ('a folder?[2J', '7\\u2663')
    """
    encoding = encoding or "utf-8"
    line = "".join(c if c.isprintable() or c == "\n" else "?" for c in line)
    return line.encode(encoding, "backslashreplace").decode(encoding)
