/* Trees typed in by hand: any bytes as the file of the game `tree`. What opens keeps the promises
 * of a game from its root to its leaves. */
#include "target.h"

enum { PLAYS = 8, DEEPEST = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file = {data, size};
    const hra_host host = fuzz_host(&file);
    hra_game *game = NULL;
    hra_error why;
    hra_err err = hra_game_open(&game, &host, "tree:file=it", &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, size);
        return 0;
    }
    fuzz_lists lists;
    fuzz_lists_init(&lists, game);
    fuzz_lists_evaluate(&lists, game);
    fuzz_plays(game, PLAYS, DEEPEST, &lists);
    fuzz_lists_release(&lists);
    hra_game_close(game);
    return 0;
}
