/* Layouts of pacman: any bytes as the file of a maze. If it opens, the game keeps its promises along
 * some plays, and every position on the way reads back as it was written. */
#include "target.h"

enum { PLAYS = 2, DEEPEST = 60, SMALL = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file = {data, size};
    const hra_host host = fuzz_host(&file);
    hra_game *game = NULL;
    hra_error why;
    hra_err err = hra_game_open(&game, &host, "pacman:max-rounds=12,layout=./it", &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, size);
        fuzz_expect(err == HRA_ENOMEM || fuzz_names_place(&why),
                    "an error in a maze names a line, or a byte of packed data", why.text);
        return 0;
    }
    fuzz_lists lists;
    fuzz_lists_init(&lists, game);
    if (size <= SMALL) /* solving the chases of a large maze takes seconds */
        fuzz_lists_evaluate(&lists, game);
    fuzz_plays(game, PLAYS, DEEPEST, &lists);
    fuzz_lists_release(&lists);
    hra_game_close(game);
    return 0;
}
