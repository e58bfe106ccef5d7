"""Tests of the strategy. Run them with: python3 -m unittest"""
import unittest

from strategy import decide


def turn(moves, history=()):
    return {
        "game_type": "even_odd", "match_id": "R1M1", "opponent_id": "P02", "step": 1,
        "moves": moves, "view": None, "history": list(history),
    }


class Decide(unittest.TestCase):
    def test_a_move_is_legal_whatever_is_played(self):
        for moves in (["even", "odd"], ["rock", "paper", "scissors"], [0, 4, 8]):
            for _ in range(50):
                self.assertIn(decide(turn(moves)), moves)

    def test_a_move_is_legal_after_a_match(self):
        lost = {
            "match_id": "R1M1", "opponent_id": "P02", "my_choice": "odd", "opponent_choice": None,
            "why": "the number 8 is even: P02 chose even and wins",
        }
        self.assertIn(decide(turn(["even", "odd"], [lost])), ["even", "odd"])
