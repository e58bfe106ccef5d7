"""How the player decides: the file that is yours to change."""
import random


def decide(turn):
    """One of turn["moves"].

    turn["moves"]        the legal moves, such as ["even", "odd"]
    turn["view"]         what you may see of the position, in games that have one
    turn["step"]         1 for your first move of a match
    turn["match_id"], turn["opponent_id"], turn["game_type"]
    turn["history"]      your matches so far, oldest first: each has "match_id", "opponent_id", "why", and the last
                         moves as "my_choice" and "opponent_choice" (None where none was made)
    """
    return random.choice(turn["moves"])
