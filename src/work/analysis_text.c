/* Analyses, advice and losses as text.
 *
 *     what points 0 value value            unit, whether it is an estimate, key and label of the values
 *     search 1 0 4 -1 0 1 0 0              kind, seat, depth, distance, stopped, horizon, unsound, proof
 *     value 0.5 -0.5                       of the state; - is a number that does not exist
 *     effort 120 60 3 0 0 0.002            nodes, leaves, cutoffs, table hits, playouts, seconds
 *     counts pawns                         only if the values count something that has a name
 *     chance                               only if chance is to move; else
 *     best keep 1-1                        only if it is known
 *     range 3 0 -1 1 0.5                   only if there is one: vectors, more, worst, best, share
 *     pv keep 1-1                          a line for each move
 *     column probability 1 win win         a line for each: unit, whether it is an estimate, key and label
 *     reason it wins at once
 *     move keep 1-1                        a line for each, with what follows:
 *     found 1 4 -1 1                       kind, depth, distance, and what the line has that comes next: 0 nothing,
 *     samples 50 0.1                       1 visits and error, 2 proof, 3 range
 *     values 0.5 -0.5
 *     numbers 0.25 0.1 0.7                 probability, loss, and one for each column
 *     then keep 1-1                        the line of the move, or after an outcome of chance that of the best reply
 *
 *     loss points 0 1 0 0.5 0.25           unit, forced, exact, bound, value, loss
 *     best 24-20
 *     then 24-20                           a line for each move */
#include "work/analysis_text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "work/result_lines.h"

static const char *const units[] = {"points", "probability"};

/* ---- writing --------------------------------------------------------------------------------*/

static const char *unit_word(hra_unit unit) {
    return units[unit == HRA_UNIT_PROBABILITY];
}

static void write_column(const char *line, const hra_column *column, hra_text *out) {
    hra_text_addf(out, "%s %s %d %s %s\n", line, unit_word(column->unit), column->estimate, column->key,
                  column->label);
}

/* Those values of a move that exist; others may never have been set. */
static void write_values(const hra_analysis *a, const hra_analysis_move *m, int seats, hra_text *out) {
    double known[HRA_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++)
        known[seat] = m->kind == HRA_VALUE_NONE || (a->value_seat >= 0 && seat != a->value_seat)
                          ? (double)NAN
                          : m->value[seat];
    (void)hra_result_add_numbers("values", known, seats, true, out);
}

static void write_range(const hra_range *range, hra_text *out) {
    const double numbers[] = {range->worst, range->best, range->fraction};
    hra_text_addf(out, "range %d %d", range->vectors, range->more);
    (void)hra_result_add_numbers("", numbers, 3, true, out);
}

static void write_tag(const hra_analysis_move *m, hra_text *out) {
    if (m->tag == HRA_ROOT_SAMPLED) {
        hra_text_addf(out, "samples %llu", (unsigned long long)m->sampled.visits);
        (void)hra_result_add_numbers("", &m->sampled.error, 1, true, out);
    } else if (m->tag == HRA_ROOT_PROOF) {
        hra_text_addf(out, "proof %d\n", m->proof);
    } else if (m->tag == HRA_ROOT_RANGE) {
        write_range(&m->range, out);
    }
}

/* The line of a move or, if chance is to move, of the reply to an outcome. */
static hra_err write_line(const hra_game *game, const void *state, const hra_analysis *a,
                          const hra_analysis_move *m, hra_text *out) {
    void *after = a->chance && m->line_length ? malloc(game->state_size) : NULL;
    if (a->chance && m->line_length && !after)
        return HRA_ENOMEM;
    if (after) {
        memcpy(after, state, game->state_size);
        game->rules->apply(game, after, m->move);
    }
    hra_err err =
        hra_result_add_line(game, "then", after ? after : state, a->lines + m->line, m->line_length, out);
    free(after);
    return err;
}

static hra_err write_move(const hra_game *game, const void *state, const hra_analysis *a,
                          const hra_analysis_move *m, hra_text *out) {
    double numbers[2 + HRA_MAX_COLUMNS] = {m->probability, m->loss};
    memcpy(numbers + 2, m->column, (size_t)a->column_count * sizeof *numbers);
    hra_result_add_move(game, "move", state, m->move, out);
    hra_text_addf(out, "found %d %d %d %d\n", m->kind, m->depth, m->distance, m->tag);
    write_tag(m, out);
    write_values(a, m, game->seats, out);
    (void)hra_result_add_numbers("numbers", numbers, 2 + a->column_count, true, out);
    return write_line(game, state, a, m, out);
}

