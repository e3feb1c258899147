"""The names by which Gymnasium makes environments.

Gymnasium calls register() while it is imported itself (entry point gymnasium.envs in pyproject.toml), so hra.env, which needs all
of Gymnasium, is imported when an environment is made.
"""
import hra


def register():
    """Tells Gymnasium of all games: gymnasium.make("hra/yahtzee-v0", opponents="greedy")."""
    from gymnasium.envs.registration import register as add
    for game in hra.games():
        if hra.load_game(game).num_distinct_actions():
            add(id=f"hra/{game}-v0", entry_point="hra.env:GameEnv", kwargs={"spec": game}, vector_entry_point="hra.env:VectorEnv")
