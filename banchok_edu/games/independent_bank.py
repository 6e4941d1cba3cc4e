"""One bank of Banchok or Polish banchok as an absorbing chain, where every coup comes from a full shoe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from banchok_edu.chains import Chain
from banchok_edu.core.seating import policy_name
from banchok_edu.errors import RulesError, counted, shown
from banchok_edu.formulas import Formula, symbol
from banchok_edu.rationals import written

from .banchok.columns import ENDED
from .banchok.rules import BankingRules
from .bank_steps import Running, Standing, Steps
from .coup_law import table_policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.core.policy import TablePolicy

MODEL = "fresh_each_coup"
"""The model of the deck: the reading of ``deck_use`` to which these numbers belong."""
IN_WORDS = "independent coups, each from a full shoe"
MOST_STATES = 20_000
"""The largest chain that is built; that alone takes some seconds."""


def _formulas() -> dict[str, Formula]:
    big, g, n, p, q, rho = map(symbol, ("B", "g", "n", "p", "q", "rho"))
    tripled = 1 / (1 + rho**big + rho ** (2 * big))
    odds = {rho: p / q}
    unit = f"Every coup is for 1 counter, broken at 0; {IN_WORDS}; ties that are pushes only delay"
    at_least_two: dict[str, tuple[int | None, int | None]] = {"g": (2, None)}
    return {
        "tripled": Formula("P(tripled)", tripled, f"Gambler's ruin (de Moivre, 1711). {unit}"),
        "reached": Formula(
            "P(g times the opening sum is reached)",
            (1 - rho**big) / (1 - rho ** (g * big)),
            f"Gambler's ruin, for any goal. {unit}",
            at_least_two,
            lambda rho, **_: "at rho=1 it is 1/g" if rho == 1 else None,
        ),
        "final bank": Formula("E(final bank)", 3 * big * tripled, f"The bank ends at 3B or at 0. {unit}"),
        "martingale": Formula(
            "mean of (p/q)^bank after a coup at a bank of n",
            p * (p / q) ** (n - 1) + q * (p / q) ** (n + 1) + (1 - p - q) * (p / q) ** n,
            f"It equals (p/q)^n: one coup leaves the mean as it is (de Moivre, 1711). {unit}",
            holds=_chances,
        ),
        "expected coups": Formula(
            "E(coups)",
            (3 * big * tripled.subs(odds) - big) / (q - p),
            f"Wald's identity (1944): E(final bank) - B is E(coups) times the mean of one, q - p. {unit}",
            holds=lambda p, q, **_: _chances(p, q) or ("at p=q it is B**2/p" if p == q else None),
        ),
        "expected coups, fair": Formula(
            "E(coups)",
            big**2 / p,
            f"Punter and banker win alike, each with probability p: the square of the bank grows by 2p a coup. {unit}",
            holds=lambda p, **_: None if 2 * p <= 1 else "p is at most 1/2: the banker wins as often",
        ),
    }


def _chances(p: Any, q: Any, **_others: Any) -> str | None:
    return None if p + q <= 1 else "p + q is at most 1: they are the chances of the punter and of the banker"


FORMULAS = _formulas()
"""What is known in closed form of a bank in which every coup is for 1 counter, by name.

