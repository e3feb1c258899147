"""Spaces of actions and observations: Gymnasium's where it is installed, else the same in little."""
import random
from array import array

try:
    import numpy
except ImportError:
    numpy = None
try:
    import gymnasium
except ImportError:
    gymnasium = None
try:
    import pettingzoo
except ImportError:
    pettingzoo = None

AECBase = pettingzoo.AECEnv if pettingzoo else object
ParallelBase = pettingzoo.ParallelEnv if pettingzoo else object
Base = gymnasium.Env if gymnasium else object
VectorBase = gymnasium.vector.VectorEnv if gymnasium else object
# How Gymnasium calls the rule by which a vector of environments begins again; before 1.1 it has no name for it.
AUTORESET = gymnasium.vector.AutoresetMode.NEXT_STEP if hasattr(getattr(gymnasium, "vector", None), "AutoresetMode") else "NextStep"


def zeros(count, kind):
    """A writable buffer of float32 or int8."""
    if numpy:
        return numpy.zeros(count, kind)
    return array("f" if kind == "float32" else "b", bytes(count * (4 if kind == "float32" else 1)))


class Discrete:
    """The numbers 0..n-1."""

    dtype = "int64"
    shape = ()
    start = 0

    def __init__(self, n):
        self.n, self.random = n, random.Random()

    def seed(self, seed=None):
        self.random.seed(seed)
        return seed

    def sample(self, mask=None):
        """One of them, each as likely; where a mask is given one that it allows, 0 where it allows none."""
        legal = [i for i, allowed in enumerate(mask) if allowed] if mask is not None else range(self.n)
        return self.random.choice(legal) if legal else 0

    def contains(self, x):
        return isinstance(x, int) and 0 <= x < self.n or getattr(x, "shape", None) == () and 0 <= int(x) < self.n

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box:
    """Buffers of so many numbers."""

    def __init__(self, shape, dtype="float32", low=float("-inf"), high=float("inf")):
        self.shape, self.dtype, self.low, self.high, self.random = shape, dtype, low, high, random.Random()

    def seed(self, seed=None):
        self.random.seed(seed)
        return seed

    def sample(self):
        out = zeros(self.shape[-1], self.dtype)
        for i in range(len(out)):
            out[i] = self.random.randint(0, 1)
        return out

    def contains(self, x):
        size = memoryview(x)
        return size.itemsize == (4 if self.dtype == "float32" else 1) and size.shape == tuple(self.shape)

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Box) and (other.shape, other.dtype) == (self.shape, self.dtype)

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"


class Dict(dict):
    """Several spaces by name."""

    def contains(self, x):
        return set(x) == set(self) and all(space.contains(x[name]) for name, space in self.items())

    def sample(self):
        return {name: space.sample() for name, space in self.items()}

    def seed(self, seed=None):
        for space in self.values():
            space.seed(seed)
        return seed


def ActionSpace(game):
    n = game.num_distinct_actions()
    return gymnasium.spaces.Discrete(n) if gymnasium else Discrete(n)


def BoxSpace(game):
    shape = (game.observation_tensor_size(),)
    if gymnasium:
        return gymnasium.spaces.Box(float("-inf"), float("inf"), shape, numpy.float32)
    return Box(shape)


def DictSpace(game):
    n = game.num_distinct_actions()
    if gymnasium:
        mask = gymnasium.spaces.Box(0, 1, (n,), numpy.int8)
        return gymnasium.spaces.Dict({"observation": BoxSpace(game), "action_mask": mask})
    return Dict(observation=BoxSpace(game), action_mask=Box((n,), "int8", 0, 1))


def many_actions(game, count):
    if gymnasium:
        return gymnasium.spaces.MultiDiscrete([game.num_distinct_actions()] * count)
    return [ActionSpace(game)] * count


def many_boxes(game, count):
    shape = (count, game.observation_tensor_size())
    if gymnasium:
        return gymnasium.spaces.Box(float("-inf"), float("inf"), shape, numpy.float32)
    return Box(shape)
