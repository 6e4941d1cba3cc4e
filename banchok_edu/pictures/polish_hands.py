"""Pictures of Polish banchok: how P(win | hand) is spread over the hands, and one hand taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.patches import Patch

from banchok_edu.cards import RANKS, Card
from banchok_edu.core.rules import Rules
from banchok_edu.errors import RulesError, shown
from banchok_edu.games.polish.rules import PolishRules
from banchok_edu.rationals import written

from .figure import begin, cell, finish, ink, legend, name_axes, plain_numbers
from .palette import LOSE, MARKS, SMALL, TEXT, TIE, TITLE, WIN, Mark, framed, painted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_BARS = 120
"""Chances that get a bar each; of more, as many as needed share one."""
_SIDES = {
    WIN: "wins more often than not",
    TIE: "as often as not",
    LOSE: "loses more often than not",
}


def win_histogram(rules: PolishRules | None = None, seen: Any = (), ax: Any = None, theme: str = "auto") -> Figure:
    """Draw how P(win | hand) is spread over the hands, with 1/2 marked and the share of favourable hands.

    Model: a hand and a turned card from a shuffled shoe. The numbers are those of ``be.polish.distribution``.

    Parameters
    ----------
    rules
        Only the shoe, the hand and ``win_rule`` count; None is ``PolishRules()``.
    seen
        Other cards that the punter has seen.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    RulesError, CardError, BanchokError
        If these are not the rules of Polish banchok, the cards seen cannot be, or ``ax`` or ``theme``.

    One suit of K and A in two decks, a card each: half of the hands win one time in three, the others always.

    >>> small = PolishRules(ranks=2, suits=1, decks=2, hand=1, players=2)
    >>> for sentence in win_histogram(small).alt_text.split("; "):
    ...     print(sentence)
    Bars: the share of hands for each chance of winning, under the reading 'covers'
    the chances go from 1/3 to 1, with mean 2/3 = 0.6667
    1/2 = 0.5000 of the hands are favourable, which means that P(win) is above 1/2
    1/2 = 0.5000 are unfavourable.
    """
    from banchok_edu.games.polish.exact import distribution

    checked = polish_rules(rules)
    spread = distribution(checked, seen)
    ax, palette = begin(ax, theme, (8, 4.6))
    unseen = max(int(p.q) for p in spread)
    unseen = next(n for n in (_turnable(checked, seen), unseen) if all((p * n).is_integer for p in spread))
    together = -(-unseen // MOST_BARS)  # so many numbers of winning cards share a bar
    bars: dict[tuple[Mark, int], float] = {}
    for p, share in spread.items():
        place = _side(p), int(p * unseen) // together
        bars[place] = bars.get(place, 0.0) + float(share)
    width = together / unseen
    heights: dict[int, float] = {}
    for (side, number), share in bars.items():
        middle = (number * together + (together - 1) / 2) / unseen
        fill = painted(side, palette) | {"linewidth": 0.5}
        ax.bar(middle, share, width=0.86 * width, bottom=heights.get(number, 0.0), **fill, gid=side.words)
        heights[number] = heights.get(number, 0.0) + share
    top = max(heights.values())
    mean = sum(p * share for p, share in spread.items())
    ax.axvline(0.5, color=palette.ink, linewidth=1.4, linestyle=(0, (6, 3)), gid="one half")
    ax.axvline(float(mean), color=palette.accent, linewidth=1.8, linestyle=":", gid="mean")
    on = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "top"}
    ax.annotate("1/2", (0.5, 1), (-5, -2), ha="right", **on, **ink(palette, TEXT))
    left = float(mean) >= 0.5
    shift = {"xytext": (5 if left else -5, -2), "ha": "left" if left else "right"}
    ax.annotate(f"mean\n{float(mean):.4f}", (float(mean), 1), **shift, **on, **ink(palette, TEXT))
    ax.set(xlim=(-0.02, 1.02), ylim=(0, top * 1.22))
    plain_numbers(ax.yaxis)
    ax.set_xticks([x / 10 for x in range(11)], [f"{x / 10:g}" for x in range(11)])
    shares = {side: sum((s for p, s in spread.items() if _side(p) == side), 0 * mean) for side in _SIDES}
    said = f"share of favourable hands: {_both(shares[WIN])}"
    name_axes(ax, palette, f"P(win | hand) under {checked.win_rule!r}", said, "P(win | hand)", "share of hands")
    handles = [
        Patch(**painted(side, palette), label=f"{_SIDES[side]}: {float(shares[side]):.4f} of the hands")
        for side in _SIDES
        if shares[side]
    ]
    legend(ax, palette, handles, bbox_to_anchor=(0, -0.17), ncols=2, handlelength=2.2, handleheight=1.2)
    return finish(ax, _told_spread(checked, list(spread), mean, shares))


def _turnable(rules: PolishRules, seen: Any) -> int:
    """Give how many cards can be turned: all but the hand and those seen."""
    return len(rules.cards) - rules.hand - len(rules.read_cards(seen))


def _side(p: Any) -> Mark:
    return WIN if 2 * p > 1 else LOSE if 2 * p < 1 else TIE


def _told_spread(rules: PolishRules, chances: list[Any], mean: Any, shares: dict[Mark, Any]) -> str:
    fair = f"{_both(shares[TIE])} are fair; " if shares[TIE] else ""
    ends = f"from {written(min(chances))} to {written(max(chances))}"
    return (
        f"Bars: the share of hands for each chance of winning, under the reading {rules.win_rule!r}; the chances go "
        f"{ends}, with mean {_both(mean)}; {_both(shares[WIN])} of the hands are favourable, which means that P(win) "
        f"is above 1/2; {fair}{_both(shares[LOSE])} are unfavourable."
    )


def _both(value: Any) -> str:
    text = written(value)
    return f"{text} = {float(value):.4f}" if "/" in text else text


def polish_hand(
    hand: Any, rules: PolishRules | None = None, seen: Any = (), ax: Any = None, theme: str = "auto"
) -> Figure:
    """Take a hand of Polish banchok apart: for each card that can be turned who wins, and the sum suit by suit.

    Each cell is a card of a suit and a rank, with the number of copies that can be turned; own cards have a ring each.
    Model: one coup from a shuffled shoe, less the cards seen. The numbers are those of ``be.polish.explain_hand``.

    Parameters
    ----------
    hand
        The own cards, such as "A♠ 9♠ 4♥".
    rules
        Only the shoe, the hand and ``win_rule`` count; None is ``PolishRules()``.
    seen
        Other cards that the punter has seen.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    RulesError, CardError, BanchokError
        If these rules cannot deal such a hand, or ``ax`` or ``theme`` cannot be.

    Over the four of hearts stand ten ranks, twice each; the other suits pay:

    >>> for sentence in polish_hand("A♠ 9♠ 4♥").alt_text.split("; "):
    ...     print(sentence)
    A grid of 4 suits by 13 ranks for the hand A♠ 9♠ 4♥ under the reading 'covers'
    cards that win for the banker: ♠ 0, ♣ 0, ♦ 0, ♥ 20 (5 6 7 8 9 10 J Q K A)
    together 0 + 0 + 0 + 20 = 20 of 101 that can be turned
    the punter wins with 81: P(win) = 81/101 = 0.8020.
    """
    from banchok_edu.games.polish.exact import explain_hand

    checked = polish_rules(rules)
    count = explain_hand(hand, checked, seen)
    ax, palette = begin(ax, theme, (9.6, 1.9 + 0.62 * checked.suits))
    ranks = RANKS[-checked.ranks :]
    width = len(ranks)
    for y, suit in enumerate(count.suits):
        for x, rank in enumerate(ranks):
            card = Card(rank, suit.suit)
            own, gone = count.cards.count(card), count.seen.count(card)
            mark = MARKS[checked.outcome(count.cards, card)]
            _card(ax, palette, (x, y), mark, own, checked.decks - own - gone, str(card))
        apart = suit.top is None and checked.win_rule != "total_order"  # there suits do not matter one by one
        _sum(ax, palette, (width, y), suit.banker, "not held" if apart else "")
    bottom = checked.suits + 0.02
    ax.plot([width - 0.1, width + 0.6], [bottom - 0.44] * 2, color=palette.ink, linewidth=1)
    _sum(ax, palette, (width, bottom), count.banker, f"of {count.unseen}")
    head = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "ha": "right"}
    ax.annotate("banker", (width + 0.55, 1), (0, 5), **head, **ink(palette, TEXT, color=palette.ink2))
    ax.set(xlim=(-0.6, width + 1.9), ylim=(bottom + 0.4, -0.5))
    ax.xaxis.tick_top()
    ax.set_xticks(range(width), ranks)
    ax.set_yticks(range(checked.suits), [suit.suit for suit in count.suits])
    ax.tick_params(length=0, labelsize=TEXT)
    for label, suit in zip(ax.get_yticklabels(), count.suits, strict=True):
        label.set(color=palette.suits[suit.suit], fontsize=16)
    for spine in ax.spines.values():
        spine.set_visible(False)
    cards = " ".join(map(str, count.cards))
    chance = f"P(win) = {count.punter}/{count.unseen} = {float(count.win_probability):.4f}"
    name_axes(ax, palette, f"{cards} under {checked.win_rule!r}", chance)
    handles = [
        Patch(**painted(WIN, palette), label=f"+  turned, the punter wins: {count.punter}"),
        Patch(**painted(LOSE, palette), label=f"−  turned, the banker wins: {count.banker} of {count.unseen}"),
        Patch(**framed(palette), label="own card, a frame for each copy"),
    ]
    legend(ax, palette, handles, bbox_to_anchor=(0, -0.02), handlelength=2.2, handleheight=1.2)
    return finish(ax, _told_hand(count, width, cards, chance))


def _card(ax: Any, palette: Any, at: tuple[int, int], mark: Mark, own: int, copies: int, card: str) -> None:
    """Draw one kind of card: who wins if it is turned, how many copies can be, and a ring for each own copy."""
    fill = painted(mark, palette)
    if not copies:
        fill = {"facecolor": palette.paper, "edgecolor": palette.rule, "hatch": "", "linewidth": 1}
    for ring in range(own):
        inset = min(0.14 * ring, 0.56)
        cell(ax, at, (0.92 - inset, 0.88 - inset), f"own {card}", **framed(palette))
    inset = min(0.14 * own, 0.6)
    cell(ax, at, (0.92 - inset, 0.88 - inset), card, **fill)
    solid = copies and not mark.hatch
    plate = None if solid or not copies else {"facecolor": palette.paper, "edgecolor": "none", "pad": 1.2}
    colour = palette.on_win if solid else palette.ink
    text = f"{mark.sign} {copies}" if copies else "0"
    ax.text(*at, text, **ink(palette, SMALL, color=colour), ha="center", va="center", bbox=plate, in_layout=False)


def _sum(ax: Any, palette: Any, at: tuple[int, float], number: int, words: str) -> None:
    """Write a number of the banker's cards, and a word behind it."""
    bold = ink(palette, TITLE, fontweight="bold")
    ax.text(at[0] + 0.55, at[1], str(number), **bold, ha="right", va="center", gid="banker")
    ax.text(at[0] + 0.75, at[1], words, **ink(palette, SMALL, color=palette.ink2), ha="left", va="center")


