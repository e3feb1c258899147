/* Results of matches: counting, and joining parts. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "match/match_counts.h"

/* ---- one result -----------------------------------------------------------------------------*/

/* The whole, or what there was before names, or forfeits. */
static bool is_known(size_t size) {
    return size == sizeof(hra_match_result) || size == offsetof(hra_match_result, names) ||
           size == offsetof(hra_match_result, forfeits);
}

static bool has_forfeits(const hra_match_result *r) {
    return r->size >= offsetof(hra_match_result, names);
}

static bool has_names(const hra_match_result *r) {
    return r->size >= sizeof *r;
}

static hra_err check_size(size_t size, hra_error *why) {
    if (size > sizeof(hra_match_result))
        return hra_fail(
            why, HRA_EVERSION, -1,
            "the result of a match has %zu bytes, and this library knows %zu: it was compiled for a "
            "newer one",
            size, sizeof(hra_match_result));
    if (!is_known(size))
        return hra_fail(why, HRA_EINPUT, -1, "the result of a match does not begin with its size, %zu",
                        sizeof(hra_match_result));
    return HRA_OK;
}

hra_err hra_match_clear(hra_match_result *out, hra_error *why) {
    size_t size = out->size;
    hra_err err = check_size(size, why);
    if (err)
        return err;
    memset(out, 0, size);
    out->size = size;
    return HRA_OK;
}

static void release_player(hra_match_player *player) {
    hra_stats_release(&player->score);
    for (int i = 0; i < HRA_MAX_STATISTICS; i++)
        hra_stats_release(&player->statistics[i]);
    free(player->spec);
    player->spec = NULL;
}

void hra_match_release(hra_match_result *result) {
    if (!is_known(result->size))
        return;
    for (int p = 0; p < HRA_MAX_SEATS; p++) {
        release_player(&result->players[p]);
        if (has_names(result)) {
            free(result->names[p]);
            result->names[p] = NULL;
        }
    }
    free(result->game);
    free(result->ranges);
    result->game = NULL;
    result->ranges = NULL;
    result->range_count = 0;
}

hra_err hra_match_set_name(hra_match_result *r, int p, const char *name) {
    if (!has_names(r))
        return HRA_OK;
    free(r->names[p]);
    r->names[p] = strdup(name);
    return r->names[p] ? HRA_OK : HRA_ENOMEM;
}

const char *hra_match_called(const hra_match_result *r, int p) {
    return has_names(r) && r->names[p] ? r->names[p] : r->players[p].spec;
}

void hra_match_add_forfeits(hra_match_result *to, int p, const uint64_t *from) {
    for (int i = 0; has_forfeits(to) && from && i < HRA_FAILURES; i++)
        to->forfeits[p][i] += from[i];
}

const uint64_t *hra_match_forfeits(const hra_match_result *r, int p) {
    for (int i = 0; has_forfeits(r) && i < HRA_FAILURES; i++)
        if (r->forfeits[p][i])
            return r->forfeits[p];
    return NULL;
}

/* Adds score, facts and shares of a player; the rest is made of them by hra_match_finish. HRA_ENOMEM;
 * HRA_ELIMIT.
 */
static hra_err add_tally(hra_match_player *to, const hra_match_player *from) {
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        for (int k = 0; k <= HRA_MAX_SEATS; k++)
            to->shared[seat][k] += from->shared[seat][k];
    hra_err err = hra_stats_merge(&to->score, &from->score);
    for (int i = 0; i < HRA_MAX_STATISTICS && !err; i++)
        err = hra_stats_merge(&to->statistics[i], &from->statistics[i]);
    return err;
}

/* ---- which games ----------------------------------------------------------------------------*/

