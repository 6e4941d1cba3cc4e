"""Every order of a small deck played through the script, and counted again by plain loops that know no engine."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, permutations

import pytest

import banchok_edu as be
from banchok_edu.core.events import BankEnded, Passed, Settled
from tests.games.dealing import of_kind

SIX = ["Q♠", "Q♣", "K♠", "K♣", "A♠", "A♣"]
TIES = ["punter_wins", "push", "banker_wins"]
WIN_RULES = ["covers", "beats", "covers_any", "total_order"]


def rank(card):
    return "QKA".index(card[0])


def suit(card):
    return "♠♣".index(card[1])


def compare(own, turned, tie):
    """Give +1 if the banker takes the stake, -1 if he pays it, 0 if it goes back."""
    if rank(turned) > rank(own):
        return 1
    if rank(turned) < rank(own):
        return -1
    return {"punter_wins": -1, "push": 0, "banker_wins": 1}[tie]


def first_turn(game):
    """Give what came of the first turn: +1, -1, 0, or "pass"."""
    event = of_kind(game, Settled, Passed)[0]
    return "pass" if isinstance(event, Passed) else event.outcome


# -- the first coup ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tie, expected",
    [
        # 30 ordered pairs of 6 cards: 12 with the turned card higher, 12 lower, 6 equal; 24 orders for each pair.
        ("punter_wins", {1: 12 * 24, -1: 18 * 24}),
        ("push", {1: 12 * 24, -1: 12 * 24, 0: 6 * 24}),
        ("banker_wins", {1: 18 * 24, -1: 12 * 24}),
    ],
)
def test_banchok_the_first_coup_of_all_720_orders(tie, expected):
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=2, tie=tie, turn_limit=1)
    found = Counter(first_turn(play_first_bank(rules, order, be.policies.Blind(1))) for order in permutations(SIX))
    assert found == expected
    assert found == Counter(compare(order[0], order[1], tie) for order in permutations(SIX))


@pytest.mark.parametrize("tie", TIES)
def test_banchok_a_threshold_passes_below_its_rank(tie):
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=2, tie=tie, pass_limit=1, turn_limit=1)
    policy = be.policies.Threshold("K", stake=1)
    found = Counter(first_turn(play_first_bank(rules, order, policy)) for order in permutations(SIX))
    counted = Counter("pass" if order[0][0] == "Q" else compare(*order[:2], tie) for order in permutations(SIX))
    assert found == counted
    assert found["pass"] == 240  # two queens among six cards


@pytest.mark.parametrize("tie", TIES)
def test_banchok_a_deck_of_three_has_no_ties(tie):
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=1, tie=tie, turn_limit=1)
    orders = permutations(["Q♠", "K♠", "A♠"])
    found = Counter(first_turn(play_first_bank(rules, order, be.policies.Blind(1))) for order in orders)
    assert found == {1: 3, -1: 3}


def banker_wins(hand, turned, win_rule):
    """Tell whether the banker wins, by the words of the reading."""
    same = [rank(card) for card in hand if suit(card) == suit(turned)]
    if win_rule == "covers":
        return bool(same) and all(rank(turned) > held for held in same)
    if win_rule == "beats":
        return not any(held > rank(turned) for held in same)
    if win_rule == "covers_any":
        return any(rank(turned) > held for held in same)
    return all((rank(turned), suit(turned)) > (rank(card), suit(card)) for card in hand)


@pytest.mark.parametrize("win_rule", WIN_RULES)
def test_polish_the_first_coup_of_all_720_orders(win_rule):
    rules = be.PolishRules(
        players=2, first_banker=0, decks=1, ranks=3, suits=2, hand=2, win_rule=win_rule, turn_limit=1
    )
    found = Counter(first_turn(play_first_bank(rules, order, be.policies.Blind(1))) for order in permutations(SIX))
    counted = Counter(1 if banker_wins(order[:2], order[2], win_rule) else -1 for order in permutations(SIX))
    assert found == counted
    if win_rule == "total_order":
        assert found == {1: 240, -1: 480}  # the third of three different cards is the highest: one in three


@pytest.mark.parametrize("win_rule", WIN_RULES)
@pytest.mark.parametrize("least", [0, 2, 3])
def test_polish_a_threshold_counts_the_cards_that_win(win_rule, least):
    rules = be.PolishRules(
        players=2, first_banker=0, decks=1, ranks=3, suits=2, hand=2, win_rule=win_rule, pass_limit=1, turn_limit=1
    )
    policy = be.policies.Threshold(wins=least, stake=1)
    found = Counter(first_turn(play_first_bank(rules, order, policy)) for order in permutations(SIX))
    counted = Counter()
    for order in permutations(SIX):
        winning = sum(not banker_wins(order[:2], card, win_rule) for card in order[2:])
        counted["pass" if winning < least else 1 if banker_wins(order[:2], order[2], win_rule) else -1] += 1
    assert found == counted


@pytest.mark.parametrize("win_rule", WIN_RULES)
def test_polish_two_decks_of_three_cards(win_rule):
    """All 90 orders of two queens, two kings and two aces of spades: identical cards beside each other."""
    rules = be.PolishRules(
        players=2, first_banker=0, decks=2, ranks=3, suits=1, hand=2, win_rule=win_rule, turn_limit=1
    )
    orders = sorted(set(permutations(["Q♠", "K♠", "A♠"] * 2)))
    assert len(orders) == 90
    found = Counter(first_turn(play_first_bank(rules, order, be.policies.Blind(1))) for order in orders)
    assert found == Counter(1 if banker_wins(order[:2], order[2], win_rule) else -1 for order in orders)


def play_first_bank(rules, order, policy):
    """Play the bank of seat 0 with its deck in this order; the game stops when seat 0 is to stake against another."""
    if isinstance(rules, be.BanchokRules):
        game = be.Banchok(rules, seed=0, stack=order)
    else:
        game = be.PolishBanchok(rules, seed=0, stack=order).choose(True)
    return game.advance(dict.fromkeys(range(1, rules.players), policy))


# -- a whole bank within one deck --------------------------------------------------------------------------------------


def whole_bank(order, tie, stake_of, players, opening, triple, after_deal, turn_limit):
    """Play one bank in plain loops, all cards in this order, and give how it ended, what was taken and the gains."""
    cards, bank, turns, gains = list(order), opening, 0, [0] * players
    while True:
        hands = [cards.pop(0) for _ in range(players - 1)]
        bets = 0
        for punter, own in enumerate(hands, 1):
            stake = min(stake_of(own, bank), bank)
            turns += 1
            if stake:
                bets += 1
                result = compare(own, cards.pop(0), tie)
                bank += result * stake
                gains[punter] -= result * stake
            last = punter == players - 1
            if bank == 0:
                return "broken", 0, tuple(gains[1:])
            if bank >= triple * opening and (last or not after_deal):
                return "tripled", bank, tuple(gains[1:])
            if turns == turn_limit:
                return ("tripled" if bank >= triple * opening else "lapsed"), bank, tuple(gains[1:])
        if not bets:
            return "lapsed", bank, tuple(gains[1:])


def first_bank(game):
    """Give the same of the first bank that the script played."""
    at = next(i for i, event in enumerate(game.events) if isinstance(event, BankEnded))
    end = game.events[at]
    return end.how, end.amount, game.view("all", at=at + 1).purses[1:]


POLICIES = {
    "one": (be.policies.Blind(1), lambda _own, _bank: 1),
    "all": (be.policies.Blind("bank"), lambda _own, bank: bank),
    "king": (be.policies.Threshold("K", stake=2), lambda own, _bank: 0 if own[0] == "Q" else 2),
    "ace": (be.policies.Threshold("A", otherwise=1), lambda own, bank: bank if own[0] == "A" else 1),
    "half": (be.policies.Share(1, 2), lambda _own, bank: bank // 2),
}


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("policy", POLICIES)
def test_banchok_a_whole_bank_of_two_players_in_all_720_orders(tie, policy):
    plays, stake_of = POLICIES[policy]
    rules = be.BanchokRules(
        players=2, first_banker=0, opening=2, triple=2, tie=tie, ranks=3, suits=2, pass_limit=1, turn_limit=3
    )
    found = Counter(first_bank(play_first_bank(rules, order, plays)) for order in permutations(SIX))
    assert found == Counter(whole_bank(order, tie, stake_of, 2, 2, 2, False, 3) for order in permutations(SIX))


@pytest.mark.parametrize("after_deal", [False, True])
@pytest.mark.parametrize("policy", POLICIES)
def test_banchok_a_whole_bank_of_four_players_in_all_720_orders(after_deal, policy):
    plays, stake_of = POLICIES[policy]
    when = "after_deal" if after_deal else "at_once"
    rules = be.BanchokRules(
        players=4, first_banker=0, opening=2, triple=2, tripled_when=when, ranks=3, suits=2, pass_limit=1, turn_limit=3
    )
    found = Counter(first_bank(play_first_bank(rules, order, plays)) for order in permutations(SIX))
    assert found == Counter(
        whole_bank(order, "punter_wins", stake_of, 4, 2, 2, after_deal, 3) for order in permutations(SIX)
    )


# -- a whole bank whose deck goes round: exact chances against many games ----------------------------------------------

CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52}
"""Chi-square with so many degrees of freedom exceeds this by chance once in 1,000."""


def exact_bank(cards, tie, turns, deck_use):
    """Give the exact chances of (how, taken) of a bank of 2 against one punter who stakes one, tripled at 4.

    A deck is a row of batches, each of them shuffled; a batch is drawn when those before it are used up.
    """
    chances = defaultdict(Fraction)
    running = {((tuple(cards),), (), 2): Fraction(1)}
    for turn in range(1, turns + 1):
        then = defaultdict(Fraction)
        for (deck, used, bank), chance in running.items():
            for own, turned, deck_left, used_left, share in coups(deck, used):
                after = bank + compare(own, turned, tie)
                if after in (0, 4) or turn == turns:
                    chances[{0: "broken", 4: "tripled"}.get(after, "lapsed"), after] += chance * share
                elif deck_use == "side_pack":
                    then[deck_left, tuple(sorted((*used_left, own, turned))), after] += chance * share
                elif deck_use == "recycled":
                    then[(*deck_left, tuple(sorted((own, turned)))), (), after] += chance * share
                else:
                    then[(tuple(cards),), (), after] += chance * share
        running = then
    return dict(chances)


def coups(deck, used):
    """Give each own card and turned card, the deck and the used cards after them, and the chance of that."""
    for own, deck_1, used_1, p in draws(deck, used):
        for turned, deck_2, used_2, q in draws(deck_1, used_1):
            yield own, turned, deck_2, used_2, p * q


def draws(deck, used):
    """Give each card that may come, the deck and the used cards after it, and its chance."""
    if not deck:
        deck, used = (used,), ()
    batch, *rest = deck
    for i, card in enumerate(batch):
        kept = batch[:i] + batch[i + 1 :]
        yield card, ((kept,) if kept else ()) + tuple(rest), used, Fraction(1, len(batch))


@pytest.mark.parametrize("deck_use", ["recycled", "side_pack", "fresh_each_coup"])
@pytest.mark.parametrize("tie, suits", [("punter_wins", 1), ("push", 1), ("push", 2), ("banker_wins", 2)])
def test_banchok_a_bank_whose_deck_goes_round_ends_as_often_as_counted(deck_use, tie, suits):
    """1,000 games at a fixed seed against the exact chances; by chance one such test in 1,000 would fail."""
    deck = [r + s for r in "QKA"[-3 if suits == 1 else -2 :] for s in "♠♣"[:suits]]
    rules = be.BanchokRules(
        players=2,
        first_banker=0,
        opening=2,
        triple=2,
        tie=tie,
        ranks=len(deck) // suits,
        suits=suits,
        deck_use=deck_use,
        turn_limit=5,
    )
    exact = exact_bank(deck, tie, 5, deck_use)
    assert sum(exact.values()) == 1
    games = 1000
    found = Counter(first_bank(of_seed(rules, i))[:2] for i in range(games))
    assert set(found) <= set(exact)
    distance = sum(float((found[end] - games * p) ** 2 / (games * p)) for end, p in exact.items())
    assert distance < CRITICAL[len(exact) - 1]


def of_seed(rules, index):
    """Play the first bank of a game that luck alone decides."""
    game = be.Banchok(rules, seed=77, index=index)
    while not of_kind(game, BankEnded):
        game.choose(1)
    return game


def test_the_exact_chances_of_a_deck_of_three_by_hand():
    # One coup is a fair coin where no ranks are equal.
    exact = exact_bank(["Q♠", "K♠", "A♠"], "punter_wins", 1, "recycled")
    assert exact == {("lapsed", 1): Fraction(1, 2), ("lapsed", 3): Fraction(1, 2)}
    # Fresh coups are independent: two heads, two tails, or one of each.
    fresh = exact_bank(["Q♠", "K♠", "A♠"], "punter_wins", 2, "fresh_each_coup")
    assert fresh == {("broken", 0): Fraction(1, 4), ("tripled", 4): Fraction(1, 4), ("lapsed", 2): Fraction(1, 2)}
    # A side pack of three: the second own card is the third card of the deck, the turned card one of the two used.
    # Q or K or A left over, each 1/3: with Q left (K and A used, in either order) the banker wins the second coup.
    side = exact_bank(["Q♠", "K♠", "A♠"], "punter_wins", 2, "side_pack")
    assert side[("tripled", 4)] == Fraction(1, 3) * Fraction(1, 2) + Fraction(1, 3) * Fraction(1, 2) * Fraction(1, 2)
    assert side[("lapsed", 2)] == Fraction(1, 2)


def test_all_hands_of_two_cards_are_met_equally_often():
    """In all orders of six cards each hand of two comes 48 times: the deal takes every second card for one punter."""
    rules = be.PolishRules(players=2, first_banker=0, decks=1, ranks=3, suits=2, hand=2, turn_limit=1)
    found = Counter()
    for order in permutations(SIX):
        game = be.PolishBanchok(rules, seed=0, stack=order).choose(True)
        found[frozenset(map(str, game.view(1).hands[1]))] += 1
    assert found == {frozenset(pair): 48 for pair in combinations(SIX, 2)}
