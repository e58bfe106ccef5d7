"""League managers with the habits of those in the wild: one takes in players, plays two matches with the first two of
them as its own referee, tells them the end, and sends no SHUTDOWN_COMMAND.

Usage: python3 managers.py [HABIT ...] [--referee] [--trace]
       python3 managers.py --list                             every habit, as JSON
With --referee it waits for a referee too, and gives it each match with the ten fields that 003 has for RUN_MATCH.
What is not as it wants it is printed on stderr, and the program then ends with exit code 1.
"""
import json
import os
import random
import sys
import threading
import time
import uuid
from datetime import datetime, timezone
from urllib.request import urlopen

sys.dont_write_bytecode = True  # Nothing is left in a clone.
from door import BY_TYPE, Door, complain, habits_of, now, post, rpc, rpc_error, say

HABITS = {
    "no_get_status": "knows no get_status",
    "http_400": "answers what it does not know with HTTP 400 and an error of JSON-RPC",
    "http_404": "answers what it does not know with HTTP 404 and no JSON-RPC at all",
    "http_500": "answers what it does not know with HTTP 500 and an error of JSON-RPC",
    "no_token": "a registration response is a status and an id",
    "status_alone": "a registration response is a status, in small letters",
    "no_ids": "ids and conversations of its own in every answer",
    "answers_in_params": "an answer is a request",
    "offset_times": "times with +00:00",
    "whole_seconds": "takes times in whole seconds only",
    "by_type": "calls by message types",
    "message_param": "messages in params.message of handle_message",
    "tool_calls": "calls by tools/call, and takes JSON alone",
    "bare_calls": "calls without an envelope, in the words of the course",
    "course_fields": "sends no field that the course text does not show",
    "few_fields": "a call names its match, news have next to nothing",
    "null_fields": "what it does not know is null",
    "helper_call": "asks by 004's choose_parity {match_id, player_id}",
    "choice_only": "reads choice alone",
    "health_wait": "waits for GET /health of a player",
    "register_path": "registrations at /register",
}
if "--list" in sys.argv:
    say(json.dumps(HABITS))
    sys.exit()
words = [word for word in sys.argv[1:] if not word.startswith("--")]
MINE = set(habits_of(words, HABITS))
WITH_REFEREE = "--referee" in sys.argv
PATH = "/register" if "register_path" in MINE else "/mcp"
LEAGUE = "league_of_a_stranger"
MATCHES = ("R1M1", "R2M1")
DEAF = {"no_get_status", "http_400", "http_404", "http_500"}
# What a call with few fields still has.
FEW = ("message_type", "match_id", "league_id", "round_id", "referee_id")

players, referees, reports = [], [], {}
changed = threading.Condition()
failed = False


def fail(line):
    global failed
    failed = True
    complain(line)


# ---- What comes ----

def heard(path, request):
    if path != PATH:
        return 404, {"detail": "Not Found"}
    method, message = request.get("method"), request.get("params", {})
    if "whole_seconds" in MINE and "timestamp" in message:
        try:
            datetime.strptime(message["timestamp"], "%Y-%m-%dT%H:%M:%SZ")
        except ValueError as problem:
            fail(f"{method}: {problem}")
            return 200, rpc_error(request, -32602, str(problem))
    handle = {
        "LEAGUE_REGISTER_REQUEST": player_registers,
        "REFEREE_REGISTER_REQUEST": referee_registers,
        "MATCH_RESULT_REPORT": match_reported,
    }.get(message.get("message_type"))
    if handle is None and method == "get_status" and MINE.isdisjoint(DEAF):
        return 200, {"jsonrpc": "2.0", "result": {"status": "ok"}, "id": request.get("id")}
    if handle is None:
        return unknown(request)
    with changed:
        kind, answer = handle(message)
        changed.notify_all()
    return 200, answered(request, {**base(kind), **same_conversation(message), **answer})


def unknown(request):
    if "http_404" in MINE:
        return 404, {"detail": "Not Found"}
    status = 400 if "http_400" in MINE else 500 if "http_500" in MINE else 200
    return status, rpc_error(request, -32601, f"Method not found: {request.get('method')}")


def same_conversation(message):
    return {} if "no_ids" in MINE else {"conversation_id": message["conversation_id"]}


