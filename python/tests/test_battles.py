"""Battles, records, cases, designs and odds as objects."""

import doctest
import json
from pathlib import Path

import pytest

import flagbridge
from flagbridge import Battle, Failed, Misuse, Record, Refused

GAMES = [it.id for it in flagbridge.games()]


def fingerprint(battle: Battle) -> str:
    return json.dumps(battle.events(), sort_keys=True)


def test_the_first_example_is_true() -> None:
    assert doctest.testmod(flagbridge).failed == 0


def test_what_there_is() -> None:
    assert {"asfos", "talon", "full-thrust", "ftb", "stratoyager"} <= set(GAMES)
    talon = flagbridge.game("talon")
    intro = talon.scenarios()[0]
    assert intro.id == "intro" and len(intro.seats) == 2
    assert {"name", "meaning", "rule"} <= set(talon.options()[0])
    rule = talon.rules()[0]
    assert talon.rule(rule.id) == rule
    with pytest.raises(Misuse, match="unknown game .chess.; the games are: "):
        flagbridge.game("chess")


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_played_and_its_record_verified(game: str, tmp_path: Path) -> None:
    battle = Battle.new(game, "intro", seed=7)
    for _ in range(6):
        for seat in battle.awaiting:
            offer = battle.orders(seat, 8)
            assert 0 < len(offer)
            for order in offer:
                battle.check(seat, order)
                battle.check(seat, order.data)
            # Notation says as much as data.
            given = battle.submit(seat, offer[0].notation)
            assert given.data == offer[0].data
        if battle.over:
            break
    # The same seed and orders are the same battle.
    again = Battle(game, seed=7)
    for _ in range(6):
        for seat in again.awaiting:
            again.submit(seat, again.orders(seat, 8)[0])
    assert fingerprint(battle) == fingerprint(again)
    outcome = battle.play("cadet")
    assert battle.over and battle.outcome == outcome and battle.awaiting == []
    file = tmp_path / "battle.json"
    battle.save(file)
    record = Record.open(file)
    assert record.outcome == outcome and record.seats == battle.seats
    assert record.verify()["verified"] is True
    assert record.event_count == battle.event_count
    assert record.view("referee") is not None
    changed = record.text.replace(battle.commitment, battle.commitment[::-1])
    assert Record(changed).verify()["verified"] is False


def test_a_battle_is_taken_up_again() -> None:
    battle = Battle("talon", seed=3)
    for seat in battle.awaiting:
        battle.submit(seat, battle.suggest(seat))
    later = battle.record(reveal=True).battle()
    assert later.decision == battle.decision
    assert later.play() == battle.play()
    assert fingerprint(later) == fingerprint(battle)
    with pytest.raises(Failed, match="the secret is not in the record"):
        Battle("talon", seed=3).record().battle()


def test_orders_are_sealed_until_the_last() -> None:
    battle = Battle("asfos", seed=1)
    while len(battle.awaiting) < 2:
        for seat in battle.awaiting:
            battle.submit(seat, battle.suggest(seat, "cadet"))
    before = battle.view(1)
    decision = battle.decision
    battle.submit(0, battle.suggest(0))
    assert battle.decision == decision and battle.awaiting == [1]
    assert battle.view(1) == before
    assert battle.withdraw(0) and battle.awaiting == [0, 1]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_what_is_hidden(game: str) -> None:
    """Two battles that differ only in what a seat cannot see look alike to it."""
    battle = Battle(game, seed=5)
    while not battle.over and len(battle.deciding) < 2:
        battle.submit(battle.awaiting[0], battle.suggest(battle.awaiting[0], "cadet"))
    if battle.over:
        pytest.skip("seats decide one after the other in this game")
    seats = battle.deciding
    views = [battle.view(seat) for seat in seats]
    battle.submit(seats[0], battle.suggest(seats[0]))
    assert [battle.view(seat) for seat in seats[1:]] == views[1:]


def test_errors_say_what_where_and_which_rule() -> None:
    battle = Battle("talon", seed=1)
    seat = battle.awaiting[0]
    with pytest.raises(Refused) as refused:
        battle.submit(seat, "no such order at all")
    assert refused.value.findings and refused.value.rules[0].startswith("TAL")
    assert refused.value.findings[0].reason in str(refused.value)
    with pytest.raises(Refused, match="not an order of talon"):
        battle.submit(seat, {"no": "order"})
    with pytest.raises(Misuse, match='talon has no scenario "outro"; it has: intro'):
        Battle("talon", "outro")
    with pytest.raises(Misuse, match="no_option"):
        Battle("talon", options={"no_option": True})
    with pytest.raises(Misuse, match="expected 0 to 1, or "):
        battle.view(7)
    with pytest.raises(Misuse, match="allowed are random, cadet"):
        battle.suggest(seat, "general")
    with pytest.raises(Failed, match="record.json"):
        Record("{}")
    other = [it for it in range(2) if it not in battle.deciding]
    if other:
        with pytest.raises(Refused, match="has nothing to decide"):
            battle.suggest(other[0])


def test_a_scenario_as_data_and_options() -> None:
    scenario = flagbridge.game("asfos").scenario("intro")
    scenario["name"] = "Mine"
    assert Battle("asfos", scenario, seed=1).seats == Battle("asfos", seed=1).seats
    name = flagbridge.game("asfos").options()[0]["name"]
    default = flagbridge.game("asfos").options()[0]["default"]
    assert Battle("asfos", options={name: default}, seed=1).phase


def test_events_are_told_to_those_who_saw_them() -> None:
    battle = Battle("asfos", seed=2)
    battle.play("cadet")
    told = battle.events(0)
    assert {"n", "turn", "text", "rules", "event"} <= set(told[0])
    assert all(it["rules"] for it in told)
    assert battle.events(0, since=told[-1]["n"]) == told[-1:]


def test_cases_run(root: Path) -> None:
    cases = sorted((root / "crates" / "rules-talon" / "cases").glob("*.toml"))[:5]
    for it in cases:
        found = flagbridge.run_case(it)
        assert found.passed and found.rules, found


def test_designs_are_priced(root: Path, tmp_path: Path) -> None:
    navy = json.loads((root / "crates/rules-full-thrust/data/navies/aurelia.json").read_text())
    ship = navy["ships"][0]
    found = flagbridge.design(ship, game="full-thrust")
    assert found.sound and found.name == ship["name"] and 0 < found.points
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"game": "full-thrust", "ship": navy["ships"][:3]}))
    assert flagbridge.designs(file)[0] == found and len(flagbridge.designs(file)) == 3
    with pytest.raises(Failed, match="no field `game`"):
        flagbridge.design(ship)


def test_odds_are_exact() -> None:
    battle = Battle("asfos", seed=2)
    seen = []
    while not battle.over and not seen:
        for seat in battle.awaiting:
            seen = seen or battle.odds(seat)
        for seat in battle.awaiting:
            battle.submit(seat, battle.suggest(seat, "captain"))
    assert seen, "somebody fired at somebody"
    one = seen[0]
    assert sum(it["ways"] for it in one["outcomes"]) == one["of"]
    assert one["exact"] and one["rule"].startswith("ASF")
