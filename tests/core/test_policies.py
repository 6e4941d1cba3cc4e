"""What policies choose, how bad ones are told, and where advancing stops."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.core.decision import Decision
from banchok_edu.core.events import Left, Opened, Passed, Settled
from banchok_edu.errors import shown
from tests.core.standing import GAMES, says, standing

P = be.policies
EXPOSED = "the exposed card"
ALL = [P.Pass(), P.Blind(3), P.Blind("bank"), P.Threshold("8"), P.Threshold(wins=27, stake=4), P.Share(1, 3)]


class Fixed(be.BanchokRules):
    """Rules under which every coup ends in the same way."""

    def outcome(self, hand, turned):
        return self.fixed if turned == EXPOSED else super().outcome(hand, turned)


def asked(policy, low, high, *, may_pass=True, bank=20, exposed=None, outcome=-1, hand=("9♠",), purse=(7, 7)):
    """Give what a policy answers to one question about a stake."""
    rules = Fixed(players=2, purse=100)
    object.__setattr__(rules, "fixed", outcome)
    decision = Decision(1, "stake", low, high, (), may_pass)
    cards = tuple(be.Card.read(card) for card in hand)
    return policy(
        SimpleNamespace(
            decision=decision, rules=rules, exposed=exposed, hand=cards, bank=bank, seat=1, purses=purse, luck=None
        )
    )


@pytest.mark.parametrize(
    "policy, low, high, may_pass, answer",
    [
        (P.Pass(), 1, 20, True, 0),
        (P.Pass(), 2, 20, False, 2),
        (P.Blind(3), 1, 20, True, 3),
        (P.Blind(3), 5, 20, True, 5),
        (P.Blind(30), 1, 20, True, 20),
        (P.Blind(10**30), 1, 20, True, 20),
        (P.Blind("bank"), 1, 12, True, 12),
        (P.Share(1, 3), 1, 20, True, 6),
        (P.Share(1, 30), 1, 20, True, 0),
        (P.Share(1, 30), 1, 20, False, 1),
        (P.Share(1, 1), 1, 5, True, 5),
        (P.Share(1, 2, of="purse"), 1, 20, True, 3),
        (P.Share(0, 1), 1, 20, True, 0),
        (P.Threshold("9"), 1, 20, True, 20),
        (P.Threshold("10"), 1, 20, True, 0),
        (P.Threshold("10", otherwise=2), 1, 20, True, 2),
        (P.Threshold("9", stake=0, otherwise=5), 1, 20, True, 0),
        (P.Threshold(wins=31, stake=4), 1, 20, True, 4),
        (P.Threshold(wins=32, stake=4, otherwise="bank"), 1, 20, True, 20),
        (P.Threshold(wins=0), 1, 20, True, 20),
    ],
)
def test_the_nearest_legal_stake_is_given(policy, low, high, may_pass, answer):
    assert asked(policy, low, high, may_pass=may_pass) == answer


@pytest.mark.parametrize("policy", ALL, ids=repr)
@pytest.mark.parametrize("may_pass", [True, False])
def test_on_an_exposed_card_all_is_staked_if_it_wins_and_else_the_least(policy, may_pass):
    assert asked(policy, 2, 9, may_pass=may_pass, exposed=EXPOSED, outcome=-1) == 9
    for outcome in (0, 1):
        assert asked(policy, 2, 9, may_pass=may_pass, exposed=EXPOSED, outcome=outcome) == 2


@pytest.mark.parametrize("policy", ALL, ids=repr)
def test_policies_open_what_they_can_and_never_refuse(policy):
    rules = be.PolishRules(players=4, opening=30, opening_choice="free", purse=40, exposure="1/3", ranks=10)
    policy = P.Threshold(wins=20) if isinstance(policy, P.Threshold) and policy.rank else policy
    for seed in range(15):
        game = be.PolishBanchok(rules, seed=seed)
        while game.decision:
            if game.decision.kind == "opening":
                purse = game.purses[game.decision.seat]
                game.choose(policy(game.view(game.decision.seat)))
                opened = game.events[-1] if isinstance(game.events[-1], Opened) else None
                opened = opened or [event for event in game.events if isinstance(event, Opened)][-1]
                assert opened.amount == min(30, purse)
            else:
                game.choose(policy(game.view(game.decision.seat)))
        assert not any(isinstance(event, Left) and event.refused for event in game.events)


def test_pass_never_bets_and_blind_always_does():
    assert not any(isinstance(e, Settled) for e in GAMES["banchok"]().advance(P.Pass()).events)
    assert not any(isinstance(e, Passed) for e in GAMES["banchok"]().advance(P.Blind()).events)


@given(
    st.sampled_from(ALL[:3] + ALL[4:]),
    st.integers(0, 2**64 - 1),
    st.builds(
        dict,
        players=st.integers(2, 6),
        purse=st.none() | st.integers(1, 30),
        opening=st.integers(1, 30),
        min_stake=st.integers(1, 12),
        exposure=st.sampled_from([0, "1/2", 1]),
        exposed_pass=st.booleans(),
        stake_limit=st.sampled_from(["opening", "bank"]),
        turn_limit=st.integers(1, 30),
    ),
)
@settings(max_examples=60, deadline=None)
def test_policies_are_never_told_that_they_are_wrong(policy, seed, fields):
    assert be.PolishBanchok(be.PolishRules(**fields), seed=seed).advance(policy).is_over


@pytest.mark.parametrize("kind", GAMES)
def test_an_answer_depends_on_the_view_alone(kind):
    one = GAMES[kind]().advance(P.Blind(2))
    by_view = GAMES[kind]()
    while by_view.decision:
        by_view.choose(P.Blind(2)(by_view.view(by_view.decision.seat)))
    assert by_view.events == one.events


def test_a_policy_asked_with_a_view_without_a_decision_says_so():
    game = GAMES["banchok"]()
    for view in (game.view(at=1), game.advance(P.Pass()).view(0)):
        with pytest.raises(be.RulesError) as error:
            P.Blind()(view)
        says(error.value, "no decision", "the view of the seat that chooses")


BAD = {
    "Blind(0)": (lambda: P.Blind(0), "stake=0", "1 or more", "'bank'"),
    "Blind(-1)": (lambda: P.Blind(-1), "stake=-1"),
    "Blind(1.0)": (lambda: P.Blind(1.0), "stake=1.0"),
    "Blind(True)": (lambda: P.Blind(True), "stake=True"),
    "Blind(nan)": (lambda: P.Blind(float("nan")), "stake=nan"),
    "Blind(None)": (lambda: P.Blind(None), "stake=None"),
    "Blind('purse')": (lambda: P.Blind("purse"), "stake='purse'"),
    "Blind(array of text)": (lambda: P.Blind(np.array(["bank"])), "stake=array"),
    "Blind(array)": (lambda: P.Blind(np.array([1, 2])), "stake=array"),
    "Threshold()": (P.Threshold, "either a rank, Threshold('8')", "Threshold(wins=27)"),
    "Threshold(both)": (lambda: P.Threshold("8", wins=3), "either a rank"),
    "Threshold(8)": (lambda: P.Threshold(8), "rank=8", "2, 3, 4", "as text"),
    "Threshold('1')": (lambda: P.Threshold("1"), "rank='1'", "Q, K, A"),
    "Threshold('8♠')": (lambda: P.Threshold("8♠"), "rank='8♠'", "Q, K, A"),
    "Threshold(array)": (lambda: P.Threshold(np.array(["8", "9"])), "rank=array", "Q, K, A"),
    "Threshold(list)": (lambda: P.Threshold(["8"]), "rank=['8']", "Q, K, A"),
    "Threshold(wins=-1)": (lambda: P.Threshold(wins=-1), "wins=-1", "0 or more"),
    "Threshold(wins=2.5)": (lambda: P.Threshold(wins=2.5), "wins=2.5", "a whole number"),
    "Threshold(wins=array)": (lambda: P.Threshold(wins=np.array([3])), "wins=array", "a whole number"),
    "Threshold(stake=-1)": (lambda: P.Threshold("8", stake=-1), "stake=-1", "0 or more"),
    "Threshold(otherwise='x')": (lambda: P.Threshold("8", otherwise="x"), "otherwise='x'", "'bank'"),
    "Share(3, 2)": (lambda: P.Share(3, 2), "Share(3, 2)", "Share(1, 2)"),
    "Share(1, 0)": (lambda: P.Share(1, 0), "Share(1, 0)"),
    "Share(0, 0)": (lambda: P.Share(0, 0), "Share(0, 0)"),
    "Share(-1, 2)": (lambda: P.Share(-1, 2), "Share(-1, 2)"),
    "Share(0.5, 1)": (lambda: P.Share(0.5, 1), "Share(0.5, 1)", "whole numbers"),
    "Share(True, 2)": (lambda: P.Share(True, 2), "Share(True, 2)"),
    "Share(of='x')": (lambda: P.Share(1, 2, of="x"), "of='x'", "'bank' or of 'purse'"),
    "Share(of=array)": (lambda: P.Share(1, 2, of=np.array(["a", "b"])), "of=array", "'bank' or of 'purse'"),
}


@pytest.mark.parametrize("make, words", [(make, words) for make, *words in BAD.values()], ids=BAD)
def test_bad_parameters_of_policies_are_refused(make, words):
    with pytest.raises(be.RulesError) as error:
        make()
    says(error.value, *words)


def test_parameters_may_be_numbers_of_numpy():
    for opening, small, plain in (
        (10**9, P.Share(np.int8(1), np.int8(2)), P.Share(1, 2)),
        (1000, P.Blind(np.int8(100)), P.Blind(100)),
        (10, P.Threshold("8", np.int8(3), np.int8(2)), P.Threshold("8", 3, 2)),
        (10, P.Threshold(wins=np.uint8(9)), P.Threshold(wins=9)),
    ):
        assert small == plain
        assert repr(small) == repr(plain)
        rules = be.BanchokRules(players=3, opening=opening)
        assert be.Banchok(rules, seed=3).advance(small).gains == be.Banchok(rules, seed=3).advance(plain).gains


def test_a_share_of_the_purse_needs_a_purse():
    game = GAMES["banchok"]()
    before = standing(game)
    with pytest.raises(be.RulesError) as error:
        game.advance(P.Share(1, 2, of="purse"))
    says(error.value, "a share of the purse", "purse=100")
    assert standing(game) == before


def test_a_rank_is_no_threshold_for_a_hand_of_three():
    game = be.PolishBanchok(seed=1).choose(True)
    before = standing(game)
    with pytest.raises(be.RulesError) as error:
        game.advance(P.Threshold("8"))
    says(error.value, "a rank is a threshold for one card", "Threshold(wins=...)")
    assert standing(game) == before


@pytest.mark.parametrize("answer", [-1, 10**30, 1.0, True, "1", None, float("nan"), np.True_, np.array([1, 2]), [1]])
def test_a_policy_of_ones_own_that_is_wrong_is_told_with_its_name_seat_and_game(answer):
    def greedy(view):
        return answer if len(view.events) > 12 else 1

    game = be.Banchok(be.BanchokRules(players=3), seed=7, index=5)
    with pytest.raises(be.IllegalChoice) as error:
        game.advance(greedy)
    decision = game.decision
    says(error.value, "the policy greedy", f"seat {decision.seat}", "game 5 of seed 7", shown(answer), "counters, or 0")
    assert f"after {len(game.inputs)} inputs" in str(error.value)
    before = standing(game)
    with pytest.raises(be.IllegalChoice):
        game.advance(greedy)
    assert standing(game) == before
    assert game.advance(P.Pass()).is_over


def test_a_policy_of_ones_own_is_named_as_well_as_can_be():
    @dataclass
    class Wild:
        more: int

        def __call__(self, view):
            return view.bank + self.more

        def __repr__(self):
            return f"Wild({self.more})"

    class Nameless:
        def __call__(self, _):
            return -1

        def __repr__(self):
            raise RuntimeError

    for policy, name in ((Wild(3), r"Wild\(3\)"), (lambda _: -1, "<lambda>"), (Nameless(), "Nameless")):
        with pytest.raises(be.IllegalChoice, match=name):
            GAMES["banchok"]().advance(policy)


def test_an_error_of_a_policy_comes_out_as_it_is_and_changes_nothing():
    def broken(view):
        return view.no_such_thing

    game = GAMES["banchok"]()
    before = standing(game)
    with pytest.raises(AttributeError, match="no_such_thing"):
        game.advance(broken)
    assert standing(game) == before


def test_a_policy_that_plays_the_game_itself_cannot_spoil_it():
    game = GAMES["banchok"]()

    def meddles(view):
        game.advance(P.Blind("bank"))
        return view.decision.high

    with pytest.raises(be.IllegalChoice, match="the game is over"):
        game.advance(meddles)
    assert standing(be.from_json(game.to_json())) == standing(game)


def test_policies_come_as_one_or_a_mapping_or_a_list():
    blind, pass_ = P.Blind(2), P.Pass()
    one = GAMES["banchok"]().advance(blind)
    assert one.events == GAMES["banchok"]().advance([blind] * 3).events
    assert one.events == GAMES["banchok"]().advance((blind,) * 3).events
    assert one.events == GAMES["banchok"]().advance({0: blind, np.int64(1): blind, 2: blind}).events
    mixed = GAMES["banchok"]().advance([blind, pass_, blind])
    assert mixed.events == GAMES["banchok"]().advance({0: blind, 1: pass_, 2: blind}).events != one.events


@pytest.mark.parametrize("policies", [{0: P.Blind(1), 2: P.Blind(1)}, [P.Blind(1), None, P.Blind(1)]])
def test_advancing_stops_at_a_seat_without_a_policy(policies):
    game = GAMES["banchok"]()
    stops = 0
    while game.advance(policies).decision:
        assert game.decision.seat == 1
        assert game.advance(policies) is game
        game.choose(1)
        stops += 1
    assert stops
    assert game.events == GAMES["banchok"]().advance(P.Blind(1)).events


@pytest.mark.parametrize("nobody", [None, {}, [None] * 3])
def test_advancing_without_policies_does_nothing(nobody):
    game = GAMES["banchok"]()
    before = standing(game)
    assert standing(game.advance(nobody)) == before


def test_advancing_stops_at_a_seat_handed_to_a_person_until_it_is_handed_back():
    game = GAMES["banchok"]().hand_over(1, to_person=True).advance(P.Blind(1))
    assert game.decision.seat == 1
    assert game.view().by_person == (False, True, False)
    before = standing(game)
    assert standing(game.advance(P.Blind(1))) == before
    assert game.hand_over(1, to_person=False).advance(P.Blind(1)).is_over


@pytest.mark.parametrize(
    "policies, words",
    [
        ([], ["[]", "a list of 3"]),
        ([P.Pass()] * 2, ["a list of 3"]),
        ([P.Pass()] * 4, ["a list of 3"]),
        ([P.Pass(), 1, None], ["1 is not a policy", "called with a view"]),
        ("abc", ["'a' is not a policy"]),
        ("Pass", ["'Pass'", "a list of 3"]),
        (7, ["7", "give one, a mapping from seats, or a list of 3"]),
        ({P.Pass()}, ["a mapping from seats"]),
        (iter([P.Pass()] * 3), ["a mapping from seats"]),
        ({3: P.Pass()}, ["3 is not a seat", "0 to 2"]),
        ({-1: P.Pass()}, ["-1 is not a seat", "0 to 2"]),
        ({"0": P.Pass()}, ["'0' is not a seat"]),
        ({True: P.Pass()}, ["True is not a seat"]),
        ({None: P.Pass()}, ["None is not a seat"]),
        ({0: "pass"}, ["'pass' is not a policy"]),
        (P.Pass, ["Pass is a kind of policy", "Pass(...)"]),
        ([P.Pass(), P.Blind, P.Pass()], ["Blind is a kind of policy", "Blind(...)"]),
    ],
    ids=lambda value: shown(value) if not isinstance(value, list) else "",
)
def test_policies_that_do_not_fit_the_seats_are_refused(policies, words):
    game = GAMES["banchok"]()
    before = standing(game)
    with pytest.raises(be.RulesError) as error:
        game.advance(policies)
    says(error.value, *words)
    assert standing(game) == before


def test_luck_belongs_to_the_decision_and_is_the_same_when_asked_again():
    seen = []

    def lucky(view):
        seen.append([view.luck(m) for m in (1, 2, 2047, 2047)])
        assert view.luck(1) == 0
        assert view.luck(2047) == view.luck(2047) < 2047
        return view.luck(2)

    game = GAMES["banchok"]().advance(lucky)
    assert game.is_over
    assert len({words[2] for words in seen}) > 0.9 * len(seen)
    first = list(seen)
    game.goto(0).advance(lucky)
    assert seen[len(first) :] == first


@pytest.mark.parametrize("m", [0, -1, 2048, 1.0, True, "6", None, float("nan"), 10**30, np.array([6])])
def test_luck_is_asked_for_a_whole_number_in_range(m):
    game = GAMES["banchok"]()
    with pytest.raises(be.BanchokError) as error:
        game.view(game.decision.seat).luck(m)
    says(error.value, f"luck({shown(m)})", "1 to 2,047")
    assert 0 <= game.view(game.decision.seat).luck(np.int64(6)) < 6


def test_there_is_luck_only_for_the_seat_that_chooses():
    game = GAMES["banchok"]()
    asked_seat = game.decision.seat
    views = [game.view(seat) for seat in (None, "all", (asked_seat + 1) % 3)]
    views.append(game.view(asked_seat, at=len(game.events) - 1))
    views.append(GAMES["banchok"]().advance(P.Pass()).view(asked_seat))
    for view in views:
        with pytest.raises(be.BanchokError) as error:
            view.luck(6)
        says(error.value, "only for the seat whose decision it is")


def test_looking_at_luck_changes_nothing():
    game = GAMES["banchok"]()
    before = standing(game)
    game.view(game.decision.seat).luck(100)
    assert standing(game) == before


def test_one_who_refuses_leaves_where_he_may_and_else_plays_on():
    refusing = be.policies.Refusing(be.policies.Blind(2))
    polish = be.PolishBanchok(be.PolishRules(players=3, first_banker=0), seed=3).advance(
        [refusing, *[be.policies.Blind(2)] * 2]
    )
    assert polish.gains[0] == 0
    assert 0 not in polish.winners
    assert {event.seat for event in polish.events if isinstance(event, Opened)} == {1, 2}
    rules = be.BanchokRules(players=3)
    assert (
        be.Banchok(rules, seed=3).advance(refusing).events
        == be.Banchok(rules, seed=3).advance(be.policies.Blind(2)).events
    )


def test_refusing_needs_a_table_policy():
    with pytest.raises(
        be.RulesError, match=r"policy=<function .* is not one of be.policies: give one, such as Refusing"
    ):
        be.policies.Refusing(test_refusing_needs_a_table_policy)
