"""A player that reads a line and writes a line, for: league player --command "python3 line_player.py" """
import json
import os
import sys

NAME = os.environ.get("LEAGUE_PLAYER_NAME", "Line Player")
TOKEN = f"{NAME}.token"  # With it the player comes back to its place after a crash.


def say(**line):
    print(json.dumps({"jsonrpc": "2.0", **line}), flush=True)


kept = {}
if os.path.exists(TOKEN):
    kept["auth_token"] = open(TOKEN).read()
say(id=1, method="register_player", params={
    **kept,
    "protocol": "league.v2",
    "message_type": "LEAGUE_REGISTER_REQUEST",
    "sender": "player:line",
    "player_meta": {
        "display_name": NAME,
        "version": "1.0.0",
        "game_types": ["even_odd"],
        "contact_endpoint": os.environ["LEAGUE_ENDPOINT"],
    },
})

for line in sys.stdin:
    asked = json.loads(line)
    method = asked.get("method")
    if method is None:
        answer = asked.get("result", asked)
        print("registration:", answer.get("status"), answer.get("reason") or "", file=sys.stderr)
        if "auth_token" in answer:
            with open(TOKEN, "w") as file:
                file.write(answer["auth_token"])
    elif method == "handle_game_invitation":
        say(id=asked["id"], result={"message_type": "GAME_JOIN_ACK", "accept": True})
    elif method == "choose_parity":
        say(id=asked["id"], result={"message_type": "CHOOSE_PARITY_RESPONSE", "parity_choice": "even"})
    elif "id" in asked:
        if "error" in method:
            print(asked["params"]["error_code"], asked["params"]["error_description"], file=sys.stderr, flush=True)
        say(id=asked["id"], result={"status": "ok"})
