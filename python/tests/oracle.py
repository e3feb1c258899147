"""The shared library by ctypes: another way to the same functions, against which the module is held."""
import ctypes
import os


class Why(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("at", ctypes.c_int), ("text", ctypes.c_char * 320)]


class Oracle:
    """A game and one state of it."""

    def __init__(self, spec):
        self.lib = ctypes.CDLL(os.environ["HRA_LIBRARY"])
        for name in ("hra_state_show_move", "hra_state_position"):
            getattr(self.lib, name).restype = ctypes.c_int
        self.why, self.game = Why(), ctypes.c_void_p()
        self.call("hra_game_open", ctypes.byref(self.game), None, spec.encode())
        self.room = self.lib.hra_game_move_capacity(self.game)
        encoding = (ctypes.c_int * 5)()
        self.lib.hra_state_encoding(self.game, encoding)
        size, self.seats, self.feature_count, self.action_count, _ = encoding
        self.memory = ctypes.create_string_buffer(size + 16)
        address = ctypes.addressof(self.memory)
        self.state = ctypes.c_void_p(address + (-address) % 16)
        self.call("hra_state_init", self.game, ctypes.c_uint64(0), self.state)

    def close(self):
        self.lib.hra_game_close(self.game)

    def call(self, name, *args):
        code = getattr(self.lib, name)(*args, ctypes.byref(self.why))
        assert code == 0, self.why.text.decode()

    def mover(self):
        out = ctypes.c_int()
        self.call("hra_state_to_move", self.game, self.state, ctypes.byref(out))
        return out.value

    def moves(self):
        """[(move, probability)]"""
        moves = (ctypes.c_uint32 * self.room)()
        chances = (ctypes.c_double * self.room)()
        count = ctypes.c_int()
        self.call("hra_state_moves", self.game, self.state, moves, chances, self.room, ctypes.byref(count))
        return [(moves[i], chances[i]) for i in range(count.value)]

    def actions(self):
        out, count = (ctypes.c_int * self.room)(), ctypes.c_int()
        self.call("hra_state_actions", self.game, self.state, out, self.room, ctypes.byref(count))
        return list(out[:count.value])

    def features(self, seat):
        out = (ctypes.c_float * self.feature_count)()
        self.call("hra_state_features", self.game, self.state, seat, out, len(out))
        return list(out)

    def gained(self):
        out = (ctypes.c_double * self.seats)()
        self.call("hra_state_rewards", self.game, self.state, out, self.seats)
        return list(out)

    def apply(self, move):
        self.call("hra_state_apply", self.game, self.state, ctypes.c_uint32(move))

    def text(self, name, *args):
        out = ctypes.c_void_p()
        self.call(name, self.game, self.state, *args, ctypes.byref(out))
        text = ctypes.string_at(out.value).decode()
        self.lib.hra_string_free(out)
        return text
