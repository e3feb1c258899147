/* The evaluation `chance_outcomes`: how likely each end is by the nets of the game without a cube, or by tables where
 * both sides bear off, and what that is worth with the cube and the score as they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/play/eval_inputs.h"
#include "games/backgammon/play/seen.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/tables/bearoff.h"
#include "nets/learnt.h"
#include "nets/net_integers.h"
#include "rules/gates.h"

enum {
    EVEN = 3, /* the outcome of 0 points, which does not occur: the first is that of -3 */
    OUTCOMES = BG_ENDS,
    TOGETHER = 64, /* positions that the net is asked about at once */
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

/* The memory of a thread. */
typedef struct looking {
    hra_learnt_work work;
    hra_net_work together;
    hra_feature *features; /* of TOGETHER positions; NULL: the net has integers, and its inputs are these */
    int16_t (*inputs)[BG_FEATURES];
    bg_inputs sides;
    bg_seen seen;
} looking;

void bg_eval_end(void *scratch) {
    looking *l = scratch;
    if (l) {
        hra_learnt_work_release(&l->work);
        hra_net_work_release(&l->together);
        bg_seen_release(&l->seen);
        free(l->features);
        free(l->inputs);
    }
    free(l);
}

hra_err bg_eval_begin(const hra_game *game, const void *self, void **scratch) {
    const judge *j = self;
    const int room = j->plain->rules->encoding->feature_room(j->plain) + 1;
    looking *l = calloc(1, sizeof *l);
    hra_err err = l ? hra_learnt_work_init(&l->work, &j->learnt) : HRA_ENOMEM;
    if (!err)
        err = hra_net_work_init(&l->together, &j->learnt.net, TOGETHER);
    if (!err && j->learnt.net.integers) {
        l->inputs = calloc(TOGETHER, sizeof *l->inputs);
        err = l->inputs ? HRA_OK : HRA_ENOMEM;
    } else if (!err) {
        l->features = calloc((size_t)room * TOGETHER, sizeof *l->features);
        err = l->features ? HRA_OK : HRA_ENOMEM;
    }
    if (err)
        bg_eval_end(l);
    else
        *scratch = l;
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
static bg_chances mean_of(float both[2][OUTCOMES]) {
    bg_chances out = {0};
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

static bg_chances look(hra_learnt_work *work, const bg_state *s) {
    float both[2][OUTCOMES];
    hra_learnt_all_chances(work, s, s, both[0]);
    return mean_of(both);
}

/* By what the side that throws next has of each end. */
static bg_chances by_view(const float *chance, int turn) {
    float both[2][OUTCOMES];
    for (int k = 0; k < OUTCOMES; k++)
        both[turn][k] = both[!turn][OUTCOMES - 1 - k] = chance[k];
    return mean_of(both);
}

/* Where a throw is due, both sides have their last checkers home, and neither can lose a gammon any more. */
static bool by_tables(const judge *j, const bg_state *s, bg_chances *out) {
    if (s->high || s->phase != BG_PLAYING || !(bg_some(&s->board.side[0]) & bg_some(&s->board.side[1]) & 1))
        return false;
    const int roller = bg_bearoff_index(j->table, &s->board.side[s->turn]),
              other = bg_bearoff_index(j->table, &s->board.side[!s->turn]);
    bool exact;
    if (roller <= 0 || other <= 0)
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

static void check(const bg_chances *c) {
    hra_gate_probability("backgammon: a win", c->wins);
    for (int seat = 0; seat < 2; seat++) {
        hra_gate_probability("backgammon: a gammon", c->gammons[seat]);
        hra_gate_probability("backgammon: a backgammon", c->backgammons[seat]);
    }
}

/* A state in which the dice are not thrown yet is one of many. */
void bg_eval_chances(const void *self, void *scratch, const bg_state *s, bg_chances *out) {
    looking *l = scratch;
    const bg_state plain = without_cube(s);
    if (!plain.high && plain.phase == BG_PLAYING) {
        bg_eval_many(self, scratch, s, 1, false, out);
        return;
    }
    if (!by_tables(self, &plain, out))
        *out = look(&l->work, &plain);
    check(out);
}

/* ---- many -----------------------------------------------------------------------------------*/

/* Positions that are collected, and who asks for each. */
typedef struct company {
    int count, features, asking;
    bg_state state[TOGETHER];
    int counts[TOGETHER];   /* of features; of inputs, where they begin in the net */
    size_t place[TOGETHER]; /* in the memory of what was seen */
    int which[TOGETHER];    /* of the i-th who asks, the position .. */
    bg_chances *out[TOGETHER];
} company;

static void add_to_company(const judge *j, looking *l, company *c, const bg_state *s, size_t place) {
    if (l->inputs) {
        c->counts[c->count] =
            BG_FEATURES * bg_write_inputs(&l->sides, j->plain->data, s, l->inputs[c->count]);
    } else {
        hra_learnt_look(&l->work, s, s, s->turn);
        memcpy(l->features + c->features, l->work.features, (size_t)l->work.count * sizeof *l->features);
        c->features += c->counts[c->count] = l->work.count;
    }
    c->state[c->count] = *s;
    c->place[c->count++] = place;
}

static void ask_company(looking *l, const company *c, bool remember) {
    bg_chances found[TOGETHER];
    if (c->count == 0)
        return;
    const int stride = l->together.net->layer[l->together.net->shape.layers - 1].stride;
    const hra_integer_inputs inputs = {l->inputs ? l->inputs[0] : NULL, BG_FEATURES, c->counts};
    const float *said = l->inputs ? hra_net_forward_inputs(&l->together, &inputs, c->count)
                                  : hra_net_forward_many(&l->together, l->features, c->counts, c->count);
    for (int i = 0; i < c->count; i++, said += stride) {
        const bg_state *s = &c->state[i];
        const float *chance = hra_learnt_bounded_chances(&l->work, s, s->turn, said);
        found[i] = by_view(chance, s->turn);
        check(&found[i]);
        if (remember)
            bg_seen_put(&l->seen, c->place[i], &s->board, s->turn, chance);
    }
    for (int i = 0; i < c->asking; i++)
        *c->out[i] = found[c->which[i]];
}

/* Whether it is among those that are collected already: other plays of other throws come to the same. */
static int find_in_company(const company *c, const bg_state *s, size_t place) {
    int i = 0;
    while (i < c->count && (c->place[i] != place || memcmp(&c->state[i], s, sizeof *s) != 0))
        i++;
    return i;
}

/* Up to TOGETHER states. */
static void look_at_some(const judge *j, looking *l, const bg_state *s, int count, bool remember,
                         bg_chances *out) {
    bg_state plain[TOGETHER];
    size_t place[TOGETHER];
    company c;
    c.count = c.features = c.asking = 0;
    for (int i = 0; i < count; i++) { /* memory is far away */
        plain[i] = without_cube(&s[i]);
        place[i] = bg_seen_place(&plain[i].board, plain[i].turn);
        bg_seen_expect(&l->seen, place[i]);
    }
    for (int i = 0; i < count; i++) {
        const bg_state *p = &plain[i];
        const float *chance = NULL;
        if (p->high || p->phase != BG_PLAYING) {
            bg_eval_chances(j, l, p, &out[i]);
        } else if (by_tables(j, p, &out[i])) {
            check(&out[i]);
        } else if ((chance = bg_seen_find(&l->seen, place[i], &p->board, p->turn))) {
            out[i] = by_view(chance, p->turn);
        } else {
            const int which = find_in_company(&c, p, place[i]);
            c.which[c.asking] = which;
            c.out[c.asking++] = &out[i];
            if (which == c.count)
                add_to_company(j, l, &c, p, place[i]);
        }
    }
    ask_company(l, &c, remember);
}

void bg_eval_many(const void *self, void *scratch, const bg_state *s, int count, bool remember,
                  bg_chances *out) {
    for (int i = 0; i < count; i += TOGETHER)
        look_at_some(self, scratch, s + i, count - i < TOGETHER ? count - i : TOGETHER, remember, out + i);
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

/* The same of many, the i-th at i * stride. */
void bg_eval_values(const hra_game *game, const void *self, void *scratch, const void *states, size_t stride,
                    int n, double *out) {
    bg_state some[TOGETHER];
    bg_chances chances[TOGETHER];
    for (int first = 0; first < n; first += TOGETHER) {
        const int count = n - first < TOGETHER ? n - first : TOGETHER;
        for (int i = 0; i < count; i++)
            memcpy(&some[i], (const unsigned char *)states + (size_t)(first + i) * stride, sizeof some[i]);
        bg_eval_many(self, scratch, some, count, false, chances);
        for (int i = 0; i < count; i++, out += 2) {
            out[0] = bg_eval_worth(game, self, &some[i], &chances[i]);
            out[1] = -out[0];
        }
    }
}