def _told_hand(count: Any, ranks: int, cards: str, chance: str) -> str:
    suits = []
    for suit in count.suits:
        left = [c for c in suit.senior if count.cards.count(c) + count.seen.count(c) < count.rules.decks]
        senior = f" ({' '.join(card.rank for card in left)})" if left else ""
        suits.append(f"{suit.suit} {suit.banker}{senior}")
    terms = " + ".join(str(suit.banker) for suit in count.suits)
    seen = f", with {' '.join(map(str, count.seen))} seen" if count.seen else ""
    return (
        f"A grid of {len(count.suits)} suits by {ranks} ranks for the hand {cards} under the reading "
        f"{count.rules.win_rule!r}{seen}; cards that win for the banker: {', '.join(suits)}; together {terms} = "
        f"{count.banker} of {count.unseen} that can be turned; the punter wins with {count.punter}: {chance}."
    )


def polish_rules(rules: object) -> PolishRules:
    """Give the rules, the usual ones for None; say what is wrong if they are another game's."""
    if rules is None:
        return PolishRules()
    if isinstance(rules, PolishRules):
        return rules
    other = f"rules of {rules.game}" if isinstance(rules, Rules) else f"rules={shown(rules)}"
    raise RulesError(f"{other} are not those of this picture: give PolishRules(...), or None for the usual ones")
