/* Results of matches as text, so that parts travel from machine to machine:
 *
 *     hra-match 1
 *     game tictactoe
 *     seats 2
 *     seed 17
 *     games 1000                 of the whole match
 *     rotate yes
 *     limits 0 0 0 0.1           depth, nodes, playouts, seconds of a decision
 *     stopped no
 *     seconds 0.25
 *     played 0 499               from a game to a game; one line a stretch
 *     player random              one for each seat, and of each:
 *     name Deep                  what it is called; only where that is not its spec
 *     seat 0 120 100 30          games in this seat that were lost, won, won by two together, ...
 *     seat 1 ...
 *     score -1 220 0 30 1 250    values and how often each came, in order
 *     fact 0 ...                 the same of each fact that was counted
 *     forfeits 1 0 0 2           games lost by a program that failed, by kind; only where there are some
 *     end
 *
 * Text behind the last line of a form is refused, so a file that was cut off or glued together is noticed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "core/stats.h"
#include "match/match_counts.h"
#include "players/player_name.h"

enum { FORM = 1 };

/* ---- writing --------------------------------------------------------------------------------*/

static void write_stats(hra_stats *stats, hra_text *out) {
    hra_stats_sort(stats);
    for (size_t i = 0; i < stats->used; i++) {
        hra_text_add_char(out, ' ');
        hra_text_add_number(out, stats->bins[i].value);
        hra_text_addf(out, " %llu", (unsigned long long)stats->bins[i].count);
    }
    hra_text_add_char(out, '\n');
}

static void write_player(const hra_match_result *r, hra_match_player *p, hra_text *out) {
    const char *called = hra_match_called(r, p->player);
    hra_text_addf(out, "player %s\n", p->spec);
    if (strcmp(called, p->spec) != 0) /* few have one, and an earlier library reads the others */
        hra_text_addf(out, "name %s\n", called);
    for (int seat = 0; seat < r->count; seat++) {
        hra_text_addf(out, "seat %d", seat);
        for (int k = 0; k <= r->count; k++)
            hra_text_addf(out, " %llu", (unsigned long long)p->shared[seat][k]);
        hra_text_add_char(out, '\n');
    }
    hra_text_add(out, "score");
    write_stats(&p->score, out);
    for (int i = 0; i < HRA_MAX_STATISTICS && p->statistics[i].count; i++) {
        hra_text_addf(out, "fact %d", i);
        write_stats(&p->statistics[i], out);
    }
}

/* Only where there are some, so that an earlier library reads all other matches. */
static void write_forfeits(const uint64_t *forfeits, hra_text *out) {
    if (!forfeits)
        return;
    hra_text_add(out, "forfeits");
    for (int i = 0; i < HRA_FAILURES; i++)
        hra_text_addf(out, " %llu", (unsigned long long)forfeits[i]);
    hra_text_add_char(out, '\n');
}

void hra_match_write(hra_match_result *r, hra_text *out) {
    hra_text_addf(out, "hra-match %d\ngame %s\nseats %d\nseed %llu\ngames %llu\nrotate %s\n", FORM, r->game,
                  r->count, (unsigned long long)r->seed, (unsigned long long)r->games_planned,
                  r->rotate ? "yes" : "no");
    hra_text_addf(out, "limits %d %llu %llu ", r->limits.depth, (unsigned long long)r->limits.nodes,
                  (unsigned long long)r->limits.playouts);
    hra_text_add_number(out, r->limits.seconds);
    hra_text_addf(out, "\nstopped %s\nseconds ", r->stopped ? "yes" : "no");
    hra_text_add_number(out, r->seconds);
    hra_text_add_char(out, '\n');
    for (int i = 0; i < r->range_count; i++)
        hra_text_addf(out, "played %llu %llu\n", (unsigned long long)r->ranges[i].from,
                      (unsigned long long)r->ranges[i].to - 1);
    for (int p = 0; p < r->count; p++) {
        write_player(r, &r->players[p], out);
        write_forfeits(hra_match_forfeits(r, p), out);
    }
    hra_text_add(out, "end\n");
}

/* ---- reading --------------------------------------------------------------------------------*/

typedef struct reader {
    hra_lines l;
    hra_match_result *out;
} reader;

