/* `expert`: looks a number of rolls ahead, as backgammon players count plies, and evaluates by nets.
 *
 * At 0 plies every play of the roll has the value of the board after it. At 1 ply the best of them are valued
 * by what may follow: the mean over the other side's 21 throws of the value after its best play, which is
 * found at 0 plies; at 2 and 3 plies by one and two throws more. So a ply multiplies the cost by the throws,
 * and each play that the sieve lets through costs one evaluation. Before each deeper look only moves that may still be best are kept,
 * fewer each time; GNU Backgammon does so too. The loss of a discarded move is its loss when it was
 * discarded.
 *
 * Decisions about the cube are evaluated by the rules, with a side's best choice at each, and cost no ply. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/play/lookahead.h"
#include "games/backgammon/rules/backgammon.h"
#include "games/backgammon/rules/eval.h"
#include "hra/player.h"
#include "players/analysis.h"
#include "players/skill_level.h"

enum { MOST_PLIES = 3 };

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_LEVEL(N_("playing strength, 1 (beginner) to 10 (2 plies)")),
    {"plies", HRA_OPTION_INT, NULL, 0, MOST_PLIES, NULL,
     N_("plies of lookahead; overrides level")},
    {.name = "move-filter",
     .type = HRA_OPTION_CHOICE,
     .fallback = "normal",
     .choices = "narrow|normal|large",
     .help = N_("moves searched deeper: 4, 8 or 16 at most")},
    {.name = "prune",
     .type = HRA_OPTION_FLAG,
     .help = N_("evaluate only later plays that a small net finds good (default: with the built-in nets)")},
    {"file", HRA_OPTION_FILE, NULL, 0, 0, NULL,
     N_("model file of the cubeless game, a net of outcomes (default: built in)")},
    BG_OPTION_EQUITIES,
    {0},
};
/* clang-format on */

/* How far a level looks, and how far its judgement of a move may be wrong: the standard deviation in points
 * of a cube that was not turned. */
typedef struct skill {
    int plies;
    double error;
} skill;

static const skill skills[HRA_LEVELS] = {
    {0, 0.30}, {0, 0.20}, {0, 0.13}, {0, 0.08}, {0, 0.05}, {0, 0.03}, {0, 0.015}, {0, 0}, {1, 0}, {2, 0},
};

/* After the first look, `moves` moves with a loss below `loss` points remain; after each further look, half
 * of both. */
typedef struct filter {
    int moves;
    double loss;
} filter;

static const filter filters[] = {
    {4, 0.08},
    {8, 0.16},
    {16, 0.32},
};

enum { MOST_LOOKED = 17 /* at more deeply at once, one that ends the game among them */ };

typedef struct expert {
    const hra_game *game;
    void *judge; /* of rules/eval.h */
    skill skill;
    filter filter;
    bool prune;
} expert;

typedef struct candidate {
    hra_move move;
    double value;       /* to who is to move */
    bg_chances chances; /* of the game, with as many plies */
    int plies;          /* that it was looked at with */
    bool ends;          /* the game, so that its value is known */
} candidate;

typedef struct thinker {
    const expert *expert;
    bg_ahead ahead;
    candidate *candidates; /* those that are looked at more deeply first, the best first among equal plies */
    int count, plies;      /* how many, and how deep the deepest look was that was finished */
    int seat, most;        /* who is to move; plies at most */
} thinker;

/* ---- opening --------------------------------------------------------------------------------*/

static void close_expert(void *shared) {
    expert *e = shared;
    if (e)
        bg_eval_close(e->judge);
    free(e);
}

static hra_err open_expert(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    if (((const bg_setup *)game->data)->checkers != BG_CHECKERS && !hra_options_text(o, "file"))
        return hra_fail(why, HRA_EFIT, -1,
                        "expert: the built-in nets need fifteen checkers; use 'exact' with fewer");
    expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    e->skill = skills[hra_options_int(o, "level") - 1];
    e->filter = filters[hra_options_choice(o, "move-filter")];
    e->prune = hra_options_given(o, "prune") ? hra_options_flag(o, "prune") : !hra_options_text(o, "file");
    if (hra_options_given(o, "plies"))
        e->skill.plies = (int)hra_options_int(o, "plies");
    hra_err err = bg_eval_open(game, o, &e->judge, why);
    if (err)
        close_expert(e);
    else
        *shared = e;
    return err;
}

