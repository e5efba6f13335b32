"""Battles and records as objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import _native

Data = Any
Seat = int | str
"""A seat by its number from 0, or by its name."""
Outcome = Literal["draw"] | tuple[int, ...]
"""`"draw"`, or the seats that won."""


@dataclass(frozen=True)
class Order:
    """An order in both its forms. Either is taken wherever an order is."""

    notation: str
    """As people write it."""
    data: Data

    def __str__(self) -> str:
        return self.notation


def _order(it: Mapping[str, Data]) -> Order:
    return Order(it["notation"], it["order"])


def _outcome(it: Data) -> Outcome | None:
    return tuple(it["won"]) if isinstance(it, dict) else it


@dataclass(frozen=True)
class Orders:
    """Legal orders of one seat."""

    orders: tuple[Order, ...]
    complete: bool
    """Whether there are no others; of those that come to the same, one is here."""

    def __iter__(self) -> Any:
        return iter(self.orders)

    def __len__(self) -> int:
        return len(self.orders)

    def __getitem__(self, n: int) -> Order:
        return self.orders[n]


class Battle:
    """One battle, from its first decision to its last.

    `scenario` is an id, a file of one's own, or the scenario as data; `options` change those that
    it is meant to be played with. With a `seed` the same orders give the same battle; without one
    nobody can know the dice beforehand. `players` are names for the record.

    What is looked at are the views of seats, and that of nobody: what a seat may not know is not
    to be had from here before the record is revealed.
    """

    def __init__(
        self,
        game: str,
        scenario: str | Path | Mapping[str, Data] = "intro",
        *,
        seed: int | None = None,
        options: Mapping[str, Data] | None = None,
        players: Sequence[str] | None = None,
        fleets: Sequence[str | Path] = (),
    ) -> None:
        given = str(scenario) if isinstance(scenario, Path) else scenario
        names = None if players is None else list(players)
        self._battle = _native.Battle(game, given, seed, options, names, [str(it) for it in fleets])

    @classmethod
    def new(
        cls,
        game: str,
        scenario: str | Path | Mapping[str, Data] = "intro",
        **settings: Any,
    ) -> Battle:
        """The same as calling the class."""
        return cls(game, scenario, **settings)

    @classmethod
    def _of(cls, battle: _native.Battle) -> Battle:
        self = cls.__new__(cls)
        self._battle = battle
        return self

    def __repr__(self) -> str:
        state = f"over: {self.outcome}" if self.over else f"turn {self.turn}, {self.phase}"
        return f"<Battle {self.game}: {' against '.join(self.seats)}, {state}>"

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._battle.game

    @property
    def seats(self) -> list[str]:
        """The names of the seats, in order."""
        return self._battle.seats

    @property
    def rules_version(self) -> int:
        """The version of the rules that it is fought under."""
        return self._battle.rules_version

    @property
    def turn(self) -> int:
        """The turn or round it is in, from 1."""
        return self._battle.turn

    @property
    def phase(self) -> str | None:
        """The open phase by its name, while it lasts."""
        return self._battle.phase

    @property
    def decision(self) -> int:
        """The number of the open decision, from 0."""
        return self._battle.decision

    @property
    def deciding(self) -> list[int]:
        """All seats of the open decision, sealed or not."""
        return self._battle.deciding

    @property
    def awaiting(self) -> list[int]:
        """Those that have still to hand in."""
        return self._battle.awaiting

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return _outcome(self._battle.outcome)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._battle.outcome is not None

    @property
    def event_count(self) -> int:
        """How many events have happened so far, those that nobody sees included."""
        return self._battle.event_count

    @property
    def commitment(self) -> str:
        """The hash of the dice's secret, to be shown before the first decision."""
        return self._battle.commitment

    def view(self, seat: Seat | None = None) -> Data:
        """What the seat sees now; without one, what is open to everybody."""
        return self._battle.view(seat)

    def describe(self, seat: Seat | None = None) -> str:
        """The same as text."""
        return self._battle.describe(seat)

    def prompt(self, seat: Seat) -> str:
        """What the seat may type now, with an example."""
        return self._battle.prompt(seat)

    def orders(self, seat: Seat, most: int = 64, *, seed: int | None = None) -> Orders:
        """Legal orders of the seat: all, if there are no more than `most`, otherwise at most so many,
        drawn by chance. The draws follow from the decision, or from a `seed` of one's own."""
        found, complete = self._battle.orders(seat, most, seed)
        return Orders(tuple(_order(it) for it in found), complete)

    def check(self, seat: Seat, order: Order | Data) -> None:
        """Raises `Refused`, with every finding, if the seat may not give the order now."""
        self._battle.check(seat, order)

    def submit(self, seat: Seat, order: Order | Data) -> Order:
        """Seals the order; with the last one of a decision the battle goes on.

        An order is an `Order`, text in the game's notation, or data. Raises `Refused` if the rules
        do not allow it; then nothing has changed.
        """
        written, _ = self._battle.submit(seat, order)
        return _order(written)

    def withdraw(self, seat: Seat) -> bool:
        """Takes back a sealed order while others are still waited for; false if there was none."""
        return self._battle.withdraw(seat)

    def suggest(self, seat: Seat, level: str = "captain", *, seed: int | None = None) -> Order:
        """What a computer player would order, seeing what the seat sees: `random`, `cadet`,
        `captain`, `suggestion`, `admiral`, `admiral:nodes=400`."""
        return _order(self._battle.suggest(seat, level, seed))

    def play(self, players: Mapping[int, str] | str = "captain") -> Outcome:
        """Plays to the end with computer players, by seat or the same for all."""
        while not self.over:
            for seat in self.awaiting:
                level = players if isinstance(players, str) else players[seat]
                self.submit(seat, self.suggest(seat, level))
        outcome = self.outcome
        assert outcome is not None
        return outcome

    def events(self, seat: Seat | None = None, since: int = 0) -> list[dict[str, Data]]:
        """What the seat saw happen, from event number `since` on: `n`, `turn`, `text`, `rules`,
        `event` and more (docs/json.md)."""
        return self._battle.events(seat, since)

    def odds(self, seat: Seat, order: Order | Data | None = None) -> list[dict[str, Data]]:
        """Exactly what the dice of an order may come to, as the seat may know it; without one, of
        all orders on offer that roll dice."""
        return self._battle.odds(seat, order)

    def record(self, *, reveal: bool = False) -> Record:
        """The record so far. The secret is in it once the battle is over; before that `reveal` puts
        it in, for a host who wants to go on later."""
        return Record(self._battle.record(reveal), name="battle.json")

    def save(self, file: str | Path, *, reveal: bool = False) -> None:
        """Writes the record to a file."""
        Path(file).write_text(self._battle.record(reveal), encoding="utf-8")