static void write_whole(const hra_game *game, const hra_analysis *a, hra_text *out) {
    write_column("what", &a->what, out);
    hra_text_addf(out, "search %d %d %d %d %d %d %d %d\n", a->kind, a->value_seat, a->depth, a->distance,
                  a->stopped, a->horizon, a->unsound, a->proof);
    (void)hra_result_add_numbers("value", a->value, game->seats, true, out);
    hra_text_addf(out, "effort %llu %llu %llu %llu %llu", (unsigned long long)a->nodes,
                  (unsigned long long)a->leaves, (unsigned long long)a->cutoffs,
                  (unsigned long long)a->table_hits, (unsigned long long)a->playouts);
    (void)hra_result_add_numbers("", &a->seconds, 1, true, out);
}

hra_err hra_analysis_write(const hra_game *game, const void *state, const hra_analysis *a, hra_text *out) {
    write_whole(game, a, out);
    if (a->counts)
        hra_text_addf(out, "counts %s\n", a->counts);
    if (a->chance)
        hra_text_add(out, "chance\n");
    else if (hra_analysis_best(a))
        hra_result_add_move(game, "best", state, a->move, out);
    if (a->range.vectors)
        write_range(&a->range, out);
    hra_err err = hra_result_add_line(game, "pv", state, a->pv, a->pv_length, out);
    for (int i = 0; i < a->column_count; i++)
        write_column("column", &a->columns[i], out);
    if (a->reason[0])
        hra_text_addf(out, "reason %s\n", a->reason);
    for (int i = 0; i < a->move_count && !err; i++)
        err = write_move(game, state, a, &a->moves[i], out);
    return err ? err : out->err;
}

hra_err hra_move_loss_write(const hra_game *game, const void *state, const hra_move_loss *loss,
                            hra_text *out) {
    const double numbers[] = {loss->value, loss->loss};
    hra_text_addf(out, "loss %s %d %d %d", unit_word(loss->unit), loss->forced, loss->exact, loss->bound);
    const bool good = hra_result_add_numbers("", numbers, 2, false, out);
    hra_result_add_move(game, "best", state, loss->best, out);
    hra_err err = hra_result_add_line(game, "then", state, loss->line, loss->length, out);
    return err ? err : !good ? HRA_EFIT : out->err;
}

/* ---- reading --------------------------------------------------------------------------------*/

static hra_unit read_unit(hra_lines *l) {
    if (hra_lines_match(l, units[1]))
        return HRA_UNIT_PROBABILITY;
    if (!hra_lines_match(l, units[0]))
        hra_lines_expected(l, units[0]);
    return HRA_UNIT_POINTS;
}

/* Copies what is left of the line, or its next word, to the words. */
static const char *read_word(hra_lines *l, char **free_words, bool last) {
    const char *word = l->at, *out = *free_words;
    size_t length = hra_lines_left(l);
    if (!last && !hra_lines_word(l, &word, &length)) {
        hra_lines_expected(l, _("a word"));
        return "";
    }
    memcpy(*free_words, word, length);
    (*free_words)[length] = '\0';
    *free_words += length + 1;
    return out;
}

static void read_column(hra_lines *l, char **free_words, hra_column *out) {
    out->unit = read_unit(l);
    out->estimate = hra_lines_int(l, 0, 1) != 0;
    out->key = read_word(l, free_words, false);
    hra_lines_blanks(l);
    out->label = read_word(l, free_words, true);
}

static void read_range(hra_lines *l, hra_range *out) {
    double numbers[3] = {0};
    out->vectors = hra_lines_int(l, 0, INT_MAX);
    out->more = hra_lines_int(l, 0, 1) != 0;
    hra_result_read_numbers(l, numbers, 3, true);
    out->worst = numbers[0];
    out->best = numbers[1];
    out->fraction = numbers[2];
}

