"""A simulation as a table for other programs: a pandas DataFrame, a CSV file, a Parquet file.

A file is written whole or not at all, and never over another one unless that is asked for. What would hinder it is
found out before the games are played.
"""

from __future__ import annotations

import contextlib
import csv
import importlib.util
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import BanchokError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .simulation import Simulation

ENDINGS = (".csv", ".parquet")
_BLOCK = 10_000


def flat(sim: Simulation) -> Iterator[tuple[str, Any]]:
    """Give the columns of the table with a row for each game: name and array, such as gain_0 for seat 0."""
    import numpy as np

    yield "game", np.arange(sim.games, dtype=np.int64) + sim.start
    for column in sim.columns:
        array = sim[column.name]
        for place in range(column.shape[1]):
            yield f"{column.name}_{place}", array[:, place]


def to_pandas(sim: Simulation, per: str) -> Any:
    """Give a DataFrame; see ``Simulation.to_pandas``."""
    if importlib.util.find_spec("pandas") is None:
        raise BanchokError("to_pandas() needs pandas: python -m pip install 'banchok-edu[tables]'")
    import pandas as pd

    sim[sim.columns[0].name]  # says it if there are no columns
    if per == "game":
        return pd.DataFrame({name: array.copy() for name, array in flat(sim)}).set_index("game")
    if per not in (known := sorted(sim._job.form.slots)):  # noqa: SLF001
        raise BanchokError(f"per={shown(per)} is not allowed: choose from 'game', {', '.join(map(repr, known))}")
    return _long(sim, per, pd)


def _long(sim: Simulation, per: str, pd: Any) -> Any:
    """Give a DataFrame with a row for each seat, bank or deal."""
    import numpy as np

    places = sim._job.form.slots[per]  # noqa: SLF001
    table = {"game": np.repeat(np.arange(sim.games) + sim.start, places), per: np.tile(np.arange(places), sim.games)}
    there = np.ones(sim.games * places, bool)
    for column in sim._job.form.columns:  # noqa: SLF001
        if column.per == per:
            values = sim[column.name].reshape(-1)
            table[column.name] = values
            if column.unit == "code":
                there = values >= 0
                table[column.name] = pd.Categorical.from_codes(values, categories=list(sim.ways))
    return pd.DataFrame(table)[there].reset_index(drop=True)


def check_path(path: str, *, force: bool) -> Path:
    """Find out whether a table can be written there.

    Raises
    ------
    BanchokError
        If the ending is unknown, what writes it is not installed, the folder is missing or cannot be written to, or a
        file is there already and ``force`` is not set.
    """
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise BanchokError(f"{shown(path)} has no known ending: write to a file that ends in {' or '.join(ENDINGS)}")
    if target.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise BanchokError(
            "a .parquet file needs pyarrow: python -m pip install 'banchok-edu[tables]', or write to a .csv file"
        )
    try:
        if target.is_dir():
            raise BanchokError(f"{shown(path)} is a folder: give the name of a file")
        if target.exists() and not force:
            raise BanchokError(f"{shown(path)} is there already: --force writes over it, or give another name")
        if not target.parent.is_dir():
            raise BanchokError(f"there is no folder {shown(str(target.parent))}: make it first")
        with _open_beside(target):
            pass
    except (OSError, ValueError) as error:
        if isinstance(error, BanchokError):
            raise
        raise BanchokError(f"{shown(path)} cannot be written: {error}") from None
    return target


@contextlib.contextmanager
def _open_beside(target: Path) -> Iterator[Path]:
    """Make a file beside the target under a name that nobody has, and take it away again if it is still there."""
    beside = target.with_name(f".{target.stem[:40]}-{secrets.token_hex(4)}{target.suffix}")
    with open(beside, "xb"):
        pass
    try:
        yield beside
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()


def write(sim: Simulation, target: Path, *, force: bool) -> None:
    """Write the table with a row for each game, whole or not at all.

    Raises
    ------
    OSError
        If it cannot be written, or a file is there and ``force`` is not set; that file is then still whole.
    """
    with _open_beside(target) as beside:
        (_write_csv if target.suffix.lower() == ".csv" else _write_parquet)(sim, beside)
        if not force and target.exists():  # it was not when the games began
            raise FileExistsError("there is a file of that name by now")
        os.replace(beside, target)


def _write_csv(sim: Simulation, path: Path) -> None:
    names, arrays = zip(*flat(sim), strict=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for start in range(0, sim.games, _BLOCK):
            writer.writerows(zip(*(array[start : start + _BLOCK].tolist() for array in arrays), strict=True))


def _write_parquet(sim: Simulation, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({name: array.copy() for name, array in flat(sim)}), path)
