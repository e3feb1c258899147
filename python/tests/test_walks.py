"""Random walks in every game: the module agrees with the library, and copies are independent."""
import copy
import os
import pickle

import pytest

import hra
from oracle import Oracle

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings, strategies  # noqa: E402

EXAMPLES = 100 if os.environ.get("ALL") else 4
brief = settings(max_examples=EXAMPLES, deadline=None, derandomize=not os.environ.get("ALL"), database=None,
                 suppress_health_check=list(HealthCheck))
choices = strategies.lists(strategies.integers(0, 1 << 30), min_size=10, max_size=60)


def same(state, oracle):
    """All that both can be asked."""
    moves = oracle.moves()
    assert state.current_player() == oracle.mover()
    assert state.legal_moves() == [move for move, _ in moves]
    if state.is_chance_node():
        assert state.chance_outcomes() == moves
    elif oracle.action_count:
        assert state.legal_actions() == oracle.actions()
        mask = state.legal_actions_mask()
        assert [a for a, legal in enumerate(mask) if legal] == sorted(oracle.actions())
    assert state.position() == oracle.text("hra_state_position")
    assert state.returns() == oracle.gained()
    if state.get_game().observation_tensor_size():
        for seat in range(oracle.seats):
            assert state.observation_tensor(seat) == oracle.features(seat)


@pytest.mark.parametrize("spec", hra.games())
@given(picks=choices)
@brief
def test_walk_agrees(spec, picks):
    oracle, state = Oracle(spec), hra.load_game(spec).new_initial_state()
    got = [0.0] * oracle.seats
    for pick in picks:
        same(state, oracle)
        if state.is_terminal():
            break
        i = pick % len(state.legal_actions())
        action, move = state.legal_actions()[i], state.legal_moves()[i]
        text = state.action_to_string(action)
        assert text == oracle.text("hra_state_show_move", move)
        assert state.string_to_action(text) == action
        state.apply_action(action)
        oracle.apply(move)
        got = [a + b for a, b in zip(got, state.rewards())]
    assert got == pytest.approx(state.returns())
    oracle.close()


@pytest.mark.parametrize("spec", hra.games())
@given(picks=choices)
@brief
def test_copies_are_independent(spec, picks):
    game = hra.load_game(spec)
    state = game.new_initial_state()
    for pick in picks[:20]:
        if state.is_terminal():
            break
        actions = state.legal_actions()
        copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)),
                  game.deserialize_state(state.serialize())]
        before = state.position(), state.history(), hash(state)
        for other in copies:
            assert other == state and hash(other) == hash(state) and other.history() == state.history()
            other.apply_action(actions[pick % len(actions)])
        assert (state.position(), state.history(), hash(state)) == before
        state.apply_action(actions[pick % len(actions)])
        assert all(other == state for other in copies)
        read = game.read_state(state.position())
        assert read == state and read.current_player() == state.current_player() and read.is_terminal() == state.is_terminal()
        assert read.legal_actions() == state.legal_actions() and read.returns() == state.returns()
        if not read.is_terminal():
            read.apply_action(read.legal_actions()[0])
            assert pickle.loads(pickle.dumps(read)) == read


@pytest.mark.parametrize("spec", hra.games())
@given(data=strategies.data())
@brief
def test_refusals_change_nothing(spec, data):
    state = hra.load_game(spec).new_initial_state()
    legal = set(state.legal_actions())
    before = state.position()
    for wrong in data.draw(strategies.lists(strategies.integers(), max_size=5)) + [-1, 1 << 32, 1 << 70]:
        if wrong not in legal:
            with pytest.raises(hra.InputError):
                state.apply_action(wrong)
    for wrong in (None, "a1", 1.5, [], state):
        with pytest.raises(TypeError):
            state.apply_action(wrong)
    for text in data.draw(strategies.lists(strategies.text(max_size=12), max_size=3)):
        try:
            assert state.string_to_action(text) in legal
        except (hra.InputError, UnicodeEncodeError, ValueError):
            pass
    assert state.position() == before
