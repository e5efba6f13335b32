"""Environments: battles by numbers, for programs that learn.

What a seat sees comes as an array of numbers, and its orders as numbered candidates. `env` and
`parallel_env` are PettingZoo's two kinds of environment; `VectorBattles` steps many battles at
once, in Rust and without the interpreter's lock. docs/python.md says what every number is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .battle import Order, _order
from .errors import Misuse

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: pip install 'flagbridge[env]' brings what environments need"
    ) from missing

Menu = Literal["drawn", "listed", "worth"]
"""Which orders have numbers. `drawn`: legal orders drawn by chance, each when somebody first
looks at it or takes it. `listed`: all legal orders where there are no more than candidates,
otherwise different ones drawn by chance. `worth`: those that an admiral would try, the captain's
first."""

OUTLOOK: tuple[str, ...] = tuple(_native.OUTLOOK)
"""What is told of where a candidate leads: whether the battle is won or lost with it, by how much
the own score and the best of the others' change, and how the game judges the place that it leads
to, if everybody else does as a cadet would."""


@dataclass(frozen=True)
class Settings:
    """What is played, and how it is shown."""

    game: str
    scenario: str | Mapping[str, Any]
    players: Sequence[str | None] | None
    seed: int
    menu: str
    candidates: int
    units: bool
    judgement: bool
    paths: Sequence[str]
    options: Mapping[str, Any] | None
    fleets: Sequence[str]


def _settings(
    game: str,
    scenario: str | Path | Mapping[str, Any],
    *,
    players: Sequence[str | None] | None = None,
    seed: int = 1,
    menu: Menu = "drawn",
    candidates: int = 16,
    units: bool = True,
    judgement: bool = False,
    paths: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    fleets: Sequence[str | Path] = (),
) -> Settings:
    place = str(scenario) if isinstance(scenario, Path) else scenario
    return Settings(
        game,
        place,
        None if players is None else list(players),
        seed,
        menu,
        candidates,
        units,
        judgement,
        list(paths),
        options,
        [str(it) for it in fleets],
    )


class _Table:
    """What both kinds of environment have in common: a battle, its agents and their spaces."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._drill = _native.Drill(settings)
        self.features: list[str] = self._drill.features
        self._seat_of = {f"seat_{seat}": seat for seat in self._drill.agents}
        candidates = settings.candidates
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (len(self.features),), np.float32),
                    "action_mask": spaces.Box(0, 1, (candidates,), np.int8),
                }
            )
            for agent in self._seat_of
        }
        self._action_spaces = {agent: spaces.Discrete(candidates) for agent in self._seat_of}
        self._next = 0

    @property
    def agents(self) -> list[str]:
        return list(self._seat_of)

    def begin(self, seed: int | None) -> None:
        """The next battle, or the one of that number."""
        if seed is not None:
            self._next = seed % 2**32
        self._drill.begin(self._next)
        self._next = (self._next + 1) % 2**32

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self._seat_of[agent]
        numbers = np.frombuffer(self._drill.observe(seat), dtype=np.float32)
        mask = np.zeros(self.settings.candidates, dtype=np.int8)
        # Whoever has nothing to choose has one number to say so with.
        mask[: max(1, self._drill.choices(seat))] = 1
        return {"observation": numbers, "action_mask": mask}

    def waits(self, agent: str) -> bool:
        return self._drill.waits(self._seat_of[agent])

    def choose(self, agent: str, action: Any) -> None:
        self._drill.choose(self._seat_of[agent], int(action))

    def info(self, agent: str) -> dict[str, Any]:
        return {"waits": self.waits(agent), "turn": self._drill.turn, "phase": self._drill.phase}

    def rewards(self) -> dict[str, float] | None:
        """1 for a battle won, -1 for one lost, 0 for a draw, once it is over."""
        shares = self._drill.shares
        if shares is None:
            return None
        return {agent: 2.0 * share - 1.0 for agent, share in zip(self._seat_of, shares, strict=True)}

    def candidate(self, agent: str, number: int) -> Order:
        found = self._drill.order(self._seat_of[agent], number)
        if found is None:
            raise Misuse(f"{agent} has no candidate {number} now")
        return _order(found)

    def outlook(self, agent: str) -> NDArray[np.float32]:
        numbers = np.frombuffer(self._drill.weigh(self._seat_of[agent]), dtype=np.float32)
        return numbers.reshape(self.settings.candidates, len(OUTLOOK))


