"""Players with the habits of agents in the wild, one class each: all are started in one process, each at a port of its own.

Usage: python3 players.py MANAGER [NAME ...] [--trace]      the players of these names; without a name all of them
       python3 players.py --list                            every player and its habits, as JSON
A player plays as the course text has it, but for its habit, and refuses all that an agent with that habit refuses; each
refusal is printed. It ends when its stdin does. A class in small letters is a player of that name.
"""
import itertools
import json
import sys
import threading
import time
import uuid
from datetime import datetime, timezone

sys.dont_write_bytecode = True  # Nothing is left in a clone.
from door import BY_TYPE, METHODS, habits_of, post, rpc, say, stay
from player import Bare, ByType, Player, Unknown


# ---- How they register, and are called ----

class spec(Player):
    """Everything as the documents say."""


class unknown_method(ByType):
    habits = ("type_not_method",)
    registers_by = "register"


class league_register(Player):
    habits = ("type_not_method",)
    registers_by = "league_register"


class league_handle(ByType):
    habits = ("type_not_method",)
    registers_by = "league.handle"


class types_upper(Player):
    habits = ("types_as_methods",)
    registers_by = "LEAGUE_REGISTER_REQUEST"
    methods = {kind: kind for kind in BY_TYPE}


class types_lower(Player):
    habits = ("types_as_methods", "lower_types")
    registers_by = "league_register_request"
    methods = {kind.lower(): kind for kind in BY_TYPE}


class message_param(ByType):
    habits = ("message_param",)
    registers_by = "handle_message"

    def letter(self, message):
        return rpc(self.registers_by, {"message": message})

    def message_in(self, request):
        if request["method"] != "handle_message":
            raise Unknown(request["method"])
        return request["params"]["message"]


class tools_list(Player):
    """tools/call both ways, with tools of its own."""
    habits = ("tool_calls",)
    tools = {
        "receive_game_invitation": "GAME_INVITATION",
        "choose_parity": "CHOOSE_PARITY_CALL",
        "notify_match_result": "GAME_OVER",
    }

    def letter(self, message):
        return rpc("tools/call", {"name": self.registers_by, "arguments": message})

    def opened(self, reply):
        return json.loads(reply["result"]["content"][0]["text"])

    def heard(self, path, request):
        if request.get("method") == "tools/list":
            schema = {"type": "object"}
            return 200, super().reply(request, {"tools": [{"name": name, "inputSchema": schema} for name in self.tools]})
        return super().heard(path, request)

    def read(self, request):
        if request["method"] != "tools/call" or request["params"]["name"] not in self.tools:
            raise Unknown(request["params"].get("name", request["method"]))
        return self.tools[request["params"]["name"]], request["params"]["arguments"]

    def reply(self, request, answer):
        content = [{"type": "text", "text": json.dumps(answer)}]
        return super().reply(request, {"content": content, "isError": False})


class tools_plain(tools_list):
    """The same by a client without an MCP library, which takes JSON alone."""
    habits = ("tool_calls", "plain_accept")
    headers = {"accept": "application/json"}
    tools = {"handle_game_invitation": "GAME_INVITATION", "make_move": "CHOOSE_PARITY_CALL"}


class tools_register(Player):
    """It registers by tools/call, and has no tools itself."""
    habits = ("tool_calls",)
    letter = tools_list.letter
    opened = tools_list.opened


class bare(Bare):
    """No envelope, and player_meta as the course has it."""


class bare_top(Bare):
    habits = ("meta_at_top",)

    def registration(self):
        return {**self.base(self.kind), **self.meta()}


class rest(Bare):
    """POST /register without any message."""
    habits = ("rest_paths", "other_names")
    registers_at = "/register"

    def registration(self):
        return {"display_name": f"Habit {self.name}", "endpoint": self.endpoint}

    def join(self, message):
        return {"accepted": True, "match_id": message["match_id"]}


class rest_rpc(Player):
    habits = ("rest_paths",)
    registers_at = "/register"


class no_type(Player):
    habits = ("type_from_method",)

    def registration(self):
        return {"player_meta": {name: value for name, value in self.meta().items() if name != "game_types"}}


class meta_at_top(Player):
    habits = ("meta_at_top",)

    def registration(self):
        return {**self.base(self.kind), **self.meta()}


class top_alone(Player):
    """The fields of its meta are all of its params."""
    habits = ("meta_at_top", "type_from_method")

    def registration(self):
        return self.meta()


class in_data(Player):
    """Whatever it says of itself or of its choice is in data."""
    habits = ("meta_at_top",)

    def registration(self):
        return {**self.base(self.kind), "data": self.meta()}

    def choose(self, message):
        return {**self.about(message, "CHOOSE_PARITY_RESPONSE"), "data": {"parity_choice": "odd"}}


class in_payload(Player):
    habits = ("meta_at_top",)

    def registration(self):
        return {**self.base(self.kind), "payload": self.meta()}


class player_register(Player):
    habits = ("meta_at_top",)
    kind = "PLAYER_REGISTER_REQUEST"


class endpoint_name(Player):
    habits = ("other_names",)

    def meta(self):
        meta = super().meta()
        meta["endpoint"] = meta.pop("contact_endpoint")
        return meta


class odd_version(Player):
    habits = ("odd_version",)

    def meta(self):
        return {**super().meta(), "protocol_version": "league.v2"}


