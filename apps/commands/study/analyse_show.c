/* An analysis by one player, for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse_show.h"
#include "speech/print.h"

enum {
    NUMBER = 8,      /* columns of a number, at least */
    LEAST_MOVE = 10, /* of a move */
    MOST_MOVE = 30,
    LEAST_LINE = 6, /* of a line, or it is left out */
    OUTCOME = 22,
    DECIMALS = 3,
    PAWN_DECIMALS = 2, /* of what an evaluation counts, such as pawns */
    MOST_EQUALS = 4,   /* moves that are named */
};

static int mover_of(const analyse_view *v) {
    return v->game->rules->to_move(v->game, v->state);
}

/* ---- the scale ------------------------------------------------------------------------------*/

/* A result of the game that is known, not expected. */
static bool is_result(const hra_game *game, double value) {
    return value == game->min_return || value == game->max_return ||
           value == (game->min_return + game->max_return) / 2;
}

static bool is_within(const hra_game *game, double value) {
    return value >= game->min_return - 1e-9 && value <= game->max_return + 1e-9;
}

/* Values of search methods that a depth limit ended are on the scale of an evaluation: no chances. */
static bool counts_results(const analyse_view *v, hra_value_kind kind) {
    if (v->kind && v->kind->own_scale)
        return false;
    return kind == HRA_VALUE_MEAN || !v->kind || !v->kind->title ||
           (v->game->max_chances && !v->result->horizon && !v->result->stopped);
}

static bool is_won_or_lost(const hra_game *game) {
    return game->seats > 1 && game->max_return == 1 && (game->min_return == 0 || game->min_return == -1);
}

static bool in_percent(const analyse_view *v) {
    const hra_analysis *r = v->result;
    bool solved = true;
    if (r->what.unit == HRA_UNIT_PROBABILITY)
        return true;
    if (!is_won_or_lost(v->game) || r->counts)
        return false;
    for (int i = -1; i < r->move_count; i++) {
        const hra_value_kind kind = i < 0 ? r->kind : r->moves[i].kind;
        const double value = i < 0 ? r->value[v->first] : r->moves[i].value[v->first];
        if (kind == HRA_VALUE_NONE)
            continue;
        if (!is_within(v->game, value) || !counts_results(v, kind))
            return false;
        solved = solved && kind != HRA_VALUE_MEAN && is_result(v->game, value);
    }
    return !solved;
}

/* Where one seat loses what the other wins one number says all. */
void analyse_view_begin(analyse_view *v) {
    const hra_game *game = v->game;
    const int mover = mover_of(v), seat = v->result->value_seat;
    const bool follows = game->seats == 2 && (game->zero_sum || v->result->what.unit == HRA_UNIT_PROBABILITY);
    v->first = seat >= 0 ? seat : follows && mover >= 0 ? mover : 0;
    v->last = seat >= 0 || follows ? v->first : game->seats - 1;
    v->percent = in_percent(v);
}

/* From 0 to 100, if it is a chance. */
static double shown(const analyse_view *v, double value) {
    const hra_game *game = v->game;
    if (!v->percent)
        return value;
    if (v->result->what.unit == HRA_UNIT_PROBABILITY)
        return 100 * value;
    return 100 * (value - game->min_return) / (game->max_return - game->min_return);
}

static double shown_difference(const analyse_view *v, double difference) {
    return fabs(shown(v, difference) - shown(v, 0));
}

const char *analyse_label(const analyse_view *v) {
    const bool is_plain = strcmp(v->result->what.label, "value") == 0;
    return v->percent && is_plain ? _("win probability") : _(v->result->what.label);
}

/* ---- numbers --------------------------------------------------------------------------------*/

/* "mate in 5", where that says more than the number, and an unsound search has words of the game for it. */
static bool say_end(const analyse_view *v, double value, hra_value_kind kind, bool own, int distance,
                    hra_text *out) {
    return v->result->what.unit == HRA_UNIT_POINTS && !v->result->chance &&
           (!v->result->unsound || v->game->rules->text->say_end) &&
           hra_value_say_bound(v->game, value, kind, own, distance, out);
}

bool analyse_says_end(const analyse_view *v, const double *value, int distance) {
    hra_text words;
    hra_text_init(&words);
    const bool says = say_end(v, value[v->first], HRA_VALUE_EXACT, true, distance, &words);
    hra_text_release(&words);
    return says;
}

int analyse_decimals(const hra_analysis *r, double value) {
    return r->counts ? PAWN_DECIMALS : value == round(value) ? 0 : DECIMALS;
}

