"""A player written from document 000 (with what 001 and 003 say of the messages it gets), in Python and its library alone.

Usage: python3 flat_player.py MANAGER ID
It chooses EVEN and ODD in turn. Whatever it is sent that is not as the documents say is printed on stderr,
and the program then ends with exit code 1.
"""
import json
import os
import re
import sys
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

MANAGER, ME = sys.argv[1:3]
CHOICES = ["EVEN", "ODD"]

# ---- What the documents say of each message ----

MATCH_MESSAGE = {
    "league_id": str, "round_id": int, "match_id": str,
    "conversation_id": "uuid", "sender": str, "timestamp": "utc",
}
STANDINGS = [{
    "rank": int, "player_id": str, "wins": int, "losses": int,
    "draws": int, "points": int, "games_played": int,
}]
MESSAGES = {
    "LEAGUE_REGISTER_RESPONSE": {"player_id": str, "league_id": str, "auth_token": str, "status": str},
    "ROUND_ANNOUNCEMENT": {
        "league_id": str, "round_id": int, "total_rounds": int,
        "matches": [{"match_id": str, "player_a": str, "player_b": str, "referee_id": str}],
    },
    "LEAGUE_STANDINGS_UPDATE": {"league_id": str, "round_id": int, "standings": STANDINGS},
    "ROUND_COMPLETED": {
        "league_id": str, "round_id": int,
        "results": [{"match_id": str, "winner": str, "player_a": str, "player_b": str}],
    },
    "LEAGUE_COMPLETED": {"league_id": str, "total_matches": int, "final_standings": STANDINGS},
    "LEAGUE_ERROR": {"league_id": str, "error_code": str, "error_message": str},
    "SHUTDOWN_COMMAND": {},
    "GAME_INVITATION": {**MATCH_MESSAGE, "player_id": str, "opponent_id": str},
    "CHOOSE_PARITY_CALL": {**MATCH_MESSAGE, "player_id": str},
    "GAME_OVER": {
        **MATCH_MESSAGE, "winner": str, "drawn_number": int,
        "player_a_choice": str, "player_b_choice": str,
    },
    "GAME_ERROR": {**MATCH_MESSAGE, "error_code": str, "error_message": str},
}
PATTERNS = {
    "uuid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE),
    "utc": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"),
}

violations = 0


def expect(is_so, complaint):
    global violations
    if not is_so:
        violations += 1
        print(complaint, file=sys.stderr, flush=True)


def fits(value, wanted):
    if isinstance(wanted, list):
        return isinstance(value, list) and all(fits(entry, wanted[0]) for entry in value)
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(fits(value.get(name), kind) for name, kind in wanted.items())
    if wanted in PATTERNS:
        return isinstance(value, str) and PATTERNS[wanted].fullmatch(value) is not None
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and value != ""


def check(message):
    kind = message.get("message_type")
    expect(kind in MESSAGES, f"no message for a player: {message}")
    expect(message.get("protocol") == "league.v2", f"{kind}: protocol is {message.get('protocol')!r}")
    for name, wanted in MESSAGES.get(kind, {}).items():
        expect(fits(message.get(name), wanted), f"{kind}: {name} is {message.get(name)!r}")


# ---- The player ----

class Player:
    def __init__(self):
        self.league_id = None
        self.conversations = {}
        self.choices = {}

    def answer(self, message):
        check(message)
        kind = message.get("message_type")
        if self.league_id is not None and "league_id" in MESSAGES.get(kind, {}):
            expect(message["league_id"] == self.league_id, f"{kind} is about the league {message['league_id']}")
        handle = getattr(self, "on_" + str(kind).lower(), None)
        return handle(message) if handle else {"status": "received"}

    def on_game_invitation(self, message):
        expect(message["player_id"] == ME, f"an invitation for {message['player_id']} came to {ME}")
        self.conversations[message["match_id"]] = message["conversation_id"]
        return self.reply(message, "GAME_JOIN_ACK")

    def on_choose_parity_call(self, message):
        match_id = message["match_id"]
        # 000, section 9: verify that the conversation is the invitation's.
        expect(message["conversation_id"] == self.conversations.get(match_id), f"{match_id}: another conversation")
        expect(message["player_id"] == ME, f"a call for {message['player_id']} came to {ME}")
        self.choices.setdefault(match_id, CHOICES[len(self.choices) % 2])
        return self.reply(message, "PARITY_CHOICE", choice=self.choices[match_id])

    def on_game_over(self, message):
        match_id, winner = message["match_id"], message["winner"]
        chosen = [message["player_a_choice"], message["player_b_choice"]]
        expect(all(choice in CHOICES for choice in chosen), f"{match_id}: the choices were {chosen}")
        expect(self.choices.get(match_id) in chosen, f"{match_id}: {ME} chose neither of {chosen}")
        expect((winner == "DRAW") == (chosen[0] == chosen[1]), f"{match_id}: {chosen} gives {winner}")
        expect(1 <= message["drawn_number"] <= 10, f"{match_id}: {message['drawn_number']} was drawn")
        parity = CHOICES[message["drawn_number"] % 2]
        won = chosen[0] != chosen[1] and self.choices.get(match_id) == parity
        expect((winner == ME) == won, f"{match_id}: {ME} chose {self.choices.get(match_id)}, yet {winner} won")
        print(f"{match_id} was won by {winner}", flush=True)
        return {"status": "received"}

    def on_game_error(self, message):
        expect(False, f"{ME} was told of an error: {message}")
        return {"status": "received"}

    on_league_error = on_game_error

    def on_league_completed(self, _message):
        # 000, section 3.1: a player shuts down when its league is finished, and when it is told to.
        threading.Thread(target=server.shutdown).start()
        return {"status": "received"}

    on_shutdown_command = on_league_completed

    def reply(self, message, kind, **body):
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        return {
            "protocol": "league.v2", "message_type": kind,
            "league_id": message["league_id"], "round_id": message["round_id"], "match_id": message["match_id"],
            "conversation_id": message["conversation_id"], "sender": ME, "timestamp": now, **body,
        }


class Door(BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if message.get("method") == "ping":
            # Whether anybody is there is asked in JSON-RPC, which is unknown here; any answer will do, even an error.
            self.send_error(400)
            return
        body = json.dumps(player.answer(message)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def register(endpoint):
    request = {
        "protocol": "league.v2", "message_type": "LEAGUE_REGISTER_REQUEST",
        "player_id": ME, "endpoint": endpoint,
    }
    headers = {"content-type": "application/json"}
    with urlopen(Request(MANAGER, json.dumps(request).encode(), headers)) as response:
        message = json.load(response)
    check(message)
    expect(message.get("status") == "registered", f"{ME} was not registered: {message}")
    expect(message.get("player_id") == ME, f"{ME} was registered as {message.get('player_id')}")
    player.league_id = message.get("league_id")


def end_with_parent():
    # Whoever started this program has gone when its end of the pipe is closed.
    os.read(0, 1)
    os._exit(1)


player = Player()
server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
server.daemon_threads = False
serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
serving.start()
threading.Thread(target=end_with_parent, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/mcp"
register(address)
print(f"{ME} is registered at {address}", flush=True)
serving.join()
server.server_close()
sys.exit(1 if violations else 0)
