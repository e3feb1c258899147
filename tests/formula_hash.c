/* The bits of a formula on 100,000 positions as a number, for machines without the tests: WebAssembly calls formula_hash(); elsewhere the
 * program prints it. src/formula/formula_test.c has the number that all of them have. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/formula.h"
#include "hra/hra.h"

#ifdef __wasm__
#define EXPORT(name_) __attribute__((export_name(name_)))
#else
#define EXPORT(name_)
#endif

enum { POSITIONS = 100000, MOVES = 4096 };

static void check(hra_err err) {
    if (err)
        abort();
}

/* A random move; from the beginning where the game is over. */
static void step(const hra_game *game, void *state, hra_rng *rng) {
    static hra_move moves[MOVES];
    int mover = 0, count = 0;
    check(hra_state_to_move(game, state, &mover, NULL));
    if (mover == HRA_OVER) {
        check(hra_state_init(game, 0, state, NULL));
        return;
    }
    check(hra_state_moves(game, state, moves, NULL, MOVES, &count, NULL));
    check(hra_state_apply(game, state, moves[hra_rng_below(rng, (uint32_t)count)], NULL));
}

uint64_t formula_hash(void);

EXPORT("formula_hash") uint64_t formula_hash(void) {
    static hra_formula f;
    hra_game *game;
    hra_rng rng;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    hra_rng_init(&rng, 7);
    check(hra_game_open(&game, NULL, "checkers", NULL));
    void *state = malloc((size_t)hra_encoding_of(game).state_size);
    if (!state)
        abort();
    check(hra_state_init(game, 0, state, NULL));
    check(hra_formula_read(&f, game,
                           "10*men + 15.1*kings - 2*mine.back/(1 + theirs.edge) + sqrt(mine.steps)/3 + "
                           "floor(7*apart)/9 - if(mine.corner < near, mine.rows/11, 0.1)",
                           NULL));
    for (int i = 0; i < POSITIONS; i++) {
        double out[2];
        step(game, state, &rng);
        hra_formula_values(&f, state, out);
        for (int k = 0; k < 2; k++) {
            uint64_t bits;
            memcpy(&bits, &out[k], sizeof bits);
            for (int b = 0; b < 64; b += 8)
                hash = (hash ^ (bits >> b & 255)) * UINT64_C(1099511628211);
        }
    }
    free(state);
    hra_game_close(game);
    return hash;
}

#ifndef __wasm__
int main(void) {
    printf("%016" PRIx64 "\n", formula_hash());
    return 0;
}
#endif