static void add_value(const analyse_view *v, double value, hra_value_kind kind, int distance, bool own,
                      hra_text *out) {
    const int decimals = v->percent ? 1 : analyse_decimals(v->result, value);
    const char *mark = hra_value_mark(kind, own, false);
    hra_text words;
    hra_text_init(&words);
    if (say_end(v, value, kind, own, distance, &words))
        hra_text_add(out, print_string(&words));
    else
        hra_text_addf(out, "%s%.*F%s", mark, decimals, print_rounded(shown(v, value), decimals),
                      v->percent ? print_percent() : "");
    hra_text_release(&words);
}

void analyse_add_values(const analyse_view *v, const double *value, hra_value_kind kind, int distance,
                        const char *between, hra_text *out) {
    const int mover = mover_of(v);
    if (kind == HRA_VALUE_NONE)
        hra_text_add(out, _("no value"));
    for (int seat = v->first; kind != HRA_VALUE_NONE && seat <= v->last; seat++) {
        hra_text_add(out, seat > v->first ? between : "");
        add_value(v, value[seat], kind, distance, mover < 0 || seat == mover, out);
    }
}

void analyse_add_error(const analyse_view *v, const hra_analysis_move *m, hra_text *out) {
    if (m->tag == HRA_ROOT_SAMPLED && m->kind == HRA_VALUE_MEAN && m->sampled.error >= 0)
        hra_text_addf(out, " +- %.2G%s", shown_difference(v, m->sampled.error),
                      v->percent ? print_percent() : "");
}

void analyse_add_range(const hra_range *range, hra_text *out) {
    hra_text_addf(out, _n("%.6G to %.6G in %d vector", "%.6G to %.6G in %d vectors", range->vectors),
                  range->worst, range->best, range->vectors);
    if (range->more)
        hra_text_add(out, _(" or more"));
}

void analyse_add_distance(const analyse_view *v, const double *value, hra_value_kind kind, int plies,
                          hra_text *out) {
    const int mover = mover_of(v);
    bool told = mover >= 0 && (v->result->value_seat < 0 || v->result->value_seat == mover);
    bool decided = v->game->zero_sum && told && kind == HRA_VALUE_EXACT && !v->result->unsound;
    if (decided && value[mover] > 0)
        hra_text_addf(out, _n("wins in %d ply", "wins in %d plies", plies), plies);
    else if (decided && value[mover] < 0)
        hra_text_addf(out, _n("loses in %d ply", "loses in %d plies", plies), plies);
    else
        hra_text_addf(out, _n("%d ply to the end", "%d plies to the end", plies), plies);
}

/* ---- lines ----------------------------------------------------------------------------------*/

