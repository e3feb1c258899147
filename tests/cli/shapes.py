"""The keys of the JSON of commands, on which other programs rely."""
import json
import math

# s text, i whole number, n number, b yes or no, a list, o object; ? also null
OPTIONS = "name:s values:s default:s? help:s?"
TYPES = {"s": str, "i": int, "n": (int, float), "b": bool, "a": list, "o": dict}


def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"a key stands twice: {keys}"
    return dict(pairs)


def no_number(text):
    raise AssertionError(f"{text} is no number of JSON")


def has_type(value, kind):
    if value is None:
        return kind.endswith("?")
    return isinstance(value, TYPES[kind[0]]) and (kind[0] == "b" or not isinstance(value, bool)) and \
        not (isinstance(value, float) and not math.isfinite(value))


def has(thing, keys):
    """keys: "game:s seed:i seat:i?" """
    for key, kind in (pair.split(":") for pair in keys.split()):
        assert key in thing, f"there is no '{key}': {thing}"
        assert has_type(thing[key], kind), f"'{key}' is not of type {kind}: {thing[key]!r}"


def each_has(things, keys):
    assert things, "the list is empty"
    for thing in things:
        has(thing, keys)


def options_of_each(things):
    for thing in things:
        for option in thing["options"]:
            has(option, OPTIONS)


def games(root):
    each_has(root["games"], "name:s title:s summary:s options:a seats:o players:a evaluations:a protocols:a")
    options_of_each(root["games"])
    for game in root["games"]:
        has(game["seats"], "min:i max:i default:i")
        options_of_each(game["players"])
        options_of_each(game["evaluations"])


def methods(root):
    each_has(root["methods"], "name:s summary:s options:a")
    options_of_each(root["methods"])


def plays(root):
    each_has(root["plays"], "number:i name:s bytes:i changed:n game:s? plies:i finished:b players:a")


def match(root):
    has(root, "game:s seed:i games:i of:i groups:i partial:i seconds:n players:a")
    each_has(root["players"], "player:s seat:i? mean:n stddev:n median:n min:n max:n percentiles:o wins:i draws:i losses:i"
             " score_rate:n? stderr:n by_seat:a histogram:o")
    for player in root["players"]:
        has(player["percentiles"], "10:n 25:n 50:n 75:n 90:n")
        has(player["histogram"], "from:n width:n bars:a")
        assert sum(player["histogram"]["bars"]) == root["games"], "the bars of a histogram do not hold all games"
        assert player["min"] <= player["median"] <= player["max"]


def says_what_it_is(thing):
    """Numbers of "value" are of the kind that is told: where none is known all are null, else one is a number; a bound
    says of which side."""
    value, kind = thing["value"], thing["kind"]
    assert kind in ("none", "exact", "bound", "mean", "estimate"), kind
    assert value and all(number is None or has_type(number, "n") for number in value), value
    assert any(number is not None for number in value) == (kind != "none"), thing
    assert (thing.get("bound") in ("at most", "at least")) == (kind == "bound"), thing
    assert kind == "bound" or thing.get("bound") is None, thing


def search(root):
    has(root, "game:s position:s method:s move:s value:a depth:i nodes:i leaves:i cutoffs:i seconds:n pv:a distance:i? moves:a")
    each_has(root["moves"], "move:s value:a exact:b visits:i distance:i?")
    for thing in (root, *root["moves"]):
        says_what_it_is(thing)


def chance(root):
    """A search of a position where chance is to move."""
    assert root["move"] is None and "moves" not in root
    has(root, "game:s position:s method:s value:a depth:i nodes:i leaves:i seconds:n outcomes:a")
    each_has(root["outcomes"], "outcome:s probability:n value:a kind:s depth:i reply:s?")
    all_numbers(root["value"])


def all_numbers(values):
    assert values and all(has_type(value, "n") for value in values), values


def compare(root):
    has(root, "game:s position:s reference:s methods:a")
    each_has(root["methods"], "method:s move:s? value:a nodes:i seconds:n agrees:b?")
    for thing in root["methods"]:
        says_what_it_is(thing)


def solve(root):
    has(root, "game:s value:a states:i seconds:n")
    if not root["value"] or root["value"][0] is not None:  # else solved in part, not up to the beginning
        all_numbers(root["value"])


def slices(root):
    has(root, "game:s slices:a")
    each_has(root["slices"], "name:s positions:i files:a needs:a")


def perft(root):
    has(root, "game:s depth:i leaves:i nodes:i seconds:n")


def review(root):
    """Expected + luck + others + revised - loss = result, for every seat."""
    has(root, "game:s judge:s unit:s decimals:i measure:s? curves:i grades:o? seats:a moves:a")
    each_has(root["seats"], "seat:i player:s expected:n luck:n others:n revised:n loss:n result:n mistakes:i choices:i"
             " mean_loss:n? inaccuracies:i errors:i blunders:i accuracy:n?")
    each_has(root["moves"], "ply:i turn:i seat:i? move:s worth:a unit:s")
    for seat in root["seats"]:
        parts = sum(seat[key] for key in ("expected", "luck", "others", "revised")) - seat["loss"]
        assert abs(parts - seat["result"]) < 1e-6, f"the parts of seat {seat['seat']} make {parts}, not {seat['result']}"


def bench(root):
    each_has(root["benchmarks"], "name:s rate:n unit:s seconds:n check:i")


def show(root):
    has(root, "game:s position:s board:o now:o presses:a")
    has(root["board"], "seats:a shapes:a")
    each_has(root["board"]["seats"], "name:s color:s")
    has(root["now"], "size:a shapes:a")
    each_has(root["now"]["shapes"], "id:s kind:s at:a size:a name:s")
    each_has(root["presses"], "move:s press:a")


def any_object(root):
    assert isinstance(root, dict)


KINDS = {"games": games, "methods": methods, "plays": plays, "match": match, "search": search, "chance": chance,
         "compare": compare, "solve": solve, "slices": slices, "perft": perft, "review": review, "bench": bench,
         "show": show, "any": any_object}


def check(text, kind):
    root = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    KINDS[kind](root)
    return root
