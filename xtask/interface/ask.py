#!/usr/bin/env python3
"""Asks a server everything its description allows, and much that it does not.

    python3 ask.py PROGRAM FOLDER [--examples N] [--seed N] [--only ROLE] [--path REGEX]

A server of its own is started on FOLDER, with people, battles, a club and a bot
in it. Its OpenAPI description is filled with the names of these, so that what
is asked reaches further than "there is none of that name"; then Schemathesis
makes requests of it, in turn as nobody, as somebody who is logged in, as a
moderator, as a bot and with the secret of a seat. None may be answered by a
fault of the server's own (500 and above), nor otherwise than the description
says; and at the end every battle must still recompute.
"""

import argparse
import copy
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

PASSWORD = "six small moons"
# Nobody is to be held off here: what is asked is to be looked at.
MANY = [
    "requests", "orders", "matches", "accounts", "passwords", "guesses", "tables", "pairings",
    "open-tables", "challenges", "messages", "reports", "clubs", "posts", "follows", "kept",
    "codes", "letters", "notices",
]
CHECKS = "not_a_server_error,content_type_conformance,status_code_conformance,response_schema_conformance"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """Somebody with a cookie, or nobody."""

    def __init__(self, base, cookie=None):
        self.base, self.cookie = base, cookie

    def headers(self):
        said = {"Origin": self.base}
        if self.cookie:
            said["Cookie"] = self.cookie
        return said

    def ask(self, method, path, body=None, secret=None):
        headers = self.headers()
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                given = answer.headers.get("Set-Cookie")
                if given:
                    self.cookie = given.split(";")[0]
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from error