void analyse_add_line(const analyse_view *v, const hra_move *line, int from, int length, int columns,
                      hra_text *out) {
    const size_t begins = out->length;
    unsigned char *state = malloc(v->game->state_size);
    if (!state) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(state, v->state, v->game->state_size);
    for (int i = 0; i < length && v->game->rules->to_move(v->game, state) >= 0; i++) {
        const size_t whole = out->length;
        if (i >= from) {
            hra_text_add(out, i > from ? " " : "");
            hra_game_say_move(v->game, state, line[i], out);
        }
        if (hra_text_columns(hra_text_string(out) + begins) > columns) {
            out->length = whole;
            out->data[whole] = '\0';
            break;
        }
        v->game->rules->apply(v->game, state, line[i]);
    }
    free(state);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static double rank(const analyse_view *v, const hra_analysis_move *m) {
    return m->kind == HRA_VALUE_NONE ? -INFINITY : m->value[v->first];
}

/* The move of the player comes first, then the best; of equal ones a bound comes last. */
static bool comes_before(const analyse_view *v, const hra_analysis_move *a, const hra_analysis_move *b) {
    if (a->move == v->result->move || b->move == v->result->move)
        return a->move == v->result->move;
    if (rank(v, a) < rank(v, b) || rank(v, a) > rank(v, b))
        return rank(v, a) > rank(v, b);
    return a->kind != HRA_VALUE_AT_MOST && b->kind == HRA_VALUE_AT_MOST;
}

/* The moves, best first; malloc'ed. NULL: no memory. */
static const hra_analysis_move **sort_moves(const analyse_view *v) {
    const hra_analysis *r = v->result;
    const hra_analysis_move **list = malloc(((size_t)r->move_count + 1) * sizeof *list);
    for (int i = 0, at; list && i < r->move_count; i++) {
        for (at = i; at > 0 && comes_before(v, &r->moves[i], list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = &r->moves[i];
    }
    return list;
}

static const hra_analysis_move *advised(const analyse_view *v, hra_move move) {
    for (int i = 0; v->advice && i < v->advice->move_count; i++)
        if (v->advice->moves[i].move == move)
            return &v->advice->moves[i];
    return NULL;
}

static int column_count(const analyse_view *v) {
    return v->advice ? v->advice->column_count : 0;
}

/* "value", the seats, or "win probability". */
static const char *head_of(const analyse_view *v, int seat) {
    return v->last > v->first ? hra_game_seat_name(v->game, seat) : analyse_label(v);
}

static int width_of(const char *head) {
    const int columns = hra_text_columns(head);
    return columns > NUMBER ? columns : NUMBER;
}

static void add_words(const analyse_view *v, const hra_analysis_move *m, hra_text *line) {
    analyse_add_error(v, m, line);
    if (m->tag == HRA_ROOT_SAMPLED)
        hra_text_addf(line, _n("  %llu visit", "  %llu visits", m->sampled.visits),
                      (unsigned long long)m->sampled.visits);
    if (m->tag == HRA_ROOT_PROOF)
        hra_text_addf(line, "  %s", _(hra_proof_text(m->proof)));
    if (m->tag == HRA_ROOT_RANGE && m->range.vectors > 1) {
        hra_text_add(line, "  ");
        analyse_add_range(&m->range, line);
    }
    if (m->tag == HRA_ROOT_RANGE && m->range.fraction >= 0)
        hra_text_addf(
            line, m->range.vectors > 1 ? _(", %.4G %% reach the target") : _("  %.4G %% reach the target"),
            100 * m->range.fraction);
    if (m->distance >= 0 && m->kind == HRA_VALUE_EXACT && !analyse_says_end(v, m->value, m->distance)) {
        hra_text_add(line, "  ");
        analyse_add_distance(v, m->value, m->kind, m->distance, line);
    }
}

static void add_cells(const analyse_view *v, const hra_analysis_move *m, hra_text *line) {
    const hra_analysis_move *more = advised(v, m->move);
    const int mover = mover_of(v);
    hra_text cell;
    hra_text_init(&cell);
    for (int seat = v->first; seat <= v->last; seat++, hra_text_clear(&cell)) {
        if (m->kind == HRA_VALUE_NONE)
            hra_text_add(&cell, "-");
        else
            add_value(v, m->value[seat], m->kind, m->distance, seat == mover, &cell);
        hra_text_add_char(line, ' ');
        print_add_cell(line, width_of(head_of(v, seat)), print_string(&cell));
    }
    for (int c = 0; c < column_count(v); c++, hra_text_clear(&cell)) {
        const bool chance = v->advice->columns[c].unit == HRA_UNIT_PROBABILITY;
        if (more && chance)
            hra_text_addf(&cell, "%.1F%s", print_rounded(100 * more->column[c], 1), print_percent());
        else if (more)
            hra_text_addf(&cell, "%.*F", DECIMALS, print_rounded(more->column[c], DECIMALS));
        hra_text_add_char(line, ' ');
        print_add_cell(line, width_of(_(v->advice->columns[c].label)), print_string(&cell));
    }
    hra_text_release(&cell);
}

static void end_line(hra_text *out, size_t from) {
    while (out->length > from && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
    hra_text_add_char(out, '\n');
}

static void add_head(const analyse_view *v, int width, hra_text *out) {
    const size_t from = out->length;
    hra_text_addf(out, "  %s", _("move"));
    hra_text_pad(out, from, width + 2);
    for (int seat = v->first; seat <= v->last; seat++) {
        hra_text_add_char(out, ' ');
        print_add_cell(out, NUMBER, head_of(v, seat));
    }
    for (int c = 0; c < column_count(v); c++) {
        hra_text_add_char(out, ' ');
        print_add_cell(out, NUMBER, _(v->advice->columns[c].label));
    }
    end_line(out, from);
}

static void add_move(const analyse_view *v, const hra_analysis_move *m, int width, hra_text *out) {
    const size_t from = out->length;
    hra_text_add(out, m->move == v->result->move ? "> " : "  ");
    hra_game_say_move(v->game, v->state, m->move, out);
    hra_text_pad(out, from, width + 2);
    add_cells(v, m, out);
    add_words(v, m, out);
    const int left = print_style(-1).width - hra_text_columns(hra_text_string(out) + from) - 2;
    if (m->line_length > 1 && left >= LEAST_LINE) {
        hra_text_add(out, "  ");
        analyse_add_line(v, v->result->lines + m->line, 1, m->line_length, left, out);
    }
    end_line(out, from);
}

static int move_width(const analyse_view *v) {
    int widest = LEAST_MOVE;
    hra_text move;
    hra_text_init(&move);
    for (int i = 0; i < v->result->move_count; i++) {
        hra_text_clear(&move);
        hra_game_say_move(v->game, v->state, v->result->moves[i].move, &move);
        const int columns = hra_text_columns(print_string(&move));
        widest = columns > widest ? columns : widest;
    }
    hra_text_release(&move);
    return widest < MOST_MOVE ? widest : MOST_MOVE;
}

static void add_decisions(const analyse_view *v, hra_text *out) {
    const int all = v->result->move_count, count = v->most && v->most < all ? v->most : all;
    const hra_analysis_move **list = sort_moves(v);
    const int width = move_width(v);
    if (!list) {
        out->err = HRA_ENOMEM;
        return;
    }
    add_head(v, width, out);
    for (int i = 0; i < count; i++)
        add_move(v, list[i], width, out);
    if (count < all)
        hra_text_addf(out, _n("  and %d more move\n", "  and %d more moves\n", all - count), all - count);
    free(list);
}

/* ---- outcomes of chance ---------------------------------------------------------------------*/

static void add_reply(const analyse_view *v, const hra_analysis_move *m, hra_text *out) {
    void *after = malloc(v->game->state_size);
    if (!after) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(after, v->state, v->game->state_size);
    v->game->rules->apply(v->game, after, m->move);
    hra_text_add(out, "  ");
    hra_game_say_move(v->game, after, v->result->lines[m->line], out);
    free(after);
}

static void add_outcomes(const analyse_view *v, hra_text *out) {
    hra_text_add(out, _("  outcome          probability  value, and the best reply\n"));
    for (int i = 0; i < v->result->move_count; i++) {
        const hra_analysis_move *m = &v->result->moves[i];
        const size_t from = out->length;
        hra_text_add(out, "  ");
        hra_game_say_move(v->game, v->state, m->move, out);
        hra_text_pad(out, from, OUTCOME);
        hra_text_addf(out, " %8.6F ", m->probability);
        add_cells(v, m, out);
        if (m->line_length)
            add_reply(v, m, out);
        end_line(out, from);
    }
}

void analyse_add_moves(const analyse_view *v, hra_text *out) {
    if (v->result->chance)
        add_outcomes(v, out);
    else
        add_decisions(v, out);
}

/* ---- moves that are as good ------------------------------------------------------------------*/

/* Two standard errors of the difference, or as much as a review does not count as a mistake. */
static bool is_equal(const analyse_view *v, const hra_analysis_move *a, const hra_analysis_move *b) {
    const double least = HRA_MIN_MISTAKE_LOSS * (v->percent ? 100 : 1);
    double error = 0;
    if (a->tag == HRA_ROOT_SAMPLED && b->tag == HRA_ROOT_SAMPLED && a->sampled.error >= 0 &&
        b->sampled.error >= 0)
        error = 2 * shown_difference(
                        v, sqrt(a->sampled.error * a->sampled.error + b->sampled.error * b->sampled.error));
    const bool estimates = (a->kind == HRA_VALUE_MEAN || a->kind == HRA_VALUE_ESTIMATE) &&
                           (b->kind == HRA_VALUE_MEAN || b->kind == HRA_VALUE_ESTIMATE);
    return estimates &&
           fabs(shown(v, a->value[v->first]) - shown(v, b->value[v->first])) <= fmax(least, error);
}

void analyse_add_equals(const analyse_view *v, hra_text *out) {
    const hra_analysis_move *best = hra_analysis_best(v->result);
    const hra_analysis_move **list = best ? sort_moves(v) : NULL;
    int count = 0;
    if (best && !list)
        out->err = HRA_ENOMEM;
    for (int i = 0; list && i < v->result->move_count; i++) {
        if (list[i] == best || !is_equal(v, best, list[i]))
            continue;
        if (++count > MOST_EQUALS)
            continue;
        hra_text_add(out, count == 1 ? _("  about equal: ") : ", ");
        hra_game_say_move(v->game, v->state, list[i]->move, out);
    }
    if (count > MOST_EQUALS)
        hra_text_addf(out, _n(", and %d more move", ", and %d more moves", count - MOST_EQUALS),
                      count - MOST_EQUALS);
    hra_text_add(out, count ? "\n" : "");
    free(list);
}
