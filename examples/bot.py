#!/usr/bin/env python3
"""A small bot for Flagbridge, with nothing but Python's own library.

    python3 bot.py https://fleet.example bot.THE-TOKEN [--table GAME] [--battles N]

It accepts every challenge and fights every battle it has a seat in. With
--table it opens a table that anybody may join, and another one when that has
found somebody. With --battles it stops after so many.

The stream tells everything that is open each time it begins, so a bot needs
no memory: if it breaks off, it is started again. `choose` is the place for
thoughts of your own.
"""

import argparse
import json
import secrets
import sys
import time
import urllib.error
import urllib.request


class Server:
    """The interface of docs/server.md, as far as a bot needs it."""

    def __init__(self, base, token):
        self.base, self.token = base.rstrip("/"), token

    def open(self, method, path, body=None, seconds=60):
        headers = {"authorization": f"Bearer {self.token}"}
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, headers=headers, method=method)
        return urllib.request.urlopen(request, timeout=seconds)

    def ask(self, method, path, body=None):
        """The answer, or nothing where the server says no. Who asks too fast waits and asks again."""
        while True:
            try:
                with self.open(method, path, body) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                words = error.read().decode(errors="replace")
                if error.code in (429, 503):
                    time.sleep(float(error.headers.get("retry-after", 1)))
                    continue
                say(f"{method} {path}: {error.code} {words}")
                return None

    def lines(self):
        """What waits for the bot, line by line; it never ends by itself."""
        # A line comes every twenty seconds at the least.
        with self.open("GET", "/api/bot/stream", seconds=90) as response:
            for line in response:
                yield json.loads(line)


def say(words):
    print(words, flush=True)


def choose(server, match, table):
    """The order for an open decision: as data, or as text in the game's own notation.

    `table["view"]` is what the seat sees, `table["menu"]` what it may choose.
    """
    if table.get("moot") is not None:
        # Nothing to choose: one thing only is in the menu.
        return {"order": table["moot"]}
    suggestion = server.ask("GET", f"/api/matches/{match}/suggestion")
    return {"order": suggestion["order"]} if suggestion else None


def answer(server, line):
    """Does what a line asks for; true if a battle is over by it."""
    kind = line["type"]
    if kind == "hello":
        say(f"{line['name']}, a bot of {line['owner']}")
    elif kind == "challenge":
        table = line["table"]
        met = server.ask("POST", f"/api/lobby/tables/{table['id']}/join", {})
        if met:
            say(f"accepted a challenge: {table['title']}")
    elif kind == "join":
        # Our part of the dice: nobody can have known it.
        words = {"contribution": secrets.token_hex(16)}
        server.ask("POST", f"/api/matches/{line['id']}/join", words)
    elif kind == "decision":
        table = line["table"]
        order = choose(server, line["id"], table)
        if order is None:
            order = {"text": "concede"}
        path = f"/api/matches/{line['id']}/decisions/{table['decision']}/order"
        server.ask("POST", path, order)
    elif kind == "over":
        say(f"a battle of {line['game']} is over: {line['outcome']}")
        return True
    return False


def open_table(server, game):
    """A table that anybody may join, unless one of ours stands there already."""
    made = server.ask("GET", "/api/lobby/mine")["made"]
    if any(it["state"] == "open" and it["to"]["kind"] == "everybody" for it in made):
        return
    new = {"to": {"kind": "everybody"}, "game": game, "scenario": "intro", "guests": True}
    if server.ask("POST", "/api/lobby/tables", new):
        say(f"opened a table of {game}")


def main():
    parser = argparse.ArgumentParser(description="A small bot for Flagbridge.")
    parser.add_argument("server", help="where it plays: https://fleet.example")
    parser.add_argument("token", help="bot.…, from your account there")
    parser.add_argument("--table", metavar="GAME", help="open a table of this game")
    parser.add_argument("--battles", type=int, default=0, metavar="N", help="stop after so many battles")
    args = parser.parse_args()
    server = Server(args.server, args.token)
    over = 0
    while True:
        try:
            for line in server.lines():
                if args.table and line["type"] in ("hello", "join", "over", "ping"):
                    open_table(server, args.table)
                over += answer(server, line)
                if 0 < args.battles <= over:
                    return
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                sys.exit(f"not let in: {error.read().decode(errors='replace')}")
            say(f"the stream: {error.code}; again in a moment")
        except (OSError, ValueError) as error:
            say(f"the stream broke off ({error}); again in a moment")
        time.sleep(2)


if __name__ == "__main__":
    main()