static void end(void *scratch) {
    thinker *t = scratch;
    if (t) {
        bg_ahead_end(&t->ahead);
        free(t->candidates);
    }
    free(t);
}

static hra_err begin(const void *shared, void **scratch) {
    const expert *e = shared;
    thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->expert = e;
    t->candidates = calloc(hra_game_move_capacity(e->game), sizeof *t->candidates);
    hra_err err = bg_ahead_begin(&t->ahead, e->game, e->judge, MOST_PLIES, e->prune);
    if (!err && !t->candidates)
        err = HRA_ENOMEM;
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

/* ---- choosing -------------------------------------------------------------------------------*/

static int by_value(const void *a, const void *b) {
    const candidate *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value)
                                : (x->move > y->move) - (x->move < y->move);
}

static void list_candidates(thinker *t, const bg_state *s) {
    const hra_game *game = t->expert->game;
    t->count = game->rules->moves(game, s, t->ahead.moves);
    t->plies = 0;
    for (int i = 0; i < t->count; i++)
        t->candidates[i] = (candidate){.move = t->ahead.moves[i]};
}

static candidate candidate_of(const thinker *t, hra_move m, const bg_view *v, int plies, bool ends) {
    return (candidate){m, t->seat == BG_WHITE ? v->value : -v->value, v->chances, plies, ends};
}

/* All candidates as they look. */
static void look_at_all(thinker *t, const bg_state *s) {
    hra_move moves[BG_TOGETHER];
    bg_view views[BG_TOGETHER];
    bool ends[BG_TOGETHER];
    for (int first = 0; first < t->count; first += BG_TOGETHER) {
        candidate *some = t->candidates + first;
        const int n = t->count - first < BG_TOGETHER ? t->count - first : BG_TOGETHER;
        for (int i = 0; i < n; i++)
            moves[i] = some[i].move;
        bg_look_at_moves(&t->ahead, s, moves, n, views, ends);
        for (int i = 0; i < n; i++)
            some[i] = candidate_of(t, moves[i], &views[i], 0, ends[i]);
    }
}

/* The candidate with its value PLIES throws ahead. */
static candidate look_at(thinker *t, const bg_state *s, hra_move m, int plies) {
    bg_state next = *s;
    t->expert->game->rules->apply(t->expert->game, &next, m);
    const bg_view v = bg_worth_ahead(&t->ahead, s, &next, plies);
    return candidate_of(t, m, &v, plies, bg_has_ended(s, &next));
}

/* Moves entry i of a list forward to place k. */
static void put_at(candidate *list, int i, int k) {
    const candidate one = list[i];
    memmove(list + k + 1, list + k, (size_t)(i - k) * sizeof *list);
    list[k] = one;
}

/* The number of candidates, the best first, that are searched with this number of plies. A move that ends the
 * game costs nothing, and its value does not depend on plies: it is always among them. */
static int pass_filter(const thinker *t, const bg_state *s, int plies) {
    const filter *f = &t->expert->filter;
    const bool cube = bg_is_asked(s);
    const int most = cube ? BG_ANSWERS : f->moves >> (plies - 1);
    const double loss = (cube ? bg_cube_loss : ldexp(f->loss, 1 - plies)) * bg_stakes(t->expert->game, s);
    int n = 1;
    while (n < t->count && n < most && t->candidates[n].plies == plies - 1 &&
           t->candidates[0].value - t->candidates[n].value <= loss)
        n++;
    for (int i = n; i < t->count; i++)
        if (t->candidates[i].ends)
            put_at(t->candidates, i, n++);
    return n;
}

/* Looks at the best so deep; false: it did not come to an end, and all is as it was. Those that it leaves out
 * keep what they lost against the best. */
