"""What is shown to a room in each lesson: a demo is a line on the rules, and a widget."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import banchok_edu as be
from banchok_edu.editions.questions import QUESTIONS
from banchok_edu.errors import BanchokError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.controls.base import Control


class DemoError(BanchokError):
    """A demo that is not there, or that cannot be shown."""


@dataclass(frozen=True)
class Demo:
    """What a teacher shows in a lesson."""

    lesson: str
    """Its number and name, as in ``01-one-coup``."""
    rules: str
    """What the room has to know of the rules, in a line."""
    shows: str
    """What is on the page, for those who choose."""
    make: Callable[[int, str | None], Control]
    """Makes the widget from a seed and, in tables, the cards that are dealt first."""
    stack: str | None = None
    """The cards that the lesson itself deals first, with the seed 1: the room sees what its notebooks show."""
    luck: bool = True
    """Whether the seed changes anything."""

    @property
    def question(self) -> str:
        """What the lesson asks."""
        return _OWN_QUESTIONS.get(self.lesson) or QUESTIONS[self.lesson]


_OWN_QUESTIONS = {"00-welcome": "A table: what does it show, and what does it hide?"}
"""Where the list of lessons has no question."""

ONE_CARD = "You have one card of 52. The banker turns another: a higher one takes your stake, any other pays it."
FRESH = "Everything is shuffled before each turn."


def _one_punter(**rules: Any) -> be.BanchokRules:
    """Give the rules of a bank that is kept against one punter."""
    return be.BanchokRules(players=2, first_banker=0, **rules)


def _fresh(**rules: Any) -> be.BanchokRules:
    """Give these rules with everything shuffled before each turn, and a bank that goes on until it has ended."""
    return _one_punter(deck_use="fresh_each_coup", pass_limit=None, **rules)


def _table(rules: be.BanchokRules, seed: int, stack: str | None, **shown_as: Any) -> Control:
    """Sit a class down at a bank of seat 0, which passes when it is a punter; the class plays all other seats."""
    game = be.Banchok(rules, seed=seed, stack=stack)
    humans = range(1, rules.players)
    return be.Table(game, humans=humans, policies={0: be.policies.Pass()}, big=True, **shown_as)


def _black_cat(seed: int, stack: str | None) -> Control:
    game = be.BlackCat(be.BlackCatRules(players=4), seed=seed, stack=stack)
    others = dict.fromkeys((0, 2, 3), be.policies.Blind())
    return be.Table(game, humans=(1,), policies=others, big=True)


DEMOS = (
    Demo(
        "00-welcome",
        ONE_CARD,
        "a table for one punter",
        lambda seed, stack: _table(_one_punter(), seed, stack),
    ),
    Demo(
        "01-one-coup",
        ONE_CARD,
        "a table for one punter, with the two coups of the lesson",
        lambda seed, stack: _table(_fresh(opening=10), seed, stack),
        stack="9♥ K♦ 7♣ 7♠",
    ),
    Demo(
        "02-bet-or-pass",
        f"{ONE_CARD} You may pass.",
        "what each threshold wins, with sliders",
        lambda _seed, _stack: be.Explorer("threshold", t=1, big=True),
        luck=False,
    ),
    Demo(
        "03-what-does-a-bet-reveal",
        "He bets on each card that he gets. The banker turns another: a higher one takes his stake, any other pays it.",
        "the chance of each rank, once a coup is won or lost",
        lambda _seed, _stack: be.Explorer("bayes", i=7, big=True),
        luck=False,
    ),
    Demo(
        "04-many-punters",
        "By the rules a card is turned for each punter: a higher one takes his stake, any other pays it. "
        "What would each of these cards do to all four?",
        "four punters with open cards",
        lambda seed, stack: _table(be.BanchokRules(players=5, first_banker=0, opening=20), seed, stack, open=True),
    ),
    Demo(
        "05-how-sure-are-we",
        f"{ONE_CARD} Everything is shuffled before each coup.",
        "a share of wins that settles, coup by coup",
        lambda seed, _stack: be.Runner(be.BanchokRules(), statistic="wins", seed=seed, big=True),
    ),
    Demo(
        "06-the-life-of-a-bank",
        "The punter stakes one counter on every card. An equal card pays him. The bank ends at nothing or at six.",
        "paths of a bank of two counters",
        lambda seed, _stack: be.BankWalk(_fresh(opening=2), seed=seed, big=True),
    ),
    Demo(
        "07-best-play",
        f"Bank and punter have 100 counters. An equal card pays the punter. {FRESH}",
        "a table for one punter, with the chance beside the card",
        lambda seed, stack: _table(_fresh(opening=100, purse=100), seed, stack, odds=True),
    ),
    Demo(
        "08-the-deck-remembers",
        "A pack of four cards: two ranks, two suits. Only the banker's higher card loses. "
        "Used cards are shuffled and go under the pack.",
        "a table with a pack of four cards",
        lambda seed, stack: _table(_one_punter(ranks=2, suits=2, opening=100), seed, stack),
    ),
    Demo(
        "09-one-sentence-four-games",
        "The punter holds three cards of two packs. The banker turns one and takes the stake if it is senior.",
        "a hand, all cards that may be turned, and the four readings",
        lambda _seed, _stack: be.CardMap(be.PolishRules(), own="K♠ 8♠ 5♥", big=True),
        luck=False,
    ),
    Demo(
        "10-fourteen-face-down",
        "Eight of the 28 cards are special. Nobody knows which fourteen lie on the table.",
        "the deal of the lesson; the class plays seat 1",
        _black_cat,
        stack="In 2, Out 1, In 4, Reserve, Out 3, In 5, Scoop, Contribution, Out 2, In 1, Out 4, Stake, In 3, Out 5",
    ),
)
"""All demos, in the order of the lessons."""


def demo(name: str) -> Demo:
    """Find the demo of a lesson.

    Parameters
    ----------
    name
        The lesson by number, by name or by both: ``1``, ``01``, ``one-coup`` or ``01-one-coup``.

    Raises
    ------
    DemoError
        If there is none of that name; the message lists all.

    >>> demo("1") is demo("01") is demo("one-coup") is demo("01-one-coup")
    True
    """
    asked = name.strip().casefold()
    if re.fullmatch("[0-9]", asked):
        asked = f"0{asked}"
    for one in DEMOS:
        number, _, word = one.lesson.partition("-")
        if asked in (number, word, one.lesson):
            return one
    near = difflib.get_close_matches(asked[:80], [one.lesson.partition("-")[2] for one in DEMOS], 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise DemoError("\n".join((f"{shown(name)} is not a lesson with a demo.{hint} There are:", *listed())))


def listed() -> list[str]:
    """List all demos: the lesson, its question, and what is shown.

    >>> print(listed()[1])
      01-one-coup: Is a bet of one card against one card the toss of a coin?
          Shown: a table for one punter, with the two coups of the lesson.
    """
    return [f"  {one.lesson}: {one.question}\n      Shown: {one.shows}." for one in DEMOS]
