"""Black Cat "Bank" played once more, with plain loops, from the written rules alone. Knows nothing of the package.

It is slow, long and flat on purpose: whoever doubts a line can hold it against the rule whose number stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Match:
    """A match in play, and what it was agreed to play; ``deals`` are (cards by position, order of turning, backers)."""

    players: int
    purse: int | None = None
    first_banker: int = 0
    stake: int = 6
    ante: int = 0
    unbacked: str = "void"
    reserve_pays: str = "all"
    receiver: str = "new_deal"
    holiday: str = "plays_on"
    settle: str = "banker"

    purses: list[int] = field(default_factory=list)
    pool: int = 0
    reserve: int = 0
    banker: int = 0
    last_staker: int = 0
    trace: list[tuple] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def out_of_purse(self, seat, due):
        """3.7: he pays what he has."""
        paid = due if self.purse is None or self.purses[seat] >= due else self.purses[seat]
        self.purses[seat] -= paid
        return paid

    def new_banker_stakes(self, seat):
        """3.1, 3.3, 3.4: banker, stake, last staker."""
        self.banker = seat
        self.pool += self.out_of_purse(seat, self.stake)
        self.last_staker = seat

    def call(self, claimants):
        """3.4: each claimant in turn is due one counter; tell whether the bank is broken."""
        broken = False
        for seat in claimants:
            if self.pool > 0:
                self.pool -= 1
                self.purses[seat] += 1
            else:
                broken = True
                if self.reserve > 0:
                    self.reserve -= 1
                    self.purses[seat] += 1
        return broken

    def turned(self, card, backer):
        """3.3: carry out one card; tell whether the deal is over, and whether an Official Receiver let it go on."""
        words = card.split()
        number = int(words[1]) if words[0] in ("In", "Out") else 0
        everybody = [(self.banker + k) % self.players for k in range(1, self.players + 1)]
        if backer is None and self.unbacked == "banker" and number:
            backer = self.banker
        broken = False
        over = False
        if card == "Reserve":
            for seat in everybody:
                if seat != self.banker or self.reserve_pays == "all":
                    self.reserve += self.out_of_purse(seat, 1)
        elif card == "Contribution":
            for seat in everybody:
                self.pool += self.out_of_purse(seat, 1)
        elif card == "Distribution":
            broken = self.call(everybody)
        elif card == "Bank Holiday":
            self.purses[self.banker] += self.pool + self.reserve
            self.pool = self.reserve = 0
            self.new_banker_stakes(self.banker)
            over = self.holiday == "new_deal"
        elif backer is None:
            pass
        elif words[0] == "In":
            self.pool += self.out_of_purse(backer, number)
        elif words[0] == "Out":
            broken = self.call([backer] * number)
        elif card == "Stake":
            if backer != self.last_staker:
                self.purses[self.last_staker] += self.out_of_purse(backer, self.stake)
        elif card == "Scoop":
            self.purses[backer] += self.pool
            self.pool = 0
            self.new_banker_stakes(backer)
            over = True
        elif card == "Transfer Bank":
            self.banker = backer
            over = True
        elif card == "Official Receiver":
            retiring = self.banker
            self.banker = backer
            self.purses[retiring] += self.out_of_purse(backer, self.pool)
            over = self.receiver == "new_deal"
        else:
            raise ValueError(card)
        if broken:
            self.new_banker_stakes((self.banker + 1) % self.players)
            over = True
        return over

    def standing(self):
        """Give all accounts, the banker and the last staker."""
        return (tuple(self.purses), self.pool, self.reserve, self.banker, self.last_staker)

    def begin(self):
        """3.1: the first banker stakes."""
        self.purses = [self.purse or 0] * self.players
        self.new_banker_stakes(self.first_banker)
        return self

    def backing_order(self, backs):
        """3.2: in turn, round by round."""
        punters = [(self.banker + k) % self.players for k in range(1, self.players)]
        return [seat for _ in range(backs) for seat in punters]

    def play_deal(self, cards, order, markers):
        """3.2 to 3.5: ``markers`` are (seat, position) in the order laid; ``order`` holds positions."""
        backers = {}
        for seat, position in markers:
            backers[position] = seat
            self.pool += self.out_of_purse(seat, self.ante)
        for position in order:
            before = self.banker
            over = self.turned(cards[position - 1], backers.get(position))
            self.trace.append((position, cards[position - 1], self.standing()))
            if over:
                return
            if self.banker != before:  # 3.5: an Official Receiver, and the deal goes on
                backers = {where: seat for where, seat in backers.items() if seat != self.banker}

    def end(self):
        """3.6: settle, and find the winners."""
        if self.settle == "banker":
            self.purses[self.banker] += self.pool + self.reserve
            self.pool = self.reserve = 0
        most = max(self.purses)
        self.winners = [seat for seat in range(self.players) if self.purses[seat] == most]
        return self
