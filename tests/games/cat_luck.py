"""The luck of a Black Cat match, worked out again from the published generator. Knows nothing of the package.

A word is one output of SplitMix64 (Steele, Lea and Flood, 2014). A deal has its own key for each lane of words: lane 0
lays the cards, lane 1 turns them, lane 3 is for policies.
"""

from __future__ import annotations

import math

FULL = 2**64


def word(key, i):
    """Give output ``i``, counted from 0, of the generator seeded with ``key``."""
    state = (key + (i + 1) * 0x9E3779B97F4A7C15) % FULL
    state = (state ^ (state // 2**30)) * 0xBF58476D1CE4E5B9 % FULL
    state = (state ^ (state // 2**27)) * 0x94D049BB133111EB % FULL
    return state ^ (state // 2**31)


def lane_of(seed, index, deal, lane):
    """Give the key of a lane in a deal counted from 0."""
    return word(word(seed, index), 4 * deal + lane)


def below(a_word, m):
    """Give a number 0 to m - 1."""
    return (a_word // 2**11) * m // 2**53


def order_of_turning(seed, index, deal, positions):
    """Give all positions in the order in which chance turns them, if nothing ends the deal."""
    key = lane_of(seed, index, deal, 1)
    face_down = list(range(1, positions + 1))
    return [face_down.pop(below(word(key, i), len(face_down))) for i in range(positions)]


def cards_laid(seed, index, deal, pack, positions):
    """Give the cards at positions 1, 2, ...: ``pack`` is in the order of the rules."""
    key = lane_of(seed, index, deal, 0)
    cells = list(pack)
    for p in range(positions):
        q = p + below(word(key, p), len(cells) - p)
        cells[p], cells[q] = cells[q], cells[p]
    return cells[:positions]


def chance_of_at_least(chi_square, df):
    """Give the tail of the chi-square distribution: the p-value, by the series of the incomplete gamma function."""
    a, x = df / 2, chi_square / 2
    if x <= 0:
        return 1.0
    term = total = 1 / a
    k = 1
    while term > total * 1e-15:
        term *= x / (a + k)
        total += term
        k += 1
    return 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a))


def p_value(counts, expected):
    """Test counts against equal expected numbers."""
    return chance_of_at_least(sum((n - expected) ** 2 / expected for n in counts), len(counts) - 1)
