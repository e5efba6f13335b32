"""Studies as tables."""

import json
from pathlib import Path

import polars
import pyarrow
import pytest

from flagbridge import Failed, Misuse, lab

STUDY = {
    "title": "Two levels",
    "seeds": [3],
    "stop": {"battles": 60, "batch": 20},
    "measure": {"turns": True},
    "contest": [{"game": "talon", "everybody": ["random", "cadet", "captain"]}],
}


def test_a_study_becomes_tables(tmp_path: Path) -> None:
    result = lab.run(STUDY, out=tmp_path / "kept", jobs=2)
    assert result.complete and result.battles == 180 and len(result.cells) == 3
    assert isinstance(result.rows, pyarrow.Table) and result.rows.num_rows == 180
    assert result.turns is not None and result.harm is None
    # The study stands in the file.
    assert json.loads(result.rows.schema.metadata[b"study"])["title"] == "Two levels"
    # Totals are those of the rows.
    frame = result.to_polars()
    for cell in result.cells:
        rows = frame.filter(polars.col("cell") == cell["cell"])
        assert rows["score_1"].mean() == pytest.approx(cell["score"][0]["mean"])
    # Whoever knows capsules reads them as they lie.
    assert polars.DataFrame(result.turns).height == result.turns.num_rows
    again = lab.load(tmp_path / "kept")
    assert again.cells == result.cells and again.rows.equals(result.rows)


def test_it_is_the_same_on_one_core_and_two_and_without_a_folder() -> None:
    one, two = lab.run(STUDY, jobs=1), lab.run(STUDY, jobs=2)
    assert one.rows.equals(two.rows) and one.cells == two.cells
    assert one.folder is None


def test_a_study_is_stopped_and_taken_up_again(tmp_path: Path) -> None:
    def stop(fought: int, left: int) -> None:
        raise KeyboardInterrupt

    long = {**STUDY, "stop": {"battles": 4000, "batch": 100}, "measure": {}}
    with pytest.raises(KeyboardInterrupt):
        lab.run(long, out=tmp_path, jobs=1, progress=stop)
    kept = len((tmp_path / "battles.jsonl").read_text().splitlines())
    assert 0 < kept < 12_000
    assert not (tmp_path / "rows.parquet").exists()
    with pytest.raises(Misuse, match="has not come to its end"):
        lab.load(tmp_path)
    with pytest.raises(Failed, match="those of another study"):
        lab.run(STUDY, out=tmp_path)


def test_errors_name_their_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('title = "x"\n[[contest]]\ngame = "chess"\nplayers = [["captain", "captain"]]\n')
    with pytest.raises(Misuse, match="contest 1: unknown game"):
        lab.run(file)
    file.write_text('title = "x"\nnonsense = 1\n')
    with pytest.raises(Failed, match="wrong.toml"):
        lab.run(file)
