"""A player without a server: it asks the league manager for its turns, and always makes the first legal move.

Usage: python3 pull_player.py MANAGER NAME
"""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MANAGER, NAME = sys.argv[1:3]
FILE = f"{NAME}.seat"  # With it the player comes back to its seat after a crash.


def call(method, **params):
    """The result of a method; None where it is refused, or the manager is away for a moment."""
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1}).encode()
    try:
        with urlopen(Request(MANAGER, body, {"content-type": "application/json"}), timeout=60) as response:
            answer = json.load(response)
        if "result" in answer:
            return answer["result"]
        print(method, "was refused:", answer["error"]["message"], flush=True)
    except (OSError, HTTPError) as problem:
        print(method, "had no answer:", problem, flush=True)
    time.sleep(1)


kept = open(FILE).read() if os.path.exists(FILE) else None
seat = kept and call("join_league", display_name=NAME, seat_token=kept)
seat = seat or call("join_league", display_name=NAME) or sys.exit("there is no seat")
with open(FILE, "w") as file:
    file.write(seat["seat_token"])
print(seat["player_id"], "has a seat at", MANAGER, flush=True)
own = {"seat_token": seat["seat_token"]}
word = {}
while word.get("status") != "league_over":
    own["heard"] = word.get("told_up_to")
    if word.get("status") == "your_turn":
        word = call("make_move", match_id=word["match_id"], move=word["legal_moves"][0], **own) or {}
    else:
        word = call("wait_for_turn", **own) or {}
    for match in word.get("finished_matches", []):
        print(match["match_id"], match["result"], match["why"], flush=True)
