"""How many decisions a second `VectorBattles` steps, choosing by chance: `cargo xtask bench` asks it.

    python steps.py GAME SCENARIO [--seconds 3] [--threads 1] [--units]
"""

import argparse
import json
import time

import numpy as np

from flagbridge.env import VectorBattles


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--battles", type=int, default=128)
    parser.add_argument("--units", action="store_true")
    given = parser.parse_args()
    many = VectorBattles(
        given.game,
        given.scenario,
        battles=given.battles,
        threads=given.threads,
        units=given.units,
        seed=1,
    )
    luck = np.random.default_rng(1)
    step = many.reset()
    battles = 0
    steps = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < given.seconds:
        for _ in range(20):
            step = many.step(luck.integers(0, many.candidates, step.counts.shape, dtype=np.int32))
            battles += int(step.over.sum())
        steps += 20
    told = {"decisions_per_second": steps * many.battles / spent, "battles_per_second": battles / spent}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
