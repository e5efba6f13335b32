"""The examples as people call them. Takes a minute or two: `cargo xtask test --long`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long


def said(root: Path, name: str, *args: str) -> str:
    told = subprocess.run(
        [sys.executable, str(root / "examples" / name), *args],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return told.stdout


def test_a_study_ends_in_a_figure(root: Path, tmp_path: Path) -> None:
    figure = tmp_path / "levels.svg"
    told = said(root, "study.py", "--battles", "50", "--out", str(figure))
    assert "asfos" in told and "</svg>" in figure.read_text(encoding="utf-8")


def test_a_learner_learns(root: Path, tmp_path: Path) -> None:
    kept = tmp_path / "learner.json"
    told = said(root, "learner.py", "--rounds", "6", "--battles", "100", "--out", str(kept))
    score = {name: float(mean) for name, mean in re.findall(r"^(\w+): ([0-9.]+)% \(", told, re.MULTILINE)}
    # The same seed learns the same, so that this needs no luck.
    assert score["before"] < 10 < 20 < score["learned"], told
    again = said(root, "learner.py", "--match", str(kept), "--battles", "100")
    assert f"learned: {score['learned']}%" in again
