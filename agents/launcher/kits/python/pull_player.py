"""A player of the league without a server: it asks the manager what to do, again and again. No port is opened, so it
plays from behind any router. How it decides is in strategy.py.

    python3 player.py [MANAGER]

MANAGER is the manager's address: else LEAGUE_MANAGER, else http://localhost:8000/mcp; an invite code stands behind it
as ?code=CODE.
"""
import json
import os
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from strategy import decide

NAME = os.environ.get("LEAGUE_PLAYER_NAME") or "My Player"
MANAGER = "".join(sys.argv[1:2]) or os.environ.get("LEAGUE_MANAGER") or "http://localhost:8000/mcp"
PLACE = MANAGER.split("?")[0]
# Beside this file, by manager: what proves whose seat it is, until the league is over. With it, the seat is kept over
# restarts.
TOKENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME + ".token")
opener = build_opener(ProxyHandler({}))
history = []


class Refused(Exception):
    """The manager's reason for refusing something, in one line."""


def say(*words):
    """A line for people, on stderr: stdout may be a pipe of the league."""
    print(*words, file=sys.stderr, flush=True)


def post(method, params, seconds=60):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1}).encode()
    return opener.open(Request(MANAGER, body, {"content-type": "application/json"}), timeout=seconds)


def ask(method, **params):
    """The manager's answer. A manager that is not there, or not there any more, is waited for."""
    for attempt in range(sys.maxsize):
        try:
            with post(method, params) as response:
                reply = json.load(response)
            break
        except HTTPError as refused:
            text = f"HTTP {refused.code} {refused.read(500).decode(errors='replace')}"
            if refused.code not in (429, 503):
                raise Refused(text)
            if attempt == 0:
                say(f"asking again until it is taken: {text}")
            time.sleep(1)
        except (OSError, ValueError) as problem:
            if attempt == 0:
                say(f"waiting for the manager at {urlsplit(MANAGER).netloc} ({problem})")
            time.sleep(1)
    if "error" in reply:
        raise Refused(reply["error"]["message"])
    return reply["result"]


def join():
    """The seat of this player: the one it had, or a new one."""
    token = kept_tokens().get(PLACE)
    try:
        seat = ask("join_league", display_name=NAME, seat_token=token, request_id=uuid.uuid4().hex)
    except Refused as refused:
        if token is None:
            raise
        say(f"the seat of before is gone: {refused}")
        seat = ask("join_league", display_name=NAME, request_id=uuid.uuid4().hex)
    keep_token(seat["seat_token"])
    say(f"{NAME} is {seat['player_id']} in {seat['league_id']}")
    return seat["seat_token"]


def kept_tokens():
    try:
        with open(TOKENS) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def keep_token(token):
    """Keeps the token of the seat; None: it proves nothing any more."""
    others = {place: kept for place, kept in kept_tokens().items() if place != PLACE}
    with open(TOKENS, "w") as file:
        json.dump(others if token is None else {**others, PLACE: token}, file)


def chosen(word):
    """The move of the strategy; where it fails, that is told and the first legal move is made."""
    moves = word["legal_moves"]
    turn = {name: word.get(name) for name in ("game_type", "match_id", "opponent_id", "step", "view")}
    try:
        move = decide({**turn, "moves": moves, "history": list(history)})
        if move not in moves:
            raise ValueError(f"{move!r} is none of {moves}")
        return move
    except Exception as problem:
        say(f"{word['match_id']}: decide failed, {moves[0]!r} is played: {type(problem).__name__}: {problem}")
        return moves[0]


def remember(match):
    say(f"{match['match_id']}: {match['why']}")
    moves = {"my_choice": match.get("your_move"), "opponent_choice": match.get("opponent_move")}
    history.append({"match_id": match["match_id"], "opponent_id": match["opponent_id"], **moves, "why": match["why"]})


def end_text(word):
    """The end in words: who won, and the place of this player."""
    champion, shared = word.get("champion"), word.get("first_place_shared_by") or []
    end = f"{name_of(champion)} is the champion" if champion else "there is no champion"
    if shared:
        end = " and ".join(map(name_of, shared)) + " share the first place"
    place = word.get("your_place")
    return f"the league is over: {end}" + (f"; this player is {place}" if place else "")


def name_of(player):
    """Names are texts of strangers: quoted, they do nothing to a terminal."""
    name = player.get("display_name")
    return f"{player['player_id']} ({json.dumps(name)})" if name else player["player_id"]


def main():
    if not urlsplit(MANAGER).hostname:
        say("usage: python3 player.py http://MANAGER:8000/mcp")
        sys.exit(2)
    seat, heard = join(), None
    word = {"status": "waiting"}
    while word["status"] not in ("league_over", "left"):
        try:
            if word["status"] == "your_turn":
                word = ask("make_move", seat_token=seat, match_id=word["match_id"], move=chosen(word), heard=heard)
            else:
                word = ask("wait_for_turn", seat_token=seat, heard=heard)
        except Refused as refused:
            if word["status"] != "your_turn":
                raise
            say(f"{word['match_id']}: {refused}")
            word = {"status": "waiting"}
        for match in word.get("finished_matches") or []:
            remember(match)
        heard = word.get("told_up_to") or heard
    if word["status"] == "left":
        return say("the seat was left")
    say(end_text(word))
    keep_token(None)
    try:
        # One call more says that the end was heard: the manager waits for it before it ends.
        post("wait_for_turn", {"seat_token": seat, "heard": heard, "wait_sec": 0}, seconds=5).close()
    except OSError:
        pass


try:
    main()
except Refused as refused:
    sys.exit(f"turned away: {refused}")
except KeyboardInterrupt:
    pass
