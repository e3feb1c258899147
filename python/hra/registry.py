"""The names by which Gymnasium and PettingZoo make environments.

hra.env gives them both when it is imported. Gymnasium before 1.0 calls register() while it is imported itself (entry point
gymnasium.envs in pyproject.toml), so hra.env, which needs all of Gymnasium, is not imported here.
"""
import hra


def numbered_games():
    return [game for game in hra.games() if hra.load_game(game).num_distinct_actions()]


def register():
    """Tells Gymnasium of all games: gymnasium.make("hra/yahtzee-v0", opponents="greedy")."""
    from gymnasium.envs import registration
    for game in numbered_games():
        if f"hra/{game}-v0" not in registration.registry:
            registration.register(id=f"hra/{game}-v0", entry_point="hra.env:GameEnv", kwargs={"spec": game},
                                  vector_entry_point="hra.env:VectorEnv")


def register_seats():
    """Tells PettingZoo of all games, if it has names (1.27 and later): pettingzoo.make("aec", "hra/checkers-v0")."""
    try:
        from pettingzoo import aec_registry, register as add
    except ImportError:
        return
    for game in numbered_games():
        if f"hra/{game}-v0" not in aec_registry:
            add("aec", f"hra/{game}-v0", "hra.env:AECEnv", kwargs={"spec": game})
            add("parallel", f"hra/{game}-v0", "hra.env:ParallelEnv", kwargs={"spec": game})