class BattleParallelEnv(ParallelEnv):  # type: ignore[misc]
    """All seats choose in every step; whoever has nothing to decide has the action 0 alone."""

    metadata = {"name": "flagbridge_v0", "render_modes": ["ansi"]}

    def __init__(self, settings: Settings, render_mode: str | None = None) -> None:
        self._table = _Table(settings)
        self.render_mode = render_mode
        self.possible_agents = self._table.agents
        self.agents: list[str] = []

    @property
    def features(self) -> list[str]:
        """What the numbers of an observation are called, in order."""
        return self._table.features

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins the next battle, or the one whose number `seed` is."""
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._shown()

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        table = self._table
        return {it: table.observe(it) for it in self.agents}, {it: table.info(it) for it in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        waiting = [it for it in self.agents if self._table.waits(it)]
        for agent in waiting:
            if agent not in actions:
                raise Misuse(f"no action for {agent}, which has to decide")
        for agent in waiting:
            self._table.choose(agent, actions[agent])
        observations, infos = self._shown()
        ended = self._table.rewards()
        rewards = ended or {it: 0.0 for it in self.agents}
        terminations = {it: ended is not None for it in self.agents}
        truncations = {it: False for it in self.agents}
        if ended is not None:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def candidate(self, agent: str, number: int) -> Order:
        """A candidate as an order that people can read."""
        return self._table.candidate(agent, number)

    def outlook(self, agent: str) -> NDArray[np.float32]:
        """Where each candidate leads, in the order of `OUTLOOK`."""
        return self._table.outlook(agent)

    def render(self) -> str:
        """The situation as the first agent sees it, as text."""
        return self._table._drill.describe(self._table._drill.agents[0])

    def close(self) -> None:
        """Nothing is kept open."""


class BattleEnv(AECEnv):  # type: ignore[misc]
    """Seats choose one after the other; what they choose together is still sealed until the last."""

    metadata = {"name": "flagbridge_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, settings: Settings, render_mode: str | None = None) -> None:
        super().__init__()
        self._table = _Table(settings)
        self.render_mode = render_mode
        self.possible_agents = self._table.agents
        self.agents: list[str] = []

    @property
    def features(self) -> list[str]:
        """What the numbers of an observation are called, in order."""
        return self._table.features

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        return self._table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the next battle, or the one whose number `seed` is."""
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {it: self._table.info(it) for it in self.agents}
        self._choose_next()

    def _choose_next(self) -> None:
        waiting = [it for it in self.agents if self._table.waits(it)]
        self.agent_selection = waiting[0] if waiting else self.agents[0]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._table.choose(agent, action)
        ended = self._table.rewards()
        self.rewards = ended or dict.fromkeys(self.agents, 0.0)
        if ended is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {it: self._table.info(it) for it in self.agents}
        self._choose_next()
        self._accumulate_rewards()

    def candidate(self, agent: str, number: int) -> Order:
        """A candidate as an order that people can read."""
        return self._table.candidate(agent, number)

    def outlook(self, agent: str) -> NDArray[np.float32]:
        """Where each candidate leads, in the order of `OUTLOOK`."""
        return self._table.outlook(agent)

    def render(self) -> str:
        """The situation as the agent sees it whose turn it is, as text."""
        return self._table._drill.describe(self._table._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is kept open."""


def parallel_env(
    game: str,
    scenario: str | Path | Mapping[str, Any] = "intro",
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> BattleParallelEnv:
    """PettingZoo's parallel environment. `settings` are those of `VectorBattles`: `players`, `seed`,
    `menu`, `candidates`, `units`, `judgement`, `paths`, `options`, `fleets`."""
    return BattleParallelEnv(_settings(game, scenario, **settings), render_mode)


def env(
    game: str,
    scenario: str | Path | Mapping[str, Any] = "intro",
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> BattleEnv:
    """PettingZoo's environment in which one agent acts at a time."""
    return BattleEnv(_settings(game, scenario, **settings), render_mode)


@dataclass(frozen=True)
class Step:
    """What every battle shows after a step: battles first, then agents."""

    observations: NDArray[np.float32]
    """Battles, agents, features; 0 for those that have nothing to decide."""
    counts: NDArray[np.int32]
    """Battles, agents: how many candidates there are; 0 where nothing is to be decided."""
    rewards: NDArray[np.float32]
    """Battles, agents: 1 for a battle just won, -1 for one just lost, otherwise 0."""
    over: NDArray[np.bool_]
    """Battles: it has ended with this step, and the next one is shown already."""
    outlook: NDArray[np.float32] | None
    """Battles, agents, candidates, `OUTLOOK`; nothing where it was not asked for."""
    candidates: int

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Battles, agents, candidates: what may be chosen. Whoever has nothing to decide may say 0."""
        return np.arange(self.candidates) < np.maximum(self.counts, 1)[..., None]


class VectorBattles:
    """Many battles at once, each followed by the next as soon as it is over.

    `players` has a level for each seat, or `None` where an agent of yours plays; without it all
    seats are yours. The battles are numbered from `first` of `reset`, and number `n` is the same
    however many are fought at once and on however many threads, if the same is chosen in it.
    """

    def __init__(
        self,
        game: str,
        scenario: str | Path | Mapping[str, Any] = "intro",
        *,
        battles: int = 64,
        threads: int | None = None,
        players: Sequence[str | None] | None = None,
        seed: int = 1,
        menu: Menu = "drawn",
        candidates: int = 16,
        outlook: bool = False,
        units: bool = True,
        judgement: bool = False,
        paths: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        fleets: Sequence[str | Path] = (),
    ) -> None:
        settings = _settings(
            game,
            scenario,
            players=players,
            seed=seed,
            menu=menu,
            candidates=candidates,
            units=units,
            judgement=judgement,
            paths=paths,
            options=options,
            fleets=fleets,
        )
        self._vector = _native.Vector(settings, battles, threads or 0, outlook)
        self.battles = battles
        self.candidates = candidates
        self.seats: list[str] = self._vector.seats
        """The names of all seats."""
        self.agents: list[int] = self._vector.agents
        """The seats that are yours, by number."""
        self.features: list[str] = self._vector.features
        """What the numbers of an observation are called, in order."""
        self._outlook = outlook

    def reset(self, first: int = 0) -> Step:
        """Begins with battle number `first`."""
        return self._told(self._vector.begin(first))

    def step(self, actions: ArrayLike) -> Step:
        """Takes one candidate's number for each agent of each battle, and plays on to where one of
        them decides next. What is said for those that have nothing to decide does not matter."""
        numbers = np.ascontiguousarray(actions, dtype=np.int32)
        return self._told(self._vector.step(numbers.tobytes()))

    def _told(self, told: tuple[bytearray, bytearray, bytearray, bytearray, bytearray]) -> Step:
        observations, counts, outlook, rewards, over = told
        shape = (self.battles, len(self.agents))
        ahead = np.frombuffer(outlook, np.float32) if self._outlook else None
        return Step(
            np.frombuffer(observations, np.float32).reshape(*shape, len(self.features)),
            np.frombuffer(counts, np.int32).reshape(shape),
            np.frombuffer(rewards, np.float32).reshape(shape),
            np.frombuffer(over, np.bool_),
            None if ahead is None else ahead.reshape(*shape, self.candidates, len(OUTLOOK)),
            self.candidates,
        )
