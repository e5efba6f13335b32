#!/usr/bin/env python3
"""From a question to a figure: what is a level worth in each of the games?

    pip install flagbridge[lab] matplotlib polars
    python3 examples/study.py --battles 400 --out levels.svg

Cadets and captains meet in the introductory battle of every game, sides exchanged, and the figure
shows the captain's score with its interval. The same study again gives the same figure.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import polars

import flagbridge
from flagbridge import lab


def question(battles: int) -> dict[str, object]:
    """A study as data; in a file it would be TOML (docs/lab.md)."""
    return {
        "title": "What a captain is worth",
        "question": "How often does a captain beat a cadet in each of the games?",
        "seeds": [2026],
        "stop": {"battles": battles, "batch": 50},
        "contest": [
            {"game": it.id, "everybody": ["captain", "cadet"]} for it in flagbridge.games()
        ],
    }


def figure(result: lab.Result, file: Path) -> None:
    """Scores as points, their 95% intervals as bars."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    names = {it.id: it.name for it in flagbridge.games()}
    cells = sorted(result.cells, key=lambda it: it["score"][0]["mean"])
    scores = [it["score"][0] for it in cells]
    canvas, axes = pyplot.subplots(figsize=(7, 3), layout="constrained")
    axes.errorbar(
        [100 * it["mean"] for it in scores],
        [names[it["game"]] for it in cells],
        xerr=[
            [100 * (it["mean"] - it["low"]) for it in scores],
            [100 * (it["high"] - it["mean"]) for it in scores],
        ],
        fmt="o",
        color="black",
        capsize=4,
    )
    axes.axvline(50, color="grey", linestyle=":")
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"score of a captain against a cadet in %, {result.battles:,} battles")
    canvas.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=400, help="battles of each game")
    parser.add_argument("--out", type=Path, default=Path("levels.svg"), help="the figure")
    parser.add_argument("--on", help="a cluster: ray, or ray://host:port (docs/cluster.md)")
    given = parser.parse_args()
    result = lab.run(question(given.battles), on=given.on)
    for it in result.cells:
        score = it["score"][0]
        print(
            f"{it['game']:12} {100 * score['mean']:5.1f}% "
            f"({100 * score['low']:.1f} to {100 * score['high']:.1f}), {it['turns']:.1f} turns"
        )
    # The rows are an Arrow table: any tool for tables goes on from here.
    frame = result.to_polars()
    print(frame.group_by("game", maintain_order=True).agg(polars.col("turns", "decisions").mean()))
    figure(result, given.out)
    print(given.out)


if __name__ == "__main__":
    main()
