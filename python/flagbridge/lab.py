"""Studies: many battles that answer a question (docs/lab.md), as tables.

>>> from flagbridge import lab
>>> result = lab.run("studies/intro.toml", out="lab/intro")     # doctest: +SKIP
>>> result.rows.group_by("game").aggregate([("turns", "mean")])  # doctest: +SKIP
>>> result.to_polars()                                           # doctest: +SKIP
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import Misuse

try:
    import pyarrow as arrow
    import pyarrow.parquet as parquet
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "pyarrow is not installed: pip install 'flagbridge[lab]' brings what studies need"
    ) from missing

if TYPE_CHECKING:
    import pandas
    import polars

Data = Any
Progress = Callable[[int, int], Any]
"""Called now and then with the battles fought and those that are left at the most."""


@dataclass
class Result:
    """What came of a study. It is an Arrow table itself: whatever reads Arrow's capsules reads its
    rows without a copy, such as `polars.DataFrame(result)`."""

    cells: list[dict[str, Data]]
    """Every kind of battle: who, where, `score` with its interval, and more, as
    `flagbridge lab run --json` has it."""
    rows: arrow.Table
    """A row for each battle, in the order of the study."""
    turns: arrow.Table | None
    """A row for each turn, if they were measured."""
    harm: arrow.Table | None
    """A row for each blow, if they were measured."""
    complete: bool
    """Whether it came to its end."""
    folder: Path | None
    """Where it is kept."""
    study: dict[str, Data] = field(repr=False)
    """What was asked, all of it resolved."""

    @property
    def battles(self) -> int:
        """How many were fought."""
        return sum(it["battles"] for it in self.cells)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.rows.__arrow_c_stream__(requested_schema)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a frame of pandas."""
        return self.rows.to_pandas()


def _source(study: str | Path | Mapping[str, Data]) -> tuple[str, str, Path]:
    """Name and text of a study, and the folder that its files lie in."""
    if isinstance(study, Mapping):
        return "study.json", json.dumps(dict(study)), Path()
    path = Path(study)
    return str(path), path.read_text(encoding="utf-8"), path.parent


def _read(file: Path) -> arrow.Table | None:
    return parquet.read_table(file) if file.exists() else None


def load(folder: str | Path) -> Result:
    """What is kept of a study that has come to its end."""
    home = Path(folder)
    rows = home / "rows.parquet"
    if not rows.exists():
        raise Misuse(f"{home}: no rows are kept here; the study has not come to its end")
    study = json.loads((home / "study.json").read_text(encoding="utf-8"))
    return Result(
        _native.Study.kept(home), parquet.read_table(rows), _read(home / "turns.parquet"), _read(home / "harm.parquet"),
        True, home, study,
    )


def run(
    study: str | Path | Mapping[str, Data],
    *,
    out: str | Path | None = None,
    jobs: int | None = None,
    on: str | None = None,
    progress: Progress | None = None,
    task: int = 2_000,
    parallel: int | None = None,
    gather: bool = True,
) -> Result:
    """Fights the battles of a study: a file, or the same as data.

    `out` keeps them in a folder, as `flagbridge lab run` does: what was stopped there goes on where
    it was, and `flagbridge lab report` draws its figures. `jobs` is the number of cores, all unless
    told. `on` names a cluster: `"ray"` for the one this process belongs to or that Ray starts here,
    `"ray://host:10001"` for another; see docs/cluster.md. There the study is cut into tasks of
    `task` battles, of which `parallel` are under way at a time, and `out` is a folder that all
    machines share, for the rows of every task; without it rows come back by way of Ray. Where there
    are too many of them for one machine's memory, `gather=False` leaves them in the folder.

    The same study gives the same rows and totals wherever it is fought.
    """
    name, text, files = _source(study)
    if on is not None:
        from . import _cluster

        return _cluster.run(
            name, text, files, on=on, out=out, task=task, parallel=parallel, progress=progress,
            gather=gather,
        )
    asked = _native.Study(name, text, files, f"flagbridge lab run {name}")
    if out is not None:
        return _kept(asked, Path(out), jobs, progress)
    with tempfile.TemporaryDirectory(prefix="flagbridge-") as folder:
        result = _kept(asked, Path(folder), jobs, progress)
        result.folder = None
        return result


def _kept(asked: _native.Study, folder: Path, jobs: int | None, progress: Progress | None) -> Result:
    complete, cells = asked.run(folder, jobs or 0, progress)
    # Read whole: a file that is looked into while it lies in memory must not go away.
    rows = parquet.read_table(folder / "rows.parquet", memory_map=False)
    return Result(
        cells,
        rows,
        _read(folder / "turns.parquet"),
        _read(folder / "harm.parquet"),
        complete,
        folder,
        asked.asked(),
    )