>>> from fractions import Fraction
>>> FORMULAS["tripled"](B=1, rho=Fraction(9, 8))
64/217
"""


def bank_chain(rules: Any, policy: Any, *, exact: bool = True) -> BankChain:
    """Give one bank as a chain: how it ends, how long it lasts, what the banker takes.

    Model: independent coups. ``deck_use="fresh_each_coup"`` is asked for, since with used cards put under the deck or
    aside a coup depends on those before it, and the bank alone does not tell how the game goes on.

    Parameters
    ----------
    rules
        ``BanchokRules`` or ``PolishRules``, with ``deck_use="fresh_each_coup"``, credit without limit, and no exposed
        cards. The banker opens with the agreed sum. The limit of turns is left out; the result says how likely it is
        that it would be reached.
    policy
        How the punters play: a table policy of ``be.policies``, or a list with one for each punter, in turn from the
        banker's left.
    exact
        True: fractions. False: floats, for large banks.

    Raises
    ------
    RulesError
        If these rules, or the policy, have no such chain; if the bank might never end; if it is too large.

    The punter wins each coup with probability 9/17. A bank of 1 is tripled by two coups more won than lost:

    >>> import banchok_edu as be
    >>> rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    >>> bank = bank_chain(rules, be.policies.Blind(1))
    >>> bank.probability("tripled"), bank.expected_coups, bank.expected_final_bank
    (64/217, 425/217, 192/217)
    """
    check_rules(rules)
    policies = _punters(policy, rules.players - 1)
    steps = Steps(rules, policies)
    chain = Chain(_rows(steps.turn, [steps.start], steps), labels=_how, start=steps.start, exact=exact, model=MODEL)
    chain.expected_steps()  # if that takes too long, it is said now
    return BankChain(rules, tuple(policies), chain, steps)


@dataclass(frozen=True, eq=False, repr=False)
class BankChain:
    """One bank as an absorbing chain. Made by ``bank_chain``. Model: independent coups."""

    rules: BankingRules
    policies: tuple[TablePolicy, ...]
    """How each punter plays, in turn from the banker's left."""
    chain: Chain
    """The chain from turn to turn."""
    _steps: Steps

    model = MODEL

    @property
    def exact(self) -> bool:
        """Whether the numbers are fractions; if not, they are floats."""
        return self.chain.exact

    @property
    def size(self) -> int:
        """How many states of a running bank there are."""
        return self.chain.size

    @cached_property
    def coup_chain(self) -> Chain:
        """The same bank from coup to coup: a state stands just before a bet, passes are passed over."""
        start: dict[Any, Any] = self._steps.before_coup(self._steps.start)
        first = [state for state in start if isinstance(state, Running)]
        rows = _rows(self._steps.coup, first, self._steps)
        rows |= {state: {state: 1} for state in start if isinstance(state, Standing)}
        return Chain(rows, labels=_how, start=start, exact=self.exact, model=MODEL)

    @property
    def formulas(self) -> dict[str, Formula]:
        """What is known in closed form of a bank in which every coup is for 1 counter, by name."""
        return FORMULAS

    def probability(self, how: str) -> Any:
        """Give the probability that the bank is "broken", "tripled" or "lapsed"."""
        if not isinstance(how, str) or how not in ENDED:
            raise RulesError(f"{shown(how)} is no end of a bank: a bank is {', '.join(ENDED[:2])} or {ENDED[2]}")
        return self.chain.probabilities().get(how, 0 * self.expected_turns)

    @cached_property
    def expected_coups(self) -> Any:
        """The mean number of coups."""
        return self.chain.expected_total(self._steps.bets)

    @cached_property
    def variance_of_coups(self) -> Any:
        """The variance of the number of coups."""
        return self.coup_chain.variance_of_steps()

    @cached_property
    def expected_turns(self) -> Any:
        """The mean number of turns, passes included."""
        return self.chain.expected_steps()

    @cached_property
    def expected_final_bank(self) -> Any:
        """The mean number of counters that the banker takes at the end."""
        return self.chain.expected_value(_bank)

    @cached_property
    def final_bank(self) -> dict[int, Any]:
        """The distribution of the counters that the banker takes at the end."""
        found: dict[int, Any] = {}
        for end, p in self.chain.ends().items():
            found[end.bank] = found.get(end.bank, 0) + p
        return dict(sorted(found.items()))

    def answer(self, question: str) -> Any:
        """Give the exact number for what a simulation estimates of its banks, in the words of the estimate.

        Raises
        ------
        RulesError
            If the chain does not tell it.
        """
        numbers = {f"{how}, of banks opened": self.probability(how) for how in ENDED}
        numbers |= {"coups in a bank": self.expected_coups, "bank in a bank": self.expected_final_bank}
        if not isinstance(question, str) or question not in numbers:
            raise RulesError(
                f"the chain of a bank does not tell {shown(question)}: it tells {', '.join(numbers)}; "
                "give another exact number by itself"
            )
        return numbers[question]

    def distribution_after(self, *, coups: int | None = None, turns: int | None = None) -> dict[Standing, Any]:
        """Give how the bank stands after so many coups or turns, and how likely.

        After coups: a bank that ends by passes, without another coup, has ended.

        >>> import banchok_edu as be
        >>> rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
        >>> bank_chain(rules, be.policies.Blind(1)).distribution_after(coups=1)
        {Standing(how='broken', bank=0): 9/17, Standing(how='runs', bank=2): 8/17}
        """
        if (coups is None) == (turns is None):
            raise RulesError("say after what: distribution_after(coups=10) or distribution_after(turns=10)")
        after = self.chain.distribution_after(turns) if turns is not None else None
        after = after if after is not None else self.coup_chain.distribution_after(coups)  # type: ignore[arg-type]
        found: dict[Standing, Any] = {}
        for state, p in after.items():
            standing = state if isinstance(state, Standing) else Standing("runs", state.bank)
            found[standing] = found.get(standing, 0) + p
        return dict(sorted(found.items()))

    def generating_function(self, how: str | None = None) -> Any:
        """Give the generating function of the number of coups, of all banks or of those that end so, for a small bank.

        That is the sum of P(coups = n) z^n.

        >>> import banchok_edu as be
        >>> rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
        >>> bank_chain(rules, be.policies.Blind(1)).generating_function("tripled")
        -64*z**2/(72*z**2 - 289)
        """
        if how is not None and self.probability(how) == 0:
            return 0 * self.expected_turns
        return self.coup_chain.generating_function(how)

    @cached_property
    def probability_of_reaching_turn_limit(self) -> float:
        """The probability that the bank has not ended after ``turn_limit`` turns, where the rules would end it.

        A float; its relative error is below 1e-15 for each turn. It is 0.0 where it is less than a float can be. The
        fraction is what ``distribution_after(turns=...)`` leaves running.
        """
        return self.chain.survival(self.rules.turn_limit)

    def __repr__(self) -> str:
        """Give the table as text."""
        lines = self._lines()
        width = max(len(what) for what, _ in lines)
        return "\n".join([self._title(), *(f"  {what:<{width}}  {value}" for what, value in lines)])

    def _repr_html_(self) -> str:
        box = Element("div")
        SubElement(box, "p").text = self._title()
        table = SubElement(box, "table")
        for what, value in self._lines():
            row = SubElement(table, "tr")
            SubElement(row, "th", scope="row").text = what
            SubElement(row, "td").text = value
        return tostring(box, encoding="unicode", method="html")

    def _title(self) -> str:
        names = dict.fromkeys(policy_name(policy) for policy in self.policies)
        return (
            f"One bank of {self.rules.game}, {self.rules.players} players, opening {counted(self.rules.opening)}.\n"
            f"Punters: {' or '.join(names)}.\nModel: {IN_WORDS}."
        )

    def _lines(self) -> list[tuple[str, str]]:
        numbers = [(f"P({how})", self.probability(how)) for how in ENDED]
        numbers += [("expected coups", self.expected_coups), ("expected turns", self.expected_turns)]
        numbers += [("expected final bank", self.expected_final_bank)]
        lines = [(what, _number(value)) for what, value in numbers]
        limit = self.probability_of_reaching_turn_limit
        return [
            *lines,
            (f"P({self.rules.turn_limit:,} turns are reached)", f"{limit:.3g}" if limit else "under 1e-300"),
        ]