def answered(request, answer):
    if "status_alone" in MINE:
        answer = {"status": answer["status"].lower()}
    if "answers_in_params" in MINE:
        return rpc("response", answer, request.get("id"))
    id = 4711 if "no_ids" in MINE else request.get("id")
    return {"jsonrpc": "2.0", "result": answer, "id": id}


def player_registers(message):
    meta = message["player_meta"]
    player = {"id": f"P{len(players) + 1:02}", "at": meta["contact_endpoint"], "name": meta["display_name"]}
    players.append(player)
    return "LEAGUE_REGISTER_RESPONSE", registered({"player_id": player["id"]})


def referee_registers(message):
    referees.append({"id": "REF01", "at": message["referee_meta"]["contact_endpoint"]})
    return "REFEREE_REGISTER_RESPONSE", registered({"referee_id": "REF01"})


def registered(who):
    if "no_token" in MINE:
        return {"status": "ACCEPTED", **who}
    return {"status": "ACCEPTED", **who, "auth_token": f"tok_{uuid.uuid4()}", "league_id": LEAGUE, "reason": None}


def match_reported(message):
    reports[message["match_id"]] = message["result"]
    return "MATCH_RESULT_ACK", {"match_id": message["match_id"], "status": "recorded"}


# ---- What it says ----

def base(kind, sender="league_manager"):
    offset = datetime.now(timezone.utc).isoformat()
    return {
        "protocol": "league.v2",
        "message_type": kind,
        "sender": sender,
        "timestamp": offset if "offset_times" in MINE else now(),
        "conversation_id": str(uuid.uuid4()),
    }


def tell(agent, kind, body, sender="league_manager"):
    """What an agent answers to a message, out of whatever wrapping the habit has; None where it is an error."""
    message = {**base(kind, sender), **body}
    if "few_fields" in MINE and kind != "RUN_MATCH":
        message = {name: value for name, value in message.items() if name in FEW}
    if "null_fields" in MINE:
        message = {**message, "auth_token": None, "context": None, "matches": message.get("matches"), "deadline": None}
    method = {**BY_TYPE, "RUN_MATCH": "run_match"}[kind]
    headers, wrapped = {}, rpc(method, message, random.randint(1, 9999))
    if "by_type" in MINE:
        wrapped["method"] = kind
    if "message_param" in MINE:
        wrapped.update(method="handle_message", params={"message": message})
    if "helper_call" in MINE and kind == "CHOOSE_PARITY_CALL":
        wrapped["params"] = {"match_id": message["match_id"], "player_id": agent["id"]}
    if "tool_calls" in MINE:
        headers = {"accept": "application/json"}
        wrapped.update(method="tools/call", params={"name": method, "arguments": message})
    if "bare_calls" in MINE:
        wrapped = message
    status, reply = post(agent["at"], wrapped, headers)
    try:
        return opened(reply)
    except (KeyError, TypeError, ValueError, IndexError):
        fail(f"{agent['id']} answered {kind} with HTTP {status} {json.dumps(reply)}")
        return None


def opened(reply):
    if "bare_calls" in MINE:
        return reply
    result = reply["result"]
    return json.loads(result["content"][0]["text"]) if "tool_calls" in MINE else result


def tell_all(kind, body):
    for agent in referees + players[:2]:
        tell(agent, kind, body)


# ---- What it does ----

def play():
    winners = []
    if "health_wait" in MINE:
        for player in players:
            wait_for_health(player["at"])
    for nth, match_id in enumerate(MATCHES):
        a, b = players[:2]
        pairing = {"match_id": match_id, "game_type": "even_odd", "player_A_id": a["id"], "player_B_id": b["id"]}
        at = referees[0]["at"] if WITH_REFEREE else f"http://127.0.0.1:{door.server_port}{PATH}"
        own = [{**pairing, "referee_endpoint": at, **beyond(referee_id="REF01")}]
        of_round = {"league_id": LEAGUE, "round_id": nth + 1}
        tell_all("ROUND_ANNOUNCEMENT", {**of_round, "matches": own})
        winner = refereed(match_id, nth + 1) if WITH_REFEREE else run(match_id, nth + 1)
        say(f"{match_id} was won by {winner or 'DRAW'}")
        winners.append(winner)
        counts = {"wins": winners.count(a["id"]) + winners.count(b["id"]), "draws": winners.count(None)}
        summary = {"total_matches": 1, **counts, "technical_losses": 0}
        tell_all("LEAGUE_STANDINGS_UPDATE", {**of_round, "standings": standings(winners)})
        next_round = nth + 2 if nth + 1 < len(MATCHES) else None
        done = {"matches_played": 1, "next_round_id": next_round, "summary": summary}
        tell_all("ROUND_COMPLETED", {**of_round, **done, **beyond(results=[])})
    table = standings(winners)
    champion = {name: table[0][name] for name in ("player_id", "display_name", "points")}
    totals = {"total_rounds": len(MATCHES), "total_matches": len(MATCHES)}
    tell_all("LEAGUE_COMPLETED", {"league_id": LEAGUE, **totals, "champion": champion, "final_standings": table})