static bool look_deeper(thinker *t, const bg_state *s, int count, int plies) {
    candidate looked[MOST_LOOKED];
    double best = -INFINITY;
    for (int i = 0; i < count && !t->ahead.ended; i++) {
        looked[i] = look_at(t, s, t->candidates[i].move, plies);
        best = fmax(best, looked[i].value);
    }
    if (t->ahead.ended)
        return false;
    const double shift = best - t->candidates[0].value;
    for (int i = 0; i < t->count; i++)
        if (i < count)
            t->candidates[i] = looked[i];
        else
            t->candidates[i].value += shift;
    qsort(t->candidates, (size_t)count, sizeof *t->candidates, by_value);
    t->plies = plies;
    return true;
}

static void begin_thinking(thinker *t, const hra_question *q) {
    const int depth = q->limits.depth, plies = t->expert->skill.plies;
    t->most = depth > 0 && depth <= plies ? depth - 1 : plies;
    bg_ahead_ask(&t->ahead, q);
}

/* all: one move that is left is looked at to the end too, for what it is worth. */
static hra_err think(thinker *t, const hra_question *q, bool all) {
    const bg_state *s = q->state;
    begin_thinking(t, q);
    t->seat = bg_to_move(t->expert->game, s);
    list_candidates(t, s);
    if (all || t->count > 1)
        look_at_all(t, s);
    qsort(t->candidates, (size_t)t->count, sizeof *t->candidates, by_value);
    for (int k = 1; k <= t->most && !t->ahead.ended; k++) {
        const int count = pass_filter(t, s, k);
        if ((count == 1 && !all) || !look_deeper(t, s, count, k))
            break;
    }
    t->ahead.question = NULL;
    return hra_stop_is_set(q->stop) ? HRA_ESTOPPED : HRA_OK;
}

static double value_of(const void *self, int i) {
    return ((const thinker *)self)->candidates[i].value;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    const expert *e = shared;
    thinker *t = scratch;
    hra_err err = think(t, q, false);
    if (err)
        return err;
    const double error = e->skill.error * bg_stakes(e->game, q->state);
    const int chosen = hra_level_choose(t->count, value_of, t, error, q->seed);
    const candidate c = t->candidates[chosen];
    t->candidates[chosen] = t->candidates[0];
    t->candidates[0] = c; /* for who asks what the choice rests on */
    *out = c.move;
    return HRA_OK;
}

/* ---- telling --------------------------------------------------------------------------------*/

/* How the game ends with each choice; a game that is dropped is lost. */
static void list_columns(const expert *e, hra_analysis *out) {
    static const hra_column columns[] = {
        {"win", N_("win"), HRA_UNIT_PROBABILITY, true},
        {"gammon", N_("gammon"), HRA_UNIT_PROBABILITY, true},
        {N_("gammoned"), N_("lost gammon"), HRA_UNIT_PROBABILITY, true},
    };
    const bool gammons = ((const bg_setup *)e->game->data)->gammons;
    out->column_count = gammons ? 3 : 1;
    memcpy(out->columns, columns, sizeof columns);
}

static void fill_columns(int seat, const bg_chances *c, double *out) {
    out[0] = seat == BG_WHITE ? c->wins : 1 - c->wins;
    out[1] = c->gammons[seat];
    out[2] = c->gammons[!seat];
}

static hra_err advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const expert *e = shared;
    thinker *t = scratch;
    hra_err err = think(t, q, true);
    if (err)
        return err;
    out->what = (hra_column){"expected", "what it expects to get", HRA_UNIT_POINTS, true};
    out->move_count = t->count;
    list_columns(e, out);
    for (int i = 0; i < t->count; i++) {
        const candidate *c = &t->candidates[i];
        fill_columns(t->seat, &c->chances, hra_analysis_tell(out, i, c->move, c->value)->column);
    }
    if (t->plies)
        (void)hra_snprintf(out->reason, sizeof out->reason,
                           _n("looked %d ply ahead", "looked %d plies ahead", t->plies), t->plies);
    return HRA_OK;
}

static void set_value(int seat, double value, double *out) {
    out[seat] = value;
    out[!seat] = -value;
}

