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
 *     seat 0 120 100 30          games in this seat that were lost, won, won by two together, ...
 *     seat 1 ...
 *     score -1 220 0 30 1 250    values and how often each came, in order
 *     fact 0 ...                 the same of each fact that was counted
 *     forfeits 1 0 0 2           games lost by a program that failed, by kind; only where there are some
 *     end
 *
 * Text behind the last line of a form is refused, so a file that was cut off or glued together is noticed. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "match/match_counts.h"

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
    hra_text_addf(out, "player %s\n", p->spec);
    for (int seat = 0; seat < r->count; seat++) {
        hra_text_addf(out, "seat %d", seat);
        for (int k = 0; k <= r->count; k++)
            hra_text_addf(out, " %llu", (unsigned long long)p->shared[seat][k]);
        hra_text_add_char(out, '\n');
    }
    hra_text_add(out, "score");
    write_stats(&p->score, out);
    for (int i = 0; i < HRA_MAX_FACTS && p->fact[i].count; i++) {
        hra_text_addf(out, "fact %d", i);
        write_stats(&p->fact[i], out);
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
                  r->count, (unsigned long long)r->seed, (unsigned long long)r->whole,
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
    const char *at, *end; /* of what is left of the line */
    const char *next, *last;
    int line;
    hra_match_result *out;
    hra_error *why;
} reader;

static hra_err refuse(reader *r, const char *expected) {
    int length = (int)(r->end - r->at < 30 ? r->end - r->at : 30);
    return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected %s, found '%.*s'", r->line, expected, length,
                    r->at);
}

/* Goes to the next line; only whole lines count. */
static hra_err next_line(reader *r) {
    const char *newline = r->next < r->last ? memchr(r->next, '\n', (size_t)(r->last - r->next)) : NULL;
    r->line++;
    if (!newline)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: the text ends within a match", r->line);
    r->at = r->next;
    r->end = newline;
    r->next = newline + 1;
    return HRA_OK;
}

/* Whether the line begins with this word; what follows a blank is left of it then. */
static bool takes_word(reader *r, const char *word) {
    size_t length = strlen(word), left = (size_t)(r->end - r->at);
    if (left < length || memcmp(r->at, word, length) != 0 || (left > length && r->at[length] != ' '))
        return false;
    r->at += length + (left > length);
    return true;
}

static hra_err expect_word(reader *r, const char *word) {
    return takes_word(r, word) ? HRA_OK : refuse(r, word);
}

static hra_err line_of(reader *r, const char *word) {
    hra_err err = next_line(r);
    return err ? err : expect_word(r, word);
}

static hra_err expect_end(reader *r) {
    return r->at == r->end ? HRA_OK : refuse(r, _("the end of the line"));
}

static void pass_blank(reader *r) {
    r->at += r->at < r->end && *r->at == ' ';
}

static hra_err read_count(reader *r, uint64_t *out) {
    uint64_t x = 0;
    const char *from = r->at;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        uint64_t digit = (uint64_t)(*r->at - '0');
        if (x > (UINT64_MAX - digit) / 10) {
            r->at = from;
            return refuse(r, _("a number below 2^64"));
        }
        x = 10 * x + digit;
    }
    if (r->at == from)
        return refuse(r, _("a whole number"));
    pass_blank(r);
    *out = x;
    return HRA_OK;
}

/* Numbers end before the newline of their line, so nothing behind the text is read. */
static hra_err read_value(reader *r, double *out) {
    const char *end;
    if (r->at == r->end || !hra_number_read(r->at, &end, out) || end > r->end)
        return refuse(r, _("a number"));
    *out += 0.0; /* never -0, which is gone when parts are added up */
    r->at = end;
    pass_blank(r);
    return HRA_OK;
}

static hra_err read_yes(reader *r, const char *word, bool *out) {
    hra_err err = line_of(r, word);
    if (err)
        return err;
    *out = takes_word(r, "yes");
    return *out || takes_word(r, "no") ? expect_end(r) : refuse(r, _("yes or no"));
}