def beyond(**fields):
    """Fields that our documents have, and the course text has not."""
    return {} if "course_fields" in MINE else fields


def standings(winners):
    rows = []
    for player in players[:2]:
        wins, draws = winners.count(player["id"]), winners.count(None)
        losses = len(winners) - wins - draws
        counts = {"played": len(winners), "wins": wins, "draws": draws, "losses": losses, "points": 3 * wins + draws}
        rows.append({
            "rank": 1, "player_id": player["id"], "display_name": player["name"], **counts,
            **beyond(games_played=len(winners), technical_losses=0),
        })
    return sorted(rows, key=lambda row: -row["points"])


def wait_for_health(at):
    with urlopen(at.rsplit("/", 1)[0] + "/health", timeout=10) as response:
        if response.status != 200 or json.load(response).get("status") != "ok":
            fail(f"{at} is not healthy")


def run(match_id, round_id):
    """A match by the course text, with this program as its referee; the winner, or None."""
    match = {"league_id": LEAGUE, "round_id": round_id, "match_id": match_id, "game_type": "even_odd"}
    chosen = {}
    for player, other, role in ((players[0], players[1], "PLAYER_A"), (players[1], players[0], "PLAYER_B")):
        invitation = {**match, "role_in_match": role, "opponent_id": other["id"]}
        joined = tell(player, "GAME_INVITATION", invitation, "referee:REF01") or {}
        if joined.get("accept") is not True:
            fail(f"{player['id']} did not join {match_id}: {json.dumps(joined)}")
    for player, other in ((players[0], players[1]), (players[1], players[0])):
        record = beyond(your_standings={"wins": 0, "losses": 0, "draws": 0})
        context = {"opponent_id": other["id"], "round_id": round_id, **record}
        call = {**match, "player_id": player["id"], "context": context, "deadline": now(30)}
        answer = tell(player, "CHOOSE_PARITY_CALL", call, "referee:REF01") or {}
        chosen[player["id"]] = answer.get("choice" if "choice_only" in MINE else "parity_choice")
        say(f"{match_id}: {player['id']} chose {chosen[player['id']]}")
        if chosen[player["id"]] not in ("even", "odd"):
            fail(f"{player['id']} did not choose in {match_id}: {json.dumps(answer)}")
    number = random.randint(1, 10)
    parity = ("even", "odd")[number % 2]
    right = [player for player, choice in chosen.items() if choice == parity]
    winner = right[0] if len(right) == 1 else None
    result = {
        "status": "WIN" if winner else "DRAW", "winner_player_id": winner, "drawn_number": number,
        "number_parity": parity, "choices": chosen, "reason": f"{number} is {parity}",
    }
    for player in players[:2]:
        tell(player, "GAME_OVER", {**match, "game_result": result}, "referee:REF01")
    return winner


def refereed(match_id, round_id):
    a, b = players[:2]
    order = {"league_id": LEAGUE, "round_id": round_id, "match_id": match_id, "referee_id": referees[0]["id"]}
    both = {"player_a": a["id"], "player_a_endpoint": a["at"], "player_b": b["id"], "player_b_endpoint": b["at"]}
    if tell(referees[0], "RUN_MATCH", {**order, **both}) is None:
        return None
    with changed:
        if not changed.wait_for(lambda: match_id in reports, timeout=30):
            fail(f"{match_id} was never reported")
            return None
    return reports[match_id].get("winner")


door = Door(heard)
door.open()
say(f"the manager listens at http://127.0.0.1:{door.server_port}{PATH}")
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
with changed:
    changed.wait_for(lambda: len(players) > 1 and len(referees) >= int(WITH_REFEREE))
time.sleep(0.2)  # The answer to the last registration leaves first.
try:
    play()
except Exception as problem:
    fail(f"it broke: {problem!r}")
os._exit(int(failed))
