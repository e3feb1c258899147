"""Environments for learners, as Gymnasium and PettingZoo know them; neither needs to be installed.

    env = hra.env.GameEnv("yahtzee")                  # one seat against opponents: gymnasium.Env
    env = hra.env.AECEnv("checkers")                  # all seats in turn: pettingzoo.AECEnv
    env = hra.env.ParallelEnv("pacman")               # the same, stepped with a dict: pettingzoo.ParallelEnv
    envs = hra.env.VectorEnv("yahtzee", num_envs=64)  # many at once: gymnasium.vector.VectorEnv, with numpy

Observations are the features of hra.State.observation_tensor, as numpy arrays of float32 where numpy is there, else
as array.array. info["action_mask"] says which actions are legal, as do PettingZoo's observations. Where a game has
repetitions, the last one that is allowed ends the play with a draw. A program that imports this module can say
gymnasium.make("hra/yahtzee-v0") and pettingzoo.make("aec", "hra/checkers-v0"); gymnasium.make("hra.env:hra/yahtzee-v0") imports it.
"""
import random
from collections import Counter

import hra
from hra import registry
from hra.spaces import (
    AUTORESET, ActionSpace, AECBase, Base, BoxSpace, DictSpace, ParallelBase, VectorBase, gymnasium, many_actions, many_boxes, zeros)


def make(name, **options):
    """The GameEnv of a name such as "hra/yahtzee-v0", without Gymnasium's registry."""
    game, dash, version = name.removeprefix("hra/").rpartition("-v")
    if not name.startswith("hra/") or not dash or version != "0":
        raise hra.InputError(f"environments are called hra/GAME-v0, not {name!r}")
    return GameEnv(game, **options)


def register():
    """Tells Gymnasium, and PettingZoo where it is installed, of all games."""
    registry.register()
    registry.register_seats()


def numbered(spec):
    """A game that can be told in numbers."""
    game = spec if isinstance(spec, hra.Game) else hra.load_game(spec)
    if not game.num_distinct_actions() or not game.observation_tensor_size():
        raise hra.FitError(f"{game} numbers no actions or has no features, so it makes no environment")
    return game


class Table:
    """One play: its state, its dice, and repetition judged."""

    def __init__(self, game, most=None):
        self.game, self.most, self.dice = game, most, random.Random()
        self.repetitions = game.describe().repetitions

    def begin(self, seed, options):
        if seed is not None:
            self.dice.seed(seed)
        position = (options or {}).get("position")
        self.state = self.game.read_state(position) if position else self.game.new_initial_state()
        self.seen, self.drawn, self.gained = Counter(), False, self.state.returns()
        self.settle()
        self.rewards()

    def settle(self):
        """Lets chance move, and looks whether that was the last time of a position."""
        while self.state.is_chance_node():
            self.state.roll(self.dice.getrandbits(64))
        if self.repetitions and not self.state.is_terminal():
            key = self.state.key()
            self.seen[key] += 1
            self.drawn = self.seen[key] >= self.repetitions

    def take(self, action):
        self.state.apply_action(action)
        self.settle()

    def rewards(self):
        """What each seat got since this was asked last."""
        before, self.gained = self.gained, [0.0] * len(self.gained) if self.drawn else self.state.returns()
        return [now - then for now, then in zip(self.gained, before)]

    def mover(self):
        return hra.OVER if self.drawn else self.state.current_player()

    def truncated(self):
        return self.most is not None and self.mover() != hra.OVER and self.state.move_number() >= self.most

    def observation(self, seat):
        out = zeros(self.game.observation_tensor_size(), "float32")
        self.state.write_observation(out, seat)
        return out

    def mask(self, seat):
        out = zeros(self.game.num_distinct_actions(), "int8")
        if self.mover() == seat:
            self.state.write_mask(out)
        return out


