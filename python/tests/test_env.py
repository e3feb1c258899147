"""What Gymnasium's and PettingZoo's documentation asks of environments, held against ours.

Their own checkers (gymnasium.utils.env_checker, pettingzoo.test.api_test) need the packages; these are the same
demands in our words: https://gymnasium.farama.org/api/env/, https://pettingzoo.farama.org/api/aec/."""
import copy
import random

import pytest

import hra
from hra import env as envs

NUMBERED = [name for name in hra.games() if hra.load_game(name).num_distinct_actions()]


def legal(mask):
    return [action for action, allowed in enumerate(mask) if allowed]


def walk(env, seed, steps=60):
    """What happens when the first, or a random legal action is taken."""
    rng, told = random.Random(seed), []
    seen, info = env.reset(seed=seed)
    for _ in range(steps):
        action = rng.choice(legal(info["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        told.append((list(seen), reward, terminated, truncated, list(info["action_mask"])))
        if terminated or truncated:
            break
    return told


@pytest.mark.parametrize("spec", NUMBERED)
def test_gymnasium(spec):
    env = envs.GameEnv(spec, seat=hra.load_game(spec).num_players() - 1)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen) and env.unwrapped is env and isinstance(info, dict)
    assert env.action_space.contains(env.action_space.sample(info["action_mask"]))
    first = walk(env, 3)
    assert first == walk(env, 3)  # the same seed gives the same play
    for seen, reward, terminated, truncated, mask in first:
        assert isinstance(reward, float) and terminated in (True, False) and truncated is False
        assert terminated or any(mask)


def test_gymnasium_rewards_add_up():
    env = envs.GameEnv("yahtzee")
    told = walk(env, 1, 1000)
    assert told[-1][2] and sum(reward for _, reward, *_ in told) == pytest.approx(env.state.returns()[0])
    with pytest.raises(hra.StateError, match="reset"):
        env.step(0)


def test_gymnasium_refusals():
    env = envs.GameEnv("tictactoe", render_mode="ansi")
    with pytest.raises(hra.StateError):
        env.step(0)
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(hra.InputError):
        env.step(4)
    assert "X" in env.render()
    seen, info = env.reset(options={"position": "XX./OO./..."})
    assert legal(info["action_mask"]) == [2, 5, 6, 7, 8]
    assert env.step(2)[1:4] == (1.0, True, False)
    for wrong in ({"spec": "tictactoe", "seat": 2}, {"spec": "tree"}, {"spec": "nimm"},
                  {"spec": "nim", "opponents": "nobody"}, {"spec": "nim", "render_mode": "human"}):
        with pytest.raises(hra.Error):
            envs.GameEnv(**wrong)
    assert envs.make("hra/tictactoe-v0").game == env.game
    for wrong in ("tictactoe", "hra/tictactoe-v1", "hra/tictactoe"):
        with pytest.raises(hra.InputError):
            envs.make(wrong)
    env.close()


def test_truncation_and_opponents():
    env = copy.deepcopy(envs.GameEnv("checkers", opponents="alphabeta:depth=1", most=6))
    told = walk(env, 2)
    assert told[-1][3] and not told[-1][2]
    assert walk(envs.GameEnv("tictactoe", opponents="alphabeta"), 5)[-1][1] <= 0  # nobody beats it


def test_repetition_ends_a_play():
    env = envs.GameEnv("checkers", opponents="random", most=10000)
    ends = [walk(env, seed, 10000)[-1] for seed in range(2)]
    assert all(terminated and not truncated for _, _, terminated, truncated, _ in ends)


def run_aec(env, seed):
    rng, totals = random.Random(seed), dict.fromkeys(env.possible_agents, 0)
    env.reset(seed=seed)
    assert env.agents == env.possible_agents and env.num_agents == env.max_num_agents
    for agent in env.agent_iter(5000):
        seen, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        assert set(env.rewards) == set(env.terminations) == set(env.truncations) == set(env.infos) == set(env.agents)
        assert env.observation_space(agent).contains(seen) and isinstance(info, dict)
        if terminated or truncated:
            env.step(None)
            continue
        for other in env.agents:
            assert any(env.observe(other)["action_mask"]) == (other == agent)
        env.step(rng.choice(legal(seen["action_mask"])))
    return totals


@pytest.mark.parametrize("spec", ["tictactoe", "nim", "yahtzee:seats=2", "race", "checkers"])
def test_pettingzoo(spec):
    env = envs.AECEnv(spec, most=400)
    totals = run_aec(env, 7)
    assert env.agents == [] and run_aec(env, 7) == totals
    if env.table.state.is_terminal():
        assert list(totals.values()) == pytest.approx(env.table.state.returns())


def test_pettingzoo_ends():
    env = envs.AECEnv("tictactoe", render_mode="ansi")
    env.reset(options={"position": "XX./OO./..."})
    assert env.last(observe=False)[0] is None and "X" in env.render()
    with pytest.raises(hra.InputError):
        env.step(0)
    env.step(2)
    assert env.terminations == {"seat_0": True, "seat_1": True} and env.rewards == {"seat_0": 1, "seat_1": -1}
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(5)
    env.step(None)
    env.step(None)
    assert env.agents == [] and list(env.agent_iter()) == []


def test_parallel():
    env = envs.ParallelEnv("tictactoe")
    seen, infos = env.reset(seed=1)
    assert set(seen) == set(infos) == set(env.agents)
    steps = 0
    while env.agents:
        actions = {agent: (legal(infos[agent]["action_mask"]) or [0])[0] for agent in env.agents}
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert set(seen) == set(rewards) == set(terminations) == set(truncations) == set(infos)
        steps += 1
    assert 5 <= steps <= 9 and len(env.state()) == 2 * 19
    with pytest.raises(hra.StateError):
        env.step({})
    env.reset()
    with pytest.raises(hra.InputError, match="seat_0 is to move"):
        env.step({"seat_1": 0})


@pytest.mark.parametrize("spec,seat", [("yahtzee", 0), ("tictactoe", 1), ("race", 2)])
def test_vector(spec, seat):
    numpy = pytest.importorskip("numpy")
    env = envs.VectorEnv(spec, num_envs=6, seat=seat)
    seen, info = env.reset(seed=4)
    rng, was_over, ended = random.Random(1), [False] * 6, 0
    total = numpy.zeros(6)
    for _ in range(120):
        actions = [rng.choice(legal(mask) or [0]) for mask in info["action_mask"]]
        seen, rewards, over, cut, info = env.step(actions)
        assert seen.shape == env.observation_space.shape and not cut.any()
        for i in range(6):
            if was_over[i]:  # autoreset: a play begins, whatever the action was
                assert rewards[i] == 0
                total[i] = 0
            total[i] += rewards[i]
            if over[i]:
                ended += 1
                assert total[i] == pytest.approx(env.batch.state(i).returns()[seat])
            else:
                assert any(info["action_mask"][i])
            assert list(seen[i]) == env.batch.state(i).observation_tensor(seat)
        was_over = list(over)
    assert ended


def test_vector_truncates():
    pytest.importorskip("numpy")
    env = envs.VectorEnv("checkers", num_envs=2, most=3)
    seen, info = env.reset(seed=1)
    cuts = []
    for _ in range(8):
        seen, _, _, cut, info = env.step([legal(mask)[0] for mask in info["action_mask"]])
        cuts.append(list(cut))
    assert cuts[2] == cuts[6] == [True, True] and cuts[3] == [False, False]


def test_with_gymnasium(tmp_path):
    """Where Gymnasium and PettingZoo are installed their own classes are used: played by stand-ins. Gymnasium's calls the entry point
    before it is whole, PettingZoo's needs it whole."""
    import os
    import subprocess
    import sys
    envs = tmp_path / "gymnasium" / "envs"
    envs.mkdir(parents=True)
    (envs / "__init__.py").write_text("import hra.registry; hra.registry.register()")
    (envs / "registration.py").write_text("registry = {}\ndef register(id, **kw):\n    assert id not in registry\n    registry[id] = kw")
    (tmp_path / "gymnasium" / "__init__.py").write_text("""
from gymnasium import envs
class Env:
    def reset(self, *, seed=None, options=None): self.np_random_seed = seed
class vector:
    class VectorEnv: pass
    class AutoresetMode: NEXT_STEP = "next"
class Space:
    def __init__(self, *args): self.args = args
class spaces: Discrete = Box = Dict = MultiDiscrete = Space
""")
    (tmp_path / "pettingzoo.py").write_text("""
import gymnasium
Whole, aec_registry = gymnasium.Env, {}
def register(env_type, id, entry_point, *, kwargs):
    if env_type == "aec": aec_registry[id] = entry_point
class AECEnv: pass
class ParallelEnv: pass
""")
    pytest.importorskip("numpy")
    script = ("import gymnasium.envs.registration, hra.env as e; env = e.GameEnv('nim'); assert isinstance(env, gymnasium.Env); "
              "env.reset(seed=3); assert env.np_random_seed == 3; assert env.action_space.args == (15,); "
              "names = gymnasium.envs.registration.registry; assert 'hra/yahtzee-v0' in names and 'hra/tree-v0' not in names; "
              "assert e.VectorEnv('nim').metadata['autoreset_mode'] == 'next'; "
              "import pettingzoo; aec = e.AECEnv('nim', max_cycles=1); assert isinstance(aec, pettingzoo.AECEnv); "
              "aec.reset(); aec.step(0); assert aec.truncations == {'seat_0': True, 'seat_1': True}; "
              "assert isinstance(e.ParallelEnv('nim'), pettingzoo.ParallelEnv); "
              "assert pettingzoo.aec_registry['hra/race-v0'] == 'hra.env:AECEnv'; e.register()")
    paths = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    subprocess.run([sys.executable, "-c", script], check=True, env=paths)