def started(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    limits = "".join(f"{name} = 1000000\n" for name in MANY)
    config = folder / "serve.toml"
    config.write_text(
        "public = true\n[people]\nwork = 0\npassword_memory = 8\npassword_passes = 1\n"
        f"[mail]\nfolder = {json.dumps(str(folder / 'mail'))}\n[limits]\n{limits}advice = 1\n"
    )
    port = free_port()
    command = [program, "serve", "--config", config, "--port", str(port), "--data", folder / "data"]
    log = open(folder / "server.log", "w")
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    base = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urllib.request.urlopen(base + "/health", timeout=5).close()
            return server, base
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit(f"the server did not start: {(folder / 'server.log').read_text()}")


def peopled(program, folder, base):
    """Something of everything, and who may ask."""
    people = {}
    for name in ["Ann-one", "Bystander", "Mona-one"]:
        people[name] = Browser(base)
        people[name].ask("POST", "/api/people", {"name": name, "password": PASSWORD})
    appoint = [program, "admin", "people", "appoint", "Mona-one", "--data", folder / "data"]
    subprocess.run(appoint, check=True, stdout=subprocess.DEVNULL)
    ann, bystander = people["Ann-one"], people["Bystander"]
    games = [it["id"] for it in ann.ask("GET", "/api/games")["games"]]
    me, friend, cadet = {"kind": "me"}, {"kind": "friend"}, {"kind": "computer", "level": "cadet"}
    battles, secrets, seat = [], [], None
    for game in games:
        # One on both sides, one against a computer, one that is over, one that waits for somebody.
        for n, other in enumerate([me, cadet, me, friend]):
            new = {"game": game, "scenario": "intro", "spectators": True, "seats": [me, other]}
            made = ann.ask("POST", "/api/matches", new)
            path = f"/api/matches/{made['id']}"
            for k, it in enumerate(made["seats"]):
                secrets.append(it["secret"])
                if n != 3:
                    ann.ask("POST", f"{path}/join", {"contribution": f"words {k}"}, it["secret"])
            if n == 2:
                ann.ask("POST", f"{path}/concede", {"sure": True}, made["seats"][0]["secret"])
            if n == 0 and seat is None:
                seat = made["seats"][0]["secret"]
            battles.append(made["id"])
    club = ann.ask("POST", "/api/clubs", {"name": "First club", "entry": "open"})["club"]["id"]
    bystander.ask("POST", f"/api/clubs/{club}/join", {})
    ann.ask("POST", f"/api/clubs/{club}/posts", {"text": "On Tuesday."})
    bystander.ask("POST", "/api/people/Ann-one/report", {"why": "shouts"})
    tables = [
        bystander.ask("POST", "/api/lobby/tables", {"to": {"kind": "everybody"}, "game": game, "scenario": "intro"})
        for game in games
    ]
    scenario = ann.ask("GET", "/api/games/asfos/scenarios/intro")["scenario"]
    kept = ann.ask(
        "POST", "/api/me/shelf", {"kind": "scenario", "game": "asfos", "title": "Own", "body": scenario}
    )
    spare = ann.ask("POST", "/api/me/bots", {"name": "Spare-bot"})
    token = bystander.ask("POST", "/api/me/bots", {"name": "Robot-7"})["token"]
    of_game = {
        kind: sorted({it["id"] for game in games for it in listed(ann, game, kind)})
        for kind in ["scenarios", "puzzles", "lessons", "cases"]
    }
    known = {
        "/api/matches/": battles,
        "/api/moderation/battles/": battles,
        "/api/clubs/": [club],
        "/api/moderation/clubs/": [club],
        "/api/lobby/tables/": [first_id(it) for it in tables],
        "/api/me/bots/": [first_id(spare)],
        "/api/me/shelf/": [first_id(kept)],
        "/api/shelf/": [first_id(kept)],
        **{f"/api/games/{{game}}/{kind}/": ids[:12] for kind, ids in of_game.items()},
    }
    roles = {
        "nobody": {"Origin": base},
        "person": ann.headers(),
        "moderator": people["Mona-one"].headers(),
        "bot": {"Authorization": f"Bearer {token}"},
        "seat": {"Authorization": f"Bearer {seat}"},
    }
    return known, {"game": games, "secrets": secrets, "battle": battles}, roles


def listed(browser, game, kind):
    card = next(it for it in browser.ask("GET", "/api/games")["games"] if it["id"] == game)
    if kind in card:
        return card[kind]
    if kind == "lessons":
        return []
    answer = browser.ask("GET", f"/api/games/{game}/{kind}")
    return answer.get(kind, [])


def first_id(answer):
    """The id of what was made, wherever the answer has it."""
    if "id" in answer:
        return answer["id"]
    return next(first_id(it) for it in answer.values() if isinstance(it, dict))


def filled(document, known, names):
    """The description with what there is: half of what is asked is to be about something."""
    document = copy.deepcopy(document)
    for path, methods in document["paths"].items():
        ids = next((ids for prefix, ids in known.items() if path.startswith(prefix)), None)
        values = {
            "id": ids, "game": names["game"], "n": ["0", "1", "2", "99"], "name": ["Bystander"],
            "battle": names["battle"],
        }
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path" and values.get(parameter["name"]):
                    parameter["schema"] = {"type": "string", "enum": values[parameter["name"]]}
    in_bodies = {
        "game": {"type": "string", "enum": names["game"]},
        "scenario": {"type": "string", "enum": ["intro", "none"]},
        "level": {"type": "string", "enum": ["cadet", "captain", "admiral"]},
        "secrets": {"type": "array", "items": {"type": "string", "enum": names["secrets"]}},
    }
    for shape in requests_of(document):
        for name, schema in in_bodies.items():
            found = shape.get("properties", {}).get(name)
            if found is not None and found.get("type") in ("string", "array"):
                shape["properties"][name] = schema
    return document


def requests_of(document):
    """The shapes that are sent, with all they are made of."""
    seen, left = set(), []

    def walk(value):
        if isinstance(value, dict):
            if "$ref" in value:
                left.append(value["$ref"])
            for it in value.values():
                walk(it)
        elif isinstance(value, list):
            for it in value:
                walk(it)

    for methods in document["paths"].values():
        for operation in methods.values():
            walk(operation.get("requestBody", {}))
    while left:
        name = left.pop().rsplit("/", 1)[-1]
        if name not in seen:
            seen.add(name)
            walk(document["components"]["schemas"][name])
    return [document["components"]["schemas"][name] for name in sorted(seen)]


def asked(folder, base, role, headers, args):
    tool = pathlib.Path(sys.executable).parent / "st"
    command = [tool, "run", folder / "api.json", "--url", base, "--checks", CHECKS]
    command += ["--phases", "examples,coverage,fuzzing", "--max-examples", str(args.examples)]
    command += ["--seed", str(args.seed), "--generation-database", "none", "--continue-on-failure"]
    command += ["--request-timeout", "60", "--suppress-health-check", "all", "--warnings", "off", "--no-color"]
    # It never ends: lines come for as long as somebody listens.
    command += ["--exclude-path", "/api/bot/stream"]
    if role != "nobody":
        # Whoever logs out has asked their last; the ids of sessions are found in answers.
        command += ["--exclude-path", "/api/session", "--exclude-path", "/api/me/sessions/{id}"]
    if args.path:
        command += ["--include-path-regex", args.path]
    for name, value in headers.items():
        command += ["--header", f"{name}: {value}"]
    print(f"--- as {role}", flush=True)
    return subprocess.run(command, cwd=folder).returncode == 0


def reached(folder):
    """Says which requests have never been granted: what is asked of them goes no further than the door."""
    answers = re.findall(r'method=(\w+) route="([^"]+)" status=(\d+)', (folder / "server.log").read_text())
    # Methods that a route does not have are asked for, too.
    paths = json.loads((folder / "api.json").read_text())["paths"]
    every = {(method.upper(), route) for route, methods in paths.items() for method in methods}
    granted = {(method, route) for method, route, status in answers if status < "300"}
    print(f"{len(answers)} answers; {len(every & granted)} of {len(every)} requests were granted at least once")
    for method, route in sorted(every - granted):
        print(f"    never granted: {method} {route}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--examples", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--path")
    args = parser.parse_args()
    program, folder = args.program.resolve(), args.folder.resolve()
    server, base = started(program, folder)
    failed = []
    try:
        known, names, roles = peopled(program, folder, base)
        document = filled(Browser(base).ask("GET", "/api"), known, names)
        (folder / "api.json").write_text(json.dumps(document))
        for role, headers in roles.items():
            if args.only in (None, role) and not asked(folder, base, role, headers, args):
                failed.append(role)
        Browser(base).ask("GET", "/health")
    finally:
        server.send_signal(signal.SIGTERM)
        status = server.wait(30)
    reached(folder)
    if status != 0:
        failed.append(f"the server's end ({status})")
    check = [program, "admin", "check", "--data", folder / "data"]
    if subprocess.run(check).returncode != 0:
        failed.append("the battles afterwards")
    if failed:
        raise SystemExit(f"answered otherwise than it should: {', '.join(failed)}; {folder} has the log")


if __name__ == "__main__":
    main()
