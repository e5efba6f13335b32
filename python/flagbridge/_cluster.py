"""A study on many machines. Ray decides where and when; here stands only what a task is, and in
which order its battles count."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.compute as compute
import pyarrow.parquet as parquet

from . import _native, lab
from .errors import Misuse

try:
    import ray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "ray is not installed: pip install 'flagbridge[ray]' brings what clusters need"
    ) from missing

LEAST = 2_000
"""Smaller tasks cost more to hand out than to fight."""

RETRIES = 100
"""A task is given to another machine so often before the study gives up."""

KINDS = ("rows", "turns", "harm")


@dataclass(frozen=True)
class Task:
    """Battles of one kind, from one number to before another."""

    cell: int
    start: int
    end: int

    @property
    def mark(self) -> str:
        return f"{self.cell:05}-{self.start:012}"


@dataclass(frozen=True)
class Done:
    """What a task comes to."""

    totals: dict[str, Any]
    halves: bytes
    """By how many halves each battle was shared, for the first player."""
    files: dict[str, bytes] | None
    """Its Parquet, where no folder is shared."""


_studies: dict[str, _native.Study] = {}
"""Set up once for each process that fights."""


def _set_up(source: tuple[str, str, str, str]) -> tuple[str, _native.Study]:
    name, text, files, command = source
    key = hashlib.sha256("\0".join(source).encode()).hexdigest()
    if key not in _studies:
        _studies.clear()
        _studies[key] = _native.Study(name, text, files, command)
    return key, _studies[key]


def fight(source: tuple[str, str, str, str], task: Task, folder: str | None) -> Done:
    """Fights a task on one core. What was done already for the same study is not done again."""
    key, study = _set_up(source)
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="flagbridge-") as own:
            totals, halves = study.fight(task.cell, task.start, task.end, own)
            files = {path.name.split("-")[0]: path.read_bytes() for path in Path(own).iterdir()}
        return Done(totals, halves, files)
    note = Path(folder) / f"done-{task.mark}.json"
    about = {"study": key, "end": task.end}
    if note.exists():
        kept = json.loads(note.read_text(encoding="utf-8"))
        if {name: kept[name] for name in about} == about:
            return Done(kept["totals"], bytes.fromhex(kept["halves"]), None)
    totals, halves = study.fight(task.cell, task.start, task.end, folder)
    part = note.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps({**about, "totals": totals, "halves": halves.hex()}), encoding="utf-8")
    part.replace(note)
    return Done(totals, halves, None)


def _tasks(cells: int, battles: int, size: int) -> Iterator[Task]:
    """All there are, every kind in turn."""
    for start in range(0, battles, size):
        for cell in range(cells):
            yield Task(cell, start, min(start + size, battles))


class _Course:
    """Counts tasks in their order, and knows which of them count."""

    def __init__(self, study: _native.Study, cells: int) -> None:
        self.judges = [study.judge(cell) for cell in range(cells)]
        self.counted: list[list[tuple[Task, Done]]] = [[] for _ in range(cells)]
        self.next = [0] * cells
        self.why: list[str | None] = [None] * cells
        self.ends: list[int | None] = [None] * cells
        self.early: dict[tuple[int, int], tuple[Task, Done]] = {}

    def take(self, task: Task, done: Done) -> list[Task]:
        """Counts what can be counted with it. Says which tasks have to be fought shorter, because
        their kind has seen enough in the middle of them."""
        cell = task.cell
        end = self.ends[cell]
        if end is not None:
            if task.start < end == task.end and task.start == self.next[cell]:
                self._keep(task, done)
                self.next[cell] = end
            return []
        self.early[cell, task.start] = (task, done)
        shorter: list[Task] = []
        while self.ends[cell] is None and (cell, self.next[cell]) in self.early:
            task, done = self.early.pop((cell, self.next[cell]))
            enough = self.judges[cell].count(done.halves)
            if enough is None:
                self._keep(task, done)
                self.next[cell] = task.end
                continue
            self.ends[cell], self.why[cell] = enough
            if enough[0] == task.end:
                self._keep(task, done)
                self.next[cell] = task.end
            else:
                shorter.append(Task(cell, task.start, enough[0]))
        return shorter

    def _keep(self, task: Task, done: Done) -> None:
        # Who won which battle has been counted, and is in the rows.
        self.counted[task.cell].append((task, Done(done.totals, b"", done.files)))

    def wants(self, task: Task) -> bool:
        """Whether it may still count."""
        end = self.ends[task.cell]
        return end is None or task.end <= end

    @property
    def battles(self) -> int:
        return sum(self.next)


def run(
    name: str,
    text: str,
    files: Path,
    *,
    on: str,
    out: str | Path | None,
    task: int,
    parallel: int | None,
    progress: lab.Progress | None,
    gather: bool,
) -> lab.Result:
    """`lab.run` on a cluster."""
    if task < LEAST:
        raise Misuse(f"task = {task}: expected {LEAST} battles or more")
    _join(on)
    source = (name, text, str(files.resolve()), f"flagbridge lab run {name}")
    _, study = _set_up(source)
    asked = study.asked()
    cells, stop = len(asked["cells"]), asked["stop"]
    home = None if out is None else Path(out).resolve()
    parts = None
    if home is not None:
        parts = home / "parts"
        parts.mkdir(parents=True, exist_ok=True)
        (home / "study.json").write_text(json.dumps(asked, indent=2), encoding="utf-8")
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(fight)
    told = ray.put(source)
    course = _Course(study, cells)
    left = _tasks(cells, stop["battles"], task)
    most = parallel or max(4, 2 * int(ray.cluster_resources().get("CPU", 1)))
    under_way: dict[Any, Task] = {}

    def hand_out(it: Task) -> None:
        under_way[remote.remote(told, it, None if parts is None else str(parts))] = it

    while True:
        while len(under_way) < most and (it := next((it for it in left if course.wants(it)), None)):
            hand_out(it)
        if not under_way:
            break
        ready, _ = ray.wait(list(under_way), num_returns=1)
        for ref in ready:
            it = under_way.pop(ref)
            if not course.wants(it):
                continue
            for shorter in course.take(it, ray.get(ref)):
                hand_out(shorter)
        for ref in [ref for ref, it in under_way.items() if not course.wants(it)]:
            ray.cancel(ref)
            del under_way[ref]
        if progress is not None:
            most_left = sum(
                stop["battles"] - course.next[cell] for cell in range(cells) if course.ends[cell] is None
            )
            progress(course.battles, most_left)
    totals = [
        [[done.totals for _, done in course.counted[cell]], course.why[cell]] for cell in range(cells)
    ]
    tables = _gather(course, parts, stop["batch"]) if gather else {}
    rows = tables.get("rows")
    return lab.Result(
        study.lines(totals),
        arrow.table({}) if rows is None else rows,
        tables.get("turns"),
        tables.get("harm"),
        all(why is not None for why in course.why),
        home,
        asked,
    )


def _join(on: str) -> None:
    if on != "ray" and not on.startswith("ray://"):
        raise Misuse(f"on = {on!r}: expected ray or ray://host:port")
    if ray.is_initialized():
        return
    if on == "ray":
        ray.init(include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address=on, log_to_driver=False)


def _gather(course: _Course, parts: Path | None, batch: int) -> dict[str, arrow.Table]:
    """The rows of all tasks that count, in the order of the study."""
    found: dict[str, list[arrow.Table]] = {kind: [] for kind in KINDS}
    for counted in course.counted:
        for task, done in counted:
            for kind in KINDS:
                if done.files is not None:
                    if kind in done.files:
                        found[kind].append(parquet.read_table(arrow.BufferReader(done.files[kind])))
                elif parts is not None and (path := parts / f"{kind}-{task.mark}.parquet").exists():
                    found[kind].append(parquet.read_table(path))
    return {kind: _ordered(tables, batch) for kind, tables in found.items() if tables}


def _ordered(tables: list[arrow.Table], batch: int) -> arrow.Table:
    table = arrow.concat_tables(tables)
    rounds = compute.divide(table["battle"], batch)
    order = arrow.table({"round": rounds, "cell": table["cell"], "battle": table["battle"]})
    keys = [("round", "ascending"), ("cell", "ascending"), ("battle", "ascending")]
    return table.take(compute.sort_indices(order, sort_keys=keys))