static void read_tag(hra_lines *l, hra_analysis_move *m) {
    if (m->tag == HRA_ROOT_SAMPLED && hra_result_expect(l, "samples")) {
        m->sampled.visits = hra_lines_whole(l, 0, UINT64_MAX);
        hra_result_read_numbers(l, &m->sampled.error, 1, true);
    } else if (m->tag == HRA_ROOT_PROOF && hra_result_expect(l, "proof")) {
        m->proof = (hra_proof)hra_lines_int(l, HRA_UNKNOWN, HRA_UNSOLVED);
        hra_lines_done(l);
    } else if (m->tag == HRA_ROOT_RANGE && hra_result_expect(l, "range")) {
        read_range(l, &m->range);
    }
}

static void read_whole(hra_lines *l, const hra_game *game, hra_analysis *a, char **free_words) {
    if (hra_result_expect(l, "what"))
        read_column(l, free_words, &a->what);
    if (hra_result_expect(l, "search")) {
        a->kind = (hra_value_kind)hra_lines_int(l, HRA_VALUE_NONE, HRA_VALUE_AT_LEAST);
        a->value_seat = hra_lines_int(l, -1, game->seats - 1);
        a->depth = hra_lines_int(l, 0, INT_MAX);
        a->distance = hra_lines_int(l, -1, INT_MAX);
        a->stopped = hra_lines_int(l, 0, 1) != 0;
        a->horizon = hra_lines_int(l, 0, 1) != 0;
        a->unsound = hra_lines_int(l, 0, 1) != 0;
        a->proof = (hra_proof)hra_lines_int(l, HRA_UNKNOWN, HRA_UNSOLVED);
        hra_lines_done(l);
    }
    if (hra_result_expect(l, "value"))
        hra_result_read_numbers(l, a->value, game->seats, true);
    if (hra_result_expect(l, "effort")) {
        a->nodes = hra_lines_whole(l, 0, UINT64_MAX);
        a->leaves = hra_lines_whole(l, 0, UINT64_MAX);
        a->cutoffs = hra_lines_whole(l, 0, UINT64_MAX);
        a->table_hits = hra_lines_whole(l, 0, UINT64_MAX);
        a->playouts = hra_lines_whole(l, 0, UINT64_MAX);
        hra_result_read_numbers(l, &a->seconds, 1, true);
    }
}

/* A reading of an analysis; the lists have room for as many as the text has. */
typedef struct reading {
    hra_lines l;
    const hra_game *game;
    const void *state;
    void *at; /* room for a state */
    hra_analysis *a;
} reading;

static void *begin_at_state(reading *r) {
    return memcpy(r->at, r->state, r->game->state_size);
}

static void read_move(reading *r) {
    hra_analysis *a = r->a;
    hra_lines *l = &r->l;
    hra_analysis_move *m = &a->moves[a->move_count];
    double numbers[2 + HRA_MAX_COLUMNS] = {0};
    *m = (hra_analysis_move){.line = a->lines_length};
    if (!hra_result_read_move(l, r->game, r->state, &m->move) || !hra_result_expect(l, "found"))
        return;
    m->kind = (hra_value_kind)hra_lines_int(l, HRA_VALUE_NONE, HRA_VALUE_AT_LEAST);
    m->depth = hra_lines_int(l, 0, INT_MAX);
    m->distance = hra_lines_int(l, -1, INT_MAX);
    m->tag = (hra_root_tag)hra_lines_int(l, HRA_ROOT_PLAIN, HRA_ROOT_RANGE);
    hra_lines_done(l);
    read_tag(l, m);
    if (hra_result_expect(l, "values"))
        hra_result_read_numbers(l, m->value, r->game->seats, true);
    if (hra_result_expect(l, "numbers"))
        hra_result_read_numbers(l, numbers, 2 + a->column_count, true);
    m->probability = numbers[0];
    m->loss = numbers[1];
    memcpy(m->column, numbers + 2, sizeof m->column);
    if (l->err)
        return;
    begin_at_state(r);
    if (a->chance)
        r->game->rules->apply(r->game, r->at, m->move);
    m->line_length = hra_result_read_line(l, r->game, "then", r->at, a->lines + a->lines_length,
                                          a->lines_capacity - a->lines_length);
    a->lines_length += m->line_length;
    a->move_count++;
}

