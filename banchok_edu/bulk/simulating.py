"""Plays many games: checks what is asked for, says where it will be slow, and gives a ``Simulation``."""

from __future__ import annotations

import warnings
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from banchok_edu.compiled import numba_is_there
from banchok_edu.core.policy import Blind, is_table
from banchok_edu.core.rules import Rules
from banchok_edu.core.seating import Policies, policy_name, seat_policies
from banchok_edu.core.settings import in_range
from banchok_edu.errors import BanchokError, IncompleteRun, RulesError, SlowPlay, shown, whole_number
from banchok_edu.games.registry import GAMES

from .chunks import Job, Keep
from .runs import ExecutorFailed, Gathering, check_numpy, play_all
from .simulation import Simulation

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

KEEPS = ("columns", "summary")


def simulate(
    rules: Rules,
    policies: Policies | None = None,
    games: int = 100_000,
    seed: int = 0,
    start: int = 0,
    progress: bool = False,
    executor: Executor | None = None,
    keep: str = "columns",
) -> Simulation:
    """Play many games.

    Parameters
    ----------
    rules
        The rules of any game.
    policies
        How the seats play: one policy for all, a mapping from seats, or a list with one for each seat. A seat without
        one plays ``Blind(1)``: it stakes 1 counter on every card, and in Black Cat backs free positions at random.
        The policies of ``be.policies`` are played by the compiled kernel; any other callable is played step by step,
        which takes some hundred times longer, and says so with the warning ``SlowPlay``.
    games
        How many games, 1 or more.
    seed, start
        The games are those with index ``start``, ``start + 1``, ... of this seed. To go on with a run, start where it
        ended.
    progress
        Whether to show a progress bar, with games a second and the time left.
    executor
        Who plays: an executor of ``concurrent.futures``, or that of a cluster's client. By default all threads of this
        machine. It makes no difference to the outcome.
    keep
        "columns" keeps numbers of every game, some 60 bytes each with five players; "summary" keeps exact sums only,
        from which the same estimates are made, and needs no more memory for 10**9 games than for ten.

    Returns
    -------
    Simulation
        The games. If it was interrupted (Ctrl-C, or the notebook's stop button) it has those that were complete, says
        so, and its ``complete`` is False.

    Raises
    ------
    RulesError
        If rules, policies or numbers cannot be.
    IllegalChoice
        If a policy of your own makes an illegal choice; names policy, seat and game, and how to play that game again.
    IncompleteRun
        If the executor fails on the way; names the games that are missing, and has the others in ``.simulation``.

    >>> import banchok_edu as be
    >>> sim = be.simulate(be.BanchokRules(players=3), be.policies.Threshold("9"), games=1000, seed=7)
    >>> sim["gain"].shape, sim["ended"].dtype
    ((1000, 3), dtype('int8'))
    >>> sim.probability("tripled")
    <Estimate 0.0430 ± 0.0037 (95 %: 0.0363 to 0.0508; 1,000 games)>
    """
    job, start, count = _checked(rules, policies, games, seed, start, keep)
    bar_of = _bars(progress)
    _notices(job, progress=progress)
    gathering = Gathering(job, start, count)
    if executor is None:
        job.warm_up()  # before there is a bar, as compiling says so itself
    complete = True
    with bar_of(count) as bar:
        try:
            play_all(job, start, count, executor, gathering, bar.update if progress else _silent)
        except KeyboardInterrupt:
            if not gathering.complete:
                raise
            complete = False
        except ExecutorFailed as failed:
            raise _incomplete(gathering, failed.__cause__) from failed.__cause__
    return _simulation(gathering, complete=complete)


def _checked(
    rules: Any, policies: Policies | None, games: Any, seed: Any, start: Any, keep: Any
) -> tuple[Job, int, int]:
    if not isinstance(rules, Rules) or rules.game not in GAMES:
        kinds = ", ".join(f"{game.rules_type.__name__}(...)" for game in GAMES.values())
        raise RulesError(f"{shown(rules)} are not rules: give {kinds}")
    start, count = in_range("start", start, 63), whole_number(games)
    if count is None or not 1 <= count <= 2**63 - start:
        most = "2**63" if start == 0 else f"2**63 - {start}"
        hint = f"; write it without a point: {int(games)}" if isinstance(games, float) and games.is_integer() else ""
        raise RulesError(f"games={shown(games)} is not allowed: games is a whole number from 1 to {most}{hint}")
    if not isinstance(keep, str) or keep not in KEEPS:
        raise RulesError(f"keep={shown(keep)} is not allowed: keep 'columns' or 'summary'")
    check_numpy(keep)
    seated = tuple(policy or Blind(1) for policy in seat_policies(policies, rules.players))
    kept: Keep = "columns" if keep == "columns" else "summary"
    return Job(rules, seated, in_range("seed", seed, 64), kept), start, count


def _notices(job: Job, *, progress: bool) -> None:
    """Say why it will take longer than it could, where it will."""
    if not job.by_table:
        slow = next(policy for policy in job.policies if not is_table(policy))
        text = (
            f"{policy_name(slow)} is not one of be.policies, so the games are played step by step: about 1,000 a "
            "second instead of a million"
        )
        text += "" if progress else "; progress=True shows how far it is"
    elif not numba_is_there():
        text = "numba is not there, so the games are played uncompiled: about a hundred times slower"
    else:
        return
    warnings.warn(text, SlowPlay, stacklevel=3)


def _bars(progress: Any) -> Callable[[int], Any]:
    """Give what makes the progress bar of so many games, or none."""
    if not isinstance(progress, bool):
        raise RulesError(f"progress={shown(progress)} is not allowed: say True or False")
    if not progress:
        return nullcontext
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise BanchokError("progress=True needs tqdm: install it, or leave progress out") from None
    return lambda games: tqdm(total=games, unit=" games", unit_scale=True, smoothing=0.1)


def _silent(games: int) -> None:
    del games


def _simulation(gathering: Gathering, *, complete: bool) -> Simulation:
    job = gathering.job
    return Simulation(
        rules=job.rules,
        policies=job.policies,
        seed=job.seed,
        start=gathering.start,
        games=gathering.complete,
        asked=gathering.games,
        complete=complete,
        _job=job,
        _arrays=gathering.columns(),
        _kept=gathering.totals if job.keep == "summary" else None,
    )


def _incomplete(gathering: Gathering, cause: BaseException | None) -> IncompleteRun:
    first, last = gathering.start + gathering.complete, gathering.start + gathering.games - 1
    why = f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__
    kept = (
        f"the {gathering.complete:,} games before them are in .simulation of this error" if gathering.complete else ""
    )
    error = IncompleteRun(
        f"the executor failed ({shown(why, 200)}), and games {first:,} to {last:,} of seed {gathering.job.seed} are "
        f"missing; {kept or 'none was complete'}; start={first}, games={last - first + 1} plays the missing ones"
    )
    error.missing = first, last
    error.simulation = _simulation(gathering, complete=False) if gathering.complete else None
    return error