/* The rest of the line, as a string of its own: a spec. */
static hra_err read_spec(reader *r, char **out) {
    size_t length = (size_t)(r->end - r->at);
    if (length == 0 || length >= HRA_SPEC_LENGTH || memchr(r->at, '\0', length))
        return refuse(r, _("a spec"));
    *out = malloc(length + 1);
    if (!*out)
        return hra_no_memory(r->why);
    memcpy(*out, r->at, length);
    (*out)[length] = '\0';
    return HRA_OK;
}

static hra_err read_number_line(reader *r, const char *word, uint64_t *out) {
    hra_err err = line_of(r, word);
    if (!err)
        err = read_count(r, out);
    return err ? err : expect_end(r);
}

static hra_err read_limits(reader *r) {
    hra_limits *limits = &r->out->limits;
    uint64_t depth = 0;
    hra_err err = line_of(r, "limits");
    if (!err)
        err = read_count(r, &depth);
    if (!err && depth > INT32_MAX)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: the depth is too large", r->line);
    limits->depth = (int)depth;
    if (!err)
        err = read_count(r, &limits->nodes);
    if (!err)
        err = read_count(r, &limits->playouts);
    if (!err)
        err = read_value(r, &limits->seconds);
    return err ? err : expect_end(r);
}

static hra_err read_head(reader *r) {
    uint64_t form = 0, seats = 0;
    hra_err err = read_number_line(r, "hra-match", &form);
    if (!err && form > FORM)
        return hra_fail(r->why, HRA_EVERSION, -1, "line 1: a match of form %llu, and this library knows %d",
                        (unsigned long long)form, FORM);
    if (!err && form < FORM)
        return hra_fail(r->why, HRA_EINPUT, -1, "line 1: there is no form %llu", (unsigned long long)form);
    if (!err)
        err = line_of(r, "game");
    if (!err)
        err = read_spec(r, &r->out->game);
    if (!err)
        err = read_number_line(r, "seats", &seats);
    if (!err && (seats < 1 || seats > HRA_MAX_SEATS))
        err = hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected 1 to %d seats", r->line, HRA_MAX_SEATS);
    if (err)
        return err;
    r->out->count = (int)seats;
    err = read_number_line(r, "seed", &r->out->seed);
    if (!err)
        err = read_number_line(r, "games", &r->out->whole);
    if (!err)
        err = read_yes(r, "rotate", &r->out->rotate);
    if (!err)
        err = read_limits(r);
    if (!err)
        err = read_yes(r, "stopped", &r->out->stopped);
    if (!err)
        err = line_of(r, "seconds");
    if (!err)
        err = read_value(r, &r->out->seconds);
    return err ? err : expect_end(r);
}

/* Reads the line of a stretch of games, behind its first word. */
static hra_err read_range(reader *r) {
    uint64_t from = 0, last = 0;
    hra_match_result *out = r->out;
    hra_err err = read_count(r, &from);
    if (!err)
        err = read_count(r, &last);
    if (!err)
        err = expect_end(r);
    if (err)
        return err;
    if (from > last || last >= out->whole)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: these are no games of a match of %llu", r->line,
                        (unsigned long long)out->whole);
    if (out->range_count && from <= out->ranges[out->range_count - 1].to)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected a game behind a gap, found %llu", r->line,
                        (unsigned long long)from);
    err = hra_match_add_range(out, from, last + 1);
    return err ? hra_no_memory(r->why) : HRA_OK;
}

