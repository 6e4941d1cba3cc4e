"""The table in a browser, its Python half in this process."""

from __future__ import annotations

import banchok_edu as be


def banchok(players=6, **rules):
    return be.Banchok(be.BanchokRules(players=players, first_banker=players - 2, **rules), seed=7)


def test_a_whole_bank_is_played_with_the_mouse(show):
    shown = show(be.Table(banchok(3)))
    page, game = shown.page, shown.widget.game
    while sum(type(event).__name__ == "BankEnded" for event in game.events) < 1:
        page.get_by_role("button", name="Whole bank").click()
        page.locator(".turn .btn.p").click()
    assert game.purses[0] != 0
