/* Evaluations: the race by pips, a sum of terms, and the same with tables of bearing off. */
#include <math.h>
#include <stdlib.h>

#include "games/backgammon/rules/eval.h"
#include "games/backgammon/rules/terms.h"
#include "games/backgammon/tables/bearoff.h"

/* ---- pips -------------------------------------------------------------------------------------
 * A throw is worth 49/6 pips with a variance of 18.6 (1/36 of the squares of 8 to 24 of doubles, 2/36 of the
 * others); who is to throw is half a throw ahead of the count. So the lead at the end is about normal, and
 * the chance to keep it is known. */

static const double throw_mean = 49.0 / 6, throw_variance = 18.6;

/* Chance of seat 0 to win less that to lose. */
static double race(const bg_state *s) {
    int white = bg_pips(&s->board.side[0]), black = bg_pips(&s->board.side[1]);
    double lead = black - white;
    if (bg_is_on(s))
        lead += s->turn == BG_WHITE ? throw_mean / 2 : -throw_mean / 2;
    return erf(lead / sqrt(2 * throw_variance * (1 + (white + black) / throw_mean)));
}

/* Of White to win less that to lose, and the cube where there is one. */
static void tell(const hra_game *game, const bg_state *s, double lead, double *out) {
    const bg_setup *setup = game->data;
    out[0] = setup->cube || setup->match ? bg_equity(setup, s, &(bg_chances){.wins = (1 + lead) / 2}) : lead;
    out[1] = -out[0];
}

static void by_pips(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    tell(game, s, race(s), out);
}

/* ---- linear, bearoff --------------------------------------------------------------------------*/

typedef struct judge {
    double term[BG_TERMS], turn;
    bg_bearoff *table; /* NULL: none */
} judge;

/* Those of `bearoff`; those of `linear` are the same from the second one on. In hundredths, in the order of
 * the terms. */
static const hra_option judge_options[] = {
    {.name = "two-sided",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 0,
     .max = BG_BEAROFF_BOTH,
     .help = "checkers per side in the two-sided database (0: one-sided)"},
    {.name = "pip-lead",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = -1000,
     .max = 1000,
     .help = "weight per pip of lead"},
    {.name = "shot",
     .type = HRA_OPTION_REAL,
     .fallback = "0.7",
     .min = -1000,
     .max = 1000,
     .help = "weight per roll of 36 that hits an opposing blot"},
    {.name = "home-points",
     .type = HRA_OPTION_REAL,
     .fallback = "12",
     .min = -1000,
     .max = 1000,
     .help = "weight per home point made"},
    {.name = "prime",
     .type = HRA_OPTION_REAL,
     .fallback = "6",
     .min = -1000,
     .max = 1000,
     .help = "weight per point of the longest prime"},
    {.name = "anchor",
     .type = HRA_OPTION_REAL,
     .fallback = "-3",
     .min = -1000,
     .max = 1000,
     .help = "weight per anchor in the opponent's home"},
    {.name = "on-bar",
     .type = HRA_OPTION_REAL,
     .fallback = "12",
     .min = -1000,
     .max = 1000,
     .help = "weight per opposing checker on the bar"},
    {.name = "back-checkers",
     .type = HRA_OPTION_REAL,
     .fallback = "-5",
     .min = -1000,
     .max = 1000,
     .help = "weight per own back checker (opponent's home or bar)"},
    {.name = "stacked",
     .type = HRA_OPTION_REAL,
     .fallback = "-3",
     .min = -1000,
     .max = 1000,
     .help = "weight per own checker above three on a point"},
    {.name = "on-roll",
     .type = HRA_OPTION_REAL,
     .fallback = "4",
     .min = -1000,
     .max = 1000,
     .help = "bonus for being on roll"},
    {0},
};

