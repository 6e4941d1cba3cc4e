"""Where the focus goes at the table, what its buttons say, and what is seen in a theme of high contrast."""

from __future__ import annotations

import banchok_edu as be

FOCUS = "document.activeElement.dataset.key ?? document.activeElement.localName"


def test_black_cat_is_played_with_the_keys_and_the_focus_is_never_lost(show):
    shown = show(be.Table(be.BlackCat(be.BlackCatRules(players=3, first_banker=2, deals=2), seed=8)))
    page = shown.page
    page.locator(".pick").first.focus()
    for deal in (1, 2):
        assert page.evaluate(FOCUS) == "back1"
        page.keyboard.press("Enter")
        if deal == 1:
            page.wait_for_selector(".turn [data-key=go]")
            assert page.evaluate(FOCUS) == "go"
            page.keyboard.press("Enter")
            page.wait_for_selector(".pick")
    page.wait_for_function("!document.querySelector('.turn button')")
    assert page.evaluate(FOCUS) == "undo"


def test_the_slider_of_black_cat_goes_down_to_the_very_beginning(show):
    shown = show(be.Table(be.BlackCat(be.BlackCatRules(players=3, first_banker=2), seed=8)))
    page = shown.page
    page.locator("[data-key=time]").focus()
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.time .lim').textContent.includes('event 0')")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.time .lim').textContent.includes('event 1 ')")
    assert shown.widget.view["at"] == 1


def test_the_button_says_whole_bank_only_if_it_is_the_whole_bank(show):
    """The limit of 100 is the whole bank before the stake of 1 was lost, and not any more when the bank has 101."""
    game = be.PolishBanchok(be.PolishRules(players=2, first_banker=1), stack="2♠ 3♥ 4♦ A♠")
    shown = show(be.Table(game))
    page, most = shown.page, shown.page.locator("[data-key=most]")
    assert most.text_content() == "Whole bank"
    page.locator("[data-key=go]").click()
    page.get_by_text("Deal on").click()
    page.wait_for_function("document.querySelector('[data-key=most]')?.textContent === 'Most'")
    page.locator("[data-key=undo]").click()
    page.wait_for_function("document.querySelector('[data-key=most]')?.textContent === 'Whole bank'")


def test_the_last_coup_of_an_earlier_deal_is_still_signed(show):
    game = be.PolishBanchok(be.PolishRules(players=2, first_banker=1), stack="2♠ 3♥ 4♦ A♠")
    page = show(be.Table(game)).page
    page.locator("[data-key=go]").click()
    page.get_by_text("Deal on").click()
    page.wait_for_selector("[data-key=most]")
    assert page.locator(".duel .sw").text_content() == "−"


def test_in_a_dark_contrast_theme_the_ruler_and_the_slider_can_be_seen(show):
    page = show(be.Table(be.Banchok(be.BanchokRules(players=2, first_banker=1), seed=8))).page
    page.emulate_media(forced_colors="active", color_scheme="dark")
    white = "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.ruler text')).fill") == white
    assert page.evaluate("getComputedStyle(document.querySelector('.ruler .thick')).stroke") == white
    assert page.evaluate("getComputedStyle(document.querySelector('.rng')).forcedColorAdjust") == "none"
