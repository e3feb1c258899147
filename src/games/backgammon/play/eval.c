/* The evaluation `chance_outcomes`: how likely each end is by the nets of the game without a cube, or by tables where
 * both sides bear off, and what that is worth with the cube and the score as they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/tables/bearoff.h"
#include "nets/learnt.h"
#include "rules/gates.h"

enum {
    EVEN = 3, /* the outcome of 0 points, which does not occur: the first is that of -3 */
    OUTCOMES = 2 * EVEN + 1,
    FEW = 10, /* checkers a side that the tables know; of more they would take ten times as long to build */
    BOTH = 4  /* of which they are exact */
};

const hra_option bg_eval_options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "model file of the cubeless game, a net of outcomes (default: built in)"},
    BG_OPTION_EQUITIES,
    {0},
};

typedef struct judge {
    hra_game *plain; /* the same game for points, without a cube */
    hra_learnt learnt;
    bg_bearoff *table;
    bg_setup setup; /* the game's with chances from a file; chances NULL: no file was named */
} judge;

void bg_eval_close(void *self) {
    judge *j = self;
    if (j) {
        hra_learnt_release(&j->learnt);
        bg_bearoff_close(j->table);
        hra_game_close(j->plain);
        free(j->setup.chances);
    }
    free(j);
}

static hra_err open_plain(judge *j, const hra_game *game, hra_error *why) {
    const bg_setup *setup = game->data;
    char spec[HRA_NAME_LENGTH + 32];
    (void)hra_snprintf(spec, sizeof spec, "%s:checkers=%d", game->rules->name, setup->checkers);
    return hra_game_open(&j->plain, game->host, spec, why);
}

static hra_err open_equities(judge *j, const hra_game *game, const char *file, hra_error *why) {
    const bg_setup *setup = game->data;
    if (!file)
        return HRA_OK;
    if (!setup->match)
        return hra_fail(why, HRA_EFIT, -1, "met: needs a points match, such as backgammon:match-length=7");
    j->setup = *setup;
    return bg_read_chances(game, file, &j->setup, why);
}

hra_err bg_eval_open(const hra_game *game, const hra_options *given, void **self, hra_error *why) {
    judge *j = calloc(1, sizeof *j);
    if (!j)
        return hra_no_memory(why);
    hra_err err = open_plain(j, game, why);
    if (!err)
        err = hra_learnt_open(&j->learnt, j->plain, hra_options_text(given, "file"), N_("evaluation equity"),
                              why);
    if (!err && j->learnt.form != HRA_LEARNT_OUTCOMES)
        err = hra_fail(why, HRA_EFIT, -1,
                       "evaluation equity: needs a net of outcomes, as 'hra learn --method rollout' makes "
                       "it; this file has values only");
    const int checkers = ((const bg_setup *)game->data)->checkers;
    if (!err &&
        bg_bearoff_open(&j->table, checkers < FEW ? checkers : FEW, checkers < BOTH ? checkers : BOTH) != 0)
        err = hra_no_memory(why);
    if (!err)
        err = open_equities(j, game, hra_options_text(given, "met"), why);
    if (err)
        bg_eval_close(j);
    else
        *self = j;
    return err;
}

void bg_eval_end(void *scratch) {
    if (scratch)
        hra_learnt_work_release(scratch);
    free(scratch);
}

hra_err bg_eval_begin(const hra_game *game, const void *self, void **scratch) {
    hra_learnt_work *work = calloc(1, sizeof *work);
    hra_err err = work ? hra_learnt_work_init(work, &((const judge *)self)->learnt) : HRA_ENOMEM;
    if (err)
        bg_eval_end(work);
    else
        *scratch = work;
    return err;
}

/* The board and the dice as a game without the cube has them: `turn` throws next, whichever side has the cube
 * decision. */