hra_err hra_match_add_range(hra_match_result *r, uint64_t from, uint64_t to) {
    int at = 0;
    if (from >= to)
        return HRA_OK;
    while (at < r->range_count && r->ranges[at].to < from)
        at++;
    /* The range at `at` is the first that ends where this one begins, or behind. */
    hra_match_range *there = at < r->range_count ? &r->ranges[at] : NULL;
    bool joins = there && there->to == from;
    int next = at + joins;
    if (next < r->range_count && r->ranges[next].from < to)
        return HRA_EINPUT;
    bool meets = next < r->range_count && r->ranges[next].from == to;
    if (joins || meets) {
        if (joins && meets) {
            there->to = r->ranges[next].to;
            r->range_count--;
            memmove(r->ranges + next, r->ranges + next + 1,
                    (size_t)(r->range_count - next) * sizeof *r->ranges);
        } else if (joins) {
            there->to = to;
        } else {
            r->ranges[next].from = from;
        }
        return HRA_OK;
    }
    hra_match_range *more = realloc(r->ranges, (size_t)(r->range_count + 1) * sizeof *more);
    if (!more)
        return HRA_ENOMEM;
    r->ranges = more;
    memmove(more + at + 1, more + at, (size_t)(r->range_count - at) * sizeof *more);
    more[at] = (hra_match_range){from, to};
    r->range_count++;
    return HRA_OK;
}

/* How many of 0..end-1 leave `rest` when divided by n. */
static uint64_t count_below(uint64_t end, uint64_t n, uint64_t rest) {
    return end / n + (end % n > rest);
}

uint64_t hra_match_games_in(const hra_match_result *r, int p, int seat) {
    uint64_t n = (uint64_t)r->count, rest = (uint64_t)(seat - p + r->count) % n, games = 0;
    if (!r->rotate)
        return seat == p ? r->games : 0;
    for (int i = 0; i < r->range_count; i++)
        games += count_below(r->ranges[i].to, n, rest) - count_below(r->ranges[i].from, n, rest);
    return games;
}

/* ---- what follows ---------------------------------------------------------------------------*/

/* What a player reached in one seat: won[k] games were won by k, won[0] lost. */
static void add_seat(hra_match_player *to, int seat, int seats) {
    const uint64_t *won = to->shared[seat];
    to->losses += won[0];
    to->wins += won[1];
    to->seat_games[seat] = won[0];
    to->seat_points[seat] = 0;
    for (int k = 1; k <= seats; k++) {
        to->seat_games[seat] += won[k];
        to->seat_points[seat] += (double)won[k] / k;
        to->draws += k > 1 ? won[k] : 0;
    }
    to->points += to->seat_points[seat];
}

void hra_match_finish(hra_match_result *r) {
    uint64_t size = r->rotate ? (uint64_t)r->count : 1;
    r->games = r->groups = 0;
    for (int i = 0; i < r->range_count; i++) {
        uint64_t from = r->ranges[i].from / size + (r->ranges[i].from % size > 0),
                 to = r->ranges[i].to / size;
        r->games += r->ranges[i].to - r->ranges[i].from;
        r->groups += to > from ? to - from : 0;
    }
    r->partial_group_games = r->games - r->groups * size;
    for (int p = 0; p < r->count; p++) {
        hra_match_player *to = &r->players[p];
        to->player = p;
        to->seat = r->rotate && r->count > 1 ? -1 : p;
        to->wins = to->draws = to->losses = 0;
        to->points = 0;
        for (int seat = 0; seat < r->count && r->count > 1; seat++)
            add_seat(to, seat, r->count);
    }
}

/* ---- joining --------------------------------------------------------------------------------*/

static bool are_same_limits(const hra_limits *a, const hra_limits *b) {
    return a->depth == b->depth && a->nodes == b->nodes && a->playouts == b->playouts &&
           a->seconds == b->seconds;
}

/* NULL: a game that is not built in, of whose players specs are compared as text. */
static const hra_rules *rules_of(const char *spec) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return hra_spec_split(spec, name, &options, &length, NULL) == 0 ? hra_registry_find_game(NULL, name)
                                                                    : NULL;
}