class Record:
    """A record of a battle, of whatever game. `Record.open` reads a file."""

    def __init__(self, text: str, *, name: str = "record.json") -> None:
        self._record = _native.Record(name, text)
        self._about = self._record.about()

    @classmethod
    def open(cls, file: str | Path) -> Record:
        """Reads a file; raises `Failed` with the place if it is no record."""
        return cls(Path(file).read_text(encoding="utf-8"), name=str(file))

    def __repr__(self) -> str:
        return f"<Record of {self.game}: {len(self.decisions)} decisions, {self.outcome or 'not over'}>"

    @property
    def text(self) -> str:
        """The file's own text."""
        return self._record.text

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._about["game"]

    @property
    def rules_version(self) -> int:
        """The version of the rules where it ends."""
        return self._about["rules_version"]

    @property
    def seats(self) -> list[str]:
        """The names of the seats, in order."""
        return [it["name"] for it in self._about["seats"]]

    @property
    def players(self) -> list[str]:
        """Who played in them."""
        return [it["player"] for it in self._about["seats"]]

    @property
    def decisions(self) -> list[dict[str, Data]]:
        """Of each decision its `phase`, and `after` how many events it came."""
        return self._about["decisions"]

    @property
    def event_count(self) -> int:
        """How many events it has."""
        return self._about["events"]

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, if it has."""
        return _outcome(self._about["outcome"])

    def events(self, seat: Seat | None = None) -> list[dict[str, Data]]:
        """What the seat saw happen; `"referee"` saw everything."""
        return self._record.events(seat)

    def view(self, seat: Seat | None = None, *, after: int | None = None) -> Data:
        """What the seat saw after so many events; without, at the end."""
        return self._record.view(seat, after)

    def verify(self, *, commitment: str | None = None, key: str | None = None) -> dict[str, Data]:
        """Recomputes every die and every event. `verified` says whether all came out again, and
        `difference` what did not (docs/json.md, `replay --verify`)."""
        return self._record.verify(commitment, key)

    def battle(self) -> Battle:
        """The battle, to be gone on with: needs a record with its secret."""
        return Battle._of(self._record.battle())

    def save(self, file: str | Path) -> None:
        """Writes it to a file."""
        Path(file).write_text(self.text, encoding="utf-8")
