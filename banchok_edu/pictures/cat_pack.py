"""A picture of the pack of Black Cat "Bank": its kinds of card, how many there are, and what each does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.patches import Patch, Rectangle

from banchok_edu.core.rules import Rules
from banchok_edu.errors import RulesError, counted, shown
from banchok_edu.games.black_cat.rules import KINDS, BlackCatRules

from .figure import begin, finish, ink, legend, name_axes
from .palette import SMALL, TEXT, Mark

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAYS = Mark("−", "///", "its backer pays", "lose")
IS_PAID = Mark("+", "", "its backer is paid", "win")
ALL = Mark("=", "..", "everybody pays or is paid", "tie")
BANK = Mark("○", "xx", "the bank changes hands or is emptied", "edge")
GROUPS = {
    "In": PAYS,
    "Out": IS_PAID,
    "Reserve": ALL,
    "Contribution": ALL,
    "Distribution": ALL,
    "Stake": PAYS,
    "Scoop": BANK,
    "Transfer Bank": BANK,
    "Official Receiver": BANK,
    "Bank Holiday": BANK,
}
"""What kind of thing each kind of card does."""

MOST_TILES = 14
"""Cards of a kind that are drawn one by one; more are drawn as a bar."""


class Row(NamedTuple):
    """A kind of card in the pack."""

    kind: str
    numbers: tuple[int, ...]
    """The number on each card, from low to high; 0 where there is none."""
    does: str


def black_cat_pack(rules: BlackCatRules | None = None, ax: Any = None, theme: str = "auto") -> Figure:
    """Draw the pack of Black Cat by kinds: how many cards there are of each, and what they do under these rules.

    (RULES.md, section 3, step 3.)

    Parameters
    ----------
    rules
        Only the pack, and what the cards do, count; None is ``BlackCatRules()``.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    RulesError, BanchokError
        If these are not the rules of Black Cat, or ``ax`` or ``theme`` cannot be.

    >>> figure = black_cat_pack(BlackCatRules(players=2, dealt=2, pack={"In 1": 2, "Scoop": 1}))
    >>> for sentence in figure.alt_text.split("; "):
    ...     print(sentence)
    The pack of 3 cards, of which 2 are laid in a deal, a row for each kind
    In, 2 cards (1, 1), the backer pays the number to the pool
    Scoop, 1 card, the backer takes the pool, banks, and stakes 6 counters.
    """
    checked = _rules(rules)
    rows = _rows(checked)
    ax, palette = begin(ax, theme, (9.4, 0.42 * len(rows) + 1.7))
    most = max(MOST_TILES * (max(len(row.numbers) for row in rows) > MOST_TILES), *(len(row.numbers) for row in rows))
    tile = min(1.0, 10 / most)
    for y, row in enumerate(rows):
        _tiles(ax, palette, row, y, tile)
        sign = GROUPS[row.kind].sign
        ax.text(-0.25, y, f"{row.kind}  {sign}", **ink(palette, TEXT, fontweight="bold"), ha="right", va="center")
        count = len(row.numbers)
        ax.text(tile * most + 0.75, y, f"{count:,}", **ink(palette, TEXT), ha="right", va="center", gid="count")
        ax.text(tile * most + 1.1, y, row.does, **ink(palette, SMALL), ha="left", va="center")
    ax.set(xlim=(-4.2, tile * most + 12.5), ylim=(len(rows) - 0.4, -0.7))
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_visible(False)
    size = len(checked.cards)
    name_axes(ax, palette, f"The pack: {size:,} cards, of which {checked.dealt:,} are laid in a deal")
    present = dict.fromkeys(GROUPS[row.kind] for row in rows)
    handles = [Patch(**_fill(mark, palette), label=f"{mark.sign}  {mark.words}") for mark in present]
    legend(ax, palette, handles, ncols=2, bbox_to_anchor=(0, -0.02), handlelength=2.2, handleheight=1.2)
    listed = "; ".join(_told(row) for row in rows)
    return finish(
        ax,
        f"The pack of {size:,} card{'s' * (size > 1)}, of which {checked.dealt:,} "
        f"{'is' if checked.dealt == 1 else 'are'} laid in a deal, a row for each kind; {listed}.",
    )


def _tiles(ax: Any, palette: Any, row: Row, y: int, tile: float) -> None:
    """Draw the cards of a kind one beside another; many as one bar."""
    fill = _fill(GROUPS[row.kind], palette)
    count = len(row.numbers)
    if count > MOST_TILES:
        ax.add_patch(Rectangle((0, y - 0.36), count * tile, 0.72, **fill, gid=row.kind))
        return
    for place, number in enumerate(row.numbers):
        ax.add_patch(Rectangle((place * tile + 0.05, y - 0.36), tile - 0.1, 0.72, **fill, gid=row.kind))
        if number and tile > 0.7:
            plain = not fill["hatch"]
            plate = None if plain else {"facecolor": palette.paper, "edgecolor": "none", "pad": 1.0}
            colour = palette.on_win if plain else palette.ink
            text = ink(palette, color=colour, ha="center", va="center", bbox=plate)
            ax.text((place + 0.5) * tile, y, str(number), **text)


def _fill(mark: Mark, palette: Any) -> dict[str, Any]:
    colour = getattr(palette, mark.colour)
    face = palette.paper if mark.hatch else colour
    return {"facecolor": face, "edgecolor": colour, "hatch": mark.hatch, "linewidth": 1}


def _rows(rules: BlackCatRules) -> list[Row]:
    does = _effects(rules)
    numbers: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for card in rules.cards:
        numbers[card.kind].append(card.number)
    return [Row(kind, tuple(sorted(found)), does[kind]) for kind, found in numbers.items() if found]


def _effects(rules: BlackCatRules) -> dict[str, str]:
    """Say what each kind of card does under these rules."""
    stake = counted(rules.stake)
    payers = "everybody" if rules.reserve_pays == "all" else "every punter"
    backer = "the backer (unbacked: the banker)" if rules.unbacked == "banker" else "the backer"
    return {
        "In": f"{backer} pays the number to the pool",
        "Out": f"the pool pays the number to {backer}",
        "Reserve": f"{payers} pays 1 into the reserve",
        "Contribution": "everybody pays 1 to the pool",
        "Distribution": "everybody receives 1 from the pool",
        "Stake": f"the backer pays {stake} to the last staker",
        "Scoop": f"the backer takes the pool, banks, and stakes {stake}",
        "Transfer Bank": "the backer becomes banker, and no counters move",
        "Official Receiver": "the backer becomes banker and pays the old one the pool's worth"
        + (", and the deal goes on" if rules.receiver == "plays_on" else ""),
        "Bank Holiday": f"the banker takes pool and reserve, and stakes {stake}"
        + (", and a new deal begins" if rules.holiday == "new_deal" else ""),
    }


def _told(row: Row) -> str:
    count = len(row.numbers)
    cards = f"{row.kind}, {count:,} card{'s' * (count > 1)}"
    if row.numbers[0]:
        each = Counter(row.numbers)
        few = count <= MOST_TILES
        listed = ", ".join(map(str, row.numbers)) if few else ", ".join(f"{n} times {k}" for k, n in each.items())
        cards += f" ({listed})"
    return f"{cards}, {row.does}"


def _rules(rules: object) -> BlackCatRules:
    if rules is None:
        return BlackCatRules()
    if isinstance(rules, BlackCatRules):
        return rules
    other = f"rules of {rules.game}" if isinstance(rules, Rules) else f"rules={shown(rules)}"
    raise RulesError(f"{other} have no Black Cat pack: give BlackCatRules(...), or None for the usual ones")
