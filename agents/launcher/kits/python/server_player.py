"""A player of the league that is a server: it listens, registers, and answers. How it decides is in strategy.py.

    python3 player.py [MANAGER [ENDPOINT]]

MANAGER is the manager's address: else LEAGUE_MANAGER, else http://localhost:8000/mcp; an invite code stands behind it
as ?code=CODE. ENDPOINT is the address by which the league calls this player: else PLAYER_ENDPOINT, else this machine's
own address and any free port.
"""
import json
import os
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from strategy import decide

NAME = os.environ.get("LEAGUE_PLAYER_NAME") or "My Player"
EVERY_GAME = "even_odd rock_paper_scissors prisoners_dilemma tic_tac_toe connect_four"
GAMES = (os.environ.get("LEAGUE_GAME") or EVERY_GAME).split()
MANAGER = "".join(sys.argv[1:2]) or os.environ.get("LEAGUE_MANAGER") or "http://localhost:8000/mcp"
ENDPOINT = "".join(sys.argv[2:3]) or os.environ.get("PLAYER_ENDPOINT")
# Beside this file, by manager: what proves who this player is. With it, it has its place back after a crash.
TOKENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME + ".token")

me = {}  # The manager's answer to the registration: player_id, auth_token, …
tickets = {}  # By match, what its referee has to show.
choices = {}  # By match and step: a question that is asked again is answered alike.
history = []
thinking = threading.Lock()


def say(*words):
    """A line for people, on stderr: stdout may be a pipe of the league."""
    print(*words, file=sys.stderr, flush=True)


def answer(method, message):
    """The result for one message of the league."""
    match_id, token = message.get("match_id"), message.get("auth_token")
    is_ours = token == (me.get("manager_token") or token) and (me or method == "notify_round")
    if method in ("notify_round", "notify_league_completed", "shutdown") and not is_ours:
        return refused("another manager's token")
    if "error_code" in message:
        say(message.get("message_type"), message["error_code"], message.get("error_description"))
    if method == "notify_round":
        tickets.update((match["match_id"], match["ticket"]) for match in message["matches"] if "ticket" in match)
    if method == "notify_match_result":
        remember(match_id, message["game_result"])
    if method not in ("handle_game_invitation", "choose_parity", "game_move"):
        return {"status": "ok"}

    reply = {"protocol": "league.v2", "conversation_id": message["conversation_id"], "match_id": match_id}
    if token != tickets.get(match_id, token):
        return {**reply, **refused("another ticket")}
    if method == "handle_game_invitation":
        return {**reply, "message_type": "GAME_JOIN_ACK", "accept": True}
    if method == "choose_parity":
        choice = chosen(message, message["valid_options"], message.get("context") or {})
        return {**reply, "message_type": "CHOOSE_PARITY_RESPONSE", "parity_choice": choice}
    asked = message["move_request"]
    move = {"move_type": asked["move_type"], "choice": chosen(message, asked["valid_options"], asked["context"])}
    return {**reply, "message_type": "GAME_MOVE_RESPONSE", "step": message["step"], "move_data": move}


def refused(why):
    """The error for a sender that does not prove itself."""
    wrong = {"error_code": "E012", "error_name": "AUTH_TOKEN_INVALID", "error_description": why}
    return {"message_type": "GAME_ERROR", **wrong}


def chosen(message, moves, context):
    """The move of the strategy; where it fails, that is told and the first legal move is made."""
    match_id, step = message["match_id"], message.get("step", 1)
    turn = {
        "game_type": message.get("game_type"), "match_id": match_id, "step": step, "moves": moves,
        "opponent_id": context.get("opponent_id"), "view": context.get("view"), "history": list(history),
    }
    with thinking:
        if choices.get((match_id, step)) not in moves:
            try:
                move = decide(turn)
                if move not in moves:
                    raise ValueError(f"{move!r} is none of {moves}")
            except Exception as problem:
                say(f"{match_id}: decide failed, {moves[0]!r} is played: {type(problem).__name__}: {problem}")
                move = moves[0]
            choices[match_id, step] = move
        return choices[match_id, step]