/* With the columns of advice, which cost nothing. */
static hra_err analyse(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const expert *e = shared;
    thinker *t = scratch;
    const double started = hra_clock();
    hra_err err = hra_analysis_reserve(out, e->game->max_moves, 1);
    if (!err)
        err = think(t, q, true);
    if (err)
        return err;
    for (int i = 0; i < t->count; i++) {
        const candidate *c = &t->candidates[i];
        out->moves[i] = (hra_analysis_move){.move = c->move,
                                            .probability = 1,
                                            .kind = HRA_VALUE_ESTIMATE,
                                            .depth = c->plies + 1,
                                            .distance = -1,
                                            .line = i,
                                            .line_length = 1};
        set_value(t->seat, c->value, out->moves[i].value);
        fill_columns(t->seat, &c->chances, out->moves[i].column);
        out->lines[i] = c->move;
    }
    list_columns(e, out);
    out->move_count = out->lines_length = t->count;
    out->move = out->pv[0] = t->candidates[0].move;
    out->pv_length = 1;
    set_value(t->seat, t->candidates[0].value, out->value);
    out->kind = HRA_VALUE_ESTIMATE;
    out->distance = -1;
    out->depth = t->plies + 1;
    out->nodes = t->ahead.nodes;
    out->stopped = t->ahead.ended;
    out->horizon = out->unsound = true;
    out->seconds = hra_clock() - started;
    return HRA_OK;
}

/* As deep as a choice: of a decision what its best move is worth. A throw that is due is looked at once at
 * least. */
static hra_err find_worth(const void *shared, void *scratch, const hra_question *q, double *out) {
    const expert *e = shared;
    thinker *t = scratch;
    const int mover = bg_to_move(e->game, q->state);
    t->count = 0;
    if (mover >= 0) {
        hra_err err = think(t, q, true);
        if (!err)
            set_value(t->seat, t->candidates[0].value, out);
        return err;
    }
    begin_thinking(t, q);
    double found = bg_worth_ahead(&t->ahead, q->state, q->state, 0).value;
    for (int k = 1; (k == 1 || k <= t->most) && mover == HRA_CHANCE; k++) {
        const double deeper = bg_worth_ahead(&t->ahead, q->state, q->state, k).value;
        if (t->ahead.ended)
            break;
        found = deeper;
    }
    t->ahead.question = NULL;
    set_value(BG_WHITE, found, out);
    return hra_stop_is_set(q->stop) ? HRA_ESTOPPED : HRA_OK;
}

/* At 0 plies and whole, whatever the level and the limits: a few hundred looks. */
static hra_err luck(const void *shared, void *scratch, const hra_question *q, hra_move m, double *out) {
    const expert *e = shared;
    thinker *t = scratch;
    const bg_state *s = q->state;
    hra_move throws[BG_THROWS];
    double probability[BG_THROWS], mean = 0, own = 0;
    bg_view found[BG_THROWS];
    const int n = e->game->rules->chance_outcomes(e->game, s, throws, probability);
    begin_thinking(t, &(hra_question){.state = s});
    t->count = 0;
    (void)bg_replies(&t->ahead, s, throws, n, found);
    for (int i = 0; i < n; i++) {
        mean += probability[i] * found[i].value;
        own = throws[i] == m ? found[i].value : own;
    }
    t->ahead.question = NULL;
    set_value(BG_WHITE, own - mean, out);
    return HRA_OK;
}

static void recall(const thinker *t, hra_analysis *out) {
    if (!t->count)
        return; /* of a throw that is due */
    const candidate *c = &t->candidates[0];
    set_value(t->seat, c->value, out->value);
    out->depth = c->plies + 1;
    out->nodes = t->ahead.nodes;
    out->pv[0] = c->move;
    out->pv_length = 1;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    switch (q->want) {
    case HRA_WANT_ALL:
        return analyse(shared, scratch, q, out);
    case HRA_WANT_MOVE:
        return choose(shared, scratch, q, &out->move);
    case HRA_WANT_VALUE:
        return find_worth(shared, scratch, q, out->value);
    case HRA_WANT_ADVICE:
        return advise(shared, scratch, q, out);
    default:
        recall(scratch, out);
        return HRA_OK;
    }
}

const hra_player_kind bg_expert_player = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "n-ply engine with cubeful nets",
    .options = options,
    .open = open_expert,
    .close = close_expert,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL | HRA_ANSWERS_MOVE | HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE |
               HRA_ANSWERS_LAST | HRA_ANSWERS_LAST_VALUE,
    .state_only = true,
    .luck = luck,
};
