"""A study on a cluster of three nodes on one machine. Takes minutes: `cargo xtask test --long`."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagbridge import Misuse, lab

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

pytestmark = pytest.mark.long

STUDY = {
    "title": "Four kinds of battles",
    "seeds": [3],
    "stop": {"battles": 8_000, "batch": 100},
    "contest": [
        {"game": ["talon", "asfos"], "players": [["random", "random"], ["cadet", "random"]]},
    ],
}


@pytest.fixture
def cluster() -> Iterator["cluster_utils.Cluster"]:
    made = cluster_utils.Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False},
    )
    made.add_node(num_cpus=1)
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def assert_same(one: lab.Result, other: lab.Result) -> None:
    assert one.complete and other.complete
    assert one.cells == other.cells
    assert one.rows.equals(other.rows) and one.rows.schema.equals(other.rows.schema)


def test_a_cluster_comes_to_the_same(cluster: "cluster_utils.Cluster", tmp_path: Path) -> None:
    local = lab.run(STUDY)
    shared = lab.run(STUDY, on="ray", out=tmp_path / "shared")
    assert_same(local, shared)
    parts = sorted(it.name for it in (tmp_path / "shared" / "parts").glob("rows-*.parquet"))
    assert len(parts) == 4 * 4
    # Without a folder that all share, rows come back by way of Ray.
    assert_same(local, lab.run(STUDY, on="ray", task=5_000))
    with pytest.raises(Misuse, match="expected 2000 battles or more"):
        lab.run(STUDY, on="ray", task=10)


def test_stopping_rules_stop_at_the_same_battle(cluster: "cluster_utils.Cluster", tmp_path: Path) -> None:
    study = {**STUDY, "stop": {"battles": 8_000, "batch": 100, "width": 0.03}}
    local = lab.run(study)
    assert any(it["ended"] == "width" and it["battles"] % 2_000 for it in local.cells)
    assert_same(local, lab.run(study, on="ray"))
    assert_same(local, lab.run(study, on="ray", out=tmp_path))


def test_a_node_killed_in_the_middle_changes_nothing(
    cluster: "cluster_utils.Cluster", tmp_path: Path
) -> None:
    local = lab.run(STUDY)
    for out in (None, tmp_path):
        victim = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        killed = threading.Event()

        def kill(fought: int, left: int, victim: object = victim, killed: threading.Event = killed) -> None:
            if fought > 4_000 and not killed.is_set():
                killed.set()
                threading.Thread(target=cluster.remove_node, args=(victim,), kwargs={"allow_graceful": False}).start()

        shared = lab.run(STUDY, on="ray", out=out, progress=kill)
        assert killed.is_set()
        assert_same(local, shared)


def test_what_is_done_is_not_done_again(cluster: "cluster_utils.Cluster", tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(fought: int, left: int) -> None:
        if fought > 8_000:
            raise Enough

    with pytest.raises(Enough):
        lab.run(STUDY, on="ray", out=tmp_path, progress=stop)
    time.sleep(5)
    done = {it: it.stat().st_mtime_ns for it in (tmp_path / "parts").glob("done-*.json")}
    assert 4 <= len(done) < 16
    assert_same(lab.run(STUDY), lab.run(STUDY, on="ray", out=tmp_path))
    assert all(it.stat().st_mtime_ns == when for it, when in done.items())
