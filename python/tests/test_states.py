"""Games and states, by OpenSpiel's names."""
import gc
import pickle
from array import array

import pytest

import hra


def state_of(spec, *texts):
    state = hra.load_game(spec).new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_first_line():
    game = hra.load_game("tictactoe")
    assert str(game) == "tictactoe" and repr(game) == "hra.load_game('tictactoe')"
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (2, 9, 0)
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert game.describe().title == "Tic-tac-toe"
    assert "tictactoe" in hra.games() and hra.catalogue().games[0].name == hra.games()[0]


def test_play_through():
    state = state_of("tictactoe", "b2", "a1", "a3", "c1")
    assert state.position() == "O.O/.X./X.." and state.current_player() == 0
    assert "X" in str(state) and repr(state) == "<hra.State of tictactoe: O.O/.X./X..>"
    assert state.returns() == [0, 0] and state.legal_actions(1) == []
    assert state.legal_actions_mask() == [0, 1, 0, 1, 0, 1, 0, 1, 1]
    state.apply_action(state.string_to_action("b1"))
    assert state.action_to_string(1, 3) == state.action_to_string(3)
    assert state.child(3).position() == "O.O/OXX/X.." or state.child(3).move_number() == 6
    assert state.move_number() == 5


def test_end_and_rewards():
    state = state_of("tictactoe", "a1", "a2", "b1", "b2", "c1")
    assert state.is_terminal() and state.current_player() == hra.OVER and state.legal_actions() == []
    assert state.returns() == state.rewards() == [1, -1]
    with pytest.raises(hra.StateError, match="the game is over"):
        state.apply_action(8)


def test_chance():
    state = hra.load_game("yahtzee").new_initial_state()
    assert state.is_chance_node() and state.current_player() == hra.CHANCE
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 252 and sum(p for _, p in outcomes) == pytest.approx(1)
    again = state.clone()
    assert state.roll(7) == again.roll(7) and state == again
    with pytest.raises(hra.StateError):
        state.roll()
    hra.seed(5)
    first = state.clone().step(state.legal_actions()[0])
    assert first in (0, hra.OVER)


def test_an_id_opens_the_game_that_it_names():
    board = "XGID=-b----E-C---eE---c-e----B-"
    match, money = board + ":0:0:1:00:3:2:0:7:10", board + ":0:0:1:52:0:0:3:0:10"
    game = hra.load_game("backgammon", position=match)
    assert str(game) == "backgammon:match-length=7,score=3-2"
    assert game.read_state(match).get_game() is game and "score 3-2" in game.read_state(match).position()
    plain = hra.load_game("backgammon")
    state = plain.read_state(money + "\r\nX:P   O:Q\r\n")
    assert str(state.get_game()) == "backgammon:cube,jacoby,beavers" and state.position().endswith("white 52, cube 1")
    assert hra.deserialize_game_and_state(hra.serialize_game_and_state(state.get_game(), state))[1].position() == state.position()
    assert plain.read_state(board + ":0:0:1:52").get_game() is plain
    assert str(hra.load_game("backgammon:cube=no", position=money)) == "backgammon:cube=no"
    players = [plain.player("greedy")] * 2
    with pytest.raises(hra.InputError, match="backgammon:cube,jacoby,beavers"):
        plain.play(players, position=money)
    with pytest.raises(hra.InputError, match="score of 3 in a match of 3"):
        hra.load_game("backgammon:match-length=3").read_state(match)


def test_errors_are_words():
    with pytest.raises(hra.InputError, match="did you mean 'checkers'"):
        hra.load_game("chekers")
    with pytest.raises(ValueError) as caught:
        hra.load_game("yahtzee:seats=99")
    assert isinstance(caught.value, hra.Error) and caught.value.at is not None
    with pytest.raises(hra.InputError):
        hra.load_game("tictactoe").read_state("not a position")
    with pytest.raises(hra.InputError, match="state of nim"):
        hra.load_game("tictactoe").player("random").choose(hra.load_game("nim").new_initial_state())
    for make in (hra.Game, hra.State, hra.Player, hra.Batch):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("text", [
    "", "hra-state 2\ngame tictactoe\nnumber 0\nmoves\n", "hra-state 1\ngame nim\nnumber 0\nmoves\n",
    "hra-state 1\ngame tictactoe\nnumber 0\nmoves 0 0\n", "hra-state 1\ngame tictactoe\nmoves\n",
    "hra-state 1\ngame tictactoe\nnumber 0\nmoves 0\nmoves 1\n", "hra-state 1\ngame tictactoe\nnumber 0\nmoves x\n",
    "hra-state 1\ngame tictactoe\nposition ...\nmoves\n"])
def test_damaged_states_are_refused(text):
    with pytest.raises(hra.InputError):
        hra.load_game("tictactoe").deserialize_state(text)


def test_whole_games_in_text():
    state = state_of("tictactoe", "b2")
    game, again = hra.deserialize_game_and_state(hra.serialize_game_and_state(state.get_game(), state))
    assert game == state.get_game() and again == state
    assert pickle.loads(pickle.dumps(game)) == game and len({game, hra.load_game("tictactoe")}) == 1


def test_views_and_boards():
    state = state_of("tictactoe", "b2")
    assert state.view(1) == state and state.observation_string(0) == state.position()
    assert "X" in state.board(unicode=False, width=40)
    for seat in (-1, 2, 99, 1 << 40):
        with pytest.raises((hra.InputError, OverflowError)):
            state.view(seat)
    assert state.key() == state.clone().key()


def test_tensors():
    state = state_of("tictactoe", "b2")
    game = state.get_game()
    size = game.observation_tensor_size()
    assert game.observation_tensor_shape() == [size] and len(game.feature_names()) == size
    out = array("f", bytes(4 * size))
    state.write_observation(out, 1)
    assert list(out) == state.observation_tensor(1) != state.observation_tensor(0)
    mask = bytearray(9)
    state.write_mask(mask)
    assert list(mask) == state.legal_actions_mask()
    for wrong in (bytearray(8), bytes(9), memoryview(bytearray(18))[::2], 3):
        with pytest.raises((TypeError, ValueError, BufferError)):
            state.write_mask(wrong)


def test_owners_live_on():
    states = [hra.load_game("checkers").new_initial_state() for _ in range(3)]
    agent = hra.load_game("nim").player("alphabeta:depth=2").agent()
    gc.collect()
    assert states[0].get_game().num_players() == 2 and len(states[1].legal_actions()) == 7
    assert agent.choose(agent.player.game.new_initial_state()) >= 0


def test_rollouts():
    state = hra.load_game("tictactoe").new_initial_state()
    value = state.rollouts(2000, seed=1)
    assert value == state.rollouts(2000, seed=1) and value[0] == -value[1]
    assert value[0] == pytest.approx(0.297, abs=0.08)  # X wins 58.5 % and O 28.8 % of random games
    with pytest.raises(hra.LimitError):
        state.rollouts(1, most=2)