class GameEnv(Base):
    """A Gymnasium environment: one seat, the others played by `opponents`, the spec of a player.

    reset(options={"position": TEXT}) begins elsewhere. An illegal action raises hra.InputError and changes nothing.
    A play is truncated after `most` moves, where that is given."""

    metadata = {"render_modes": ["ansi"]}
    spec = None

    def __init__(self, spec, seat=0, opponents="random", most=None, render_mode=None):
        self.game = numbered(spec)
        if not 0 <= seat < self.game.num_players():
            raise hra.InputError(f"{self.game} has the seats 0 to {self.game.num_players() - 1}, not {seat}")
        if render_mode not in (None, "ansi"):
            raise hra.InputError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.seat, self.render_mode, self.table = seat, render_mode, Table(self.game, most)
        self.random = opponents == "random"
        self.opponent = self.game.player(opponents).agent()
        self.action_space = ActionSpace(self.game)
        self.observation_space = BoxSpace(self.game)
        self.begun = False

    @property
    def unwrapped(self):
        return self

    @property
    def state(self):
        return self.table.state

    def reset(self, *, seed=None, options=None):
        if Base is not object:
            super().reset(seed=seed)
        self.opponent.forget()
        self.table.begin(seed, options)
        self.others()
        self.table.rewards()
        self.begun = True
        return self.table.observation(self.seat), self.info()

    def step(self, action):
        if not self.begun or self.table.mover() == hra.OVER:
            raise hra.StateError("the game is over or has not begun: call reset()")
        self.table.take(int(action))
        self.others()
        reward = self.table.rewards()[self.seat]
        over = self.table.mover() == hra.OVER
        return self.table.observation(self.seat), reward, over, self.table.truncated(), self.info()

    def others(self):
        """The other seats move until this one is to, or the play is over."""
        table = self.table
        while table.mover() not in (self.seat, hra.OVER) and not table.truncated():
            seed = table.dice.getrandbits(64)
            table.take(table.state.random_action(seed) if self.random
                       else self.opponent.choose(table.state, seed=seed))

    def info(self):
        return {"action_mask": self.table.mask(self.seat)}

    def render(self):
        return self.table.state.board(self.seat) if self.render_mode == "ansi" else None

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()


class Seats:
    """What both of PettingZoo's interfaces share: seats with names, and the play they are at."""

    def __init__(self, spec, most=None, render_mode=None, max_cycles=None):
        self.game = numbered(spec)
        most = max_cycles if most is None else most  # as pettingzoo.make says it
        self.metadata = {"name": f"{self.game}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode, self.table = render_mode, Table(self.game, most)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players())]
        self.agents = []
        action, observation = ActionSpace(self.game), DictSpace(self.game)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)

    num_agents = property(lambda self: len(self.agents))
    max_num_agents = property(lambda self: len(self.possible_agents))
    unwrapped = property(lambda self: self)

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def state(self):
        """The position as everybody together sees it: the features of each seat, one behind the other."""
        out = zeros(self.game.observation_tensor_size() * len(self.possible_agents), "float32")
        size = self.game.observation_tensor_size()
        for seat in range(len(self.possible_agents)):
            self.table.state.write_observation(memoryview(out)[seat * size:(seat + 1) * size], seat)
        return out

    def ended(self):
        """(terminated, truncated), which all seats are together."""
        return self.table.mover() == hra.OVER, self.table.truncated()

    def render(self):
        return self.table.state.board() if self.render_mode == "ansi" else None

    def close(self):
        pass


