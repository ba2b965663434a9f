"""Random games of Hex 11x11, and UCT with random playouts, on OpenSpiel (pip install open_spiel).

Prints one JSON object a line: program, work, per_second (CPU seconds of this process), mean_plies, first_wins.
Exits with 3 if OpenSpiel is not installed.
"""

import importlib.metadata
import json
import random
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit(3)

SIZE = 11
PROGRAM = "OpenSpiel " + importlib.metadata.version("open_spiel")


def playouts(seconds):
    """Shuffles the cells and plays them in that order until the game ends."""
    start = pyspiel.load_game(f"hex(board_size={SIZE})").new_initial_state()
    cells = list(range(SIZE * SIZE))
    rng = random.Random(1)
    games = plies = first_wins = 0
    begin = time.process_time()
    while (used := time.process_time() - begin) < seconds:
        rng.shuffle(cells)
        state = start.clone()
        for cell in cells:
            state.apply_action(cell)
            plies += 1
            if state.is_terminal():
                break
        games += 1
        first_wins += state.returns()[0] > 0
    return {
        "program": PROGRAM + ", from Python",
        "work": "ply",
        "per_second": games / used,
        "mean_plies": plies / games,
        "first_wins": first_wins / games,
    }


def uct(seconds):
    """Searches the empty board with a thousand simulations again and again, all of it in C++."""
    game = pyspiel.load_game(f"hex(board_size={SIZE})")
    state = game.new_initial_state()
    simulations, searches, used = 1000, 0, 0.0
    begin = time.process_time()
    while used < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, searches)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, searches, False)
        bot.step(state)
        searches += 1
        used = time.process_time() - begin
    return {
        "program": PROGRAM + ", C++",
        "work": "uct",
        "per_second": searches * simulations / used,
        "mean_plies": None,
        "first_wins": None,
    }


if __name__ == "__main__":
    seconds = float(sys.argv[1])
    for work in (playouts, uct):
        print(json.dumps(work(seconds)), flush=True)