def _number(value: Any) -> str:
    text = written(value)
    return text if "/" not in text else f"{float(value):.6g} = {text}"


def _how(end: Standing) -> str:
    return end.how


def _bank(end: Standing) -> int:
    return end.bank


def _rows(step: Callable[[Running], dict[Any, Any]], first: list[Running], steps: Steps) -> dict[Any, dict[Any, Any]]:
    """Find all states that can be reached, and give their rows."""
    rows: dict[Any, dict[Any, Any]] = {}
    waiting, seen = list(first), set(first)
    while waiting:
        state = waiting.pop()
        if steps.stuck(state.bank):
            raise RulesError(
                f"nobody bets against a bank of {counted(state.bank)}, and with pass_limit=None it would never end: "
                "give the rules pass_limit=3, say"
            )
        rows[state] = step(state)
        new = [target for target in rows[state] if isinstance(target, Running) and target not in seen]
        seen.update(new)
        waiting += new
        if len(seen) > MOST_STATES:
            opening = counted(first[0].bank)
            raise RulesError(
                f"a bank opened with {opening} has more than {MOST_STATES:,} states, too many for a chain: take a "
                "smaller opening sum or fewer players, or simulate it"
            )
    return rows


def check_rules(rules: Any) -> None:
    """Refuse rules under which the coups are not independent.

    Raises
    ------
    RulesError
        If there is no such model of these rules; says why.
    """
    if not isinstance(rules, BankingRules):
        raise RulesError(f"{shown(rules)} has no bank of independent coups: give BanchokRules(...) or PolishRules(...)")
    if rules.deck_use != "fresh_each_coup":
        raise RulesError(
            f"with deck_use={rules.deck_use!r} a coup depends on the cards used before it, so the bank alone does not "
            "tell how the game goes on: an independent chain is not that game; ask for "
            "deck_use='fresh_each_coup', where every coup comes from a full shoe"
        )
    if rules.purse is not None:
        raise RulesError(
            f"with purse={rules.purse} what can be staked depends on every punter's purse, and these on the banks "
            "before: an independent chain is not that game; ask for purse=None"
        )
    if getattr(rules, "exposure", 0):
        raise RulesError(
            f"with exposure={rules.exposure} some coups are played on an open card, with other stakes: an independent "  # type: ignore[attr-defined]
            "chain of coups is not that game; ask for exposure=0"
        )


def _punters(policy: Any, punters: int) -> list[TablePolicy]:
    if isinstance(policy, Sequence) and not isinstance(policy, str | bytes):
        if len(policy) != punters:
            raise RulesError(
                f"{len(policy)} policies are given for {punters} punters: give one, or a list of {punters}"
            )
        return [table_policy(each) for each in policy]
    return [table_policy(policy)] * punters