static hra_err open_linear(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    judge *j = calloc(1, sizeof *j);
    if (!j)
        return hra_no_memory(why);
    for (int i = 0; i < BG_TERMS; i++)
        j->term[i] = hra_options_real(options, judge_options[i + 1].name) / 100;
    j->turn = hra_options_real(options, "on-roll") / 100;
    *self = j;
    return HRA_OK;
}

static void close_judge(void *self) {
    judge *j = self;
    if (j)
        bg_bearoff_close(j->table);
    free(j);
}

static hra_err open_bearoff(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    void *opened = NULL;
    hra_err err = open_linear(game, options, &opened, why);
    if (err)
        return err;
    int both = (int)hra_options_int(options, "two-sided");
    if (bg_bearoff_open(&((judge *)opened)->table, ((const bg_setup *)game->data)->checkers, both)) {
        close_judge(opened);
        return hra_no_memory(why);
    }
    *self = opened;
    return HRA_OK;
}

/* By the tables, of a side that is to throw; index 0 is off. */
static double ask(const bg_bearoff *t, int roller, int other) {
    bool exact;
    return other == 0 ? -1 : bg_bearoff_value(t, roller, other, &exact);
}

/* The best that the roll on the table can do. */
static double ask_plays(const bg_bearoff *t, const bg_state *s, int other) {
    hra_move list[BG_MAX_PLAYS];
    int n = bg_plays(&s->board, s->turn, s->high, s->low, list);
    double best = -1;
    for (int i = 0; i < n; i++) {
        bg_board b = s->board;
        (void)bg_play(&b, s->turn, s->high, s->low, list[i]);
        best = fmax(best, -ask(t, other, bg_bearoff_index(t, &b.side[s->turn])));
    }
    return best;
}

/* Of seat 0, where both have borne off or are about to; false: not all are home. */
static bool by_tables(const bg_bearoff *t, const bg_state *s, double *out) {
    int own = bg_bearoff_index(t, &s->board.side[s->turn]),
        other = bg_bearoff_index(t, &s->board.side[!s->turn]);
    if (own < 0 || other < 0)
        return false;
    double value = bg_is_over(s)            ? 1
                   : s->phase == BG_OPENING ? (ask(t, own, other) - ask(t, other, own)) / 2
                   : s->high                ? ask_plays(t, s, other)
                                            : ask(t, own, other);
    *out = s->turn == BG_WHITE ? value : -value;
    return true;
}

/* The weighted terms of both sides; in a race without contact, the race value. */
static void by_terms(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const bg_state *s = state;
    const judge *j = self;
    double own[BG_TERMS], other[BG_TERMS], sum = 0;
    if (!bg_in_contact(&s->board)) {
        if (!j->table || !by_tables(j->table, s, &sum))
            sum = race(s);
        tell(game, s, sum, out);
        return;
    }
    bg_term(game, s, s, BG_WHITE, own);
    bg_term(game, s, s, BG_BLACK, other);
    for (int i = 0; i < BG_TERMS; i++)
        sum += j->term[i] * (i == BG_AHEAD ? own[i] : own[i] - other[i]);
    if (bg_is_on(s))
        sum += s->turn == BG_WHITE ? j->turn : -j->turn;
    tell(game, s, tanh(sum), out);
}

const hra_evaluation bg_evaluations[] = {
    {.name = "linear",
     .help = "hand-made weighted sum",
     .options = judge_options + 1,
     .open = open_linear,
     .close = close_judge,
     .value = by_terms},
    {.name = "bearoff",
     .help = "linear, with exact bear-off tables",
     .options = judge_options,
     .open = open_bearoff,
     .close = close_judge,
     .value = by_terms},
    {.name = "equity",
     .help = "cubeful equity by nets",
     .options = bg_eval_options,
     .open = bg_eval_open,
     .close = bg_eval_close,
     .begin = bg_eval_begin,
     .end = bg_eval_end,
     .value = bg_eval_value,
     .values = bg_eval_values},
    {.name = "pips", .help = "race win probability by pip counts", .value = by_pips},
    {0},
};