/* Values in order and their counts, so many numbers in all. */
static hra_err read_stats(reader *r, hra_stats *stats) {
    double value, before = 0;
    uint64_t times;
    while (r->at < r->end) {
        hra_err err = read_value(r, &value);
        if (!err)
            err = read_count(r, &times);
        if (err)
            return err;
        if (times == 0 || times > r->out->games - stats->count || (stats->used && value <= before))
            return hra_fail(r->why, HRA_EINPUT, -1,
                            "line %d: expected values in order, each with how often it came, %llu in all",
                            r->line, (unsigned long long)r->out->games);
        err = hra_stats_add(stats, value, times);
        if (err)
            return hra_fail(r->why, err, -1, "line %d: %s", r->line, hra_err_text(err));
        before = value;
    }
    if (stats->count != r->out->games)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: %llu numbers of %llu games", r->line,
                        (unsigned long long)stats->count, (unsigned long long)r->out->games);
    return HRA_OK;
}

/* The counts of a player in one seat: as many as it has to have played there. */
static hra_err read_seat(reader *r, int index, int seat) {
    hra_match_player *p = &r->out->players[index];
    uint64_t number = 0;
    uint64_t left = hra_match_games_in(r->out, index, seat);
    hra_err err = line_of(r, "seat");
    if (!err)
        err = read_count(r, &number);
    if (!err && number != (uint64_t)seat)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected seat %d", r->line, seat);
    for (int k = 0; k <= r->out->count && !err; k++) {
        err = read_count(r, &p->shared[seat][k]);
        if (!err && p->shared[seat][k] > left)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: more games than player %d played in this seat",
                            r->line, index);
        left -= err ? 0 : p->shared[seat][k];
    }
    if (!err && left)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: fewer games than player %d played in this seat",
                        r->line, index);
    return err ? err : expect_end(r);
}

/* Goes to the next line if it begins with this word. */
static bool comes(reader *r, const char *word) {
    reader before = *r;
    if (next_line(r) == HRA_OK && takes_word(r, word))
        return true;
    *r = before;
    return false;
}

/* No more of them than games that the player lost. */
static hra_err read_forfeits(reader *r, int index) {
    const hra_match_player *p = &r->out->players[index];
    uint64_t left = 0, found[HRA_FAILURES];
    hra_err err = HRA_OK;
    for (int seat = 0; seat < r->out->count; seat++)
        left += p->shared[seat][0];
    for (int i = 0; i < HRA_FAILURES && !err; i++) {
        err = read_count(r, &found[i]);
        if (!err && found[i] > left)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: more forfeits than games that were lost",
                            r->line);
        left -= err ? 0 : found[i];
    }
    if (!err)
        hra_match_add_forfeits(r->out, index, found);
    return err ? err : expect_end(r);
}

static hra_err read_player(reader *r, int index) {
    hra_match_player *p = &r->out->players[index];
    hra_err err = line_of(r, "player");
    if (!err)
        err = read_spec(r, &p->spec);
    for (int seat = 0; seat < r->out->count && !err; seat++)
        err = read_seat(r, index, seat);
    if (!err)
        err = line_of(r, "score");
    if (!err)
        err = read_stats(r, &p->score);
    for (uint64_t i = 0, number; !err && i < HRA_MAX_FACTS && comes(r, "fact"); i++) {
        err = read_count(r, &number);
        if (!err && number != i)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected fact %d", r->line, (int)i);
        if (!err)
            err = read_stats(r, &p->fact[i]);
    }
    if (!err && comes(r, "forfeits"))
        err = read_forfeits(r, index);
    return err;
}

hra_err hra_match_read(hra_match_result *out, const char *text, size_t length, hra_error *why) {
    hra_err err = hra_match_clear(out, why);
    reader r = {.next = text, .last = text + length, .out = out, .why = why};
    if (!err)
        err = read_head(&r);
    while (!err && comes(&r, "played"))
        err = read_range(&r);
    if (err)
        return err;
    hra_match_finish(out);
    for (int p = 0; p < out->count && !err; p++)
        err = read_player(&r, p);
    if (!err)
        err = line_of(&r, "end");
    if (!err)
        err = expect_end(&r);
    if (!err && r.next < r.last)
        err = hra_fail(why, HRA_EINPUT, -1, "line %d: nothing is to follow the end of a match", r.line + 1);
    hra_match_finish(out);
    return err;
}
