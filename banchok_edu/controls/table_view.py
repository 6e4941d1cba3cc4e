"""What the browser is told of a table: plain values made from a view, so that nothing can be in them that is not in it.

Sentences are marked texts: a private character, the seat's number and another private character stand for a name.
Playing cards stand in them as they are written, ``10♥``. A card is its text; None is a card face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banchok_edu.core import wording
from banchok_edu.core.counting import has_gone_round
from banchok_edu.core.display import COMPARED, Summary, outcome
from banchok_edu.core.events import BankEnded, DealBegan, Dealt, GameOver, Looked, Opened, Paid, Settled
from banchok_edu.games.black_cat.events import CardTurned, DealEnded

from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banchok_edu.core.decision import Decision
    from banchok_edu.core.display import Row
    from banchok_edu.core.events import Event
    from banchok_edu.core.view import View

    from .sitting import Sitting

ACTS = ("tie", "lost", "won")
"""What a coup was for its punter, by its outcome: 0, 1 and -1."""
LINES, MOST_LINES = 12, 60
"""How many lines of the log go with a view, and how many at most when they are asked for."""


def say(key: str, **values: Any) -> str:
    """Fill in a template of ``WORDS``.

    >>> say("event_of", at=3, end=27)
    'event 3 of 27'
    """
    text = WORDS[key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", f"{value:,}" if isinstance(value, int) else str(value))
    return text


def table_view(sitting: Sitting) -> dict[str, Any]:
    """Give all that the browser shows at this moment, but for words and names."""
    view = sitting.view()
    summary = Summary(view)
    told: dict[str, Any] = {
        "at": sitting.moment,
        "end": sitting.line.end,
        "undo": sitting.may_undo,
        "redo": sitting.may_redo,
        "me": _bottom_seat(sitting),
        "viewer": view.seat,
        "people": sorted(sitting.people),
        "sub": subtitle(view),
        "bank": view.bank,
        "banker": view.banker,
        "seats": [seat_view(summary, row) for row in summary.rows],
        "ask": ask(sitting, view, summary),
    }
    start, told["log"] = log_lines(view.events, summary.marks, 0, len(view.events), LINES)
    told["log_from"] = start
    if view.rules.game == "black_cat":  # at the very beginning nothing lies there yet
        told |= {"reserve": view.reserve, "last": view.last_staker, "places": places(view)}
    elif view.banker is not None:
        rules: Any = view.rules
        told |= {"opening": view.opening, "goal": view.opening * rules.triple}
    if view.exposed is not None:
        told["exposed"] = str(view.exposed)
    if view.coup is not None and hasattr(view.rules, "win_rule"):
        told["coup"] = {"seat": view.coup.seat, "a": ACTS[view.coup.outcome], **coup_view(view, view.coup)}
    told |= _chances(sitting, view)
    told["say"] = spoken(sitting, summary, told)
    return told


def spoken(sitting: Sitting, summary: Summary, told: dict[str, Any]) -> str:
    """Say what those who hear the page are to know: the hand when one is asked, else what became of the people's own.

    Cards and names stand in it as in other sentences.
    """
    view, asked = summary.view, told["ask"]
    if "who" not in asked:
        return " ".join([*_happened(sitting, summary, told), asked["text"]])
    parts, hand = [asked["who"]], summary.rows[asked["seat"]].cards
    if asked["kind"] == "stake" and hand and None not in hand:
        parts.append(say("hold", cards=", ".join(map(str, hand))))
    if odds := told.get("odds"):
        wins, _, unseen = odds
        parts.append(say("odds", wins=wins, unseen=unseen, percent=f"{100 * wins / unseen:.1f}") + ".")
    if view.exposed is not None:
        parts.append(say("exposed", card=view.exposed) + ".")
    return " ".join([*parts, asked["text"]])


def _happened(sitting: Sitting, summary: Summary, told: dict[str, Any]) -> list[str]:
    """Say how the last coup of a person went, or what the cards did that people backed; and what is in the bank."""
    view, people = summary.view, sitting.people

    def named(seat: int, text: str) -> str:
        return text if len(people) == 1 else f"{summary.marks[seat]}: {text}"

    parts = [
        named(seat, say("place_did", n=number, card=card, effect=effect[1]))
        for number, (card, seat, *effect) in enumerate(told.get("places", ()), 1)
        if effect and seat in people
    ]
    for event in reversed(view.events):
        if isinstance(event, DealBegan | Opened):
            break
        if isinstance(event, Settled) and event.seat in people:
            parts.append(named(event.seat, coup_view(view, event)["w"]))
            if sitting.predict and (guesses := sitting.told_guesses):
                last = guesses[-1]
                fraction, exact = f"{last.wins}/{last.unseen}", f"{last.wins / last.unseen:.3f}"
                guess, distance = f"{last.guess:g}", f"{last.distance:.3f}"
                parts.append(say("guess.was", guess=guess, fraction=fraction, exact=exact, distance=distance))
            break
    if view.banker is not None:
        parts.append(say("pool_is" if summary.has_pool else "bank_is", n=view.bank))
    return parts


def _bottom_seat(sitting: Sitting) -> int:
    if sitting.seated is not None:
        return sitting.seated
    decision = sitting.game.decision
    if decision and decision.seat in sitting.people:
        return decision.seat
    return min(sitting.people, default=0)


def _chances(sitting: Sitting, view: View) -> dict[str, Any]:
    """Give the odds, if they may be known yet, and how the guesses have been."""
    told: dict[str, Any] = {}
    if sitting.predict:
        done = sitting.told_guesses
        told["score"] = [len(done), round(sum(p.distance for p in done) / len(done), 3)] if done else [0, 0]
        if done:
            last = done[-1]
            told["guessed"] = [last.guess, last.wins, last.unseen, round(last.distance, 3)]
    odds = sitting.odds_now() if sitting.odds or sitting.predict else None
    if odds is None:
        return told
    stated = sitting.predicted()
    if sitting.predict and not stated:
        told["guess"] = True
    elif sitting.odds or stated:
        told["odds"] = list(odds)
        rules: Any = sitting.game.rules
        seen = sitting.game.view(sitting.due) if sitting.open else view
        # A pack that is shuffled before each coup never goes round.
        told["one_deal"] = rules.deck_use != "fresh_each_coup" and has_gone_round(seen)
    return told


def subtitle(view: View) -> str:
    """Say which bank, which deal, which reading."""
    rules: Any = view.rules
    if rules.game == "black_cat":
        turned = sum(card is not None for card in view.positions) if view.seat != "all" else 0
        parts = [say("deal_of", number=view.deal, of=rules.deals)]
        if turned:
            parts.append(say("turned_of", turned=turned, of=len(view.positions)))
    else:
        number = sum(isinstance(event, Opened) for event in view.events)
        parts = [say("bank_of", number=number, of=rules.players * rules.rounds)] if number else []
        if view.deal:
            parts.append(say("deal", number=view.deal))
        if hasattr(rules, "tie"):
            parts.append(say(f"tie.{rules.tie}"))
        else:
            parts.append(say("win_rule", rule=say(f"map.win_rule.{rules.win_rule}")))
    if view.seat == "all":
        parts.append(say("view.all"))
    return " · ".join(parts)


def seat_view(summary: Summary, row: Row) -> dict[str, Any]:
    """Give what lies before a seat."""
    view = summary.view
    told: dict[str, Any] = {"n": row.counters}
    if row.cards:
        told["c"] = [card and str(card) for card in row.cards]
    if row.secret:
        told["x"] = 1
    if act := view.acts[row.seat]:
        told["a"] = act
    if row.coup and act in wording.SIGNS:
        told |= coup_view(view, row.coup)
    if summary.is_asked(row.seat):
        told["q"] = 1
    for key, flags in (("left", view.left), ("win", [seat in view.winners for seat in range(len(view.names))])):
        if flags[row.seat]:
            told[key] = 1
    return told


def coup_view(view: View, coup: Settled) -> dict[str, Any]:
    """Give a coup: stake, turned card, how it compares with which card of the hand, and the sentence.

    ``r`` is the sign between the own and the turned card; for a hand of several cards, between the turned card and the
    one that decides, whose place in the hand is ``d``.
    """
    rules: Any = view.rules
    told: dict[str, Any] = {"s": coup.stake, "t": str(coup.turned), "h": [str(card) for card in coup.cards]}
    _, result = outcome(coup)
    turned = coup.turned
    if hasattr(rules, "tie"):
        own = coup.cards[0]
        how = _how(own.index, turned.index)
        told["r"] = COMPARED[how]
        words = wording.RANK_WORDS
        told["w"] = say(
            "coup.rank",
            turned=words[turned.rank].capitalize(),
            relation=wording.label(_how(turned.index, own.index)),
            own=words[own.rank],
            result=result,
        )
        return told
    place, which = deciding(rules, coup.cards, turned)
    if place is None:
        told["w"] = say("coup.none", turned=turned, result=result)
        return told
    own = coup.cards[place]
    best = which == "best"
    how = _how(rules.place(turned), rules.place(own)) if best else _how(turned.index, own.index)
    told |= {
        "d": place,
        "r": COMPARED[how],
        "w": say(
            "coup.hand",
            turned=turned,
            relation=wording.label(how),
            own=own,
            which=WORDS[f"which.{which}"],
            result=result,
        ),
    }
    return told


def _how(left: int, right: int) -> str:
    return "lower" if left < right else "higher" if left > right else "equal"


def deciding(rules: Any, hand: Sequence[Any], turned: Any) -> tuple[int | None, str]:
    """Give the place of the card that decides a coup of several cards, None if there is none, and which card it is.

    >>> import banchok_edu as be
    >>> rules = be.PolishRules()
    >>> deciding(rules, rules.read_cards("5d Jd As"), rules.read_card("Qd"))
    (1, 'top')
    """
    if rules.win_rule == "total_order":
        return max(range(len(hand)), key=lambda i: rules.place(hand[i])), "best"
    same = [i for i, card in enumerate(hand) if card.suit == turned.suit]
    if rules.win_rule == "covers_any":
        return min(same, key=lambda i: hand[i].index, default=None), "low"
    return max(same, key=lambda i: hand[i].index, default=None), "top"


def ask(sitting: Sitting, view: View, summary: Summary) -> dict[str, Any]:
    """Give what is asked at this moment, of whom, and what may be answered."""
    decision, marks = sitting.game.decision, summary.marks
    if sitting.pausing:
        return {"kind": "pause", "text": _why_pausing(view, marks)}
    if sitting.at is not None:
        return {"kind": "past", "text": say("ask.past")}
    if decision is None:
        return {"kind": "over", "text": GameOver(view.winners).sentence(marks)}
    seat = decision.seat
    if sitting.due is None:
        return {"kind": "policy", "seat": seat, "text": say("ask.policy", seat=marks[seat])}
    if not sitting.open and sitting.seated != seat:
        return {"kind": "sit", "seat": seat, "text": say("ask.hand_over", seat=marks[seat])}
    told = {
        "kind": decision.kind,
        "seat": seat,
        "who": say("ask.you") if len(sitting.people) == 1 and not sitting.open else say("ask.seat", seat=marks[seat]),
        "text": _asked(decision),
    }
    if decision.low is not None:
        told |= {"low": decision.low, "high": decision.high, "pass": decision.may_pass, "expose": decision.may_expose}
    elif decision.kind == "back":
        told["options"] = list(decision.options)
    return told


def _why_pausing(view: View, marks: tuple[str, ...]) -> str:
    for event in reversed(view.events):
        if isinstance(event, BankEnded | DealEnded):
            return event.sentence(marks)
        if isinstance(event, DealBegan):
            break
    return say("ask.pause")


def _asked(decision: Decision) -> str:
    if decision.kind == "back":
        return say("ask.back", count=len(decision.options))
    return say(f"ask.{wording.prompt_key(decision)}", low=decision.low or 0, high=decision.high or 0)


def log_lines(
    events: Sequence[Event], marks: tuple[str, ...], start: int, end: int, most: int
) -> tuple[int, list[list[Any]]]:
    """Give the last lines before ``end``, but not before ``start``: (number of the event, sentence), the last first.

    Cards dealt one after the other are told in one line; that somebody looks at his cards is not told. Also gives the
    number of events before the first of the lines.
    """
    lines: list[list[Any]] = []
    while end > start and len(lines) < most:
        first = end - 1
        event = events[first]
        if isinstance(event, Dealt):
            while first > start and isinstance(events[first - 1], Dealt):
                first -= 1
            count = end - first
            lines.append([end, say("dealt", n=count) if count > 1 else say("dealt.one")])
        elif not isinstance(event, Looked):
            lines.append([end, event.sentence(marks)])
        end = first
    return end, lines


# -- Black Cat -------------------------------------------------------------------------------------------------------


def places(view: View) -> list[list[Any]]:
    """Give each position: its card, its backer (-1 for none), a sign from the backer's side, the effect in words."""
    found: list[list[Any]] = [
        [card and str(card), -1 if backer is None else backer]
        for card, backer in zip(view.positions, view.backers, strict=True)
    ]
    paid: list[Paid] = []
    for event in reversed(view.events):
        if isinstance(event, DealBegan):
            break
        if isinstance(event, Paid):
            paid.append(event)
        elif isinstance(event, DealEnded):
            paid.clear()
        elif isinstance(event, CardTurned):
            found[event.position - 1] += effect(event.card.kind, paid, backed=event.backer is not None)
            paid = []
    return found


def effect(kind: str, paid: Sequence[Paid], *, backed: bool = True) -> list[str]:
    """Say what a turned card did: a sign from its backer's side, "" if there is none, and words.

    >>> effect("In", [Paid(2, -1, 3, "In 3")])
    ['−', 'pays 3']
    """
    amount = sum(event.amount for event in paid)
    plus, minus = wording.SIGNS["won"], wording.SIGNS["lost"]
    if kind in ("Transfer Bank", "Official Receiver") and backed:
        return [minus, say("effect.banks_pays", n=amount)] if amount else ["", say("effect.banks")]
    if not paid:
        return ["", say("effect.banks" if kind == "Scoop" and backed else "effect.none")]
    return {
        "In": [minus, say("effect.pays", n=amount)],
        "Out": [plus, say("effect.takes", n=amount)],
        "Stake": [minus, say("effect.pays", n=amount)],
        "Scoop": [plus, say("effect.banks_takes", n=amount)],
        "Reserve": [minus, say("effect.all_pay")],
        "Contribution": [minus, say("effect.all_pay")],
        "Distribution": [plus, say("effect.all_take")],
        "Bank Holiday": ["", say("effect.holiday", n=amount)],
    }[kind]
