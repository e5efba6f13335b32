#!/usr/bin/env python3
"""A player of one's own: lines of JSON in, lines of JSON out (docs/json.md, exec).

    flagbridge sim talon intro --seats "exec:python3 examples/exec_player.py,cadet" --battles 20

It takes one of the orders that it is offered, by chance but always the same
for the same battle, so that a simulation can be repeated.
"""

import json
import random
import sys


def main() -> None:
    luck = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "battle":
            # A new battle: its game, options and seats are known now.
            luck.seed(message["battle"])
            answer = {"ready": True}
        elif kind == "decide":
            # `view` is what this seat sees; `orders` are legal orders as data and in notation.
            # With `complete` there are no others; without it, the first is the captain's.
            orders = message["orders"]
            pick = luck.randrange(len(orders)) if message["complete"] else 0
            answer = {"pick": pick}
        elif kind == "refused":
            # An order was against the rules; `why` says which. The first on offer is legal.
            answer = {"pick": 0}
        else:
            # "over": the battle has ended, and nothing is to be answered.
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