static void read_all(reading *r, char *free_words) {
    hra_lines *l = &r->l;
    hra_analysis *a = r->a;
    const int to_move = r->game->rules->to_move(r->game, r->state);
    read_whole(l, r->game, a, &free_words);
    if (hra_result_comes(l, "counts")) {
        hra_lines_blanks(l);
        a->counts = read_word(l, &free_words, true);
    }
    a->chance = hra_result_comes(l, "chance");
    if (!l->err && a->chance && to_move != HRA_CHANCE)
        hra_lines_fail(l, HRA_EINPUT, "chance chooses nothing here");
    if (!a->chance && hra_result_comes(l, "best"))
        (void)hra_result_read_move(l, r->game, r->state, &a->move);
    if (hra_result_comes(l, "range"))
        read_range(l, &a->range);
    a->pv_length = hra_result_read_line(l, r->game, "pv", begin_at_state(r), a->pv, a->pv_capacity);
    for (; a->column_count < HRA_MAX_COLUMNS && hra_result_comes(l, "column"); a->column_count++)
        read_column(l, &free_words, &a->columns[a->column_count]);
    if (hra_result_comes(l, "reason"))
        (void)hra_lines_rest(l, a->reason, sizeof a->reason);
    while (a->move_count < a->move_capacity && hra_result_comes(l, "move"))
        read_move(r);
    if (!l->err && hra_lines_next(l))
        hra_lines_expected(l, _("the end"));
}

/* How many lines of a text have this key. */
static int count_lines(const char *text, const char *key) {
    const size_t length = strlen(key);
    int count = 0;
    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        count += strncmp(at, key, length) == 0;
    return count;
}

static hra_err make_room(hra_analysis *a, const char *text) {
    const int moves = count_lines(text, "move "), pv = count_lines(text, "pv "),
              lines = count_lines(text, "then ");
    hra_move *more = realloc(a->lines, (size_t)(lines + 1) * sizeof *more);
    if (!more)
        return HRA_ENOMEM;
    a->lines = more;
    a->lines_capacity = lines;
    hra_move *longer = realloc(a->pv, (size_t)(pv + 1) * sizeof *longer);
    if (!longer)
        return HRA_ENOMEM;
    a->pv = longer;
    a->pv_capacity = pv;
    return hra_analysis_reserve(a, moves, 0);
}

hra_err hra_analysis_read(const hra_game *game, const void *state, const char *text, hra_analysis *a,
                          char **words, hra_error *why) {
    const size_t length = strlen(text);
    reading r = {.game = game, .state = state, .a = a, .at = malloc(game->state_size)};
    *words = malloc(length + 2 * (HRA_MAX_COLUMNS + 2));
    hra_err err = r.at && *words ? make_room(a, text) : HRA_ENOMEM;
    if (err) {
        hra_no_memory(why);
    } else {
        hra_lines_open(&r.l, text, length, 1, why);
        read_all(&r, *words);
        err = r.l.err;
    }
    if (err) {
        hra_analysis_release(a);
        free(*words);
        *words = NULL;
    }
    free(r.at);
    return err;
}

hra_err hra_move_loss_read(const hra_game *game, const void *state, const char *text, hra_move_loss *out,
                           hra_error *why) {
    double numbers[2] = {0};
    hra_lines l;
    void *at = malloc(game->state_size);
    if (!at)
        return hra_no_memory(why);
    *out = (hra_move_loss){0};
    hra_lines_open(&l, text, strlen(text), 1, why);
    if (hra_result_expect(&l, "loss")) {
        out->unit = read_unit(&l);
        out->forced = hra_lines_int(&l, 0, 1) != 0;
        out->exact = hra_lines_int(&l, 0, 1) != 0;
        out->bound = hra_lines_int(&l, 0, 1) != 0;
        hra_result_read_numbers(&l, numbers, 2, false);
        out->value = numbers[0];
        out->loss = numbers[1];
    }
    if (!l.err && out->loss < 0)
        hra_lines_fail(&l, HRA_EINPUT, "a move costs 0 or more");
    if (hra_result_expect(&l, "best"))
        (void)hra_result_read_move(&l, game, state, &out->best);
    out->length = hra_result_read_line(&l, game, "then", memcpy(at, state, game->state_size), out->line,
                                       HRA_THOUGHT_LINE);
    if (!l.err && (!out->length || out->line[0] != out->best))
        hra_lines_fail(&l, HRA_EINPUT, "the line begins with another move than the best one");
    if (!l.err && hra_lines_next(&l))
        hra_lines_expected(&l, _("the end"));
    free(at);
    return l.err;
}
