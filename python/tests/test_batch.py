"""Batches: the same as their states one by one."""
from array import array

import pytest

import hra


def room(batch):
    game = batch.game
    return (array("i", [0]) * len(batch), array("d", [0]) * (len(batch) * game.num_players()),
            array("i", [0]) * len(batch))


@pytest.mark.parametrize("spec", hra.games())
def test_steps_like_states(spec):
    batch = hra.load_game(spec).batch(8, seed=3)
    actions, rewards, players = room(batch)
    seats = batch.game.num_players()
    for _ in range(30):
        before = [batch.state(i) for i in range(8)]
        batch.sample(actions)
        batch.step(actions, rewards)
        batch.write_players(players)
        for i, state in enumerate(before):
            after = batch.state(i)
            assert after.current_player() == players[i]
            got = list(rewards[i * seats:(i + 1) * seats])
            if state.is_terminal():
                assert got == [0] * seats and not after.is_terminal()
                continue
            gained = [b - a for a, b in zip(state.returns(), after.returns())]
            state.apply_action(actions[i])
            if not state.is_chance_node():
                assert state == after
            assert got == pytest.approx(gained)


def test_masks_and_observations():
    game = hra.load_game("tictactoe")
    batch = game.batch(5, seed=1)
    actions, *_ = room(batch)
    masks, seen = bytearray(5 * 9), array("f", [0]) * (5 * game.observation_tensor_size())
    for _ in range(4):
        batch.sample(actions)
        batch.step(actions)
    batch.write_masks(masks)
    batch.write_observations(seen)
    for i in range(5):
        state = batch.state(i)
        assert list(masks[9 * i:9 * i + 9]) == state.legal_actions_mask()
        assert list(seen[i * 19:i * 19 + 19]) == state.observation_tensor()


def test_refusals():
    game = hra.load_game("tictactoe")
    batch = game.batch(2)
    with pytest.raises(hra.InputError, match="state 1: 9 is not a legal action"):
        batch.step(array("i", [4, 9]))
    assert batch.state(0).position() == ".../.X./..." and batch.state(1).position() == ".../.../..."
    for wrong in (array("i", [1]), [1, 2], array("d", [0.0])):
        with pytest.raises((TypeError, ValueError)):
            batch.step(wrong)
    for count in (0, -1, 1 << 21):
        with pytest.raises(hra.InputError):
            game.batch(count)
    with pytest.raises(hra.InputError):
        batch.state(2)
    batch.set_state(1, game.read_state("OO./XX./..."))
    assert batch.state(1).current_player() == 0
    with pytest.raises(hra.InputError):
        batch.set_state(0, hra.load_game("nim").new_initial_state())
