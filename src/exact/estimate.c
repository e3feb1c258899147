/* Capture and recapture: of what random games meet, the more positions are met once only, the more were missed. With
 * `once` positions met in one game and `twice` in two, about once² / (2 twice) were missed, or more, however unlike the
 * chances of positions to be met are (Chao, "Estimating the population size for capture-recapture data with unequal
 * catchability", Biometrics 43, 1987). */
#include "estimate.h"

#include <stdlib.h>
#include <string.h>

#include "hra/state.h"

enum {
    MET_BITS = 22,
    MOST_MET = 1 << (MET_BITS - 1), /* positions in the table */
    MOST_VISITS = 8 << 20,
    MOST_PLIES = 2000, /* of one game */
};

/* A position that was met. It is known by its key alone: two positions with one key would make the number smaller. */
typedef struct met {
    uint64_t key;
    uint32_t last;  /* game that met it, from 1; 0: a free slot */
    uint32_t games; /* number of games that met it */
} met;

typedef struct sample {
    const hra_game *game;
    void *state;
    hra_move *moves;
    double *chances;
    met *table;
    int count, once, twice;
} sample;

static void meet(sample *s, uint64_t key, uint32_t game) {
    uint64_t mask = (1U << MET_BITS) - 1, at = (key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - MET_BITS);
    while (s->table[at].last && s->table[at].key != key)
        at = (at + 1) & mask;
    met *m = &s->table[at];
    if (m->last == game)
        return;
    s->count += m->last == 0;
    *m = (met){.key = key, .last = game, .games = m->games + 1};
    s->once += m->games == 1 ? 1 : m->games == 2 ? -1 : 0;
    s->twice += m->games == 2 ? 1 : m->games == 3 ? -1 : 0;
}

/* Returns the number of positions on the way. */
static int play(sample *s, uint32_t number, hra_rng *rng) {
    const hra_rules *rules = s->game->rules;
    rules->init(s->game, s->state);
    int plies = 0;
    for (; plies < MOST_PLIES && s->count < MOST_MET; plies++) {
        meet(s, hra_game_key(s->game, s->state), number);
        int mover = rules->to_move(s->game, s->state);
        if (mover == HRA_OVER)
            break;
        hra_move m;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(s->game, s->state, rng, s->moves, s->chances);
        } else {
            int n = rules->moves(s->game, s->state, s->moves);
            m = s->moves[hra_rng_below(rng, (uint32_t)n)];
        }
        rules->apply(s->game, s->state, m);
    }
    return plies + 1;
}

hra_err hra_estimate_positions(const hra_game *game, const hra_progress *progress, double *out) {
    const size_t width = hra_game_move_capacity(game);
    sample s = {.game = game,
                .state = calloc(1, game->state_size),
                .moves = malloc(width * sizeof *s.moves),
                .chances = malloc(width * sizeof *s.chances),
                .table = calloc((size_t)1 << MET_BITS, sizeof *s.table)};
    hra_err err = s.state && s.moves && s.chances && s.table ? HRA_OK : HRA_ENOMEM;
    hra_rng rng;
    hra_rng_init(&rng, 1);
    uint32_t games = 0;
    for (int visits = 0; !err && visits < MOST_VISITS && s.count < MOST_MET;) {
        visits += play(&s, ++games, &rng);
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
    }
    *out = s.count + (double)s.once * (s.once - 1) / (2.0 * (s.twice + 1));
    free(s.state);
    free(s.moves);
    free(s.chances);
    free(s.table);
    return err;
}
