"""Elo, LOS and the log-likelihood ratio of counts, written from the literature without hra: M. Van den Bergh, "A practical
introduction to the GSPRT" and "Normalized Elo" (2019-2021). The ratio is the exact one over the kinds of results."""
import math

SMALL = 1e-3  # of a kind that did not occur, as in fishtest


def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score):
    return -400 * math.log10(1 / score - 1)


def distribution(counts):
    """(number of groups, [(points per game, probability)]) of 3 counts of games or 5 of game pairs, from no points up."""
    counts = [count or SMALL for count in counts]
    total = sum(counts)
    return total, [(i / (len(counts) - 1), count / total) for i, count in enumerate(counts)]


def moments(kinds):
    mean = sum(value * p for value, p in kinds)
    return mean, sum((value - mean) ** 2 * p for value, p in kinds)


def root(function, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


def likeliest(kinds, off):
    """The likeliest distribution under which the mean of `off` is 0."""
    x = root(lambda y: sum(p * o / (1 + y * o) for (_, p), o in zip(kinds, off)), -1 / max(off), -1 / min(off))
    return [(value, p / (1 + x * o)) for (value, p), o in zip(kinds, off)]


def with_mean(kinds, mean):
    return likeliest(kinds, [value - mean for value, _ in kinds])


def with_t(kinds, t):
    """With (mean - 1/2) / deviation = t, made linear about the last answer again and again."""
    out = [(value, 1 / len(kinds)) for value, _ in kinds]
    for _ in range(200):
        mean, variance = moments(out)
        sd = variance ** 0.5
        out = likeliest(kinds, [value - 0.5 - t * sd * (1 + ((mean - value) / sd) ** 2) / 2 for value, _ in kinds])
    return out


def llr(counts, elo0, elo1, model):
    total, kinds = distribution(counts)
    per_group = math.sqrt(len(counts) // 2)  # of games in a group
    if model == "logistic":
        low, high = with_mean(kinds, score_of(elo0)), with_mean(kinds, score_of(elo1))
    else:
        low, high = (with_t(kinds, elo * per_group * math.log(10) / 800) for elo in (elo0, elo1))
    return total * sum(p * math.log(q / r) for (_, p), (_, q), (_, r) in zip(kinds, high, low))


def strength(counts):
    """Of the first player: mean, Elo with the bounds of its 95 % interval, normalized Elo with its error, LOS."""
    total, kinds = distribution(counts)
    mean, variance = moments(kinds)
    error = (variance / total) ** 0.5
    scale = 800 / math.log(10) / math.sqrt(len(counts) // 2)
    return {
        "mean": sum(i * count for i, count in enumerate(counts)) / (len(counts) - 1) / sum(counts),
        "elo": elo_of(mean), "low": elo_of(mean - 1.959963984540054 * error), "high": elo_of(mean + 1.959963984540054 * error),
        "normalized": (mean - 0.5) / variance ** 0.5 * scale, "normalized_error": 1.959963984540054 / total ** 0.5 * scale,
        "los": (1 + math.erf((mean - 0.5) / error / 2 ** 0.5)) / 2,
    }
