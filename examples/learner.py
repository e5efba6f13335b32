#!/usr/bin/env python3
"""A small learner for A Sky Full of Ships: minutes on two cores, and it beats the cadet.

    pip install flagbridge[env]
    python3 examples/learner.py --out learner.json
    python3 examples/learner.py --match learner.json --battles 1000

It is offered legal orders drawn by chance, and where each of them leads (`OUTLOOK`): whether the
battle is won or lost with it, what becomes of the scores, and how the game judges the place. What
these five numbers are worth it does not know: it begins with nothing, so that all orders look alike
to it. It learns by the cross-entropy method: many battles against the cadet are fought at once, each
by weights of its own drawn from a cloud, and the cloud moves to where the weights lay that fared
best. It is never shown what the captain would do. While it learns it looks at few orders, in the
match at more.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from flagbridge.env import OUTLOOK, Step, VectorBattles

Weights = NDArray[np.float64]

GAME = "asfos"
LEARNS_WITH = 16
PLAYS_WITH = 96
SCALE = np.array([1.0, 1.0, 0.02, 0.02, 1.0])
"""Of won, lost, own score, others' score and judgement: so that one step of each is about as much."""


def table(battles: int, seat: int, seed: int, candidates: int) -> VectorBattles:
    """Battles against the cadet."""
    players: list[str | None] = ["cadet", "cadet"]
    players[seat] = None
    return VectorBattles(
        GAME,
        battles=battles,
        players=players,
        seed=seed,
        candidates=candidates,
        outlook=True,
        units=False,
    )


def choose(step: Step, weights: Weights) -> NDArray[np.int64]:
    """The candidate of each battle that looks best by its weights: a row for each battle, or one for
    all. Of those that look alike, the first, which is as good as any: they are drawn by chance."""
    assert step.outlook is not None
    worth = np.einsum("bcf,bf->bc", step.outlook[:, 0] * SCALE, np.broadcast_to(weights, (len(step.over), 5)))
    return np.where(step.mask[:, 0], worth, -np.inf).argmax(axis=1)


def learn(rounds: int, seed: int) -> tuple[Weights, list[float]]:
    """Weights, and how those fared on average that were tried in each round."""
    luck = np.random.default_rng(seed)
    # Half of them play each side.
    tries, each = 24, 4
    tables = [table(tries * each, seat, seed + seat, LEARNS_WITH) for seat in (0, 1)]
    mean, spread = np.zeros(len(OUTLOOK)), np.ones(len(OUTLOOK))
    told: list[float] = []
    first = 0
    for _ in range(rounds):
        cloud = mean + spread * luck.standard_normal((tries, len(OUTLOOK)))
        points = np.zeros(tries)
        for it in tables:
            points += fight(it, cloud, each, first)
        first += tries * each
        best = cloud[np.argsort(points)[-tries // 4 :]]
        mean = 0.5 * mean + 0.5 * best.mean(axis=0)
        spread = 0.5 * spread + 0.5 * (best.std(axis=0) + 0.05)
        told.append(float(points.mean()) / (2 * each))
        print(f"round {len(told):3}: {100 * told[-1]:5.1f}% of the points against the cadet", flush=True)
    return mean, told


def fight(many: VectorBattles, cloud: Weights, each: int, first: int) -> NDArray[np.float64]:
    """One battle in every place: each of the cloud fights so many, and gets points for them."""
    weights = np.repeat(cloud, each, axis=0)
    step = many.reset(first)
    points = np.full(many.battles, np.nan)
    while np.isnan(points).any():
        step = many.step(choose(step, weights)[:, None])
        ended = step.over & np.isnan(points)
        points[ended] = (step.rewards[ended, 0] + 1) / 2
    return points.reshape(-1, each).sum(axis=1)


def match(weights: Weights, battles: int, seed: int) -> tuple[int, float, float, float]:
    """Points of so many battles, half of them on each side, and the 95% interval (Wilson's)."""
    points = 0.0
    fought = 0
    for seat in (0, 1):
        many = table(64, seat, seed, PLAYS_WITH)
        # The first battles to be begun, and not the first to end: short ones are not the same as all.
        wanted = battles // 2
        numbers = np.arange(many.battles)
        counted: dict[int, float] = {}
        step = many.reset()
        while len(counted) < wanted:
            step = many.step(choose(step, weights)[:, None])
            for place in np.flatnonzero(step.over):
                if numbers[place] < wanted:
                    counted[int(numbers[place])] = (float(step.rewards[place, 0]) + 1) / 2
                numbers[place] += many.battles
        points += sum(counted.values())
        fought += wanted
    z = 1.959964
    mean = points / fought
    middle = (mean + z * z / (2 * fought)) / (1 + z * z / fought)
    half = z * math.sqrt(mean * (1 - mean) / fought + z * z / (4 * fought**2)) / (1 + z * z / fought)
    return fought, mean, middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=16, help="how long to learn")
    parser.add_argument("--battles", type=int, default=1_000, help="of the match at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep what was learned")
    parser.add_argument("--match", type=Path, help="only a match, with what was kept")
    given = parser.parse_args()
    if given.match:
        weights = np.array(json.loads(given.match.read_text())["weights"])
    else:
        begun = time.monotonic()
        weights, told = learn(given.rounds, given.seed)
        found = ", ".join(f"{name} {weight:.2f}" for name, weight in zip(OUTLOOK, weights, strict=True))
        print(f"learned in {time.monotonic() - begun:.0f} s: {found}")
        if given.out:
            given.out.write_text(json.dumps({"weights": weights.tolist(), "rounds": told}))
    begun = time.monotonic()
    nothing = match(np.zeros_like(weights), given.battles, 7_001)
    learned = match(weights, given.battles, 7_002)
    for name, (fought, mean, low, high) in (("before", nothing), ("learned", learned)):
        print(f"{name}: {100 * mean:.1f}% ({100 * low:.1f} to {100 * high:.1f}) of {fought} battles")
    print(f"the matches took {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