def remember(match_id, result):
    say(f"{match_id}: {result.get('reason')}")
    said = dict(result.get("choices") or {})
    mine = said.pop(me.get("player_id"), None)
    opponent_id, theirs = next(iter(said.items()), (None, None))
    match = {"match_id": match_id, "opponent_id": opponent_id, "my_choice": mine, "opponent_choice": theirs}
    history.append({**match, "why": result.get("reason")})


class Player(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send({"status": "ok"})  # For launchers that look whether it is there.

    def do_POST(self):
        method = request_id = None
        try:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            method, request_id = request["method"], request.get("id")
            reply = {"result": answer(method, request.get("params") or {})}
        except Exception as problem:  # Nonsense must end neither the connection nor the program.
            reply = {"error": {"code": -32600, "message": f"{type(problem).__name__}: {problem}"}}
        self.send({"jsonrpc": "2.0", **reply, "id": request_id})
        is_heard = reply.get("result") == {"status": "ok"}
        if is_heard and method == "shutdown":
            self.end_after(0.1)
        if is_heard and method == "notify_league_completed":
            self.end_after(10)  # Where no shutdown follows.

    def send(self, reply):
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_after(self, seconds):
        timer = threading.Timer(seconds, self.server.shutdown)
        timer.daemon = True
        timer.start()

    def log_message(self, *_):
        pass


def wait_for(manager):
    """This machine's own address on the way to the manager, once that is there."""
    port = manager.port or (443 if manager.scheme == "https" else 80)
    for attempt in range(sys.maxsize):
        try:
            with socket.create_connection((manager.hostname, port), timeout=10) as line:
                return line.getsockname()[0]
        except OSError as problem:
            if attempt == 0:
                say(f"waiting for the manager at {manager.hostname}:{port} ({problem})")
            time.sleep(1)


def register(endpoint):
    """Tells the manager who is here and where; ends the program where it is turned away."""
    place = MANAGER.split("?")[0]
    try:
        with open(TOKENS) as file:
            tokens = json.load(file)
    except (OSError, ValueError):
        tokens = {}
    meta = {"display_name": NAME, "version": "1.0.0", "game_types": GAMES, "contact_endpoint": endpoint}
    params = {"protocol": "league.v2", "message_type": "LEAGUE_REGISTER_REQUEST", "player_meta": meta}
    if place in tokens:
        params["auth_token"] = tokens[place]
    body = json.dumps({"jsonrpc": "2.0", "method": "register_player", "params": params, "id": 1}).encode()
    try:
        opener = build_opener(ProxyHandler({}))
        with opener.open(Request(MANAGER, body, {"content-type": "application/json"}), timeout=30) as response:
            reply = json.load(response)
    except HTTPError as refused:
        sys.exit(f"turned away: HTTP {refused.code} {refused.read(500).decode(errors='replace')}")
    result = reply.get("result") or {}
    if result.get("status") != "ACCEPTED":
        sys.exit(f"turned away: {result.get('reason') or result.get('error_description') or json.dumps(reply)}")
    me.update(result)
    with open(TOKENS, "w") as file:
        json.dump({**tokens, place: me["auth_token"]}, file)
    say(f"{NAME} is {me['player_id']} and listens at {endpoint}")


def main():
    manager, own = urlsplit(MANAGER), urlsplit(ENDPOINT or "")
    if not manager.hostname or (ENDPOINT and not own.hostname):
        say("usage: python3 player.py http://MANAGER:8000/mcp [http://THIS_MACHINE:8101/mcp]")
        sys.exit(2)
    # Where the endpoint is known, it listens there already while it waits.
    serving = serve(own.hostname, own.port) if ENDPOINT else None
    here = wait_for(manager)
    server, thread = serving or serve(here, 0)
    register(ENDPOINT or f"http://{f'[{here}]' if ':' in here else here}:{server.server_port}/mcp")
    thread.join()


def serve(host, port):
    """The server at this address, and the thread it runs in."""
    ThreadingHTTPServer.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        server = ThreadingHTTPServer((host, port or 0), Player)
    except OSError as problem:
        sys.exit(f"cannot listen at {ENDPOINT or host}: {problem}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    return server, thread


try:
    main()
except KeyboardInterrupt:
    pass