/* Goes to the next line, which begins with this word. */
static void next_line(reader *r, const char *key) {
    if (!hra_lines_next(&r->l))
        hra_lines_fail(&r->l, HRA_EINPUT, "the text ends within a match");
    hra_lines_expect_key(&r->l, key);
}

/* Goes to the next line if it begins with this word. */
static bool comes(reader *r, const char *key) {
    hra_lines before = r->l;
    if (hra_lines_next(&r->l) && hra_lines_key(&r->l, key))
        return true;
    r->l = before;
    return false;
}

static uint64_t read_count(reader *r) {
    return hra_lines_whole(&r->l, 0, UINT64_MAX);
}

static uint64_t read_count_line(reader *r, const char *key) {
    next_line(r, key);
    uint64_t n = read_count(r);
    hra_lines_done(&r->l);
    return n;
}

static double read_value(reader *r) {
    return hra_lines_number(&r->l, -INFINITY, INFINITY) +
           0.0; /* never -0, which is gone when parts are added up */
}

static bool read_yes(reader *r, const char *key) {
    next_line(r, key);
    bool yes = hra_lines_key(&r->l, "yes");
    if (!yes && !hra_lines_key(&r->l, "no"))
        hra_lines_expected(&r->l, _("yes or no"));
    hra_lines_done(&r->l);
    return yes;
}

/* The rest of the line, as a string of its own: a spec. */
static char *read_spec(reader *r) {
    size_t length = hra_lines_left(&r->l);
    if (length == 0 || length >= HRA_SPEC_LENGTH)
        hra_lines_expected(&r->l, _("a spec"));
    char spec[HRA_SPEC_LENGTH], *copy;
    if (!hra_lines_rest(&r->l, spec, sizeof spec))
        return NULL;
    copy = malloc(strlen(spec) + 1);
    if (!copy)
        hra_lines_no_memory(&r->l);
    return copy ? memcpy(copy, spec, strlen(spec) + 1) : NULL;
}

/* A name of elsewhere is made one. */
static void read_name(reader *r, int index) {
    char text[HRA_SPEC_LENGTH], name[HRA_NAME_BYTES + 1];
    if (!hra_lines_rest(&r->l, text, sizeof text))
        return;
    hra_name_clean(name, text);
    if (*name && hra_match_set_name(r->out, index, name) != 0)
        hra_lines_no_memory(&r->l);
}

static void read_limits(reader *r) {
    hra_limits *limits = &r->out->limits;
    next_line(r, "limits");
    limits->depth = hra_lines_int(&r->l, 0, INT32_MAX);
    limits->nodes = read_count(r);
    limits->playouts = read_count(r);
    limits->seconds = read_value(r);
    hra_lines_done(&r->l);
}

static void read_head(reader *r) {
    hra_match_result *out = r->out;
    uint64_t form = read_count_line(r, "hra-match");
    if (form > FORM)
        hra_lines_fail(&r->l, HRA_EVERSION, "a match of form %llu, and this library knows %d",
                       (unsigned long long)form, FORM);
    else if (form < FORM)
        hra_lines_fail(&r->l, HRA_EINPUT, "there is no form %llu", (unsigned long long)form);
    next_line(r, "game");
    out->game = read_spec(r);
    next_line(r, "seats");
    out->count = hra_lines_int(&r->l, 1, HRA_MAX_SEATS);
    hra_lines_done(&r->l);
    out->seed = read_count_line(r, "seed");
    out->games_planned = read_count_line(r, "games");
    out->rotate = read_yes(r, "rotate");
    read_limits(r);
    out->stopped = read_yes(r, "stopped");
    next_line(r, "seconds");
    out->seconds = read_value(r);
    hra_lines_done(&r->l);
}

/* Reads the line of a stretch of games, behind its first word. */
static void read_range(reader *r) {
    hra_match_result *out = r->out;
    const char *begin = r->l.at;
    uint64_t from = read_count(r), last = read_count(r);
    hra_lines_done(&r->l);
    r->l.at = begin;
    if (from > last || last >= out->games_planned)
        hra_lines_fail(&r->l, HRA_EINPUT, "the part does not fit a match of %llu games",
                       (unsigned long long)out->games_planned);
    else if (out->range_count && from <= out->ranges[out->range_count - 1].to)
        hra_lines_expected(&r->l, _("a game behind a gap"));
    if (!r->l.err && hra_match_add_range(out, from, last + 1) != 0)
        hra_lines_no_memory(&r->l);
}

