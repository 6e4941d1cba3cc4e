"""One coup: who wins, and what winning or losing says of the card."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from banchok_edu.proofs import Derivation, Span

from .dealing import DECK, ONE_COUP, RANK, SIZES, THRESHOLD, TIES_PAY, deck, i, k, pairs, punter_wins, r, s, t


def _wins(r: int, s: int) -> Fraction:
    """All ordered pairs of cards, compared by the rules."""
    every = pairs(r, s)
    return Fraction(sum(punter_wins(own, turned) for own, turned in every), len(every))


def _win_rank(r: int, s: int, i: int) -> Fraction:
    """All cards that can be turned, compared by the rules."""
    others = deck(r, s)
    others.remove(i)
    return Fraction(sum(punter_wins(i, turned) for turned in others), len(others))


def win_rank() -> Derivation:
    """Derive P(win | rank)."""
    d = Derivation(
        name="banchok/win-rank",
        title="P(win | rank): the chance to win with a given card",
        question="You have seen your own card and nothing else. How likely do you win?",
        quantity="P(win | rank i)",
        where=RANK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("sample space", "conditional probability", "complement"),
        level="easy",
        lesson="01-one-coup",
        oracle=_win_rank,
        oracle_points=(
            {"r": 13, "s": 4, "i": 8},
            {"r": 13, "s": 4, "i": 13},
            {"r": 2, "s": 1, "i": 1},
            {"r": 5, "s": 3, "i": 2},
        ),
    )
    d = d.start(
        "You lose only to a higher card. Of the rs - 1 other cards, s(r - i) are higher.",
        lambda: 1 - s * (r - i) / (r * s - 1),
        "complement; each other card is equally likely to be turned",
    )
    d = d.equals(
        "Count the cards that win: those of rank i or lower, less your own.",
        lambda: (s * i - 1) / (r * s - 1),
        "rs - 1 - s(r - i) = si - 1",
    )
    return d.at("With a nine, the eighth rank of a full deck.", r=13, s=4, i=8)


def win() -> Derivation:
    """Derive P(win) by counting."""
    d = Derivation(
        name="banchok/win",
        title="P(win) by counting",
        question="How likely does a punter win who bets without looking at his card?",
        quantity="P(win)",
        where=DECK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("total probability", "arithmetic sum"),
        level="easy",
        lesson="01-one-coup",
        oracle=_wins,
        oracle_points=SIZES,
    )
    d = d.start(
        "Average the chance to win with rank i over the r ranks.",
        lambda: 1 / r * sp.Sum((s * i - 1) / (r * s - 1), (i, 1, r)),
        "total probability; the ranks are equally likely",
    )
    d = d.equals(
        "Take out what does not depend on i.",
        lambda: sp.Sum(s * i - 1, (i, 1, r)) / (r * (r * s - 1)),
        "the denominator is the same in each term",
    )
    d = d.equals(
        "Add up the ranks from 1 to r.",
        lambda: (s * r * (r + 1) / 2 - r) / (r * (r * s - 1)),
        "1 + 2 + ... + r = r(r + 1)/2",
    )
    d = d.equals("Cancel r.", lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)), "r stands above and below")
    return d.at("In a full deck of 52.", r=13, s=4)


def win_symmetry() -> Derivation:
    """Derive P(win) by symmetry."""
    d = Derivation(
        name="banchok/win-symmetry",
        title="P(win) by symmetry",
        question="Can one find the chance to win without adding up anything?",
        quantity="P(win)",
        where=DECK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("symmetry", "complement"),
        level="easy",
        lesson="01-one-coup",
        oracle=_wins,
        oracle_points=SIZES,
    )
    d = d.claim(
        "The own card is higher, lower or equal. Exchanging both cards shows that higher and lower are equally likely.",
        lambda: (1 - (s - 1) / (r * s - 1)) / 2 + (1 - (s - 1) / (r * s - 1)) / 2 + (s - 1) / (r * s - 1),
        1,
        "the three cases make up everything",
    )
    d = d.start(
        "The punter wins when he is higher, and at a tie.",
        lambda: (1 - (s - 1) / (r * s - 1)) / 2 + (s - 1) / (r * s - 1),
        "of the rs - 1 other cards, s - 1 have the rank of the own one",
    )
    d = d.equals(
        "It is one half and half of the chance of a tie.",
        lambda: sp.Rational(1, 2) + (s - 1) / (2 * (r * s - 1)),
        "T - T/2 = T/2",
    )
    d = d.equals(
        "Put both over one denominator.",
        lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)),
        "rs - 1 + s - 1 = s(r + 1) - 2",
    )
    return d.at("In a full deck: 1/2 + 1/34.", r=13, s=4)


def _ties(r: int, s: int) -> Fraction:
    """All ordered pairs of cards."""
    every = pairs(r, s)
    return Fraction(sum(own == turned for own, turned in every), len(every))


def tie() -> Derivation:
    """Derive P(tie)."""
    d = Derivation(
        name="banchok/tie",
        title="P(tie)",
        question="How often do both cards have the same rank?",
        quantity="P(tie)",
        where=DECK,
        game="banchok",
        model=ONE_COUP,
        reading="any: it is asked how often the tie rule matters",
        concepts=("sample space", "drawing without replacement"),
        level="easy",
        lesson="01-one-coup",
        oracle=_ties,
        oracle_points=SIZES,
    )
    d = d.start(
        "Count ordered pairs: r ranks, s cards of it first, s - 1 second; all pairs are rs(rs - 1).",
        lambda: r * s * (s - 1) / (r * s * (r * s - 1)),
        "every ordered pair of cards is equally likely",
    )
    d = d.equals(
        "Cancel rs.", lambda: (s - 1) / (r * s - 1), "whatever the own card is, s - 1 of rs - 1 others tie with it"
    )
    return d.at("In a full deck.", r=13, s=4)


def _edge(r: int, s: int) -> Fraction:
    """All ordered pairs of cards, a counter won or lost by the rules."""
    every = pairs(r, s)
    return Fraction(sum(1 if punter_wins(own, turned) else -1 for own, turned in every), len(every))


def edge() -> Derivation:
    """Derive the mean gain of a blind bet."""
    d = Derivation(
        name="banchok/edge",
        title="The edge of a blind bet is the chance of a tie",
        question="What does a punter gain on average for each counter that he bets without looking?",
        quantity="E(gain)",
        where=DECK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("expectation",),
        level="easy",
        lesson="01-one-coup",
        oracle=_edge,
        oracle_points=SIZES,
    )
    d = d.start(
        "He gains 1 with the chance to win, and loses 1 otherwise.",
        lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)) - (1 - (s * (r + 1) - 2) / (2 * (r * s - 1))),
        "expectation of +1 and -1; P(win) is derived in banchok/win",
    )
    d = d.equals(
        "That is twice the chance less 1.", lambda: (s * (r + 1) - 2) / (r * s - 1) - 1, "p - (1 - p) = 2p - 1"
    )
    d = d.equals("Simplify.", lambda: (s - 1) / (r * s - 1), "s(r + 1) - 2 - (rs - 1) = s - 1, the chance of a tie")
    return d.at("In a full deck.", r=13, s=4)


def _win_given_bet(r: int, s: int, t: int) -> Fraction:
    """All ordered pairs in which the own card is good enough, compared by the rules."""
    bets = [(own, turned) for own, turned in pairs(r, s) if own >= t]
    return Fraction(sum(punter_wins(own, turned) for own, turned in bets), len(bets))


def win_given_bet() -> Derivation:
    """Derive P(win | bet) for a threshold."""
    d = Derivation(
        name="banchok/win-given-bet",
        title="P(win | bet): who bets is no random punter",
        question="A punter bets on rank t or better only. He has just bet. How likely does he win?",
        quantity="P(win | bet)",
        where=THRESHOLD,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("conditional probability", "selection"),
        level="medium",
        oracle=_win_given_bet,
        oracle_points=(
            {"r": 13, "s": 4, "t": 7},
            {"r": 2, "s": 1, "t": 2},
            {"r": 5, "s": 3, "t": 1},
            {"r": 7, "s": 2, "t": 4},
        ),
    )
    d = d.start(
        "Average the chance to win over the r - t + 1 ranks on which he bets.",
        lambda: sp.Sum((s * i - 1) / (r * s - 1), (i, t, r)) / (r - t + 1),
        "given that he bets, these ranks are equally likely",
    )
    d = d.equals(
        "The terms grow evenly: take the mean of the first and the last.",
        lambda: ((s * t - 1) / (r * s - 1) + (s * r - 1) / (r * s - 1)) / 2,
        "mean of an arithmetic progression",
    )
    d = d.equals("Simplify.", lambda: (s * (r + t) - 2) / (2 * (r * s - 1)), "same denominator")
    return d.at("On an eight or better, the seventh rank.", r=13, s=4, t=7)


def _rank_given_win(r: int, s: int, i: int) -> Fraction:
    """All ordered pairs that win by the rules."""
    wins = [own for own, turned in pairs(r, s) if punter_wins(own, turned)]
    return Fraction(wins.count(i), len(wins))


def rank_given_win() -> Derivation:
    """Derive P(rank | win)."""
    d = Derivation(
        name="banchok/rank-given-win",
        title="P(rank | win): what a win says of the card",
        question="A punter who always bets has won. How likely did he hold rank i?",
        quantity="P(rank i | win)",
        where=RANK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("Bayes' theorem", "total probability"),
        level="medium",
        oracle=_rank_given_win,
        oracle_points=(
            {"r": 13, "s": 4, "i": 13},
            {"r": 2, "s": 2, "i": 1},
            {"r": 5, "s": 3, "i": 2},
            {"r": 3, "s": 1, "i": 1},
        ),
    )
    d = d.start(
        "Bayes: the chance of the rank, times the chance to win with it, over the chance to win at all.",
        lambda: (1 / r) * ((s * i - 1) / (r * s - 1)) / ((s * (r + 1) - 2) / (2 * (r * s - 1))),
        "Bayes' theorem; P(win) is derived in banchok/win",
    )
    d = d.equals(
        "Cancel rs - 1.",
        lambda: 2 * (s * i - 1) / (r * (s * (r + 1) - 2)),
        "winning hands are counted, and si - 1 of them have rank i",
    )
    d = d.claim(
        "A check: over all ranks these make 1.",
        lambda: sp.Sum(2 * (s * k - 1) / (r * (s * (r + 1) - 2)), (k, 1, r)),
        1,
        "some rank he held",
    )
    return d.at("An ace, in a full deck.", r=13, s=4, i=13)


def _rank_given_lost(r: int, s: int, t: int, i: int) -> Fraction:
    """All ordered pairs in which the bet is made and lost by the rules."""
    lost = [own for own, turned in pairs(r, s) if own >= t and not punter_wins(own, turned)]
    return Fraction(lost.count(i), len(lost))


def rank_given_lost() -> Derivation:
    """Derive P(rank | bet and lost)."""
    d = Derivation(
        name="banchok/rank-given-lost",
        title="P(rank | bet and lost): what a lost bet says of the card",
        question="A punter bets on rank t or better only, and has lost. How likely did he hold rank i?",
        quantity="P(rank i | bet, lost)",
        where={**DECK, "t": Span(1, r - 1), "i": Span(t, r)},
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("Bayes' theorem", "selection"),
        level="medium",
        oracle=_rank_given_lost,
        oracle_points=(
            {"r": 13, "s": 4, "t": 7, "i": 7},
            {"r": 2, "s": 1, "t": 1, "i": 1},
            {"r": 5, "s": 3, "t": 2, "i": 4},
            {"r": 7, "s": 2, "t": 4, "i": 7},
        ),
    )
    d = d.start(
        "Bayes over the ranks on which he bets: rank k loses to s(r - k) cards.",
        lambda: (s * (r - i) / (r * s - 1)) / sp.Sum(s * (r - k) / (r * s - 1), (k, t, r)),
        "Bayes' theorem; the ranks from t up were equally likely before",
    )
    d = d.equals(
        "Take out what all terms have in common.",
        lambda: (r - i) / sp.Sum(r - k, (k, t, r)),
        "s/(rs - 1) stands above and below",
    )
    d = d.equals(
        "Add up r - t, r - t - 1, ..., 0.",
        lambda: 2 * (r - i) / ((r - t) * (r - t + 1)),
        "arithmetic sum; neither the suits nor the size of the deck are left",
    )
    return d.at("An eight, for one who bets on eight or better.", r=13, t=7, i=7)
