/* Games of alpha-beta against itself. */
#include "games.h"

#include <stdlib.h>
#include <string.h>

#include "learn/portable_random.h"
#include "rules/uci.h"
#include "search/minimax/alphabeta_full.h"

enum {
    MOST_PLIES = 240, /* then it is drawn */
    LEAST_RANDOM = 4, /* moves at the beginning of a game, */
    MORE_RANDOM = 8,  /* and at most 7 more */
    FAR_AHEAD = 10,   /* pawns */
    FOR_PLIES = 6,    /* of it win the game */
    JUDGED = 1500,    /* positions that are worth more teach nothing */
    TABLE = 1 << 20,
    SELF_PLAY = 1 /* stream of random numbers */
};

typedef struct playing {
    const hra_game *game;
    const ch_game *g;
    uint64_t nodes; /* of each search */
    hra_search_setup setup;
    hra_walk walk;
    hra_deep deep;
    hra_analysis thought;
    hra_rng rng;
    ch_state now;
    uint64_t keys[MOST_PLIES + LEAST_RANDOM + MORE_RANDOM];
    double value[MOST_PLIES]; /* of each lesson, for White */
    int ply, ahead;           /* for how many plies White has been far ahead; negative: Black */
} playing;

static void release(playing *p) {
    hra_deep_release(&p->deep);
    hra_walk_release(&p->walk);
    hra_analysis_release(&p->thought);
    free(p);
}

static hra_err begin(playing **out, const hra_game *game, const ch_packed_weights *weights, uint64_t nodes) {
    static const hra_deep_options full = {.deepen = true,
                                          .killers = true,
                                          .history = true,
                                          .pvs = true,
                                          .quiet = true,
                                          .loud = &ch_louds[CH_LOUD_HOLDING],
                                          .repeats = true,
                                          .reductions = true,
                                          .passes = true,
                                          .order = {.by = HRA_ORDER_GAME},
                                          .table = TABLE};
    playing *p = calloc(1, sizeof *p);
    if (!p)
        return HRA_ENOMEM;
    p->game = game;
    p->g = ch_game_of(game);
    p->nodes = nodes;
    p->setup = (hra_search_setup){.game = game,

                                  .eval = {.kind = &ch_evaluations[CH_EVAL_LEARNT], .game = game}};
    memcpy(&p->setup.eval.self, &weights, sizeof weights); /* only read */
    hra_analysis_init(&p->thought);
    hra_err err = hra_walk_open(&p->walk, &p->setup, (hra_walk_needs){.beside = 1});
    if (!err)
        err = hra_deep_open(&p->deep, &p->walk, &full);
    if (err)
        release(p);
    else
        *out = p;
    return err;
}

/* ---- where games begin --------------------------------------------------------------------------*/

/* False: the game is over already. */
static bool random_moves(playing *p, int count) {
    hra_move moves[CH_MAX_MOVES];
    for (; count > 0 && p->now.over == CH_GOES_ON; count--) {
        const int n = ch_moves(p->g, &p->now, moves);
        ch_make(p->g, &p->now, moves[hra_rng_below(&p->rng, (uint32_t)n)]);
        ch_settle(p->g, &p->now);
    }
    return p->now.over == CH_GOES_ON;
}

static void set_up(playing *p, uint64_t number) {
    enum { POSITIONS = 960 };
    const bool usual = p->g->variant == CH_STANDARD && number % 2 == 0;
    do
        ch_set_up(p->g, usual ? CH_STANDARD_START : (int)hra_rng_below(&p->rng, POSITIONS), &p->now);
    while (!random_moves(p, LEAST_RANDOM + (int)hra_rng_below(&p->rng, MORE_RANDOM)));
}

/* ---- playing ------------------------------------------------------------------------------------*/

static int times_before(const playing *p, uint64_t key) {
    int times = 0;
    for (int i = 0; i < p->ply; i++)
        times += p->keys[i] == key;
    return times;
}

/* Whether the game has ended before this move; *result: for White. */
static bool is_over(const playing *p, double *result) {
    *result = 0.5;
    if (p->now.over != CH_GOES_ON) {
        if (p->now.over == CH_MATE)
            *result = p->now.turn == CH_WHITE ? 0 : 1;
        return true;
    }
    if (abs(p->ahead) >= FOR_PLIES) {
        *result = p->ahead > 0;
        return true;
    }
    return p->ply >= MOST_PLIES || times_before(p, ch_key(p->game, &p->now)) >= 2;
}

/* Where so few nodes do not look at one move, more of them do. */
static hra_err think(playing *p, double *white) {
    enum { MORE = 4, MOST_NODES = 1 << 26 };
    hra_question question = {.state = &p->now, .history = p->keys, .history_length = p->ply};
    hra_err err = HRA_ELIMIT;
    for (uint64_t nodes = p->nodes; (err == HRA_ELIMIT || err == HRA_ESTOPPED) && nodes < MOST_NODES;
         nodes *= MORE) {
        question.limits.nodes = nodes;
        hra_analysis_clear(&p->thought);
        err = hra_walk_begin(&p->walk, &question, &p->thought);
        if (!err)
            err = hra_deep_run(&p->deep, &p->thought);
    }
    *white = err ? 0 : p->thought.value[CH_WHITE];
    return err;
}

static bool is_quiet(const playing *p) {
    const hra_move m = p->thought.move;
    return !ch_checkers(p->g, &p->now, p->now.turn) && !(p->now.side[!p->now.turn] >> ch_to(m) & 1) &&
           !ch_becomes(m);
}

static void look_ahead(playing *p, double white) {
    if (white > FAR_AHEAD)
        p->ahead = p->ahead > 0 ? p->ahead + 1 : 1;
    else if (white < -FAR_AHEAD)
        p->ahead = p->ahead < 0 ? p->ahead - 1 : -1;
    else
        p->ahead = 0;
}

static hra_err play(playing *p, ch_lessons *out, double *result) {
    while (!is_over(p, result)) {
        double white;
        hra_err err = think(p, &white);
        if (err)
            return err;
        look_ahead(p, white);
        if (is_quiet(p) && white > -JUDGED && white < JUDGED) {
            p->value[out->count] = white;
            if (!ch_lessons_add(out, &p->now))
                return HRA_ENOMEM;
        }
        p->keys[p->ply++] = ch_key(p->game, &p->now);
        ch_make(p->g, &p->now, p->thought.move);
        ch_settle(p->g, &p->now);
    }
    return HRA_OK;
}

hra_err ch_self_play(const hra_game *game, const ch_packed_weights *weights, const ch_way *way, uint64_t seed,
                     uint64_t number, ch_lessons *out) {
    playing *p;
    double result = 0.5;
    hra_err err = begin(&p, game, weights, way->nodes);
    out->count = 0;
    if (err)
        return err;
    hra_rng_init_stream(&p->rng, seed, number, 0, SELF_PLAY);
    set_up(p, number);
    err = play(p, out, &result);
    for (int i = 0; i < out->count; i++) {
        const double searched = 1 / (1 + hra_draw_exp(-HRA_UCI_STEEPNESS * CH_HUNDREDTHS * p->value[i]));
        out->list[i].aim = (uint16_t)(CH_AIM * (way->share * searched + (1 - way->share) * result) + 0.5);
    }
    release(p);
    return err;
}
