"""What every stand-in with a habit needs: a door, a way to post, the time and a voice. The standard library alone."""
import json
import os
import socket
import sys
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TRACED = "--trace" in sys.argv
# What the documents call a method, and the message it carries.
METHODS = {
    "handle_game_invitation": "GAME_INVITATION",
    "choose_parity": "CHOOSE_PARITY_CALL",
    "notify_match_result": "GAME_OVER",
    "notify_game_error": "GAME_ERROR",
    "notify_round": "ROUND_ANNOUNCEMENT",
    "update_standings": "LEAGUE_STANDINGS_UPDATE",
    "notify_round_completed": "ROUND_COMPLETED",
    "notify_league_completed": "LEAGUE_COMPLETED",
    "notify_league_error": "LEAGUE_ERROR",
    "shutdown": "SHUTDOWN_COMMAND",
}
BY_TYPE = {kind: method for method, kind in METHODS.items()}


def say(line):
    # In one piece: there are many threads.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def complain(line):
    """Something was not as the documents say, or was an error."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def now(later=0):
    """The time so many seconds from now in whole seconds, as the course text writes it."""
    return (datetime.now(timezone.utc) + timedelta(seconds=later)).strftime("%Y-%m-%dT%H:%M:%SZ")


def rpc(method, params, id=1):
    return {"jsonrpc": "2.0", "method": method, "params": params, "id": id}


def rpc_error(request, code, message):
    id = request.get("id") if isinstance(request, dict) else None
    return {"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": id}


def post(url, body, headers=None):
    """The HTTP status and the JSON of whatever answer comes, an error too; None where there is no body."""
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json", **(headers or {})})
    try:
        with urlopen(request, timeout=30) as response:
            status, text = response.status, response.read()
    except HTTPError as error:
        status, text = error.code, error.read()
    if TRACED:
        say(f"to {url}: {json.dumps(body)}\n  came {status} {text.decode()}")
    return status, json.loads(text) if text else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        text = self.rfile.read(int(self.headers["content-length"]))
        status, body = self.server.answer(self.path, json.loads(text))
        if TRACED:
            say(f"at {self.server.server_port}{self.path}: {text.decode()}\n  answered {status} {json.dumps(body)}")
        self.reply(status, body)

    def do_GET(self):
        self.reply(200, {"status": "ok"}) if self.path == "/health" else self.reply(404, {"detail": "Not Found"})

    def reply(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Door(ThreadingHTTPServer):
    """A server at a free port; `answer(path, request)` gives the HTTP status and the body of each answer."""
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Handler, bind_and_activate=False)
        self.answer = answer
        self.server_bind()

    def server_bind(self):
        # Without the search for a host name of the library's own, which may take seconds.
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = self.server_address

    def open(self):
        self.server_activate()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, *_):
        # A caller that closes its connection is no news; anything else was answered with an error already.
        if not isinstance(sys.exc_info()[1], (ConnectionError, socket.timeout)):
            super().handle_error(*_)


def habits_of(words, known):
    """The habits among the words of a command; exits where there is no such habit."""
    unknown = [word for word in words if word not in known]
    if unknown:
        sys.exit(f"there is no habit {', '.join(unknown)}; there are: {', '.join(known)}")
    return words


def stay():
    """Keeps the program running until its stdin is closed, which is when its caller has gone."""
    try:
        sys.stdin.read()
    except KeyboardInterrupt:
        pass
    os._exit(0)