/* Reads values in order, each with its count; the counts sum to the games of the result. */
static void read_stats(reader *r, hra_stats *stats) {
    double before = 0;
    while (!r->l.err && hra_lines_peek(&r->l) >= 0) {
        const char *from = r->l.at;
        double value = read_value(r);
        uint64_t times = read_count(r);
        if (times == 0 || times > r->out->games - stats->count || (stats->used && value <= before)) {
            r->l.at = from;
            hra_lines_fail(&r->l, HRA_EINPUT,
                           "expected values in order, each with how often it came, %llu in all",
                           (unsigned long long)r->out->games);
        }
        hra_err err = r->l.err ? HRA_OK : hra_stats_add(stats, value, times);
        if (err)
            hra_lines_fail(&r->l, err, "%s", hra_err_text(err));
        hra_lines_blanks(&r->l);
        before = value;
    }
    if (stats->count != r->out->games)
        hra_lines_fail(&r->l, HRA_EINPUT, "%llu numbers of %llu games", (unsigned long long)stats->count,
                       (unsigned long long)r->out->games);
}

/* The counts of a player in one seat: as many as it has to have played there. */
static void read_seat(reader *r, int index, int seat) {
    hra_match_player *p = &r->out->players[index];
    uint64_t left = hra_match_games_in(r->out, index, seat);
    next_line(r, "seat");
    (void)hra_lines_int(&r->l, seat, seat);
    for (int k = 0; k <= r->out->count && !r->l.err; k++) {
        p->shared[seat][k] = read_count(r);
        if (p->shared[seat][k] > left)
            hra_lines_fail(&r->l, HRA_EINPUT, "more games than player %d played in this seat", index);
        left -= r->l.err ? 0 : p->shared[seat][k];
    }
    if (left)
        hra_lines_fail(&r->l, HRA_EINPUT, "fewer games than player %d played in this seat", index);
    hra_lines_done(&r->l);
}

/* No more of them than games that the player lost. */
static void read_forfeits(reader *r, int index) {
    const hra_match_player *p = &r->out->players[index];
    uint64_t left = 0, found[HRA_FAILURES];
    for (int seat = 0; seat < r->out->count; seat++)
        left += p->shared[seat][0];
    for (int i = 0; i < HRA_FAILURES && !r->l.err; i++) {
        found[i] = read_count(r);
        if (found[i] > left)
            hra_lines_fail(&r->l, HRA_EINPUT, "more forfeits than games that were lost");
        left -= r->l.err ? 0 : found[i];
    }
    hra_lines_done(&r->l);
    if (!r->l.err)
        hra_match_add_forfeits(r->out, index, found);
}

static void read_player(reader *r, int index) {
    hra_match_player *p = &r->out->players[index];
    next_line(r, "player");
    p->spec = read_spec(r);
    if (comes(r, "name"))
        read_name(r, index);
    for (int seat = 0; seat < r->out->count && !r->l.err; seat++)
        read_seat(r, index, seat);
    next_line(r, "score");
    read_stats(r, &p->score);
    for (int i = 0; i < HRA_MAX_STATISTICS && comes(r, "fact"); i++) {
        (void)hra_lines_int(&r->l, i, i);
        hra_lines_blanks(&r->l);
        read_stats(r, &p->statistics[i]);
    }
    if (comes(r, "forfeits"))
        read_forfeits(r, index);
}

hra_err hra_match_read(hra_match_result *out, const char *text, size_t length, hra_error *why) {
    hra_err err = hra_match_clear(out, why);
    reader r = {.out = out};
    hra_lines *l = &r.l;
    if (err)
        return err;
    hra_lines_open(l, text, length, 1, why);
    l->whole_only = true;
    read_head(&r);
    while (comes(&r, "played"))
        read_range(&r);
    if (l->err)
        return l->err;
    hra_match_finish(out);
    for (int p = 0; p < out->count && !l->err; p++)
        read_player(&r, p);
    next_line(&r, "end");
    hra_lines_done(l);
    l->at = l->next;
    if (l->next < l->last)
        hra_lines_fail(l, HRA_EINPUT, "unexpected text after the end of a match");
    hra_match_finish(out);
    return l->err;
}