static bg_state without_cube(const bg_state *s) {
    bg_state plain;
    memset(&plain, 0, sizeof plain);
    plain.board = s->board;
    plain.turn = s->turn;
    plain.high = s->high;
    plain.low = s->low;
    plain.phase = s->phase == BG_OPENING ? BG_OPENING : BG_PLAYING;
    return plain;
}

/* What either seat's view of the board tells, in the mean: before the opening throw they are two, else one.
 */
static bg_chances look(hra_learnt_work *work, const bg_state *s) {
    float both[2][OUTCOMES];
    bg_chances out = {0};
    hra_learnt_all_chances(work, s, s, both[0]);
    for (int seat = 0; seat < 2; seat++) {
        const float *ends = both[seat];
        for (int points = 1; points <= 3; points++) {
            const double won = (double)ends[EVEN + points] / 2, lost = (double)ends[EVEN - points] / 2;
            out.wins += seat == BG_WHITE ? won : lost;
            out.gammons[seat] += points > 1 ? won : 0;
            out.gammons[!seat] += points > 1 ? lost : 0;
            out.backgammons[seat] += points > 2 ? won : 0;
            out.backgammons[!seat] += points > 2 ? lost : 0;
        }
    }
    out.wins = fmin(out.wins, 1); /* rounding aside they sum to 1 */
    for (int seat = 0; seat < 2; seat++) {
        out.gammons[seat] = fmin(out.gammons[seat], 1);
        out.backgammons[seat] = fmin(out.backgammons[seat], 1);
    }
    return out;
}

/* Where a throw is due, both sides have their last checkers home, and neither can lose a gammon any more. */
static bool by_tables(const judge *j, const bg_state *s, bg_chances *out) {
    const int roller = bg_bearoff_index(j->table, &s->board.side[s->turn]),
              other = bg_bearoff_index(j->table, &s->board.side[!s->turn]);
    bool exact, off = bg_some(&s->board.side[0]) & bg_some(&s->board.side[1]) & 1;
    if (s->high || s->phase != BG_PLAYING || !off || roller <= 0 || other <= 0)
        return false;
    const double chance = fmin(fmax((1 + bg_bearoff_value(j->table, roller, other, &exact)) / 2, 0), 1);
    *out = (bg_chances){.wins = s->turn == BG_WHITE ? chance : 1 - chance};
    return true;
}

static double points_of(const bg_setup *setup, const bg_chances *c) {
    double gammons =
        c->gammons[BG_WHITE] + c->backgammons[BG_WHITE] - c->gammons[BG_BLACK] - c->backgammons[BG_BLACK];
    return 2 * c->wins - 1 + (setup->gammons ? gammons : 0);
}

void bg_eval_chances(const void *self, void *scratch, const bg_state *s, bg_chances *out) {
    const bg_state plain = without_cube(s);
    if (!by_tables(self, &plain, out))
        *out = look(scratch, &plain);
    hra_gate_probability("backgammon: a win", out->wins);
    for (int seat = 0; seat < 2; seat++) {
        hra_gate_probability("backgammon: a gammon", out->gammons[seat]);
        hra_gate_probability("backgammon: a backgammon", out->backgammons[seat]);
    }
}

const bg_setup *bg_eval_setup(const hra_game *game, const void *self) {
    const judge *j = self;
    return j->setup.chances ? &j->setup : game->data;
}

double bg_eval_worth(const hra_game *game, const void *self, const bg_state *s, const bg_chances *chances) {
    const bg_setup *setup = bg_eval_setup(game, self);
    const double worth =
        setup->cube || setup->match ? bg_equity(setup, s, chances) : points_of(setup, chances);
    return fmin(fmax(worth, game->min_return), game->max_return);
}

/* Not called for a finished game, whose value the rules give. */
void bg_eval_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    bg_chances chances;
    bg_eval_chances(self, scratch, state, &chances);
    out[0] = bg_eval_worth(game, self, state, &chances);
    out[1] = -out[0];
}
