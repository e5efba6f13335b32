"""Environments: PettingZoo's own tests, and what the numbers are."""

import json
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import flagbridge
from flagbridge import Misuse
from flagbridge.env import OUTLOOK, VectorBattles, env, parallel_env

GAMES = [it.id for it in flagbridge.games()]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_pettingzoo_asks_for(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations with a mask beside them are more than one box.
        warnings.filterwarnings("ignore", "Observation space for each agent probably")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        parallel_api_test(parallel_env(game, candidates=8), num_cycles=150)
        api_test(env(game, candidates=8), num_cycles=60)


def test_one_seat_against_a_level() -> None:
    table = parallel_env("asfos", players=[None, "cadet"], candidates=4, judgement=True)
    assert table.possible_agents == ["seat_0"]
    observations, infos = table.reset(seed=3)
    rewards: dict[str, float] = {}
    while table.agents:
        seen = observations["seat_0"]
        assert seen["observation"].shape == (len(table.features),)
        assert seen["action_mask"].sum() == 4 and infos["seat_0"]["waits"]
        observations, rewards, _, _, infos = table.step({"seat_0": 0})
    assert rewards["seat_0"] in (-1.0, 0.0, 1.0)


def test_the_same_choices_are_the_same_battle() -> None:
    def played() -> list[list[float]]:
        table = parallel_env("talon", candidates=6)
        observations, _ = table.reset(seed=11)
        seen = []
        while table.agents:
            seen.append([float(it) for agent in table.agents for it in observations[agent]["observation"]])
            for agent, it in observations.items():
                if it["action_mask"].sum() > 1:
                    assert table.candidate(agent, 2).notation
            observations, *_ = table.step(dict.fromkeys(table.agents, 2))
        return seen

    assert played() == played()


def test_features_have_names_and_meaning() -> None:
    table = parallel_env("asfos", paths=["turn", "count(ships.*)"])
    observations, infos = table.reset()
    seen = dict(zip(table.features, observations["seat_0"]["observation"], strict=True))
    other = dict(zip(table.features, observations["seat_1"]["observation"], strict=True))
    assert seen["turn"] == infos["seat_0"]["turn"]
    assert seen[f"phase: {infos['seat_0']['phase']}"] == 1
    own = [name for name in table.features if name.endswith(": own")]
    assert len(own) == 10 and sum(seen[name] for name in own) == 5
    assert all(seen[name] + other[name] == 1 for name in own)
    assert all(seen[name] == 1 for name in table.features if name.endswith(": here"))
    assert seen["count(ships.*)"] == 10
    with pytest.raises(Misuse, match="expected one number"):
        parallel_env("asfos", paths=["ships"])


def test_candidates_are_numbered_and_masked() -> None:
    table = env("talon", menu="listed", candidates=500)
    table.reset(seed=1)
    agent = table.agent_selection
    mask = table.observe(agent)["action_mask"]
    count = int(mask.sum())
    assert mask[:count].all() and not mask[count:].any()
    orders = [json.dumps(table.candidate(agent, n).data) for n in range(count)]
    assert len(set(orders)) == count
    with pytest.raises(Misuse, match="has no candidate"):
        table.candidate(agent, count)
    with pytest.raises(Misuse, match=f"but there are {count}, from 0"):
        table.step(count)


def test_where_candidates_lead() -> None:
    table = env("asfos", menu="worth", candidates=8)
    table.reset(seed=4)
    agent = table.agent_selection
    ahead = table.outlook(agent)
    assert ahead.shape == (8, len(OUTLOOK)) and np.isfinite(ahead).all()


def chooser(seed: int) -> Callable[[np.ndarray], np.ndarray]:
    luck = np.random.default_rng(seed)
    return lambda mask: (luck.random(mask.shape) * mask).argmax(axis=-1)


@pytest.mark.parametrize("game", GAMES)
def test_many_battles_are_each_of_them_alone(game: str) -> None:
    """Battle number n is the same beside others, on one thread and on two."""

    def ends(battles: int, threads: int, wanted: int) -> dict[int, tuple[float, ...]]:
        many = VectorBattles(game, battles=battles, threads=threads, candidates=4)
        step = many.reset()
        numbers = np.arange(battles)
        found: dict[int, tuple[float, ...]] = {}
        while len(found) < wanted:
            step = many.step(np.full(step.counts.shape, 1))
            for n in np.flatnonzero(step.over):
                found[int(numbers[n])] = tuple(step.rewards[n])
                numbers[n] += battles
        return found

    one, two, four = ends(1, 1, 4), ends(2, 2, 8), ends(4, 2, 8)
    for n in range(4):
        assert one[n] == two.get(n, one[n]) == four.get(n, one[n])
    assert len(set(one) & set(four)) >= 2
    assert all(it in ((1, -1), (-1, 1), (0, 0)) for it in four.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_step_takes_what_was_asked_for_and_no_more(game: str) -> None:
    """Where seats take turns, whoever comes next is shown his decision before he decides it."""
    many = VectorBattles(game, battles=3, threads=1, units=False)
    decisions = many.features.index("decisions")
    step = many.reset()
    for _ in range(60):
        asked = step.counts > 0
        before = step.observations[..., decisions].max(axis=-1)
        # Nobody who was not asked may choose, so that a number which is none is not looked at.
        step = many.step(np.where(asked, 0, -1))
        after = step.observations[..., decisions].max(axis=-1)
        assert (after[~step.over] == before[~step.over] + 1).all()


def test_steps_have_their_shapes() -> None:
    many = VectorBattles("ftb", battles=6, players=[None, "random"], menu="listed", candidates=5, outlook=True)
    step = many.reset(first=100)
    choose = chooser(1)
    over = 0
    for _ in range(200):
        assert step.observations.shape == (6, 1, len(many.features))
        assert step.mask.shape == (6, 1, 5) and step.mask.any(axis=-1).all()
        assert step.outlook is not None and step.outlook.shape == (6, 1, 5, len(OUTLOOK))
        assert (step.rewards[~step.over] == 0).all()
        over += int(step.over.sum())
        step = many.step(choose(step.mask))
    assert over > 0
    with pytest.raises(Misuse, match="3 actions, expected 6"):
        many.step([0, 0, 0])
    with pytest.raises(Misuse, match="nobody is played from outside"):
        VectorBattles("ftb", players=["random", "random"])
