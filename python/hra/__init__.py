"""Games, players and solvers: a laboratory of game search.

    import hra

    game = hra.load_game("tictactoe")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.random_action())
    print(state, state.returns())

States and games have OpenSpiel's names. Players, matches, plays, records, reviews and sessions are the library's
own; hra.env has environments for Gymnasium and PettingZoo. docs/python/ begins at the first line.
"""
from hra._hra import (CHANCE, OVER, Agent, Batch, Error, FileError, FitError, Game, InputError, LimitError, Play,
                      Player, Record, Session, Solution, State, StateError, Work, __version__, catalogue,
                      games, load_game, read_records, seed, session, work)
from hra.rows import Row

__all__ = ["CHANCE", "OVER", "Agent", "Batch", "Error", "FileError", "FitError", "Game", "InputError", "LimitError",
           "Play", "Player", "Record", "Row", "Session", "Solution", "State", "StateError", "Work", "__version__",
           "catalogue", "deserialize_game_and_state", "games", "load_game", "read_records", "seed",
           "serialize_game_and_state", "session", "work"]


def serialize_game_and_state(game: Game, state: State) -> str:
    """A state with its game as one text."""
    return state.serialize()


def deserialize_game_and_state(text: str) -> tuple[Game, State]:
    """The game and the state of a text that serialize_game_and_state wrote."""
    lines = text.split("\n", 2)
    if len(lines) < 2 or not lines[1].startswith("game "):
        raise InputError("a serialized state begins with the lines 'hra-state 1' and 'game SPEC'")
    game = load_game(lines[1][len("game "):])
    return game, game.deserialize_state(text)
