"""What is asked after a first wrong answer: how it was found. It follows from what the exercise is about."""

from __future__ import annotations

METHODS = {
    "sample space": "What is one outcome here, and are all of them equally likely?",
    "conditional probability": "Which cards can still be turned, and how many of them are what you ask for?",
    "complement": "Would it be easier to ask how likely it is that it does not happen?",
    "symmetry": "Which cards could change places without changing the question?",
    "expectation": "Which values can come up, and how likely is each?",
    "linearity": "Into which parts can the number be broken up, one for each card or player?",
    "decision": "Which numbers decide it, and from where on does one exceed the other?",
    "counting": "How many ways are there in all, and do you count the same things above and below the line?",
    "total probability": "Into which cases does it fall, and how likely is each case?",
    "rule change": "Which outcomes does the rule change touch, and what do they bring now?",
    "Bayes": "Of which coups is this a share: of all of them, or of those in which it happened?",
    "natural frequencies": "Of how many coups do you speak, and which of them are counted?",
    "independence": "Does knowing the one change how likely the other is?",
    "dependence": "Which cards do the two have in common, and what does the one tell of the other?",
    "exclusive events": "Can both happen in the same coup?",
    "inclusion-exclusion": "Which cases have you added, and which of them twice?",
    "order statistics": "When is the best of several at most this high: what must hold for all of them?",
    "binomial": "In how many orders can so many wins come about?",
    "geometric": "What has to happen before, and what at the end?",
    "streaks": "What do the coups before tell of the next one in this model?",
    "variance": "Of which number is it the variance, and which of its parts hang together?",
    "covariance": "What does one win tell of the other?",
    "value of information": "In which cases would what was seen change what you do?",
    "Markov chain": "From each state, where can one coup lead, and with which probability?",
    "gambler's ruin": "Which equation holds between a bank and its two neighbours?",
    "martingale": "What does one coup do to the mean, and how many coups are there?",
    "Wald": "How many coups does the bank last on average, and what does each cost?",
    "optimal stopping": "What is it worth to wait, and when is your card worth more?",
    "dynamic programming": "What is each state worth with one turn left, and then with one more?",
    "Kelly": "What is to be made as large as possible: the mean, or the growth in the long run?",
    "exchangeability": "Which cards are as likely as any others to be the highest?",
    "hypergeometric": "Are the cards drawn with or without replacement?",
    "generating function": "What do its first two derivatives at 1 give?",
    "conditional Monte Carlo": "What share of the variance goes away?",
    "sample size": "How does the half-width depend on the number of trials?",
    "intervals": "What is random here, the number or the interval?",
    "doubling systems": "What is lost when the whole series is lost, and how likely is that?",
    "small samples": "How far does a frequency lie from the probability, in so many trials?",
    "product rule": "Which two things must happen, and how likely is the second once the first has happened?",
    "forecasts": "How far off is such a forecast on average, with each card?",
    "choosing the model": "What does the model take for granted, and where does it not hold?",
    "simulation": "What did you count, out of how many, and by which rule?",
}
"""By concept."""

USUAL = "How did you find it: what did you count, and out of what?"


def method(concepts: tuple[str, ...]) -> str:
    """Give the question for the first of these concepts that has one.

    >>> method(("variance", "dependence"))
    'Of which number is it the variance, and which of its parts hang together?'
    """
    return next((METHODS[concept] for concept in concepts if concept in METHODS), USUAL)
