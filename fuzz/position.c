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

static void check(const hra_game *game, const char *text, uint64_t seed) {
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
            play_on(game, state, seed);
        }
    }
    free(state);
    free(before);
}

/* The same of the game that the text names. Nothing is added a second time. */
static void check_named(const char *spec, const char *text, uint64_t seed) {
    hra_text full, again;
    hra_text_init(&full);
    hra_text_init(&again);
    (void)hra_game_spec_at(NULL, spec, text, &full);
    (void)hra_game_spec_at(NULL, hra_text_string(&full), text, &again);
    if (!full.err && !again.err && strcmp(hra_text_string(&full), spec) != 0) {
        const char *line = hra_text_string(&full);
        fuzz_expect(strcmp(line, hra_text_string(&again)) == 0, "a spec is completed once", line);
        const hra_game *game = fuzz_game(&line);
        if (game != NULL) /* the text may name a match that is too long */
            check(game, text, seed);
    }
    hra_text_release(&again);
    hra_text_release(&full);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *whole = fuzz_string(data, size);
    const char *text = whole;
    const hra_game *game = fuzz_game(&text);
    if (game != NULL) {
        check(game, text, hra_hash(data, size));
        check_named(game->spec, text, hra_hash(data, size));
    }
    free(whole);
    return 0;
}
