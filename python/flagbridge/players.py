"""Players written in Python, and battles between them and the built-in ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from . import _native
from .battle import Order, Outcome, _order, _outcome
from .errors import Misuse

Data = Any


@dataclass(frozen=True)
class BattleInfo:
    """What a player knows of a battle before its first decision."""

    game: str
    rules_version: int
    number: int
    """From 0; with the seed it makes the same battle again."""
    seats: tuple[str, ...]
    options: Mapping[str, Data]


@dataclass(frozen=True)
class Decision:
    """What a player is shown: what its seat sees, and orders that it may give. Nothing else of the
    battle is to be reached from here."""

    battle: BattleInfo
    seat: int
    phase: str
    turn: int
    view: Data
    orders: tuple[Order, ...]
    """Legal orders; the first is the captain's unless they are complete."""
    complete: bool
    """Whether there are no others; of those that come to the same, one is here."""
    refused: str | None = None
    """Why the last answer to this decision was not taken."""


Answer = int | str | Order | Mapping[str, Data] | Sequence[Data]
"""The number of an order on offer, an `Order`, text in the game's notation, or an order as data."""


@runtime_checkable
class Player(Protocol):
    """Anything that can be called with a decision and answers with an order.

    A method `over(outcome)` is called at the end of a battle, if there is one; a method `fork()`
    makes another such player where several cores are used, which otherwise share one.
    """

    def __call__(self, decision: Decision, /) -> Answer: ...


class _Line:
    """Answers the lines that a program of one's own would read (docs/json.md, exec)."""

    def __init__(self, player: Callable[[Decision], Answer]) -> None:
        self._player = player
        self._battle: BattleInfo | None = None
        self._decision: Decision | None = None

    def __call__(self, line: str) -> str | None:
        message = json.loads(line)
        kind = message["type"]
        if kind == "battle":
            self._battle = BattleInfo(
                message["game"],
                message["rules_version"],
                message["battle"],
                tuple(message["seats"]),
                message["options"],
            )
            return json.dumps({"ready": True})
        if kind == "over":
            over = getattr(self._player, "over", None)
            if over is not None:
                over(_outcome(message["outcome"]))
            return None
        if kind == "refused":
            before = self._decision
            assert before is not None
            fields = {name: getattr(before, name) for name in before.__dataclass_fields__}
            self._decision = Decision(**{**fields, "refused": message["why"]})
        else:
            assert self._battle is not None
            self._decision = Decision(
                self._battle,
                message["seat"],
                message["phase"],
                message["turn"],
                message["view"],
                tuple(_order(it) for it in message["orders"]),
                message["complete"],
            )
        return json.dumps(_written(self._player(self._decision)))


def _written(answer: Answer) -> dict[str, Data]:
    if isinstance(answer, bool) or answer is None:
        raise Misuse(f"a player answered {answer!r}: expected an order or the number of one")
    if isinstance(answer, Order):
        return {"order": answer.data}
    if isinstance(answer, int) or hasattr(answer, "__index__"):
        return {"pick": int(answer)}
    return {"order": answer}


def serve(player: Callable[[Decision], Answer]) -> None:
    """Plays on stdin and stdout, so that a script is a program of one's own: `exec:python3 my.py`
    is then a seat of `flagbridge sim`, `lab` and `serve`."""
    line = _Line(player)
    for text in sys.stdin:
        answer = line(text)
        if answer is not None:
            print(answer, flush=True)


@dataclass(frozen=True)
class Simulation:
    """What many battles came to. By player, wherever it sat, unless said otherwise."""

    battles: int
    wins: tuple[int, ...]
    draws: int
    score: tuple[tuple[float, float, float], ...]
    """Of each player its mean score, a draw counting half, and the bounds of the 95% interval."""
    seat_wins: tuple[int, ...]
    """By seat."""
    seconds: float
    summary: Mapping[str, Data]
    """All of it, as `flagbridge sim --json` prints it."""
    reports: tuple[Mapping[str, Data], ...] | None
    """Every battle, if they were asked for."""

    @property
    def outcomes(self) -> list[Outcome | None]:
        """How every battle ended, by seat."""
        if self.reports is None:
            raise Misuse("battles were not kept: ask with each=True")
        return [_outcome(it["outcome"]) for it in self.reports]


def simulate(
    game: str,
    scenario: str | Path | Mapping[str, Data] = "intro",
    players: Sequence[str | Callable[[Decision], Answer]] = ("captain", "captain"),
    *,
    battles: int = 100,
    seed: int = 1,
    swap: bool = False,
    jobs: int | None = None,
    seconds: float | None = None,
    options: Mapping[str, Data] | None = None,
    fleets: Sequence[str | Path] = (),
    each: bool = False,
) -> Simulation:
    """Lets players meet, many times. A player is a level (`"captain"`), a program
    (`"exec:./program"`), or anything that can be called with a `Decision`.

    The same seed gives the same battles as `flagbridge sim`, on any number of cores. With players
    in Python one core is used unless `jobs` says otherwise: Python runs on one at a time anyway.
    What a player raises is raised here; an answer that the rules refuse three times loses it the
    battle.
    """
    given: list[Any] = []
    for number, player in enumerate(players):
        if isinstance(player, str):
            given.append(player)
            continue
        if not callable(player):
            raise Misuse(f"player {number}: expected a level or something to call, not {player!r}")
        name = getattr(player, "__name__", type(player).__name__)
        fork = getattr(player, "fork", lambda player=player: player)
        given.append((f"python:{name}", lambda fork=fork: _Line(fork())))
    if jobs is None:
        jobs = 0 if all(isinstance(it, str) for it in given) else 1
    place = str(scenario) if isinstance(scenario, Path) else scenario
    summary, reports = _native.simulate(
        game,
        place,
        given,
        battles,
        seed,
        swap,
        jobs,
        seconds,
        options,
        [str(it) for it in fleets],
        each,
    )
    return Simulation(
        summary["battles"],
        tuple(summary["wins"]),
        summary["draws"],
        tuple((it["mean"], it["low"], it["high"]) for it in summary["score"]),
        tuple(summary["seat_wins"]),
        summary["seconds"],
        summary,
        None if reports is None else tuple(reports),
    )