/* Refuses a part that is of another match than the first. */
static hra_err compare(const hra_match_result *first, const hra_match_result *part, int index,
                       hra_error *why) {
    const char *differs = NULL;
    const hra_rules *rules = rules_of(first->game);
    if (!hra_spec_equal(first->game, part->game, HRA_NAME_GAME, NULL, NULL))
        return hra_fail(why, HRA_EINPUT, -1, "part %d is of another match: of %.60s, not of %.60s", index + 1,
                        part->game, first->game);
    if (first->seed != part->seed)
        return hra_fail(why, HRA_EINPUT, -1, "part %d is of another match: its seed is %llu, not %llu",
                        index + 1, (unsigned long long)part->seed, (unsigned long long)first->seed);
    if (first->games_planned != part->games_planned)
        return hra_fail(why, HRA_EINPUT, -1, "part %d is of another match: one of %llu games, not of %llu",
                        index + 1, (unsigned long long)part->games_planned,
                        (unsigned long long)first->games_planned);
    if (first->rotate != part->rotate)
        differs = _("whether players rotate");
    if (!are_same_limits(&first->limits, &part->limits))
        differs = _("the limits of a decision");
    for (int p = 0; p < first->count && p < part->count; p++)
        if (!hra_spec_equal(first->players[p].spec, part->players[p].spec, HRA_NAME_PLAYER, rules, NULL))
            return hra_fail(why, HRA_EINPUT, -1,
                            "part %d is of another match: player %d is '%.60s', not '%.60s'", index + 1, p,
                            part->players[p].spec, first->players[p].spec);
    if (first->count != part->count)
        differs = _("the number of seats");
    return differs
               ? hra_fail(why, HRA_EINPUT, -1, "part %d is of another match: %s differs", index + 1, differs)
               : HRA_OK;
}

static hra_err copy_text(char **out, const char *text) {
    size_t length = strlen(text) + 1;
    *out = malloc(length);
    if (!*out)
        return HRA_ENOMEM;
    memcpy(*out, text, length);
    return HRA_OK;
}

/* Copies what identifies the match; `game` comes last, so if it is set, all is. */
static hra_err copy_match(hra_match_result *out, const hra_match_result *from) {
    hra_err err = HRA_OK;
    out->seed = from->seed;
    out->games_planned = from->games_planned;
    out->rotate = from->rotate;
    out->limits = from->limits;
    out->count = from->count;
    for (int p = 0; p < from->count && !err; p++) {
        err = copy_text(&out->players[p].spec, from->players[p].spec);
        if (!err && has_names(from) && from->names[p])
            err = hra_match_set_name(out, p, from->names[p]);
    }
    return err ? err : copy_text(&out->game, from->game);
}

static hra_err add_part(hra_match_result *out, const hra_match_result *part, int index, hra_error *why) {
    hra_err err = HRA_OK;
    for (int i = 0; i < part->range_count && !err; i++) {
        err = hra_match_add_range(out, part->ranges[i].from, part->ranges[i].to);
        if (err == HRA_EINPUT)
            return hra_fail(
                why, err, -1,
                "games %llu to %llu of file %d are, in part, in an earlier file too; merge each part once",
                (unsigned long long)part->ranges[i].from, (unsigned long long)part->ranges[i].to - 1,
                index + 1);
    }
    for (int p = 0; p < part->count && !err; p++) {
        err = add_tally(&out->players[p], &part->players[p]);
        hra_match_add_forfeits(out, p, hra_match_forfeits(part, p));
    }
    out->seconds += part->seconds;
    out->stopped = out->stopped || part->stopped;
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

hra_err hra_match_merge(hra_match_result *out, const hra_match_result *const *parts, int count,
                        hra_error *why) {
    hra_err err = hra_match_clear(out, why);
    if (err)
        return err;
    if (count < 1)
        return hra_fail(why, HRA_EINPUT, -1, "no parts to merge");
    for (int i = 0; i < count; i++) {
        err = check_size(parts[i]->size, why);
        if (!err && (!parts[i]->game || parts[i]->count < 1))
            err = hra_fail(why, HRA_EINPUT, -1, "part %d is not a match that was played or read", i + 1);
        if (!err)
            err = compare(parts[0], parts[i], i, why);
        if (err)
            return err;
    }
    if (copy_match(out, parts[0]) != 0)
        return hra_no_memory(why);
    for (int i = 0; i < count && !err; i++)
        err = add_part(out, parts[i], i, why);
    hra_match_finish(out);
    out->stopped = out->stopped && out->games < out->games_planned;
    return err;
}