class AECEnv(Seats, AECBase):
    """A PettingZoo environment of seats that move one after the other.

    An illegal action raises hra.InputError and changes nothing. When the play ends it ends for all; each is then
    stepped once with None, as PettingZoo has it."""

    def reset(self, seed=None, options=None):
        self.table.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self.tell()

    def tell(self):
        """Whose turn it is, and whether it goes on."""
        over, cut = self.ended()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.agents[0] if over else self.possible_agents[self.table.mover()]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self.leave(agent, action)
            return
        self.table.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        for name, reward in zip(self.possible_agents, self.table.rewards()):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        self.tell()

    def leave(self, agent, action):
        """A seat whose play is over goes."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        self.agents.remove(agent)
        for told in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del told[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2 ** 63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


class ParallelEnv(Seats, ParallelBase):
    """The same, stepped with one action a seat: that of whoever is to move counts, the others wait, and their masks
    are 0. The mask is in the observation and in the info."""

    def reset(self, seed=None, options=None):
        self.table.begin(seed, options)
        self.agents = list(self.possible_agents)
        return self.tell()

    def tell(self):
        seen = {agent: self.observe(agent) for agent in self.agents}
        return seen, {agent: {"action_mask": seen[agent]["action_mask"]} for agent in self.agents}

    def step(self, actions):
        if not self.agents:
            raise hra.StateError("the game is over or has not begun: call reset()")
        mover = self.possible_agents[self.table.mover()]
        if mover not in actions:
            raise hra.InputError(f"{mover} is to move, and no action of it was given")
        self.table.take(int(actions[mover]))
        rewards = dict(zip(self.possible_agents, self.table.rewards()))
        over, cut = self.ended()
        seen, infos = self.tell()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, terminations, truncations, infos


class VectorEnv(VectorBase):
    """Many plays stepped together in C: one seat, the others move at random. Needs numpy.

    Autoreset is next-step, as Gymnasium's default: the step behind the last one of a play begins another, its action
    is not looked at, and its reward is 0. Repetition is not judged; `most` steps truncate a play."""

    spec = None

    def __init__(self, spec, num_envs=1, seat=0, most=None, render_mode=None, **ignored):
        import numpy
        self.numpy, self.game, self.num_envs, self.seat, self.most = numpy, numbered(spec), num_envs, seat, most
        if not 0 <= seat < self.game.num_players():
            raise hra.InputError(f"{self.game} has the seats 0 to {self.game.num_players() - 1}, not {seat}")
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": AUTORESET}
        self.single_action_space, self.single_observation_space = ActionSpace(self.game), BoxSpace(self.game)
        self.action_space = many_actions(self.game, num_envs)
        self.observation_space = many_boxes(self.game, num_envs)
        self.players = numpy.zeros(num_envs, numpy.int32)
        self.replies = numpy.zeros(num_envs, numpy.int32)
        self.rewards = numpy.zeros((num_envs, self.game.num_players()))
        self.seed = random.Random()

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.seed.seed(seed)
        self.batch = self.game.batch(self.num_envs, self.seed.getrandbits(64))
        self.steps = self.numpy.zeros(self.num_envs, int)
        self.cut = self.numpy.zeros(self.num_envs, bool)
        self.others()
        return self.told()

    def others(self):
        """Other seats move at random until none is to; what that brought this seat is returned."""
        got = self.numpy.zeros(self.num_envs)
        while True:
            self.batch.write_players(self.players)
            due = (self.players >= 0) & (self.players != self.seat)
            if not due.any():
                return got
            self.batch.sample(self.replies)
            self.replies[~due] = -1
            self.batch.step(self.replies, self.rewards)
            got += self.rewards[:, self.seat]

    def step(self, actions):
        numpy = self.numpy
        actions = numpy.array(actions, numpy.int32)
        fresh = (self.players == hra.OVER) | self.cut
        for i in numpy.flatnonzero(self.cut):
            self.batch.set_state(int(i), self.game.new_initial_state())
            actions[i] = -1
        self.batch.step(actions, self.rewards)
        rewards = self.rewards[:, self.seat].copy()
        rewards += self.others()
        rewards[fresh] = 0
        over = self.players == hra.OVER
        self.steps = numpy.where(fresh, 0, self.steps + 1)
        self.cut = numpy.zeros(self.num_envs, bool) if self.most is None else (self.steps >= self.most) & ~over
        seen, info = self.told()
        return seen, rewards, over, self.cut.copy(), info

    def told(self):
        seen = self.numpy.zeros((self.num_envs, self.game.observation_tensor_size()), self.numpy.float32)
        mask = self.numpy.zeros((self.num_envs, self.game.num_distinct_actions()), self.numpy.int8)
        self.batch.write_observations(seen, self.seat)
        self.batch.write_masks(mask)
        return seen, {"action_mask": mask}

    def close(self):
        pass


if gymnasium:
    register()