class registers_first(Player):
    """It registers before it listens; 12 of 20 do."""

    def start(self):
        self.register()
        time.sleep(0.5)
        self.door.open()


class never_registers(Player):
    """The operator gives its address to the league."""

    def register(self):
        say(f"{self.name}: waits to be added at {self.endpoint}")


class upper_path(Player):
    habits = ("odd_paths",)
    path = "/MCP"
    registers_at = "/MCP"


class slash_path(Player):
    habits = ("odd_paths",)
    path = "/mcp/"
    registers_at = "/mcp/"


class no_path(Player):
    habits = ("odd_paths",)
    said_path = ""


# ---- How they answer ----

class answers_in_params(Player):
    habits = ("answers_in_params",)

    def reply(self, request, answer):
        return rpc(answer.get("message_type", "ACK").lower(), answer, request.get("id"))


class own_counter(Player):
    habits = ("own_ids",)
    counter = itertools.count(1000)

    def reply(self, request, answer):
        return {"jsonrpc": "2.0", "result": answer, "id": next(self.counter)}


class always_one(Player):
    habits = ("own_ids",)

    def reply(self, request, answer):
        return {"jsonrpc": "2.0", "result": answer, "id": 1}


class integer_ids(Player):
    """4 of 20 take no other id."""

    def read(self, request):
        if "id" in request and type(request["id"]) is not int:
            raise TypeError("id must be an integer")
        return super().read(request)


class joins_ack(Player):
    habits = ("status_joins",)
    status = "ACK"

    def join(self, message):
        return {"status": self.status}


class joins_received(joins_ack):
    status = "RECEIVED"


class joins_accepted(joins_ack):
    status = "accepted"


class posts_join(joins_ack):
    """It posts its join as well, without the conversation of the invitation."""
    status = "RECEIVED"

    def join(self, message):
        joined = {**self.about(message, "GAME_JOIN_ACK"), "conversation_id": str(uuid.uuid4()), "accept": True}
        threading.Thread(target=self.post_join, args=(message["referee_endpoint"], joined), daemon=True).start()
        return super().join(message)

    def post_join(self, referee, joined):
        status, reply = post(referee, rpc("game_join_ack", joined))
        if status != 200 or "error" in (reply or {}):
            say(f"{self.name}: its posted join was answered HTTP {status} {json.dumps(reply)}")


class accepted(Player):
    habits = ("other_names",)

    def join(self, message):
        return {**self.about(message, "GAME_JOIN_ACK"), "accepted": True}


class choice(Player):
    habits = ("choice_too",)

    def choose(self, message):
        return {**self.about(message, "CHOOSE_PARITY_RESPONSE"), "choice": "odd"}


class lower_answers(Player):
    habits = ("lower_types",)

    def about(self, message, kind):
        return super().about(message, kind.lower())


class http_errors(Player):
    """All but invitation and call is HTTP 4xx or 5xx with an error of JSON-RPC."""
    methods = {method: METHODS[method] for method in ("handle_game_invitation", "choose_parity")}
    statuses = itertools.cycle((400, 404, 500))

    def unknown(self, request, unknown):
        return next(self.statuses), super().unknown(request, unknown)[1]


class error_statuses(Player):
    """Its answers are good, and their HTTP status says otherwise."""
    habits = ("error_statuses",)
    statuses = itertools.cycle((400, 500))

    def heard(self, path, request):
        return next(self.statuses), super().heard(path, request)[1]


# ---- Times ----

class offset_times(Player):
    habits = ("offset_times",)

    def time(self):
        return datetime.now(timezone.utc).isoformat()


class compact_times(Player):
    habits = ("offset_times",)

    def time(self):
        return datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


class no_times(Player):
    """No timestamp anywhere."""

    def base(self, kind):
        return {name: value for name, value in super().base(kind).items() if name != "timestamp"}


class whole_seconds(Player):
    habits = ("whole_seconds",)

    def read(self, request):
        datetime.strptime(request["params"]["timestamp"], "%Y-%m-%dT%H:%M:%SZ")
        return super().read(request)


# ---- What they want to be told ----

class nested(Player):
    habits = ("nested_copies",)

    def join(self, message):
        return super().join(message["game_invitation"])

    def choose(self, message):
        context = {"opponent_id": message["parity_context"]["opponent_id"]}
        return super().choose({**message, "context": context})


class parity_choose(Player):
    habits = ("other_move_names",)
    methods = {("parity_choose" if name == "choose_parity" else name): kind for name, kind in METHODS.items()}


class choose_parity_request(Player):
    habits = ("other_move_names",)
    methods = {("CHOOSE_PARITY_REQUEST" if name == "choose_parity" else name): kind for name, kind in METHODS.items()}


def is_player(name, value):
    return name.islower() and isinstance(value, type) and issubclass(value, Player)


PLAYERS = {name: value for name, value in list(globals().items()) if is_player(name, value)}

if __name__ == "__main__":
    manager, *names = [word for word in sys.argv[1:] if not word.startswith("--")] or [""]
    if "--list" in sys.argv:
        say(json.dumps({name: kind.habits for name, kind in PLAYERS.items()}))
        sys.exit()
    for name in habits_of(names, PLAYERS) or PLAYERS:
        PLAYERS[name](manager).start()
    say("all have tried to register")
    stay()
