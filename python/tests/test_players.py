"""Players in Python against the built-in ones."""

import subprocess
import sys
from pathlib import Path

import pytest

import flagbridge
from flagbridge import Decision, Misuse, Refused, simulate


def first(decision: Decision) -> int:
    return 0


def test_levels_fight_as_they_do_on_the_command_line() -> None:
    one = simulate("talon", players=["random", "cadet"], battles=30, seed=5, jobs=1, each=True)
    two = simulate("talon", players=["random", "cadet"], battles=30, seed=5, jobs=2, each=True)
    assert one.reports == two.reports and len(one.outcomes) == 30
    assert one.wins[0] + one.wins[1] + one.draws == 30
    mean, low, high = one.score[1]
    assert 0 <= low <= mean <= high <= 1


def test_a_function_plays() -> None:
    seen: list[Decision] = []

    def second(decision: Decision) -> flagbridge.Order:
        seen.append(decision)
        return decision.orders[-1]

    result = simulate("talon", players=[second, "cadet"], battles=3, seed=2, each=True)
    again = simulate("talon", players=[second, "cadet"], battles=3, seed=2, each=True)
    assert result.reports == again.reports
    assert {it.seat for it in seen} == {0} and {it.battle.number for it in seen} == {0, 1, 2}
    assert seen[0].battle.game == "talon" and seen[0].view and seen[0].phase


def test_an_object_hears_how_it_ended() -> None:
    class Player:
        def __init__(self) -> None:
            self.ends: list[flagbridge.Outcome] = []

        def __call__(self, decision: Decision) -> str:
            return decision.orders[0].notation

        def over(self, outcome: flagbridge.Outcome) -> None:
            self.ends.append(outcome)

    player = Player()
    result = simulate("talon", players=[player, "random"], battles=4, each=True)
    assert player.ends == result.outcomes


def test_what_a_player_raises_is_raised() -> None:
    def breaks(decision: Decision) -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        simulate("talon", players=[breaks, "random"], battles=2)


def test_answers_against_the_rules_lose_the_battle() -> None:
    heard: list[str | None] = []

    def wrong(decision: Decision) -> str:
        heard.append(decision.refused)
        return "this is no order"

    result = simulate("talon", players=[wrong, "random"], battles=1)
    assert result.wins == (0, 1)
    assert result.summary["faults"]["player"] == 0
    assert heard[0] is None and heard[1] is not None


def test_wrong_questions_are_told() -> None:
    with pytest.raises(Misuse, match="1 players, but the scenario's seats are"):
        simulate("talon", players=["random"])
    with pytest.raises(Misuse, match="something to call"):
        simulate("talon", players=["random", 3])  # type: ignore[list-item]
    assert issubclass(Refused, flagbridge.FlagbridgeError)


def test_a_script_is_a_program_of_ones_own(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("import flagbridge\nflagbridge.serve(lambda decision: 0)\n", encoding="utf-8")
    program = f"exec:{sys.executable} {script}"
    result = simulate("talon", players=[program, "random"], battles=2, seed=2, jobs=1, each=True)
    same = simulate("talon", players=[first, "random"], battles=2, seed=2, each=True)
    assert result.reports == same.reports and "faults" not in result.summary
    # It ends with its lines.
    done = subprocess.run([sys.executable, script], input="", text=True, check=True)
    assert done.returncode == 0
