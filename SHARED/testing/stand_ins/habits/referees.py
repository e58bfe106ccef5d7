"""Referees with the habits of those in the wild, for a league manager of somebody else.

Usage: python3 referees.py MANAGER [HABIT ...] [--trace]
       python3 referees.py --list                             every habit, as JSON
Each match it is given is played by the course text and reported; what is said of it afterwards is printed.
It ends when it is told so, or when its stdin ends.
"""
import json
import os
import random
import sys
import threading
import uuid

sys.dont_write_bytecode = True  # Nothing is left in a clone.
from door import Door, complain, habits_of, now, post, rpc, rpc_error, say

HABITS = {
    "own_status": "answers RUN_MATCH with a status of its own, and plays nothing",
    "no_run_match": "knows no RUN_MATCH",
    "no_moves": "reports a winner, and nothing of how",
    "twice": "plays and reports every match twice",
    "choice_only": "reads choice alone",
}
if "--list" in sys.argv:
    say(json.dumps(HABITS))
    sys.exit()
manager, *words = [word for word in sys.argv[1:] if not word.startswith("--")]
MINE = set(habits_of(words, HABITS))


def base(kind):
    return {
        "protocol": "league.v2", "message_type": kind, "sender": f"referee:{me}",
        "timestamp": now(), "conversation_id": str(uuid.uuid4()),
    }


def heard(path, request):
    method, message = request.get("method"), request.get("params", {})
    if method == "run_match" and "no_run_match" in MINE:
        say(f"{message['match_id']}: no such method")
        return 200, rpc_error(request, -32601, "Method not found: run_match")
    answer = {"status": "ok"}
    if method == "run_match" and "own_status" in MINE:
        say(f"{message['match_id']}: left lying")
        answer = {"status": "MATCH_QUEUED", "match_id": message["match_id"]}
    elif method == "run_match":
        threading.Thread(target=run, args=(message,), daemon=True).start()
        answer = {**base("RUN_MATCH_ACK"), "match_id": message["match_id"], "status": "acknowledged"}
    elif method == "shutdown":
        threading.Timer(0.2, os._exit, (0,)).start()
    elif method and "error" in method:
        say(f"told of an error: {json.dumps(message)}")
    return 200, {"jsonrpc": "2.0", "result": answer, "id": request.get("id")}


def run(order):
    for _ in range(2 if "twice" in MINE else 1):
        try:
            report(order, *played(order))
        except Exception as problem:
            complain(f"{order['match_id']} broke: {problem!r}")


def played(order):
    match = {name: order[name] for name in ("league_id", "round_id", "match_id")}
    match["game_type"] = "even_odd"
    seats = [(order["player_a"], order["player_a_endpoint"]), (order["player_b"], order["player_b_endpoint"])]
    chosen = {}
    for (player, at), (other, _), role in zip(seats, seats[::-1], ("PLAYER_A", "PLAYER_B")):
        ask(at, "handle_game_invitation", "GAME_INVITATION", {**match, "role_in_match": role, "opponent_id": other})
    for (player, at), (other, _) in zip(seats, seats[::-1]):
        context = {"opponent_id": other, "round_id": match["round_id"]}
        answer = ask(at, "choose_parity", "CHOOSE_PARITY_CALL", {**match, "player_id": player, "context": context})
        chosen[player] = answer["choice" if "choice_only" in MINE else "parity_choice"]
    number = random.randint(1, 10)
    parity = ("even", "odd")[number % 2]
    right = [player for player, choice in chosen.items() if choice == parity]
    winner = right[0] if len(right) == 1 else None
    details = {"drawn_number": number, "number_parity": parity, "choices": chosen}
    over = {"status": "WIN" if winner else "DRAW", "winner_player_id": winner, **details, "reason": f"{number} is {parity}"}
    for _, at in seats:
        ask(at, "notify_match_result", "GAME_OVER", {**match, "game_result": over})
    return winner, {} if "no_moves" in MINE else {"details": details}


def ask(at, method, kind, body):
    status, reply = post(at, rpc(method, {**base(kind), **body}))
    if "result" not in (reply or {}):
        raise ValueError(f"{kind} was answered HTTP {status} {json.dumps(reply)}")
    return reply["result"]


def report(order, winner, how):
    players = (order["player_a"], order["player_b"])
    score = {player: 1 if winner is None else 3 * (player == winner) for player in players}
    match = {name: order[name] for name in ("league_id", "round_id", "match_id")}
    result = {"winner": winner, "score": score, **how}
    body = {**base("MATCH_RESULT_REPORT"), "auth_token": token, **match, "game_type": "even_odd", "result": result}
    _, reply = post(manager, rpc("report_match_result", body))
    say(f"{order['match_id']}: reported, and heard {json.dumps(reply.get('result') or reply.get('error'))}")


me = "candidate"
door = Door(heard)
door.open()
endpoint = f"http://127.0.0.1:{door.server_port}/mcp"
meta = {
    "display_name": f"Referee {' '.join(words) or 'of strangers'}", "version": "1.0.0",
    "game_types": ["even_odd"], "contact_endpoint": endpoint, "max_concurrent_matches": 2,
}
_, reply = post(manager, rpc("register_referee", {**base("REFEREE_REGISTER_REQUEST"), "referee_meta": meta}))
answer = (reply or {}).get("result") or {}
if answer.get("status") != "ACCEPTED":
    sys.exit(f"turned away: {json.dumps(reply)}")
me, token = answer["referee_id"], answer.get("auth_token")
say(f"{me} is registered at {endpoint}")
sys.stdin.read()
