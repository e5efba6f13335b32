"""What there is: games, scenarios, options, rules, designs, cases, odds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _native
from .errors import Finding, Misuse

Data = Any
"""Anything that JSON can say."""


@dataclass(frozen=True)
class Scenario:
    """A scenario that comes with a game."""

    id: str
    title: str
    blurb: str
    seats: tuple[str, ...]
    options: Mapping[str, Data]
    """The options that it is meant to be played with."""


@dataclass(frozen=True)
class RuleText:
    """A rule of the game, in this program's own words."""

    id: str
    tag: str
    text: str


@dataclass(frozen=True)
class Game:
    """A game by its id; `game("talon")` finds one."""

    id: str
    name: str
    edition: str
    by: str
    nature: str
    rules_version: int

    def scenarios(self) -> list[Scenario]:
        """Those that come with it; the introductory one is called `intro`."""
        return [
            Scenario(it["id"], it["title"], it["blurb"], tuple(it["seats"]), it["options"])
            for it in _native.scenarios(self.id)
        ]

    def scenario(self, id: str = "intro") -> dict[str, Data]:
        """A scenario as a file of one's own may hold it: change it, and hand it to a battle."""
        return _native.scenario(self.id, id)

    def options(self) -> list[dict[str, Data]]:
        """Every option: `name`, `meaning`, `rule`, `default`, `choices`, `values`."""
        return _native.options(self.id)

    def rules(self) -> list[RuleText]:
        """All rules."""
        return [RuleText(it["id"], it["tag"], it["text"]) for it in _native.rules(self.id)]

    def rule(self, id: str) -> RuleText:
        """The rule of this id."""
        for it in self.rules():
            if it.id == id:
                return it
        raise Misuse(f"{self.id} has no rule {id!r}")


def games() -> list[Game]:
    """Every game there is."""
    fields = ("id", "name", "edition", "by", "nature", "rules_version")
    return [Game(**{name: it[name] for name in fields}) for it in _native.games()]


def game(id: str) -> Game:
    """The game of this id."""
    for it in games():
        if it.id == id:
            return it
    raise Misuse(f"unknown game {id!r}; the games are: {', '.join(it.id for it in games())}")


@dataclass(frozen=True)
class Design:
    """A ship design, priced and checked."""

    name: str
    mass: int
    points: int
    cpv: int | None
    """Combat points, in games that have them."""
    findings: tuple[Finding, ...]
    severities: tuple[str, ...]
    """Of each finding: `note`, `warning` or `error`."""

    @property
    def sound(self) -> bool:
        """Whether nothing about it is an error."""
        return "error" not in self.severities


def _text(file: str | Path | Mapping[str, Data]) -> tuple[str, str]:
    """The name and the text of a file, or of data that is none."""
    if isinstance(file, Mapping):
        return "data.json", json.dumps(dict(file))
    path = Path(file)
    return str(path), path.read_text(encoding="utf-8")


def designs(
    file: str | Path | Mapping[str, Data],
    game: str | None = None,
    options: Mapping[str, Data] | None = None,
) -> list[Design]:
    """Prices and checks the design in a file, or all of them if it has several; data will do, too.

    A file may say itself of which game it is; otherwise `game` does.
    """
    name, text = _text(file)
    return [
        Design(
            it["name"],
            it["mass"],
            it["points"],
            it["cpv"],
            tuple(Finding(one["rule"], one["message"]) for one in it["findings"]),
            tuple(one["severity"] for one in it["findings"]),
        )
        for it in _native.designs(name, text, game, options)
    ]


def design(
    file: str | Path | Mapping[str, Data],
    game: str | None = None,
    options: Mapping[str, Data] | None = None,
) -> Design:
    """The same of a file with one design."""
    found = designs(file, game, options)
    if len(found) != 1:
        raise Misuse(f"{len(found)} designs, expected one")
    return found[0]


@dataclass(frozen=True)
class Case:
    """What came of a conformance case."""

    file: str
    name: str
    rules: tuple[str, ...]
    passed: bool
    differences: tuple[str, ...]


def run_case(file: str | Path) -> Case:
    """Plays a conformance case (docs/cases.md)."""
    it = _native.case(*_text(file))
    return Case(it["file"], it["name"], tuple(it["rules"]), it["passed"], tuple(it["differences"]))


def run_cases(folder: str | Path) -> list[Case]:
    """All cases of a folder, however deep, in the order of their names."""
    files: Iterable[Path] = sorted(Path(folder).rglob("*.toml"))
    return [run_case(it) for it in files]


def odds(
    file: str | Path | Mapping[str, Data],
    *,
    at: int | None = None,
    seat: int | str | None = None,
    order: Data = None,
    options: Mapping[str, Data] | None = None,
) -> list[dict[str, Data]]:
    """Exactly what dice may come to in a situation, a case or a record.

    `at` is the decision open after so many steps of a case or events of a record. Without `order`
    everything that could be ordered is told. The shapes are those of `flagbridge odds --json`.
    """
    return _native.odds(*_text(file), at, seat, order, options)
