/* Maps of empire: any bytes as the file of a grid. What opens keeps the promises of a game along
 * some plays, and every position on the way is written and read alike. */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WALKS = 2, DEEPEST = 40 };

/* The game reads its map by name, so each input becomes a file; the name is made once. */
static char path[256];

static void remove_file(void) {
    unlink(path);
}

static bool write_file(const uint8_t *data, size_t size) {
    if (path[0] == '\0') {
        const char *folder = getenv("TMPDIR");
        snprintf(path, sizeof path, "%s/hra-fuzz-XXXXXX", folder == NULL ? "/tmp" : folder);
        int made = mkstemp(path);
        if (made < 0) {
            perror(path);
            exit(2);
        }
        close(made);
        atexit(remove_file);
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool whole = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

static void walk(const hra_game *game, hra_rng *rng, fuzz_lists *lists) {
    void *state = malloc(game->state_size);
    if (state == NULL) {
        return;
    }
    game->rules->init(game, state);
    int n = fuzz_check_state(game, state, lists);
    for (int ply = 0; ply < DEEPEST && n > 0; ply++) {
        game->rules->apply(game, state, lists->moves[hra_rng_below(rng, (uint32_t)n)]);
        n = fuzz_check_state(game, state, lists);
    }
    free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!write_file(data, size)) {
        return 0;
    }
    char spec[sizeof path + 32];
    hra_game *game = NULL;
    hra_error why;
    snprintf(spec, sizeof spec, "empire:map=%s", path);
    hra_err err = hra_game_open(&game, spec, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, size);
        fuzz_expect(err == HRA_ENOMEM || err == HRA_ELIMIT || strstr(why.text, ", line ") != NULL,
                    "an error in a map names a line", why.text);
        return 0;
    }
    fuzz_lists lists;
    hra_rng rng;
    hra_rng_init(&rng, 1);
    fuzz_lists_init(&lists, game);
    fuzz_lists_evaluate(&lists, game);
    for (int i = 0; i < WALKS; i++) {
        walk(game, &rng, &lists);
    }
    fuzz_lists_release(&lists);
    hra_game_close(game);
    return 0;
}
