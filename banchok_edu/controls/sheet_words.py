"""All words of the sheets (explorer, runner, bank walk, stepper), in one place for translators.

They are filled in here and not in the browser.
"""

from __future__ import annotations

from typing import Any

SHEET_WORDS = {
    "late": "That is not on offer now, and nothing was changed. Look at the sheet, and choose again.",
    "long": "At most {most} characters, please.",
    "still": "A still picture. Run the cell to use the controls.",
    # what sliders stand for
    "r": "Ranks r",
    "s": "Suits s",
    "d": "Decks d",
    "h": "Cards in a hand h",
    "i": "Rank i of the card",
    "t": "Threshold t: the lowest rank to bet on",
    "m": "Punters m",
    "B": "Opening sum of the bank B, in counters",
    "N": "Cards in the pack N",
    "D": "Cards laid D",
    "c": "Cards of the kind c",
    "C": "Cards that change the banker C",
    "b": "Markers b",
    "k": "How many of them k",
    "tie": "An equal card",
    "tie.punter_wins": "pays the punter",
    "tie.push": "sends the stake back",
    "tie.banker_wins": "pays the bank",
    "win_rule": "Win rule",
    "win_rule.covers": "covers",
    "win_rule.beats": "beats",
    "win_rule.covers_any": "covers_any",
    "win_rule.total_order": "total_order",
    "given": "What is known",
    "given.won": "the coup was won",
    "given.lost": "a bet on t or better was lost",
    "turned": "Turned cards",
    "turned.two": "one for each punter, as in the game",
    "turned.one": "one for both",
    # the explorer
    "explorer": "Explorer: {topic}",
    # the runner
    "runner": "Runner: {question}",
    "run.ready": "Ready.",
    "run.running": "Running.",
    "run.paused": "Paused.",
    "run.stopped": "Stopped.",
    "run.done": "All {games} {unit} are played.",
    "run.failed": "The run failed.",
    "run.start": "Start",
    "run.pause": "Pause",
    "run.resume": "Resume",
    "run.stop": "Stop",
    "run.again": "Start again",
    "run.seed": "New seed",
    "run.faster": "Faster",
    "run.slower": "Slower",
    "run.pace": "Pace: at most {rate} {unit} a second",
    "run.pace.full": "Pace: as fast as it goes",
    "run.seed_is": "Seed {seed}. The same seed gives the same {unit}: be.Runner(..., seed={seed}).",
    "run.none": "No number yet.",
    "run.progress": "{done} of {games} {unit}",
    "run.progress.label": "How far it is",
    "run.estimate": "{value} ± {error}",
    "run.interval": "95 % interval: {low} to {high}",
    "run.exact": "Exact: {exact}",
    "run.exact.working": "The exact number is being worked out.",
    "run.exact.none": "No exact line: {why}",
    "run.z": "z = {z}. {verdict}",
    "run.watching": "Watched for long enough, the band misses the exact number now and then. "
    "Judge it where you meant to stop.",
    "run.chart": "The estimate and its 95 % band as {unit} are played",
    "run.outliers": "Games that stand out",
    "run.what": "stands out by",
    "run.which": "game",
    "run.gain": "seat {seat}: {gain} counters",
    "run.coups": "a bank of {coups}",
    "run.open": "Open game {number} at the table",
    "run.code": "Run this in a cell: ",
    # the bank walk
    "walk": "Bank walk",
    "walk.step": "Next coup",
    "walk.play": "Play",
    "walk.pause": "Pause",
    "walk.end": "To the end",
    "walk.new": "New path",
    "walk.many": "Ten more paths",
    "walk.clear": "Clear",
    "walk.speed": "Speed",
    "walk.speed.1": "1 coup a second",
    "walk.speed.4": "4 a second",
    "walk.speed.10": "10 a second",
    "walk.now": "Bank {bank} after {coups}",
    "walk.ended": "The bank was {how} with {bank} after {coups}",
    "walk.from_here": "From here",
    "walk.from_start": "From the opening",
    "walk.odds": "The odds",
    "walk.end_how": "End",
    "walk.after": "By coup {coups}",
    "walk.chart": "Paths of the bank; the band holds 90 % of all banks, the line is their mean",
    "walk.axis": "coups",
    "walk.chart.alt": "Chart of the bank after each coup, from 0 to {goal} counters. {path}. After {coups} "
    "90 % of all banks are between {low} and {high}, the mean is {mean}.",
    "walk.spread": "Where a bank stands after {coups}, exactly; at both ends those that have ended",
    "walk.spread.axis": "counters in the bank",
    "walk.spread.alt": "Bars of the exact distribution of the bank after {coups}: {values}",
    "walk.tally": "Of {ended} that have ended, {tripled} tripled.",
    "walk.paths": "Seed {seed}: the paths are walk.paths.",
    "walk.model": "Model: independent coups, each from a full shoe.",
    # the stepper
    "step.none": "No line is shown yet.",
    "step.of": "line {n} of {of}",
    "step.ask.first": "How would you set it up?",
    "step.ask": "What comes next?",
    "step.guess": "Your own next line, in your words (kept in stepper.guesses)",
    "step.hint": "Say what is done",
    "step.show": "Show line {n}",
    "step.back": "Take line {n} back",
    "step.restart": "From the beginning",
    "step.why": "Why line {n}?",
    "step.why.hide": "Hide the reason for line {n}",
    "step.reason": "Because: {reason}",
    "step.numbers": "Put numbers in",
    "step.numbers.hide": "Letters only",
    "step.check": "Check the lines",
    "step.checking": "The lines are being checked.",
    "step.your": "You wrote: {guess}",
    "step.where": "What the letters stand for",
    "step.where.head": "letter",
    "step.where.meaning": "stands for",
    "step.undefined": "no value there",
    "step.is": "= {value}",
    "step.at": "with {numbers}",
    "step.all": "That was the last line.",
}
"""Templates; a value stands for each word in braces."""


def say(key: str, **values: Any) -> str:
    """Fill in a template.

    >>> say("long", most=200)
    'At most 200 characters, please.'
    """
    return SHEET_WORDS[key].format(**values)


def many(n: int, word: str) -> str:
    """Say how many.

    >>> many(1, "coup"), many(1200, "coup")
    ('1 coup', '1,200 coups')
    """
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def number(value: float, places: int = 4) -> str:
    """Write a number with so many significant digits.

    >>> number(9 / 17), number(0.0), number(12.0), number(1e-7)
    ('0.5294', '0', '12', '1e-07')
    """
    return f"{value:.{places}g}"
