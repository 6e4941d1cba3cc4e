"""What each lesson of this package asks, in a line, as the README lists them.

A notebook of a teacher's own is listed with the question that stands in bold at its beginning.
"""

from __future__ import annotations

QUESTIONS = {
    "00-welcome": "How a lesson works, in ten minutes, and three routes through the lessons.",
    "01-one-coup": "Is a bet of one card against one card the toss of a coin?",
    "02-bet-or-pass": "You look at your card first. Does the one who wins most of his bets go home with the most?",
    "03-what-does-a-bet-reveal": "Somebody has won, and you did not see his card. Was it an ace?",
    "04-many-punters": "One card is turned for four punters at once. Is it the same game, and for whom?",
    "05-how-sure-are-we": "Seven wins of ten. How many coups does it take to know that it is not a coin?",
    "06-the-life-of-a-bank": "A small bank or a large one: which is more likely to be tripled before it is broken?",
    "07-best-play": "On a good card, do you stake everything you have? When do you wait for a better one?",
    "08-the-deck-remembers": "Used cards go under the pack. Does luck even out if you play long enough?",
    "09-one-sentence-four-games": "One sentence of an old rule book is read in four ways. How often does it matter?",
    "10-fourteen-face-down": "Fourteen cards lie face down. Does it matter which you back, and who chooses first?",
    "11-your-own-question": "Change a rule, derive, simulate, report: a worked example and an empty sheet.",
    "doubling-systems": "A page for schools. A system wins on thirty-nine evenings of forty. Who pays for them?",
}
