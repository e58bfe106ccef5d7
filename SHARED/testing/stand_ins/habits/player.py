"""A player as the course text has it, with a seam wherever agents in the wild do something else."""
import json
import uuid
from urllib.parse import urlsplit

from door import BY_TYPE, METHODS, Door, complain, now, post, rpc, rpc_error, say


class Unknown(Exception):
    """A message that the player has never heard of."""


class Player:
    """A player without any habit."""
    habits = ()
    path = "/mcp"
    said_path = None  # Where it says that it listens, if not at its path.
    registers_at = None  # The path at which it registers, if not the manager's.
    registers_by = "register_player"
    kind = "LEAGUE_REGISTER_REQUEST"
    methods = METHODS  # The methods it knows, and the message each carries.
    headers = {}

    def __init__(self, manager):
        self.name = type(self).__name__
        self.door = Door(self.heard)
        said = self.path if self.said_path is None else self.said_path
        self.endpoint = f"http://127.0.0.1:{self.door.server_port}{said}"
        self.manager = manager
        self.player_id = self.name

    # ---- Registering ----

    def start(self):
        self.door.open()
        self.register()

    def register(self):
        at = urlsplit(self.manager)
        url = f"{at.scheme}://{at.netloc}{self.registers_at or at.path}"
        status, reply = post(url, self.letter(self.registration()), self.headers)
        try:
            answer = self.opened(reply)
            accepted = str(answer["status"]).upper() in ("ACCEPTED", "REGISTERED", "OK", "SUCCESS")
        except (KeyError, TypeError, ValueError, IndexError):
            answer, accepted = reply, False
        if not accepted:
            return complain(f"{self.name} was turned away: HTTP {status} {json.dumps(answer)}")
        self.player_id = answer["player_id"]
        say(f"{self.name}: {self.player_id} is registered at {self.endpoint}")

    def registration(self):
        return {**self.base(self.kind), "player_meta": self.meta()}

    def meta(self):
        return {
            "display_name": f"Habit {self.name}",
            "version": "1.0.0",
            "game_types": ["even_odd"],
            "contact_endpoint": self.endpoint,
        }

    def letter(self, message):
        return rpc(self.registers_by, message)

    def opened(self, reply):
        return reply["result"]

    # ---- Being called ----

    def heard(self, path, request):
        if path != self.path:
            say(f"{self.name} refused {path}: it listens at {self.path}")
            return 404, {"detail": "Not Found"}
        try:
            kind, message = self.read(request)
            return 200, self.reply(request, self.act(kind, message))
        except Unknown as unknown:
            say(f"{self.name} refused {unknown}: it knows no such message")
            return self.unknown(request, unknown)
        except Exception as problem:  # As a framework does it: any exception is an error with its text.
            say(f"{self.name} refused {request.get('method') or request.get('message_type')}: {problem!r}")
            return 200, rpc_error(request, -32603, f"Internal error: {problem!r}")

    def read(self, request):
        return self.kind_of(request["method"]), request["params"]

    def kind_of(self, method):
        if method not in self.methods:
            raise Unknown(method)
        return self.methods[method]

    def unknown(self, request, unknown):
        return 200, rpc_error(request, -32601, f"Method not found: {unknown}")

    def reply(self, request, answer):
        return {"jsonrpc": "2.0", "result": answer, "id": request.get("id")}

    # ---- Playing ----

    def act(self, kind, message):
        if kind == "GAME_INVITATION":
            return self.join(message)
        if kind == "CHOOSE_PARITY_CALL":
            return self.choose(message)
        if kind == "GAME_OVER":
            say(f"{self.name}: {message['match_id']} is over")
        if kind in ("GAME_ERROR", "LEAGUE_ERROR"):
            complain(f"{self.name} was told of an error: {json.dumps(message)}")
        return {"status": "ok"}

    def join(self, message):
        return {**self.about(message, "GAME_JOIN_ACK"), "arrival_timestamp": self.time(), "accept": True}

    def choose(self, message):
        return {**self.about(message, "CHOOSE_PARITY_RESPONSE"), "parity_choice": "even"}

    def about(self, message, kind):
        same = {name: message[name] for name in ("match_id", "conversation_id") if name in message}
        return {**self.base(kind), **same, "match_id": message["match_id"], "player_id": self.player_id}

    def base(self, kind):
        """The envelope of 002; the base of what every player says."""
        return {
            "protocol": "league.v2",
            "message_type": kind,
            "sender": f"player:{self.player_id}",
            "timestamp": self.time(),
            "conversation_id": str(uuid.uuid4()),
        }

    def time(self):
        return now()


class ByType(Player):
    """It looks at message_type alone."""

    def read(self, request):
        message = self.message_in(request)
        if message.get("message_type") not in BY_TYPE:
            raise Unknown(message.get("message_type") or request.get("method"))
        return message["message_type"], message

    def message_in(self, request):
        return request["params"]


class Bare(ByType):
    """No envelope, in the words of the course."""

    def letter(self, message):
        return message

    def opened(self, reply):
        return reply

    def message_in(self, request):
        return request

    def reply(self, request, answer):
        return answer
