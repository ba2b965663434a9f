"""Random games of Hex 11x11 on Pgx (pip install pgx), many at once on one core.

Prints one JSON object: program, work, per_second (CPU seconds of this process), mean_plies, first_wins.
Exits with 3 if Pgx is not installed.
"""

import importlib.metadata
import json
import os
import sys
import time

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ.setdefault("JAX_PLATFORMS", "cpu")

try:
    import jax
    import jax.numpy as jnp
    import pgx
except ImportError:
    sys.exit(3)

SIZE = 11
BATCH = 512
env = pgx.make("hex")
# The last action is the swap, which the others do not play either.
CELLS = jnp.arange(env.num_actions) < SIZE * SIZE


@jax.jit
def batch(key):
    """Plays a batch of games to the last one's end: the plies of each, and whether the first seat won it."""
    key, inner = jax.random.split(key)
    start = jax.vmap(env.init)(jax.random.split(inner, BATCH))

    def step(carry):
        state, key, plies = carry
        key, inner = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask & CELLS, 0.0, -jnp.inf)
        action = jax.random.categorical(inner, logits, axis=-1)
        plies = plies + ~state.terminated
        return jax.vmap(env.step)(state, action), key, plies

    def going(carry):
        return ~carry[0].terminated.all()

    # The game ends with a win of whoever moved last, and the first seat plays the odd plies.
    _, _, plies = jax.lax.while_loop(going, step, (start, key, jnp.zeros(BATCH, jnp.int32)))
    return plies, plies % 2 == 1


def main(seconds):
    batch(jax.random.PRNGKey(0))[0].block_until_ready()
    games = plies = first_wins = 0
    begin = time.process_time()
    while (used := time.process_time() - begin) < seconds:
        length, first = batch(jax.random.PRNGKey(games + 1))
        games += BATCH
        plies += int(length.sum())
        first_wins += int(first.sum())
    print(
        json.dumps(
            {
                "program": f"Pgx {importlib.metadata.version('pgx')}, {BATCH} games at once on one core",
                "work": "ply",
                "per_second": games / used,
                "mean_plies": plies / games,
                "first_wins": first_wins / games,
            }
        )
    )


if __name__ == "__main__":
    main(float(sys.argv[1]))
