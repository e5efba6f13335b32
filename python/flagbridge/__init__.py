"""Flagbridge: tabletop spaceship battles for programs.

>>> import flagbridge
>>> battle = flagbridge.Battle("talon", seed=1)
>>> while not battle.over:
...     for seat in battle.awaiting:
...         _ = battle.submit(seat, battle.suggest(seat, "captain"))
>>> battle.outcome in ("draw", (0,), (1,))
True

The games know nothing of Python and Python nothing of their rules: what goes across is plain data,
in the shapes of docs/json.md. Seats are numbered from 0, as in that data.
"""

from __future__ import annotations

from ._native import __version__
from .battle import Battle, Order, Outcome, Record
from .errors import Failed, Finding, FlagbridgeError, Misuse, Refused
from .games import (
    Case,
    Design,
    Game,
    RuleText,
    Scenario,
    design,
    designs,
    game,
    games,
    odds,
    run_case,
    run_cases,
)
from .players import Answer, BattleInfo, Decision, Player, Simulation, serve, simulate

__all__ = [
    "Answer",
    "Battle",
    "BattleInfo",
    "Case",
    "Decision",
    "Design",
    "Failed",
    "Finding",
    "FlagbridgeError",
    "Game",
    "Misuse",
    "Order",
    "Outcome",
    "Player",
    "Record",
    "Refused",
    "RuleText",
    "Scenario",
    "Simulation",
    "__version__",
    "design",
    "designs",
    "game",
    "games",
    "odds",
    "run_case",
    "run_cases",
    "serve",
    "simulate",
]
