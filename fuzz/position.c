/* Positions: the first line is the spec of a game (see fuzz_game), the rest the text of a position.
 * What is read must be written back alike, and be a state from which a play can go on. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { PLIES = 4 };

static void play_on(const hra_game *game, void *state, uint64_t seed) {
    hra_rng rng;
    fuzz_lists lists;
    hra_rng_init(&rng, seed);
    fuzz_lists_init(&lists, game);
    int n = fuzz_check_state(game, state, &lists);
    for (int ply = 0; ply < PLIES && n > 0; ply++) {
        game->rules->apply(game, state, lists.moves[hra_rng_below(&rng, (uint32_t)n)]);
        n = fuzz_check_state(game, state, &lists);
    }
    fuzz_lists_release(&lists);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *whole = fuzz_string(data, size);
    const char *text = whole;
    const hra_game *game = fuzz_game(&text);
    if (game == NULL) {
        free(whole);
        return 0;
    }
    void *state = malloc(game->state_size), *before = malloc(game->state_size);
    if (state != NULL && before != NULL) {
        hra_error why;
        game->rules->init(game, before);
        memcpy(state, before, game->state_size);
        hra_err err = hra_game_read_position(game, text, state, &why);
        if (err != 0) {
            fuzz_expect_words(err, &why, strlen(text));
            fuzz_expect(memcmp(state, before, game->state_size) == 0, "a failed call leaves its result alone",
                        text);
        } else {
            play_on(game, state, hra_hash(data, size));
        }
    }
    free(state);
    free(before);
    free(whole);
    return 0;
}
