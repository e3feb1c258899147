/* Capture and recapture: of what random games meet, the more positions are met once only, the more were missed. With
 * `once` positions met in one game and `twice` in two, about once² / (2 twice) were missed, or more, however unlike the
 * chances of positions to be met are (Chao, "Estimating the population size for capture-recapture data with unequal
 * catchability", Biometrics 43, 1987). Positions near the beginning are met again and again and those far from it hardly
 * ever, so each is counted with those that were first met as far from the beginning: the sum of such bounds is a bound
 * too, and a much higher one. The positions nearest to the beginning, which the solver lists first, are a second sample,
 * caught at once: of those that random games met, about as large a part is among them as of all (Lincoln and Petersen),
 * or a larger one, since random games are there most. */
#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/state.h"

enum {
    MET_BITS = 22,
    MOST_MET = 1 << (MET_BITS - 1), /* positions in the table */
    MOST_VISITS = 8 << 20,
    MOST_PLIES = 2000, /* of one game */
    DISTANCES = 64,
    PLIES = 8 /* of one distance */
};

/* A position that was met. It is known by its key alone: two positions with one key would make the number smaller. */
typedef struct met {
    uint64_t key;
    uint32_t last;     /* game that met it, from 1; 0: a free slot */
    uint16_t games;    /* number of games that met it, at most 3 */
    uint16_t distance; /* from the beginning, when it was first met */
} met;

struct hra_estimate {
    const hra_game *game;
    void *state;
    hra_move *moves;
    double *chances;
    met *table;
    int count, once[DISTANCES], twice[DISTANCES];
    double missed; /* lower bound by Chao */
};

/* The slot of a key, or the free one that it would get. */
static met *slot_of(const hra_estimate *s, uint64_t key) {
    uint64_t mask = (1U << MET_BITS) - 1, at = (key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - MET_BITS);
    while (s->table[at].last && s->table[at].key != key)
        at = (at + 1) & mask;
    return &s->table[at];
}

static void meet(hra_estimate *s, uint64_t key, int plies, uint32_t game) {
    met *m = slot_of(s, key);
    if (m->last == game)
        return;
    if (m->last == 0) {
        const int distance = plies / PLIES;
        s->count++;
        m->key = key;
        m->distance = (uint16_t)(distance < DISTANCES ? distance : DISTANCES - 1);
    }
    m->last = game;
    if (m->games == 3)
        return;
    m->games++;
    s->once[m->distance] += m->games == 1 ? 1 : m->games == 2 ? -1 : 0;
    s->twice[m->distance] += m->games == 2 ? 1 : m->games == 3 ? -1 : 0;
}

/* Returns the number of positions on the way. */
static int play(hra_estimate *s, uint32_t number, hra_rng *rng) {
    const hra_rules *rules = s->game->rules;
    rules->init(s->game, s->state);
    int plies = 0;
    for (; plies < MOST_PLIES && s->count < MOST_MET; plies++) {
        meet(s, hra_game_key(s->game, s->state), plies, number);
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

void hra_estimate_close(hra_estimate *s) {
    if (!s)
        return;
    free(s->state);
    free(s->moves);
    free(s->chances);
    free(s->table);
    free(s);
}

static hra_err play_games(hra_estimate *s, const hra_progress *progress) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    uint32_t games = 0;
    for (int visits = 0; visits < MOST_VISITS && s->count < MOST_MET;) {
        visits += play(s, ++games, &rng);
        if (hra_progress_stopped(progress))
            return HRA_ESTOPPED;
    }
    for (int i = 0; i < DISTANCES; i++)
        s->missed += (double)s->once[i] * (s->once[i] - 1) / (2.0 * (s->twice[i] + 1));
    return HRA_OK;
}

hra_err hra_estimate_open(hra_estimate **out, const hra_game *game, const hra_progress *progress) {
    const size_t width = hra_game_move_capacity(game);
    hra_estimate *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return HRA_ENOMEM;
    s->game = game;
    s->state = calloc(1, game->state_size);
    s->moves = malloc(width * sizeof *s->moves);
    s->chances = malloc(width * sizeof *s->chances);
    s->table = calloc((size_t)1 << MET_BITS, sizeof *s->table);
    hra_err err = s->state && s->moves && s->chances && s->table ? play_games(s, progress) : HRA_ENOMEM;
    if (err)
        hra_estimate_close(s);
    else
        *out = s;
    return err;
}

double hra_estimate_positions(const hra_estimate *s, const unsigned char *listed, size_t size,
                              uint32_t count) {
    double both = 1;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(s->state, listed + i * size, size);
        both += slot_of(s, hra_game_key(s->game, s->state))->last != 0;
    }
    return fmax(s->count + s->missed, (double)count * s->count / both);
}
